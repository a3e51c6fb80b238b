//! What has been generated is kept, so that a build that requests it again enters no computer algebra.
//!
//! An entry is named by all that it was made from: the sources of the generator, the description and
//! the settings. Descriptions are read and checked again, so that faults and warnings always belong to
//! the text of this build; derivation, proof and emission are not repeated.
//!
//! A cache never makes a build fail: what cannot be read, is damaged or was kept for another robot is
//! made again, what cannot be written is not kept. Nor can other users put anything into it: the folder
//! is made for this user alone, and not used where others can write to it.

mod entry;
mod folder;

use std::path::PathBuf;

use crate::generated::Generated;
use crate::generator::{CRATES, generator};
use folder::Folder;
use multibody_description::settings::Settings;
use multibody_support::fingerprint::Fingerprint;

/// The variable that names the folder; empty: nothing is kept.
pub const FOLDER: &str = "MULTIBODY_CACHE_DIR";

/// Results of earlier builds.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: Option<Folder>,
    derives: bool,
    keeps_programs: bool,
}

impl Cache {
    /// The user's: in the folder that `MULTIBODY_CACHE_DIR` names, or else in the user's folder for
    /// caches. Nothing is kept where the variable is empty or there is no such folder.
    #[must_use]
    pub fn of_user() -> Self {
        let folder = match std::env::var_os(FOLDER) {
            Some(named) => (!named.is_empty()).then(|| named.into()),
            None => folder::of_user(|name| std::env::var_os(name)),
        };
        folder.map_or(Self::none(), Self::at)
    }

    /// In a folder, which is made when there is something to keep.
    #[must_use]
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: Some(Folder::new(folder.into())),
            derives: true,
            keeps_programs: false,
        }
    }

    /// Nothing is kept.
    #[must_use]
    pub fn none() -> Self {
        Self {
            folder: None,
            derives: true,
            keeps_programs: false,
        }
    }

    /// Nothing is kept, but robots hold their programs, to be run without a compiler; without deriving, only the
    /// system that they would be of.
    #[doc(hidden)]
    #[must_use]
    pub fn of_programs() -> Self {
        Self {
            keeps_programs: true,
            ..Self::none()
        }
    }

    /// Where it has nothing, signatures come instead of a derivation: all functions with bodies that
    /// do not end. For editors, who ask at each keystroke.
    #[must_use]
    pub fn without_deriving(self) -> Self {
        Self {
            derives: false,
            ..self
        }
    }

    /// The place of a robot made from a description, by what tells it, and of settings.
    pub(crate) fn slot(&self, description: &str, settings: &Settings) -> CacheSlot {
        let generator = generator(&CRATES).to_string();
        let settings = format!("{settings:?}");
        let key = Fingerprint::of([&*generator, &settings, description]).to_string();
        CacheSlot {
            place: self.folder.clone().map(|folder| (folder, key)),
            derives: self.derives,
            keeps_programs: self.keeps_programs,
        }
    }
}

/// The place of one result.
#[derive(Clone, Debug)]
pub struct CacheSlot {
    /// Folder and key; none: nothing is kept.
    place: Option<(Folder, String)>,
    /// Whether to derive what is not here.
    pub derives: bool,
    /// Whether what is derived holds its programs.
    pub keeps_programs: bool,
}

impl CacheSlot {
    /// What is here, without stages and diagnostics.
    pub fn find(&self) -> Option<Generated> {
        let (folder, key) = self.place.as_ref()?;
        entry::read(key, &folder.read(key)?)
    }

    /// Puts it here, if that can be done.
    pub fn keep(&self, generated: &Generated) {
        if let Some((folder, key)) = &self.place {
            folder.write(key, &entry::written(key, generated));
        }
    }
}
