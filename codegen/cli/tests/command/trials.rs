//! How long programs are tried in floats.

#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../../../tests/generator/support/chain.rs"]
mod chain;
#[allow(dead_code, reason = "other tests use all of it")]
#[path = "../../../tests/shared/processor.rs"]
mod processor;

use chain::chain;

use crate::folder::command;

/// Of the time of a generation.
const SHARE: f64 = 0.15;

/// In seconds.
fn assert_is_short(trying: f64, all: f64) {
    println!("{trying:.2} of {all:.2} s for the trial of programs");
    assert!(trying <= SHARE * all, "{trying} of {all}");
}

/// Of six and seven joints, by the recursions as they are, each in a process of its own as builds have it.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn programs_of_an_arm_without_a_search_are_tried_in_little_time() {
    let alone = processor::Stopwatch::start();
    for joints in [6, 7] {
        let file = std::env::temp_dir().join(format!(
            "multibody_arm_{joints}_{}.urdf",
            std::process::id()
        ));
        std::fs::write(&file, chain(joints).text.as_bytes()).expect("a file");
        let output = command()
            .args([
                "multibody",
                "report",
                "--effort",
                "none",
                "--format",
                "json",
            ])
            .arg(&file)
            .output();
        std::fs::remove_file(&file).expect("the file");
        let output = output.expect("the command");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let times = report["times"].as_object().expect("the stages");
        let all = times.values().filter_map(serde_json::Value::as_f64).sum();
        assert_is_short(times["accuracy"].as_f64().expect("a time"), all);
    }
    alone.read();
}
