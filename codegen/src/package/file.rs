//! A file of a package, and what it is made from.

use crate::committed::{FileOrigin, FilePaths};
use crate::generated::Generated;
use crate::output::is_marked;

/// A robot that becomes a package.
pub struct PackagedRobot<'a> {
    /// The name of the package.
    pub name: String,
    /// The description and the settings.
    pub origin: &'a FileOrigin<'a>,
    /// The paths of the description and of the package.
    pub paths: FilePaths<'a>,
    /// The emitted text of the robot.
    pub generated: &'a Generated,
}

/// A file of a package.
#[derive(Clone, Debug)]
pub struct PackageFile {
    /// Its path in the folder, with `/`.
    pub path: String,
    /// Its text.
    pub text: String,
    /// The beginning of the comment on the first line; none if the text has no comment.
    pub comment: Option<&'static str>,
}

impl PackageFile {
    /// Whether this tool has made `text`, which a file at this path has now. A file without comments has to have the same text.
    #[must_use]
    pub fn is_ours(&self, text: &str) -> bool {
        self.comment
            .map_or(text == self.text, |begin| is_marked(begin, text))
    }
}
