//! The command `cargo multibody`: from a robot's description to specialised dynamics, a report or a motion.
//!
//! Progress, faults and Symbolica's banner go to stderr, results to files or to stdout. Exit code 1: a fault
//! of the description or of a file, a difference found by `--check`, or an item that `verify` finds wrong, or not verified although
//! `--require-all` is given; 2: a fault of the command line, or a file that cannot be verified.

mod arguments;
mod machine_code;
mod output;
mod package;
mod robot;
mod run;
mod simulate;

use std::process::ExitCode;

use arguments::Arguments;

fn main() -> ExitCode {
    report_panics_as_bugs();
    let arguments = Arguments::read(std::env::args_os());
    match run::run(&arguments) {
        Ok(code) => code,
        Err(failure) => {
            output::log(failure);
            ExitCode::FAILURE
        }
    }
}

/// No input should make the generator panic. If one does, a message says that this is a bug of the generator.
fn report_panics_as_bugs() {
    let default_hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload().downcast_ref::<String>();
        if message.is_some_and(|message| output::is_from_printing(message)) {
            return;
        }
        default_hook(panic);
        output::log(format_args!(
            "This is a bug in multibody {}, not in your robot. Please report it with the robot's file.",
            env!("CARGO_PKG_VERSION"),
        ));
    }));
}
