//! The robot of a description: its exact system, made by the same readers and stages as in the generator.

use std::collections::BTreeSet;

use multibody_description::check::check_with;
use multibody_description::extend::extend;
use multibody_description::fault::{Faults, Report as FaultReport};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Target, in_rust};
use multibody_description::lower::lower;
use multibody_description::model::Model;
use multibody_description::requested::{self, LinkVariant, RobotBundle, bundles, link_variants};
use multibody_description::settings::Settings;
use multibody_examine::{examine, rounding};

/// A robot as read.
pub struct Robot {
    /// The settings as given, but `links` also has the frames of the description and of the settings.
    pub settings: Settings,
    /// The system.
    pub system: ExaminedSystem,
    /// The links on which wrenches act.
    pub wrench_links: Vec<usize>,
    /// The bundles of functions that the file has.
    pub bundles: Vec<RobotBundle>,
    /// The variants of the enum of links.
    pub links: Vec<LinkVariant>,
}

impl Robot {
    /// Checks and lowers a model. `faults` has the faults that reading it has found.
    ///
    /// # Errors
    /// All faults of the description.
    pub fn of(
        model: Option<Model>,
        settings: &Settings,
        mut faults: Faults,
    ) -> Result<Self, FaultReport> {
        let robot = model.and_then(|model| Self::from_model(model, settings, &mut faults));
        let report = faults.finish();
        robot.filter(|_| !report.has_errors()).ok_or(report)
    }

    /// The robot of a model. `None`: a fault keeps the model from being lowered.
    fn from_model(mut model: Model, settings: &Settings, faults: &mut Faults) -> Option<Self> {
        let settings = extend(&mut model, settings, faults);
        let structure = check_with(&model, settings.mimic, faults)?;
        let system = lower(&model, &structure, &settings, faults)?;
        let mut system = examine(system);
        if settings.snap {
            rounding::accept_rounded_rows(&model, &mut system, faults);
        }
        let names = settings.wrenches.iter();
        let wrench_links = names.filter_map(|name| system.tree.link(name)).collect();
        Some(Self {
            settings,
            system,
            wrench_links,
            bundles: Vec::new(),
            links: Vec::new(),
        })
    }

    /// Adds the bundles and the link variants that a file with these functions has. Returns whether the settings' bundles have no
    /// faults.
    pub fn add_bundles(&mut self, has_function: impl Fn(&str) -> bool) -> bool {
        let targets = self.targets().into_iter();
        let known_targets = targets.filter(|(name, _)| has_function(name));
        let file_targets: Vec<Target> = known_targets.map(|(_, target)| target).collect();
        let mut faults = Faults::new();
        self.bundles = bundles(&self.system, &self.settings, &file_targets, &mut faults);
        self.links = link_variants(&self.system, &self.settings, &file_targets);
        !faults.finish().has_errors()
    }

    /// The name of a function, for a link if it is a function of links.
    pub fn shown_name(&self, target: Target) -> String {
        requested::display_name(&self.system, &self.settings, target)
    }

    /// The functions that a robot can have, by their names in Rust.
    pub fn targets(&self) -> Vec<(String, Target)> {
        let links = self.system.tree.links.len();
        let targets = Function::ALL.into_iter().flat_map(|function| {
            let links = (0..links).filter(move |_| function.is_of_link()).map(Some);
            let no_link = (!function.is_of_link()).then_some(None);
            let links = no_link.into_iter().chain(links);
            links.map(move |link| Target { function, link })
        });
        let entries = targets.map(|target| (in_rust(&self.shown_name(target)), target));
        // Two links may have the same name in Rust, unless functions of them are requested. So requested links come first.
        let is_listed = |(_, target): &(String, Target)| {
            let link = target.link.map(|link| &self.system.tree.links[link].name);
            link.is_none_or(|link| self.settings.links.contains(link))
        };
        let (mut entries, others): (Vec<_>, Vec<_>) = entries.partition(is_listed);
        let names: BTreeSet<String> = entries.iter().map(|(name, _)| name.clone()).collect();
        entries.extend(others.into_iter().filter(|(name, _)| !names.contains(name)));
        entries
    }
}
