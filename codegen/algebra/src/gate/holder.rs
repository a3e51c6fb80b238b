//! Who has a lock: its file says so, for the message of those who wait.

use std::fs::File;
use std::io::{self, Read, Seek, Write};

/// Digits of the number of a process: each holder writes over the one before, so that the file, which
/// others read, never has another size.
const DIGITS: usize = 10;

/// Says in the file who has it.
pub fn name_holder(mut file: &File) -> io::Result<()> {
    file.rewind()?;
    writeln!(file, "{:>DIGITS$}", std::process::id())
}

/// Who has the file.
pub fn holder(mut file: &File) -> String {
    let mut text = String::new();
    let found = file.rewind();
    let found = found.and_then(|()| file.take(DIGITS as u64).read_to_string(&mut text));
    match text.trim().parse::<u32>() {
        Ok(process) if found.is_ok() => format!("process {process}"),
        _ => "another process".into(),
    }
}
