//! Keeps generated results, so that a build that requests one again needs no computer algebra.
//!
//! The key of an entry covers everything from which it was made: the sources of the generator, the description
//! and the settings. Descriptions are read and checked again, so that faults and warnings always belong to the
//! text of this build. Derivation, proof and emission are not repeated.
//!
//! A cache never makes a build fail. If an entry cannot be read, is damaged or belongs to another robot, its result is generated
//! again. A result that cannot be written is not kept. Other users cannot put anything into the cache: the folder is
//! created for this user alone, and is not used if others can write to it.

mod entry;
mod folder;
pub mod generator;

use std::path::PathBuf;

use crate::generated::Generated;

use folder::Folder;
use generator::{CRATES, generator};
use multibody_description::options::identifying_texts;
use multibody_description::settings::Settings;
use multibody_support::fingerprint::Fingerprint;

/// The environment variable that names the folder. If its value is empty, nothing is kept.
pub const FOLDER_VARIABLE: &str = "MULTIBODY_CACHE_DIR";

/// Results of earlier builds.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<Folder>,
    derives: bool,
    keeps_programs: bool,
}

impl Cache {
    /// The user's cache: in the folder that `MULTIBODY_CACHE_DIR` names, otherwise in the user's folder for
    /// caches. Nothing is kept if the variable is empty or there is no such folder.
    #[must_use]
    pub fn of_user() -> Self {
        let folder = match std::env::var_os(FOLDER_VARIABLE) {
            Some(path) => (!path.is_empty()).then(|| path.into()),
            None => folder::user_cache_folder(|name| std::env::var_os(name)),
        };
        folder.map_or(Self::none(), Self::at)
    }

    /// A cache in a folder, which is created when there is something to keep.
    #[must_use]
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(Folder::new(folder.into())),
            derives: true,
            keeps_programs: false,
        }
    }

    /// A cache that keeps nothing.
    #[must_use]
    pub fn none() -> Self {
        Self {
            folder: None,
            derives: true,
            keeps_programs: false,
        }
    }

    /// A cache that keeps nothing, but lets generated robots contain their programs, so that these can be run
    /// without a compiler. If nothing is derived, there is only the system, and no program.
    #[doc(hidden)]
    #[must_use]
    pub fn of_programs() -> Self {
        Self {
            keeps_programs: true,
            ..Self::none()
        }
    }

    /// This cache, but nothing is derived. If it has no result, signatures take its place: all functions, each with the body
    /// `loop {}`. This is for editors, which expand the attribute at each keystroke.
    #[must_use]
    pub fn without_deriving(self) -> Self {
        Self {
            derives: false,
            ..self
        }
    }

    /// The place of the result for a robot with these settings. `description` is a text that identifies the robot's description.
    pub(crate) fn slot(&self, description: &str, settings: &Settings) -> CacheSlot {
        let generator = generator(&CRATES).to_string();
        // The entry also depends on settings that do not identify a robot: the struct's visibility, and whether the report counts
        // operations without hand-written kernels.
        let struct_and_report = [
            settings.visibility.clone(),
            settings.count_derived.to_string(),
        ];
        let mut texts = vec![generator, description.to_owned()];
        texts.extend(struct_and_report);
        texts.extend(identifying_texts(settings));
        let key = Fingerprint::of(texts.iter().map(String::as_str)).to_string();
        CacheSlot {
            folder_and_key: self.folder.clone().map(|folder| (folder, key)),
            derives: self.derives,
            keeps_programs: self.keeps_programs,
        }
    }
}

/// The place of one result.
#[derive(Clone, Debug)]
pub struct CacheSlot {
    /// `None` if nothing is kept.
    folder_and_key: Option<(Folder, String)>,
    /// Whether to derive a result that is not in the cache.
    pub derives: bool,
    /// Whether a derived robot contains its programs.
    pub keeps_programs: bool,
}

impl CacheSlot {
    /// The result in the cache, without what every build computes itself.
    pub fn find(&self) -> Option<Generated> {
        let (folder, key) = self.folder_and_key.as_ref()?;
        entry::read(key, &folder.read(key)?)
    }

    /// Keeps a result, if that is possible.
    pub fn keep(&self, generated: &Generated) {
        if let Some((folder, key)) = &self.folder_and_key {
            folder.write(key, &entry::text(key, generated));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use multibody_description::language::Language;
    use multibody_description::options::find;
    use multibody_description::settings::Idea;

    /// That each option changes the texts that are hashed is tested in `options`.
    #[test]
    fn whatever_a_result_is_made_from_changes_its_key() {
        let cache = Cache::at("folder");
        let key = |description: &str, settings: &Settings| {
            let slot = cache.slot(description, settings);
            slot.folder_and_key.expect("a folder").1
        };
        let plain = Settings::default();
        let mut changed = vec![plain.clone(); 6];
        changed[0].name = "Other".into();
        changed[1].visibility = "pub(crate)".into();
        changed[2].count_derived = !plain.count_derived;
        changed[3].without = vec![Idea::Gauge];
        changed[5].layout.language = Language::C;
        let proof = find("proof").expect("an option");
        (proof.parse)(&mut changed[4], "false").expect("a value");
        let mut keys: BTreeSet<String> = changed
            .iter()
            .map(|settings| key("arm", settings))
            .collect();
        keys.extend([key("arm", &plain), key("leg", &plain)]);
        assert_eq!(keys.len(), changed.len() + 2);
        assert!(keys.contains(&key("arm", &plain.clone())));
    }
}
