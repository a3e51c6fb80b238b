//! The robots that the project is compared on.

use std::path::PathBuf;

use multibody_codegen::Source;
use multibody_codegen::settings::Root;

use crate::corpus_folder::corpus_folder;
use crate::support::robot::read;

/// A folder with `robots/urdf/`.
pub struct Corpus(PathBuf);

/// The corpus that `MULTIBODY_CORPUS` names.
pub fn folder() -> Corpus {
    let urdf = corpus_folder().join("robots/urdf");
    assert!(
        urdf.is_dir(),
        "MULTIBODY_CORPUS has no folder {}",
        urdf.display()
    );
    Corpus(urdf)
}

impl Corpus {
    /// The text of a robot, without its folder in the name.
    pub fn robot(&self, name: &str) -> Source {
        let file = format!("{name}.urdf");
        let mut source = read(&self.0.join(&file));
        source.name = file.into();
        source
    }

    /// The text of a robot in the format of MuJoCo, without its folder in the name.
    pub fn mjcf(&self, name: &str) -> Source {
        let file = format!("{name}.xml");
        let mut source = read(&self.0.join("../mjcf").join(&file));
        source.name = file.into();
        source
    }

    /// How the golden numbers have a robot's root joined to the world.
    pub fn root(&self, name: &str) -> Root {
        let manifest = self.0.join("../manifest.json");
        let manifest = std::fs::read_to_string(manifest).expect("the list of robots");
        let file = format!("urdf/{name}.urdf");
        let mut entries = manifest.lines().filter(|line| line.contains(&file));
        if entries.any(|entry| entry.contains("freeflyer")) {
            Root::FLOATING
        } else {
            Root::Fixed
        }
    }

    /// The names of all robots.
    pub fn names(&self) -> Vec<String> {
        let files = std::fs::read_dir(&self.0).expect("a folder");
        let mut names: Vec<String> = files
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "urdf")
            })
            .map(|path| {
                path.file_stem()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        assert!(!names.is_empty(), "the corpus has no robots");
        names
    }
}
