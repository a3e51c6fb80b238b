//! Robots and numbers that are not in the repository: a test that has to do without them says so.

use std::io::Write as _;
use std::path::PathBuf;

/// The folder that the environment variable `MULTIBODY_CORPUS` names. None: it names none, and the test
/// that asks, which has nothing to do, has said so.
pub fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("MULTIBODY_CORPUS").map(PathBuf::from);
    if folder.is_none() {
        say_not_run("MULTIBODY_CORPUS is not set");
    }
    folder
}

/// Says that the test whose thread this is has nothing to do, in a way that shows though the test
/// passes: what `print!` writes is kept back then.
pub fn say_not_run(reason: &str) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    writeln!(std::io::stdout(), "not run: {test}: {reason}").expect("standard output takes text");
}
