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
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    if arguments
        .first()
        .is_some_and(|first| first == "multibody-verify")
    {
        arguments.remove(0);
    }
    let (mut file, mut against) = (None, None);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy();
        let slot = match text.as_ref() {
            "--help" | "-h" => {
                println!("{USAGE}");
                return ExitCode::SUCCESS;
            }
            "--against" if against.is_none() => {
                against = arguments.next().map(PathBuf::from);
                match against {
                    Some(_) => continue,
                    None => return usage(),
                }
            }
            option if option.starts_with('-') => return usage(),
            _ => &mut file,
        };
        if slot.replace(PathBuf::from(&argument)).is_some() {
            return usage();
        }
    }
    let Some(file) = file else {
        return usage();
    };
    match verify_file(&file, against.as_deref()) {
        Ok(report) => {
            print!("{report}");
            ExitCode::from(report.exit_code())
        }
        Err(refusal) => {
            eprintln!("{}", refusal.render(&file));
            ExitCode::from(Refusal::EXIT_CODE)
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}
