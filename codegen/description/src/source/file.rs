//! Reads a file or standard input. No other module of this crate accesses the file system.

use std::borrow::Cow;
use std::ffi::{CStr, OsStr};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::fault::{Fault, Hint, Shown, nearest};
use crate::model::Source;

/// Maximum number of bytes of a description: 16 MiB.
pub const SIZE_LIMIT: u64 = 16 << 20;
/// Maximum number of bytes of a generated file: 64 MiB. A hundred joints take 16 MB.
pub const GENERATED_SIZE_LIMIT: u64 = 64 << 20;

/// The name of standard input in messages.
pub const STDIN: &str = "<stdin>";

/// The text of a generated file, which may be longer than a description.
///
/// # Errors
/// As for [`read_file`](super::read_file).
pub fn read_generated(path: &Path) -> Result<Source, Fault> {
    read(path, GENERATED_SIZE_LIMIT)
}

/// The text of one file of at most `limit` bytes, without a byte order mark. The name of the source is the path as given.
///
/// # Errors
/// [`Fault::FileMissing`], [`Fault::FileNotRegular`] (a folder, a pipe), [`Fault::FileTooLarge`] (detected before
/// anything is read), [`Fault::FileUnreadable`], [`Fault::FileNotUtf8`], [`Fault::FileNotText`].
pub(super) fn read(path: &Path, limit: u64) -> Result<Source, Fault> {
    let metadata = fs::metadata(path).map_err(|error| inaccessible_file(path, error))?;
    if !metadata.is_file() {
        let noun = if metadata.is_dir() { "a folder" } else { "a device or pipe" };
        return Err(Fault::FileNotRegular { what: noun });
    }
    check_size(metadata.len(), limit)?;

    let file = File::open(path).map_err(unreadable)?;
    read_source(path.display().to_string(), file, limit)
}

/// The text of standard input up to its end, without a byte order mark.
///
/// # Errors
/// [`Fault::FileTooLarge`], [`Fault::FileUnreadable`], [`Fault::FileNotUtf8`], [`Fault::FileNotText`].
pub fn read_stdin() -> Result<Source, Fault> {
    read_source(STDIN.to_owned(), io::stdin().lock(), SIZE_LIMIT)
}

fn read_source(name: String, reader: impl Read, limit: u64) -> Result<Source, Fault> {
    let mut bytes = Vec::new();
    // One byte more than the limit, so that endless input, and files that grow while they are read, are detected.
    let mut limited = reader.take(limit + 1);
    limited.read_to_end(&mut bytes).map_err(unreadable)?;
    check_size(bytes.len() as u64, limit)?;
    Ok(Source::new(name, decode(&bytes)?))
}

/// The path of a file after all symbolic links are followed. It identifies a file that has several names.
///
/// # Errors
/// [`Fault::FileMissing`], [`Fault::FileUnreadable`].
pub(super) fn canonical_path(path: &Path) -> Result<PathBuf, Fault> {
    fs::canonicalize(path).map_err(|error| inaccessible_file(path, error))
}

/// Whether a file has the extension of Rust files.
#[must_use]
pub fn is_rust(file: &Path) -> bool {
    file.extension() == Some(OsStr::new("rs"))
}

/// The folder of the nearest `Cargo.toml` above a file; if there is none, the folder of the file. Paths in a Rust file start
/// from this folder.
#[must_use]
pub fn package_folder(file: &Path) -> PathBuf {
    let absolute_path = std::path::absolute(file).unwrap_or_else(|_| file.to_owned());
    let mut folders = absolute_path.ancestors().skip(1);
    let file_folder = absolute_path.parent().unwrap_or(&absolute_path);
    let package = folders.find(|folder| folder.join("Cargo.toml").is_file());
    package.unwrap_or(file_folder).to_owned()
}

/// Decodes a text: UTF-8, or Latin-1 if it is declared. Comments of XML may have any bytes.
fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, Fault> {
    let content = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if let Some(encoding) = wide_encoding(content) {
        let (line, column) = (1, 1);
        return Err(Fault::FileNotUtf8 {
            line,
            column,
            encoding,
        });
    }
    if let Ok(prefix) = CStr::from_bytes_until_nul(content) {
        let (line, column) = position(prefix.to_bytes());
        return Err(Fault::FileNotText { line, column });
    }
    match str::from_utf8(content) {
        Ok(text) => Ok(text.into()),
        // Each byte of Latin-1 is the number of its character in Unicode.
        Err(_) if declares_latin_1(content) => {
            Ok(content.iter().map(|byte| char::from(*byte)).collect())
        }
        Err(_) => decode_except_comments(content)
            .map(Cow::from)
            .map_err(|offset| {
                let (line, column) = position(&content[..offset]);
                // The message suggests to convert from the commonest encoding that is not UTF-8.
                let encoding = "LATIN1";
                Fault::FileNotUtf8 {
                    line,
                    column,
                    encoding,
                }
            }),
    }
}

/// Decodes UTF-8. Comments of XML may have any bytes, since they mean nothing. The error is the offset of the first
/// byte outside comments that is not UTF-8.
fn decode_except_comments(bytes: &[u8]) -> Result<String, usize> {
    const COMMENT: (&[u8], &[u8]) = (b"<!--", b"-->");
    const PART_KINDS: [(&[u8], &[u8]); 3] = [COMMENT, (b"<![CDATA[", b"]]>"), (b"<?", b"?>")];
    let is_xml = bytes.trim_ascii_start().starts_with(b"<");
    let (mut text, mut offset) = (String::new(), 0);
    // One part at a time: a comment, a CDATA section, an instruction, or anything else up to the next `<`.
    while let Some(tail) = bytes.get(offset..).filter(|tail| !tail.is_empty()) {
        let mut kinds = PART_KINDS.into_iter().filter(|_| is_xml);
        let kind = kinds.find(|(begin, _)| tail.starts_with(begin));
        let (begin, end): (&[u8], &[u8]) = kind.unwrap_or((&tail[..1], b"<"));
        let mut ends = tail[begin.len()..].windows(end.len());
        let length = ends.position(|window| window == end).map(|position| {
            let end_length = if kind.is_some() { end.len() } else { 0 };
            begin.len() + position + end_length
        });
        let part = &tail[..length.unwrap_or(tail.len())];
        match str::from_utf8(part) {
            Ok(part) => text += part,
            Err(_) if kind == Some(COMMENT) => text += &String::from_utf8_lossy(part),
            Err(error) => return Err(offset + error.valid_up_to()),
        }
        offset += part.len();
    }
    Ok(text)
}

/// Whether the declaration of XML at the beginning names Latin-1 as the encoding.
fn declares_latin_1(bytes: &[u8]) -> bool {
    const NAMES: [&str; 4] = ["iso-8859-1", "iso8859-1", "latin-1", "latin1"];
    let head = bytes.trim_ascii_start().strip_prefix(b"<?xml");
    let declaration = head.and_then(|tail| tail.split(|byte| *byte == b'>').next());
    let text = String::from_utf8_lossy(declaration.unwrap_or_default()).to_lowercase();
    let value = text.split_once("encoding").map(|(_, tail)| tail);
    let encoding = value.and_then(|value| value.split(['"', '\'']).nth(1));
    encoding.is_some_and(|encoding| NAMES.contains(&encoding))
}

/// An encoding with more than one byte per character, recognised by its byte order mark or by an initial `<`.
fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 6] = [
        (b"\xff\xfe\0\0", "UTF-32"),
        (b"\0\0\xfe\xff", "UTF-32"),
        (b"\xff\xfe", "UTF-16"),
        (b"\xfe\xff", "UTF-16"),
        (b"<\0", "UTF-16LE"),
        (b"\0<", "UTF-16BE"),
    ];
    let beginnings = BEGINNINGS.iter();
    let mut matches = beginnings.filter(|(beginning, _)| bytes.starts_with(beginning));
    matches.next().map(|(_, name)| *name)
}

/// Line and column, both from 1, of the position after `bytes`.
fn position(bytes: &[u8]) -> (usize, usize) {
    let text = String::from_utf8_lossy(bytes);
    let line_start = text.rfind('\n').map_or(0, |newline| newline + 1);
    (
        text.matches('\n').count() + 1,
        text[line_start..].chars().count() + 1,
    )
}

fn check_size(size: u64, limit: u64) -> Result<(), Fault> {
    if size > limit { Err(Fault::FileTooLarge { size, limit }) } else { Ok(()) }
}

fn inaccessible_file(path: &Path, error: io::Error) -> Fault {
    if error.kind() == ErrorKind::NotFound {
        missing_file(path)
    } else {
        unreadable(error)
    }
}

fn unreadable(error: io::Error) -> Fault {
    Fault::FileUnreadable {
        reason: Shown::from(&error.kind().to_string()),
    }
}

/// Maximum number of names in a folder among which the nearest one is searched for.
const NEIGHBOURS_LIMIT: usize = 1000;

/// The fault for a missing file, with the nearest name in its folder.
fn missing_file(path: &Path) -> Fault {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let entries = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(NEIGHBOURS_LIMIT);
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.collect();
    names.sort_unstable();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let neighbour = nearest(&name, names.iter().map(String::as_str));
    let hint = neighbour.map_or(Hint::None, |name| Hint::Nearest(Shown::from(name)));
    let advice = "check the spelling of the path and the folder it starts from";
    Fault::FileMissing {
        hint: hint.or(Hint::Write(advice)),
    }
}
