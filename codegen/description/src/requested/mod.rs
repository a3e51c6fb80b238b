//! What settings request of a robot: functions, bundles of them, and variants of the robot's enum of links.

mod bundles;
mod links;

pub use bundles::{Member, Request, RobotBundle, bundles};
pub use links::{LINK_FUNCTIONS, LinkVariant, link_variants};

use crate::function::Target;
use crate::settings::Settings;
use crate::system::System;

/// The name of a function with its options, for a link if it is a function of links.
#[must_use]
pub fn display_name(system: &System, settings: &Settings, target: Target) -> String {
    let link = target.link.map(|index| &system.tree.links[index].name);
    let link_function =
        link.and_then(|link| target.function.name_for_link(&settings.rust_name(link)));
    link_function.unwrap_or_else(|| target.function.name().to_owned())
}
