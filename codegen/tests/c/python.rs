//! Scripts in Python.

use std::ffi::OsString;
use std::process::Command;

/// The Python with CasADi that the environment names.
pub fn python() -> Option<OsString> {
    let python = std::env::var_os("MULTIBODY_CASADI").filter(|python| !python.is_empty());
    if python.is_none() {
        println!("MULTIBODY_CASADI is not set: nothing is called by Python");
    }
    python
}

/// Runs a script, and returns what it prints.
#[track_caller]
pub fn run(python: &OsString, script: &str, arguments: &[String]) -> String {
    let output = Command::new(python)
        .args(["-c", script])
        .args(arguments)
        .output();
    let output = output.expect("Python starts");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}:\n{complaint}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
