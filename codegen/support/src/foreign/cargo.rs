//! Paths that a build script prints for cargo, which reads one line as one path.

use std::path::Path;

/// The path that cargo has to watch for changes of a file: the file itself, or the innermost folder
/// around it whose path is a single line.
#[must_use]
pub fn path_to_watch(file: &Path) -> &Path {
    let is_line = |path: &&Path| !path.to_string_lossy().contains(['\n', '\r']);
    file.ancestors().find(is_line).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_a_line_break_is_replaced_by_a_folder_around_it() {
        let path = Path::new("/robots/arm\ncargo:rustc-link-arg=evil/arm.urdf");
        assert_eq!(path_to_watch(path), Path::new("/robots"));
        assert_eq!(
            path_to_watch(Path::new("/robots/arm.urdf")),
            Path::new("/robots/arm.urdf")
        );
    }
}
