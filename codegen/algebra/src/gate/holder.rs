//! Which process has a lock. The lock's file contains the ID of this process, for the messages of waiting processes.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

/// Digits of a process ID. Each process overwrites the ID of the one before, so that the file, which waiting processes
/// read, never changes its size.
const DIGITS: usize = 10;

/// Writes the ID of this process into the file.
pub fn write_holder(mut file: &File) -> io::Result<()> {
    file.rewind()?;
    writeln!(file, "{:>DIGITS$}", std::process::id())
}

/// The process that has locked the file, according to the file.
pub fn read_holder(mut file: &File) -> String {
    let mut text = String::new();
    let outcome = (file.rewind()).and_then(|()| file.take(DIGITS as u64).read_to_string(&mut text));
    match text.trim().parse::<u32>() {
        Ok(process) if outcome.is_ok() => format!("process {process}"),
        _ => "another process".into(),
    }
}
