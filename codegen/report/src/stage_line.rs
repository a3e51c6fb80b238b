//! A stage on one line.

use std::time::Duration;

use multibody_codegen::Stage;

/// A stage on one line: its name, its time and its summary.
#[must_use]
pub fn stage_line(stage: &Stage) -> String {
    format!(
        "{:>10} {:>9}  {}",
        stage.name,
        time(stage.time),
        stage.summary
    )
    .trim_end()
    .into()
}

/// A time in seconds or milliseconds.
fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds >= 1.0 {
        format!("{seconds:.2} s")
    } else {
        format!("{:.1} ms", seconds * 1e3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_name_time_and_summary_of_a_stage() {
        let stage = |name, summary: &str, micros| {
            stage_line(&Stage {
                name,
                summary: summary.into(),
                time: Duration::from_micros(micros),
                search: None,
            })
        };
        assert_eq!(
            stage("read", "9 links", 1234),
            "      read    1.2 ms  9 links"
        );
        assert_eq!(stage("prove", "", 12_345_678), "     prove   12.35 s");
    }
}
