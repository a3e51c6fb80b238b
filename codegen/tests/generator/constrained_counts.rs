//! How much arithmetic constrained dynamics take.

use multibody_codegen::internal::derive::{Algorithm, Derivation};
use multibody_codegen::{Count, Function, Settings};

use crate::constraints::FOUR_BAR;
use crate::corpus;
use crate::support::Robot;

const FEET: &str = "";

/// Of each robot its file, the contacts and what may be spent.
const HELD: [(&str, &[&str], usize); 6] = [
    (
        "anymal_b",
        &["LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"],
        4377,
    ),
    ("anymal_b", &["LF_FOOT", "RH_FOOT"], 3239),
    (
        "solo12",
        &["FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"],
        4185,
    ),
    (
        "talos_reduced",
        &["left_sole_link", "right_sole_link"],
        9144,
    ),
    ("ur5", &["tool0"], 598),
    ("ur5", &["tool0"], 775),
];

fn show(derived: &crate::support::Derived, name: &str) {
    for d in &derived.derivations.functions {
        let ways =
            std::iter::once((d.way, &d.program)).chain(d.others.iter().map(|(w, p)| (*w, p)));
        for (way, program) in ways {
            let count = Count::of(program);
            println!(
                "{name} {} {way}: {} + {}",
                d.target.function,
                count.mul_add(),
                count.div
            );
        }
        for r in &d.refused {
            println!("   refused {} {}", r.way, r.why);
        }
    }
}
#[test]
fn robots_of_the_corpus() {
    let four = Robot::of_tokens(
        FOUR_BAR,
        Settings {
            functions: Some([Function::ConstrainedForwardDynamics].into()),
            ..Settings::default()
        },
    )
    .derive();
    show(&four, "four-bar");
    let Some(corpus) = corpus::folder() else {
        return;
    };
    for (file, links, wanted) in HELD {
        let turns = if wanted == 775 || wanted == 9144 {
            ", turns: false"
        } else {
            ""
        };
        for axes in ["link", "world"] {
            let contacts: String = links
                .iter()
                .enumerate()
                .map(|(at, link)| format!("contact c{at} {{ at: {link}, axes: {axes}{turns} }},"))
                .collect();
            let settings = Settings {
                root: corpus.root(file),
                functions: Some([Function::ConstrainedForwardDynamics].into()),
                ..Settings::default()
            };
            let derived = Robot::of_both(&corpus.robot(file), &contacts, settings).derive();
            show(&derived, &format!("{file} {} {axes} {wanted}", links.len()));
        }
    }
}
