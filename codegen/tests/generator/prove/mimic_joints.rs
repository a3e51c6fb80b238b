//! Parallel hinges of which all follow the first: their angles are sums of multiples of one angle and constants, from
//! which common parts are taken out, and the proof has to know the sines of all that comes of it.
//!
//! CI derives a part of them; all 360, in 36 s of one processor:
//!
//! ```sh
//! MULTIBODY_FOLLOWERS=all cargo test --release -p multibody-codegen --all-features --test generator mimic_joints -- --nocapture
//! ```

use multibody_codegen::{Function, Settings, Source, generate};

const MULTIPLIERS: [&str; 6] = ["1", "-1", "2", "-2", "0.5", "1.5"];

/// So many hinges, of which all but the first have its angle so many times, and as much more.
fn followers(count: usize, multiplier: &str, offset: &str) -> Source {
    let mut text = String::from("<robot name=\"followers\"><link name=\"l0\"/>");
    for index in 1..=count {
        let mimic = match index {
            1 => String::new(),
            _ => format!("<mimic joint=\"j1\" multiplier=\"{multiplier}\" offset=\"{offset}\"/>"),
        };
        text += &format!(
            "<joint name=\"j{index}\" type=\"continuous\"><parent link=\"l{}\"/><child link=\"l{index}\"/>\
             <origin xyz=\"0.3 0 0\"/><axis xyz=\"0 1 0\"/>{mimic}</joint><link name=\"l{index}\"><inertial>\
             <origin xyz=\"0.15 0 0.01\"/><mass value=\"1\"/>\
             <inertia ixx=\"0.001\" ixy=\"0\" ixz=\"0\" iyy=\"0.01\" iyz=\"0\" izz=\"0.01\"/></inertial></link>",
            index - 1
        );
    }
    Source::new("followers.urdf", text + "</robot>")
}

/// Of four with 2 q + 0.1 forward dynamics was undecided: 6 q + 0.3 is three times that, and of a multiple of a sum with a
/// constant angle no sine was known.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn hinges_that_follow_one_are_derived_and_proved() {
    let all = std::env::var("MULTIBODY_FOLLOWERS").is_ok_and(|value| value == "all");
    let (counts, offsets) = if all {
        ((2..=16).collect(), vec!["0", "0.1", "1.5708", "-0.3"])
    } else {
        (vec![4, 8], vec!["0.1"])
    };
    let settings = Settings {
        functions: vec![Function::InverseDynamics, Function::ForwardDynamics].into(),
        ..Settings::default()
    };
    let mut mistake = Vec::new();
    for multiplier in MULTIPLIERS {
        for offset in &offsets {
            for &count in &counts {
                let source = followers(count, multiplier, offset);
                let subject = format!("{count} hinges, {multiplier} q + {offset}");
                match generate(&source, &settings, &mut |_| ()) {
                    Ok(generated) => {
                        let functions = generated.report.functions;
                        assert_eq!(functions.len(), 2, "{subject}");
                        assert!(functions.iter().all(|of| of.proved), "{subject}");
                    }
                    Err(report) => mistake.push(format!("{subject}: {}", report.render(&source))),
                }
            }
        }
    }
    assert!(mistake.is_empty(), "{}", mistake.join("\n"));
}
