//! The variants of the robot's enum of links.

use std::collections::{BTreeMap, BTreeSet};

use crate::function::{Function, Target};
use crate::settings::Settings;
use crate::system::System;
use multibody_support::foreign::upper_camel_case;

/// A link has a variant in the enum of links only if these functions are emitted for it.
pub const LINK_FUNCTIONS: [Function; 2] = [Function::Pose, Function::Jacobian];

/// A link, and its variant of the enum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkVariant {
    /// The link.
    pub link: usize,
    /// The name of the variant.
    pub name: String,
}

impl LinkVariant {
    /// A function of the link.
    #[must_use]
    pub fn target(&self, function: Function) -> Target {
        let link = Some(self.link);
        Target { function, link }
    }
}

/// The links for which all [`LINK_FUNCTIONS`] are among the targets, in the order of the description.
#[must_use]
pub fn link_variants(system: &System, settings: &Settings, targets: &[Target]) -> Vec<LinkVariant> {
    let links = targets.iter().filter_map(|target| target.link);
    let links: BTreeSet<usize> = links.collect();
    let has_all = |link: &usize| {
        let link = Some(*link);
        let mut functions = LINK_FUNCTIONS.into_iter();
        functions.all(|function| targets.contains(&Target { function, link }))
    };
    let complete_links = links.into_iter().filter(has_all);
    let snake_names =
        complete_links.map(|link| (link, settings.rust_name(&system.tree.links[link].name)));
    let snake_names: Vec<(usize, String)> = snake_names.collect();
    let mut use_counts: BTreeMap<String, usize> = BTreeMap::new();
    for (_, snake) in &snake_names {
        *use_counts.entry(camel_case(snake)).or_default() += 1;
    }
    let variant = |(link, snake): (usize, String)| {
        let camel = camel_case(&snake);
        // `foot_1` and `foot1` are the same in CamelCase, so both keep their snake_case.
        let name = match use_counts[&camel] {
            1 => camel,
            _ => format!("L_{snake}"),
        };
        LinkVariant { link, name }
    };
    snake_names.into_iter().map(variant).collect()
}

/// A name in snake_case, turned into the name of a variant.
fn camel_case(snake: &str) -> String {
    let name = upper_camel_case(snake);
    match name.chars().next() {
        Some(first) if first.is_ascii_digit() => format!("Link{name}"),
        // `ALL` is the table of the enum.
        _ if matches!(&*name, "Self" | "ALL") => format!("{name}_"),
        _ => name,
    }
}
