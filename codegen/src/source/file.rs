//! Reading a file: the only place that touches the file system.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use crate::fault::{Fault, Shown};
use crate::model::Source;

/// Most bytes a description may have: 16 MiB.
pub const SIZE_LIMIT: u64 = 16 << 20;

/// The text of a file, named by its path as given.
///
/// # Errors
/// [`Fault::FileMissing`], [`Fault::FileNotRegular`] (a folder, a pipe), [`Fault::FileTooLarge`] (found
/// out before anything is read), [`Fault::FileUnreadable`], [`Fault::FileNotUtf8`].
pub fn read_file(path: &Path) -> Result<Source, Fault> {
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if !metadata.is_file() {
        let what = if metadata.is_dir() {
            "a folder"
        } else {
            "a device or pipe"
        };
        return Err(Fault::FileNotRegular { what });
    }
    check_size(metadata.len())?;

    let mut bytes = Vec::new();
    // One byte more than allowed, for a file that grows meanwhile.
    File::open(path)
        .and_then(|file| file.take(SIZE_LIMIT + 1).read_to_end(&mut bytes))
        .map_err(unreadable)?;
    check_size(bytes.len() as u64)?;

    let text = String::from_utf8(bytes).map_err(|error| {
        let byte = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..byte]
            .iter()
            .filter(|b| **b == b'\n')
            .count()
            + 1;
        Fault::FileNotUtf8 { line, byte }
    })?;
    Ok(Source {
        name: path.display().to_string().into(),
        text: text.into(),
    })
}

fn check_size(size: u64) -> Result<(), Fault> {
    if size > SIZE_LIMIT {
        return Err(Fault::FileTooLarge {
            size,
            limit: SIZE_LIMIT,
        });
    }
    Ok(())
}

fn unreadable(error: io::Error) -> Fault {
    match error.kind() {
        ErrorKind::NotFound => Fault::FileMissing,
        kind => Fault::FileUnreadable {
            reason: Shown::from(&kind.to_string()),
        },
    }
}
