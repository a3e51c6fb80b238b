//! The robots that others have numbers for.

use std::fs;
use std::path::{Path, PathBuf};

use multibody_codegen::Settings;
use multibody_codegen::exact::Rational;
use multibody_codegen::model::Source;
use multibody_codegen::settings::{Effort, Function, Mimic, Root, Weld};
use multibody_codegen::source::read_file;
use serde::Deserialize;

use crate::golden::Golden;
use crate::job::{Job, type_name};

/// What a corpus asks for.
#[derive(Default)]
pub struct Corpus {
    /// Its folder, absolute.
    folder: Option<PathBuf>,
    pub jobs: Vec<Job>,
    /// URDF entries that cannot be generated yet, and why.
    not_yet: Vec<(String, String)>,
}

/// An entry of `robots/manifest.json`.
#[derive(Deserialize)]
struct Entry {
    name: String,
    file: String,
    kind: String,
    root: Option<String>,
}

impl Corpus {
    pub fn read(folder: &Path) -> Result<Self, String> {
        let folder = fs::canonicalize(folder).map_err(|error| error.to_string())?;
        let manifest = folder.join("robots/manifest.json");
        let entries: Vec<Entry> = serde_json::from_str(&read_tracked(&manifest)?)
            .map_err(|error| format!("{}: {error}", manifest.display()))?;
        let mut corpus = Self {
            folder: Some(folder),
            ..Self::default()
        };
        for entry in entries.into_iter().filter(|entry| entry.kind == "urdf") {
            corpus
                .add(&entry)
                .map_err(|message| format!("{}: {message}", entry.name))?;
        }
        if corpus.jobs.is_empty() {
            return Err("no robots in the manifest".into());
        }
        Ok(corpus)
    }

    /// The constants of the table: where the data is, and what is left out.
    pub fn constants(&self) -> String {
        format!(
            "#[doc = \"The corpus: a folder that holds `robots` and `golden`.\"]\n\
             pub const FOLDER: Option<&str> = {:?};\n\
             #[doc = \"Entries that cannot be generated yet: name and reason.\"]\n\
             pub const NOT_YET: &[(&str, &str)] = &{:?};\n",
            self.folder, self.not_yet
        )
    }

    fn add(&mut self, entry: &Entry) -> Result<(), String> {
        let folder = self
            .folder
            .as_ref()
            .expect("a corpus is read from a folder");
        let root = match entry.root.as_deref() {
            Some("fixed") => Root::Fixed,
            Some("freeflyer") => Root::Floating,
            Some(other) => {
                self.not_yet
                    .push((entry.name.clone(), format!("{other} root")));
                return Ok(());
            }
            None => return Err("a URDF entry has a root".into()),
        };
        let urdf = folder.join("robots").join(&entry.file);
        let source =
            read_file(&urdf).map_err(|fault| fault.render_whole(&urdf.display().to_string()))?;
        track(&urdf);
        let golden = folder.join("golden").join(format!("{}.json", entry.name));
        let golden = Golden::parse(&read_tracked(&golden)?)
            .map_err(|error| format!("{}: {error}", golden.display()))?;
        self.jobs
            .extend(variants(&entry.name, root, &source, &golden));
        Ok(())
    }
}

/// The variants of a robot; see `Variant` in the tests.
fn variants(robot: &str, root: Root, source: &Source, golden: &Golden) -> Vec<Job> {
    let job = |variant, settings| Job {
        robot: robot.into(),
        variant,
        source: source.clone(),
        settings,
    };
    let default = Settings {
        name: type_name(robot),
        root,
        links: golden.jacobian_links(),
        wrenches: vec![golden.origin_link(&golden.fext_joint).into()],
        ..Settings::default()
    };
    let letter = Settings {
        snap: false,
        mimic: Mimic::Independent,
        // What is compared does not depend on it, and `Default` searches.
        effort: Effort::None,
        ..default.clone()
    };
    let poses = Settings {
        functions: Some(vec![Function::Pose]),
        links: golden.links.iter().map(|link| link.name.clone()).collect(),
        wrenches: Vec::new(),
        ..letter.clone()
    };
    let mut jobs = vec![job("Letter", letter.clone()), job("Poses", poses)];
    if golden.has_resolved_mimic() {
        jobs.push(job(
            "Resolved",
            Settings {
                mimic: Mimic::Resolve,
                ..letter.clone()
            },
        ));
    }
    jobs.push(job("Default", default.clone()));
    if robot == "panda" {
        let weld = |joint: &str| Weld {
            joint: joint.into(),
            position: Rational::ZERO,
        };
        let welds = vec![weld("panda_finger_joint1"), weld("panda_finger_joint2")];
        jobs.push(job("Welded", Settings { welds, ..default }));
    }
    if robot == "ur5" {
        let mut mutant = job("Mutant", letter);
        mutant.source.text = one_inertia_off(&source.text, "upper_arm_link").into();
        jobs.push(mutant);
    }
    jobs
}

/// The description with one moment of inertia of a link off by one part in a million.
fn one_inertia_off(text: &str, link: &str) -> String {
    let after = |from: usize, what: &str| {
        let found = text[from..].find(what).expect("the link has an inertia");
        from + found + what.len()
    };
    let start = after(after(0, &format!("<link name=\"{link}\"")), "ixx=\"");
    let end = start + text[start..].find('"').expect("the value ends");
    let value: f64 = text[start..end].parse().expect("a number");
    format!("{}{}{}", &text[..start], value * (1.0 + 1e-6), &text[end..])
}

fn read_tracked(path: &Path) -> Result<String, String> {
    track(path);
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn track(path: &Path) {
    println!("cargo:rerun-if-changed={}", path.display());
}
