//! Where the command writes: results to standard output, all that is said about them to stderr.

use std::fmt::Display;
use std::io::{self, Write};

/// Says something on stderr, in a line of its own; whoever reads it may have gone.
pub fn say(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// The same without the end of the line.
pub fn say_on(text: impl Display) {
    let _ = write!(io::stderr(), "{text}");
}

/// Whether a panic comes from printing where nothing can be printed, as `println!` panics then: no bug,
/// and nobody is there to read about it.
pub fn is_of_printing(message: &str) -> bool {
    message.starts_with("failed printing to std")
}

/// Keeps standard output for results: whatever else is printed, such as Symbolica's banner, goes to
/// stderr from here on, by way of a pipe, so that printing does not fail where stderr is full or gone.
///
/// # Errors
/// The operating system's; then standard output is as it was.
#[cfg(unix)]
pub fn of_results() -> io::Result<impl Write> {
    use rustix::stdio;

    let out = rustix::io::fcntl_dupfd_cloexec(stdio::stdout(), 3)?;
    let (printed, end) = io::pipe()?;
    stdio::dup2_stdout(&end)?;
    std::thread::spawn(move || pass_on(printed));
    Ok(std::fs::File::from(out))
}

/// Writes to stderr what comes, as far as that can be.
#[cfg(unix)]
fn pass_on(mut printed: io::PipeReader) {
    use std::io::Read;

    let mut text = [0; 4096];
    while let Ok(count @ 1..) = printed.read(&mut text) {
        let _ = io::stderr().write_all(&text[..count]);
    }
}

/// Standard output, shared with the banner.
#[cfg(not(unix))]
pub fn of_results() -> io::Result<impl Write> {
    Ok(io::stdout())
}
