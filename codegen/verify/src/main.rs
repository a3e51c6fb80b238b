//! The command `cargo multibody-verify FILE.rs [--against DESCRIPTION] [--require-all] [--quiet]`.
//!
//! Exit code 0: nothing is wrong, and the output names what is not verified. 1: an item is wrong, or not verified although
//! `--require-all` is given. 2: the file or the description cannot be verified at all.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use multibody_verify::{Refusal, verify_file};

const USAGE: &str = "usage: cargo multibody-verify FILE.rs [--against DESCRIPTION] [--require-all] [--quiet]

Verifies that the functions of a generated Rust file are what Lagrange's equations of its description say.

--against DESCRIPTION  a URDF, MJCF, or Rust file with one robot; default: the one that the file's head names
--require-all          an item that is not verified is as bad as a wrong one
--quiet                prints only the items that make the exit code 1, and errors

exit code: 0 nothing is wrong; 1 an item is wrong; 2 the file cannot be verified";

fn main() -> ExitCode {
    // Cargo repeats the name of the command.
    let words = (std::env::args_os().skip(1)).skip_while(|first| first == "multibody-verify");
    let equal = |argument: &PathBuf, option| argument.as_os_str() == option;
    let mut arguments: Vec<PathBuf> = words.map(PathBuf::from).collect();
    let [require_all, quiet] = ["--require-all", "--quiet"].map(|option| {
        let count = arguments.len();
        arguments.retain(|argument| !equal(argument, option));
        arguments.len() < count
    });
    let (file, description) = match &arguments[..] {
        [option] if equal(option, "--help") || equal(option, "-h") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        [file] if !file.as_os_str().as_encoded_bytes().starts_with(b"-") => (file, None),
        [file, option, description] | [option, description, file] if equal(option, "--against") => {
            (file, Some(description.as_path()))
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(Refusal::EXIT_CODE);
        }
    };
    match verify_file(file, description) {
        Ok(report) => {
            // A closed output, as of `| head`, is no error.
            let text = if quiet { report.faults(require_all) } else { report.to_string() };
            let _ = write!(std::io::stdout(), "{text}");
            ExitCode::from(report.exit_code(require_all))
        }
        Err(refusal) => {
            eprintln!("{}", refusal.render(file));
            ExitCode::from(Refusal::EXIT_CODE)
        }
    }
}
