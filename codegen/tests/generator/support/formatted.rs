//! What rustfmt does to Rust.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Rustfmt would change nothing, with its default settings and with others.
#[track_caller]
pub fn assert_formatted(text: &str) {
    for settings in ["max_width=100", "max_width=60"] {
        let mut rustfmt = Command::new("rustfmt")
            .args(["--edition", "2024", "--check", "--config", settings])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("rustfmt");
        let mut input = rustfmt.stdin.take().expect("a pipe");
        input.write_all(text.as_bytes()).expect("a reader");
        drop(input);
        let result = rustfmt.wait_with_output().expect("its end");
        let differences = String::from_utf8_lossy(&result.stdout);
        assert!(
            result.status.success() && differences.is_empty(),
            "{settings}: {differences}"
        );
    }
}
