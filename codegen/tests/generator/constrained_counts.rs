//! How much arithmetic constrained dynamics take: multiplications and additions of qdd and multipliers.

use std::fmt::Write as _;

use multibody_codegen::internal::derive::{Algorithm, Way};
use multibody_codegen::{Count, Function, Settings};

use crate::constraints::FOUR_BAR;
use crate::corpus;
use crate::support::{Derived, Robot};
use crate::taken_rows::quadruped;

/// A robot of the corpus that is held at some of its links, and what it takes.
struct Stands {
    file: &'static str,
    links: &'static [&'static str],
    /// What a contact says behind its link.
    how: &'static str,
    /// What it takes by the same algorithm as others have counted it, multipliers as they come out: in any axes. Here
    /// it may be 3 % more, since they are in those that were asked for.
    aim: usize,
    /// By rows that joints take, and by a column for each.
    found: [usize; 2],
}

const FEET: [&str; 4] = ["LF_FOOT", "RF_FOOT", "LH_FOOT", "RH_FOOT"];
const SOLO_FEET: [&str; 4] = ["FL_FOOT", "FR_FOOT", "HL_FOOT", "HR_FOOT"];
const SOLES: [&str; 2] = ["left_sole_link", "right_sole_link"];

#[rustfmt::skip]
const CORPUS: [Stands; 6] = [
    Stands { file: "anymal_b", links: &FEET, how: "", aim: 4377, found: [4449, 6041] },
    Stands { file: "anymal_b", links: &["LF_FOOT", "RH_FOOT"], how: "", aim: 3239, found: [3252, 3726] },
    Stands { file: "solo12", links: &SOLO_FEET, how: "", aim: 4185, found: [4102, 5561] },
    Stands { file: "talos_reduced", links: &SOLES, how: ", turns: false, axes: link", aim: 9144, found: [8908, 11837] },
    Stands { file: "ur5", links: &["tool0"], how: "", aim: 598, found: [614, 608] },
    Stands { file: "ur5", links: &["tool0"], how: ", turns: false, axes: link", aim: 775, found: [571, 784] },
];

fn settings() -> Settings {
    Settings {
        functions: Some([Function::ConstrainedForwardDynamics].into()),
        ..Settings::default()
    }
}

/// By rows that joints take, and by a column for each.
fn counts(derived: &Derived) -> [usize; 2] {
    let derivation = &derived.derivations.functions[0];
    let emitted = (derivation.way, &derivation.program);
    let others = derivation
        .others
        .iter()
        .map(|(way, program)| (*way, program));
    let ways: Vec<_> = std::iter::once(emitted).chain(others).collect();
    [Algorithm::TakenRows, Algorithm::ArticulatedBodies].map(|algorithm| {
        let mut of = ways.iter().filter(|(way, _)| *way == Way::By(algorithm));
        of.next()
            .map_or(0, |(_, program)| Count::of(program).mul_add())
    })
}

#[test]
fn standing_robots_of_the_corpus_cost_what_they_did() {
    let Some(corpus) = corpus::folder() else {
        return;
    };
    let mut differ = String::new();
    for stands in CORPUS {
        let links = stands.links.iter().enumerate();
        let contacts: String = links
            .map(|(at, link)| format!("contact c{at} {{ at: {link}{} }},", stands.how))
            .collect();
        let settings = Settings {
            root: corpus.root(stands.file),
            ..settings()
        };
        let derived = Robot::of_both(&corpus.robot(stands.file), &contacts, settings).derive();
        let found = counts(&derived);
        let name = format!("{} {}{}", stands.file, stands.links.len(), stands.how);
        println!("{name}: {found:?}, aim {}", stands.aim);
        let emitted = Count::of(&derived.derivations.functions[0].program).mul_add();
        if found != stands.found || emitted * 100 > stands.aim * 103 {
            writeln!(
                differ,
                "{name}: {found:?} and not {:?}, aim {}",
                stands.found, stands.aim
            )
            .unwrap();
        }
    }
    assert!(differ.is_empty(), "{differ}");
}

#[test]
fn robots_of_our_own_cost_what_they_did() {
    for (name, items, expected) in [
        ("quadruped", quadruped("world"), [4236, 5705]),
        (
            "quadruped, axes of the feet",
            quadruped("link"),
            [4300, 5774],
        ),
        ("four-bar linkage", FOUR_BAR.to_owned(), [152, 163]),
    ] {
        let found = counts(&Robot::of_tokens(&items, settings()).derive());
        println!("{name}: {found:?}");
        assert_eq!(found, expected, "{name}");
    }
}
