//! The text of a description and places in it.

use std::borrow::Cow;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The text of a description, and its name in messages.
///
/// If a description includes files, their texts follow that of the main file: each file is followed by those that it
/// includes itself, with a line break between. So a place is a range of bytes in one text, and a fingerprint of this
/// text covers all files.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name that the user gave it.
    pub name: Arc<str>,
    /// The whole text.
    pub text: Arc<str>,
    /// The includes in all files of the description, in the order of the texts.
    inclusions: Arc<[Inclusion]>,
}

/// An include: a place at which the description includes a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inclusion {
    /// The path as written.
    pub path: String,
    /// Where it is written.
    pub place: Span,
    /// The file, or why it is not part of the description.
    pub file: Result<IncludedFile, NotIncluded>,
}

/// A file that is included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncludedFile {
    /// Its path.
    pub path: PathBuf,
    /// The place of its text in the whole text.
    pub span: Span,
}

/// Why a file is not included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotIncluded {
    /// It cannot be read.
    Unreadable {
        /// Why.
        reason: String,
        /// The remedy.
        help: String,
    },
    /// It is outside the folder that a description may not leave.
    Outside,
    /// It is part of the description already. The value is the place of its first inclusion; `None` for the main file.
    Again(Option<Span>),
    /// Includes are nested more than this deep.
    TooDeep(usize),
    /// There are more than this many includes.
    TooMany(usize),
    /// All files together are longer than this.
    TooLarge(u64),
}

/// One file of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile<'a> {
    /// Its name in messages.
    pub name: Cow<'a, str>,
    /// The place of its text in the whole text.
    pub span: Span,
}

/// A range of bytes in a [`Source`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A value and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

impl Span {
    /// The same range in a longer text, in which this text begins at the byte `start`.
    #[must_use]
    pub fn moved(self, start: usize) -> Self {
        Span {
            start: start + self.start,
            end: start + self.end,
        }
    }
}

impl Source {
    /// A description of one text.
    #[must_use]
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<Arc<str>>) -> Self {
        Self {
            name: name.into(),
            text: text.into(),
            inclusions: Arc::default(),
        }
    }

    /// A description of several files: the name of the main file, the joined texts of all files, and their includes.
    #[must_use]
    pub fn of_files(name: Arc<str>, text: String, inclusions: Vec<Inclusion>) -> Self {
        Self {
            name,
            text: text.into(),
            inclusions: inclusions.into(),
        }
    }

    /// The text at a place, such as that of a file.
    #[must_use]
    pub fn part(&self, span: Span) -> &str {
        &self.text[span.start..span.end]
    }

    /// The texts of all files, the main file first.
    pub fn file_spans(&self) -> impl Iterator<Item = Span> {
        let included = self.files().map(|(_, file)| file.span);
        std::iter::once(self.file_at(0).span).chain(included)
    }

    /// The text of the main file.
    #[must_use]
    pub fn main_text(&self) -> &str {
        self.part(self.file_at(0).span)
    }

    /// The includes in all files of the description, in the order of the texts.
    #[must_use]
    pub fn inclusions(&self) -> &[Inclusion] {
        &self.inclusions
    }

    /// The file that is included at a place, if it can be read.
    #[must_use]
    pub fn included_file(&self, place: Span) -> Option<&IncludedFile> {
        let mut inclusions = self.inclusions.iter();
        let inclusion = inclusions.find(|inclusion| inclusion.place == place)?;
        inclusion.file.as_ref().ok()
    }

    /// The paths of all included files.
    pub fn included_paths(&self) -> impl Iterator<Item = &Path> {
        self.files().map(|(_, file)| file.path.as_path())
    }

    /// The included files, with their paths as written.
    fn files(&self) -> impl Iterator<Item = (&str, &IncludedFile)> {
        self.inclusions.iter().filter_map(|inclusion| {
            let file = inclusion.file.as_ref().ok()?;
            Some((inclusion.path.as_str(), file))
        })
    }

    /// The file that contains a byte.
    #[must_use]
    pub fn file_at(&self, byte: usize) -> SourceFile<'_> {
        let begins_before = |(_, file): &(&str, &IncludedFile)| file.span.start <= byte;
        if let Some((path, file)) = self.files().take_while(begins_before).last() {
            let folder = Path::new(&*self.name).parent().unwrap_or(Path::new(""));
            let name = join_paths(folder, Path::new(path)).display().to_string();
            return SourceFile {
                name: name.into(),
                span: file.span,
            };
        }
        let first = self.files().next();
        SourceFile {
            name: Cow::Borrowed(&self.name),
            span: Span {
                start: 0,
                // The line break between two files belongs to neither.
                end: first.map_or(self.text.len(), |(_, file)| file.span.start - 1),
            },
        }
    }

    /// The last character boundary at or before a byte.
    #[must_use]
    pub fn boundary(&self, byte: usize) -> usize {
        let mut offsets = (0..=byte.min(self.text.len())).rev();
        offsets
            .find(|&offset| self.text.is_char_boundary(offset))
            .unwrap_or(0)
    }

    /// Line and column of a byte in its file, both from 1; columns count characters.
    #[must_use]
    pub fn position(&self, byte: usize) -> (usize, usize) {
        let text = &self.text[self.file_at(byte).span.start..self.boundary(byte)];
        let line_start = text.rfind('\n').map_or(0, |newline| newline + 1);
        (
            text.matches('\n').count() + 1,
            text[line_start..].chars().count() + 1,
        )
    }
}

/// A path that starts from a folder, without `.`, and with `..` only at the beginning. Links are not followed.
pub fn join_paths(folder: &Path, path: &Path) -> PathBuf {
    let mut result = PathBuf::new();
    for component in folder.components().chain(path.components()) {
        let last = result.components().next_back();
        match (component, last) {
            (Component::CurDir, _)
            | (Component::ParentDir, Some(Component::RootDir | Component::Prefix(_))) => {}
            (Component::ParentDir, Some(Component::Normal(_))) => drop(result.pop()),
            _ => result.push(component),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined_without_detours() {
        for (folder, path, expected) in [
            ("", "a.xml", "a.xml"),
            ("robots", "./parts/../a.xml", "robots/a.xml"),
            ("robots", "../common/a.xml", "common/a.xml"),
            ("robots", "../../a.xml", "../a.xml"),
            ("../robots", "../../a.xml", "../../a.xml"),
            ("/robots", "../../a.xml", "/a.xml"),
            ("robots", "/a.xml", "/a.xml"),
        ] {
            let actual = join_paths(Path::new(folder), Path::new(path));
            assert_eq!(actual, Path::new(expected), "{folder} {path}");
        }
    }

    #[test]
    fn every_byte_is_in_one_file() {
        let included = |path: &str, start: usize, end: usize| Inclusion {
            path: path.into(),
            place: Span {
                start: start - 2,
                end: start - 1,
            },
            file: Ok(IncludedFile {
                path: path.into(),
                span: Span { start, end },
            }),
        };
        let files = vec![included("../b.xml", 4, 7), included("c.xml", 8, 8)];
        let source = Source::of_files("m/a.xml".into(), "a\nb\ncd\n\n".into(), files);
        assert_eq!(source.main_text(), "a\nb");
        let places = [0, 3, 4, 7, 8].map(|byte| {
            let file = source.file_at(byte);
            (file.name.into_owned(), source.position(byte))
        });
        let expected = [
            ("m/a.xml", (1, 1)),
            ("m/a.xml", (2, 2)),
            ("b.xml", (1, 1)),
            ("b.xml", (2, 1)),
            ("m/c.xml", (1, 1)),
        ];
        assert_eq!(
            places.each_ref().map(|(name, at)| (name.as_str(), *at)),
            expected
        );
        assert_eq!(source.included_paths().count(), 2);
        let second = source.included_file(Span { start: 6, end: 7 });
        assert_eq!(second.expect("a file").path, Path::new("c.xml"));
    }
}
