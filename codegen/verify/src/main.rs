//! The command `cargo multibody-verify FILE.rs [--against DESCRIPTION]`.
//!
//! Exit code 0: nothing is wrong, and the output names what is not verified. 1: a function is wrong. 2: the file or the description
//! cannot be verified at all.

use std::path::PathBuf;
use std::process::ExitCode;

use multibody_verify::{Refusal, verify_file};

const USAGE: &str = "usage: cargo multibody-verify FILE.rs [--against DESCRIPTION]

Verifies that the functions of a generated Rust file are what Lagrange's equations of its description say.

exit code: 0 nothing is wrong; 1 a function is wrong; 2 the file cannot be verified";

fn main() -> ExitCode {
    let arguments = std::env::args_os().skip(1);
    // Cargo repeats the name of the command.
    let mut arguments = arguments
        .skip_while(|first| first == "multibody-verify")
        .peekable();
    let (mut files, mut against, mut is_clear) = (Vec::new(), None, true);
    while let Some(argument) = arguments.next() {
        match argument.to_string_lossy().as_ref() {
            "--help" | "-h" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            "--against" if against.is_none() && arguments.peek().is_some() => {
                against = arguments.next().map(PathBuf::from);
            }
            option if option.starts_with('-') => is_clear = false,
            _ => files.push(PathBuf::from(&argument)),
        }
    }
    let ([file], true) = (&files[..], is_clear) else {
        eprintln!("{USAGE}");
        return ExitCode::from(Refusal::EXIT_CODE);
    };
    match verify_file(file, against.as_deref()) {
        Ok(report) => {
            print!("{report}");
            ExitCode::from(report.exit_code())
        }
        Err(refusal) => {
            eprintln!("{}", refusal.render(file));
            ExitCode::from(Refusal::EXIT_CODE)
        }
    }
}
