//! Where the command writes: results to files or to standard output, messages to stderr.

mod kind;
pub mod progress;
mod report_format;

pub use kind::FileKind;
pub use report_format::ReportFormat;

use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

use multibody_codegen::Failure;
use multibody_codegen::internal::output::Destination;

/// Writes a line to stderr. Errors are ignored, since the reader may have closed it.
pub fn log(text: impl Display) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes a text to stderr without a line break; errors are ignored too.
pub fn log_inline(text: impl Display) {
    let _ = write!(io::stderr(), "{text}");
}

/// Whether a panic comes from `println!` because nothing can be printed. This is not a bug, and nobody could read
/// a message about it.
pub fn is_from_printing(message: &str) -> bool {
    message.starts_with("failed printing to std")
}

/// Standard output, reserved for results.
#[derive(Debug)]
pub struct Results {
    out: Stdout,
    /// Whether standard output was closed when this process began.
    is_closed: bool,
}

#[cfg(unix)]
type Stdout = std::fs::File;
#[cfg(not(unix))]
type Stdout = io::Stdout;

impl Results {
    /// Checks that a result can be printed, before there is one.
    ///
    /// # Errors
    /// Standard output is closed.
    pub fn check_is_open(&self) -> Result<(), Failure> {
        if self.is_closed {
            Err(Failure::new(
                "standard output is closed: the result would be lost",
                "name a file to write, e.g. by `--out`",
            ))
        } else {
            Ok(())
        }
    }

    /// Prints a result.
    ///
    /// # Errors
    /// The error of the operating system.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }
}

/// Reserves standard output for results. Anything else that is printed from here on, such as Symbolica's
/// banner, goes through a pipe to stderr, so that printing does not fail if stderr is full or closed.
///
/// # Errors
/// The error of the operating system; in that case standard output is as it was before.
#[cfg(unix)]
pub fn reserve_stdout() -> Result<Results, Failure> {
    use rustix::stdio;

    let is_closed = is_closed();
    // A duplicate of standard output, for the results, and a pipe that replaces it. Descriptors from 3 on are none of the standard
    // streams.
    let open_streams = || {
        let out = rustix::io::fcntl_dupfd_cloexec(stdio::stdout(), 3)?;
        let (reader, writer) = io::pipe()?;
        Ok::<_, io::Error>((std::fs::File::from(out), reader, writer))
    };
    let failure = |error: io::Error| Failure::io("write to", Path::new("stdout"), &error);
    let (out, reader, writer) = open_streams().map_err(failure)?;
    std::thread::Builder::new()
        .spawn(move || copy_to_stderr(reader))
        .map_err(|error| {
            Failure::new(
                format_args!("no thread could be started: {error}"),
                "allow this user more processes (`ulimit -u`), or this process more memory",
            )
        })?;
    stdio::dup2_stdout(&writer).map_err(|error| failure(error.into()))?;
    Ok(Results { out, is_closed })
}

/// Whether standard output was closed when this process began. In that case Rust opens `/dev/null` in its place before `main`,
/// for reading and writing, whereas a shell that redirects to `/dev/null` opens it only for writing.
#[cfg(unix)]
fn is_closed() -> bool {
    use std::os::unix::fs::MetadataExt as _;

    use rustix::fs::{OFlags, fcntl_getfl, fstat};

    let stdout = rustix::stdio::stdout();
    let is_null = match (fstat(stdout), std::fs::metadata("/dev/null")) {
        (Ok(status), Ok(null)) => (status.st_dev, status.st_ino) == (null.dev(), null.ino()),
        _ => false,
    };
    is_null && fcntl_getfl(stdout).is_ok_and(|flags| flags & OFlags::RWMODE == OFlags::RDWR)
}

/// Copies everything that comes through the pipe to stderr, as far as possible.
#[cfg(unix)]
fn copy_to_stderr(mut reader: io::PipeReader) {
    use std::io::Read;

    let mut text = [0; 4096];
    while let Ok(count @ 1..) = reader.read(&mut text) {
        let _ = io::stderr().write_all(&text[..count]);
    }
}

/// Standard output, shared with Symbolica's banner.
#[cfg(not(unix))]
pub fn reserve_stdout() -> Result<Results, Failure> {
    Ok(Results {
        out: io::stdout(),
        is_closed: false,
    })
}

/// The file to write to, which must not be `input`; `None` for standard output, under any of its names.
pub fn destination(out: &Path, input: &Path) -> Result<Option<Destination>, Failure> {
    let is_stdout = ["-", "/dev/stdout", "/dev/fd/1"]
        .iter()
        .any(|name| out == Path::new(name));
    if is_stdout { Ok(None) } else { Destination::new(out, input).map(Some) }
}

/// Prints a result.
pub fn print(text: &str, out: &mut Results) -> Result<(), Failure> {
    printing_outcome(out.write(text))
}

/// The result of printing. It is not a fault if the reader has gone, as with `head`.
pub fn printing_outcome(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(stdout_failure(&error)),
        _ => Ok(()),
    }
}

fn stdout_failure(error: &io::Error) -> Failure {
    Failure::io("write to", Path::new("stdout"), error)
}
