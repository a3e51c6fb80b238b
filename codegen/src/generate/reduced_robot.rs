//! The stages before derivation. Lowering, examination and reduction are timed as one.

use super::stages::Stages;
use crate::examine::reduce;
use multibody_description::check;
use multibody_description::extend::extend;
use multibody_description::fault::Faults;
use multibody_description::findings::ExaminedSystem;
use multibody_description::model::Model;
use multibody_description::settings::Settings;
use multibody_support::word::amount;
use multibody_tree::Tree;

/// A robot whose functions can be derived.
pub struct ReducedRobot {
    /// The description as read.
    pub described_model: Model,
    /// The settings as given.
    pub user_settings: Settings,
    /// The description, with what the settings add.
    pub model: Model,
    /// The settings as given, but `links` also has the frames of the description and of the settings, and all names for `all`.
    pub settings: Settings,
    /// The lowered system without redundant constraint rows, and findings about it.
    pub system: ExaminedSystem,
    /// The bodies of the system.
    pub tree: Tree,
    /// The links on which wrenches act.
    pub wrench_links: Vec<usize>,
}

/// Reads, checks and reduces a robot; `None` if there are faults.
pub fn read_and_reduce(
    read_model: impl FnOnce(&mut Faults) -> Option<Model>,
    settings: &Settings,
    faults: &mut Faults,
    stages: &mut Stages<'_>,
) -> Option<ReducedRobot> {
    let mut model = stages.time("read", || {
        let model = read_model(faults);
        let summary = model.as_ref().map_or(String::new(), |model| {
            let links = model.links.iter().filter(|link| !link.is_intermediate);
            let links = amount(links.count(), "link", "links");
            let joints = amount(model.joints.len(), "joint", "joints");
            format!("{links}, {joints}")
        });
        (model, summary)
    })?;
    let (described_model, user_settings) = (model.clone(), settings.clone());
    let settings = extend(&mut model, settings, faults);
    let structure = stages.time("check", || {
        let structure = check::check_with(&model, settings.mimic, faults);
        (structure, String::new())
    })?;
    let (system, tree) = stages.time("reduce", || {
        let result = reduce(&model, &structure, &settings, faults);
        let summary = result.as_ref().map_or(String::new(), |(system, _)| {
            let positions = amount(system.nq(), "position", "positions");
            let rates = amount(system.nv(), "rate", "rates");
            format!("{positions}, {rates}")
        });
        (result, summary)
    })?;
    let names = settings.wrenches.iter();
    let wrench_links = names.filter_map(|name| system.tree.link(name)).collect();
    Some(ReducedRobot {
        described_model,
        user_settings,
        model,
        settings,
        system,
        tree,
        wrench_links,
    })
}
