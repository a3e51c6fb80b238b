//! The programs of a robot: those of its functions and bundles, and those of its readable equations.

use super::algebra::{derive, readable_equations};
use super::reduced_robot::ReducedRobot;
use super::stages::Stages;
use multibody_description::fault::Faults;
use multibody_description::requested::Request;
use multibody_outputs::{Derivation, Derivations, ReadableEquations};
use multibody_passes::Prepared;
use multibody_program::ir::Program;

/// The derived programs of a robot.
pub struct DerivedPrograms {
    /// The derived functions, each with its program and route, and the programs of bundles.
    pub derivations: Derivations,
    /// The readable equations, if they are requested.
    pub equations: Option<ReadableEquations>,
    /// The bodies of functions and then of bundles. Values that depend only on parameters are in a program of their own.
    pub prepared: Prepared,
}

impl DerivedPrograms {
    /// Derives the requested functions; `None` if there are faults.
    pub fn of(
        robot: &ReducedRobot,
        request: &Request,
        faults: &mut Faults,
        stages: &mut Stages<'_>,
    ) -> Option<Self> {
        let (tree, wrench_links, settings) = (&robot.tree, &robot.wrench_links, &robot.settings);
        let derivations = stages
            .derive(|notify| derive(tree, wrench_links, request, settings, faults, notify))?;
        let equations = if settings.equations {
            Some(stages.time("expand", || {
                (readable_equations(&robot.system, faults), String::new())
            })?)
        } else {
            None
        };
        Some(Self {
            prepared: prepare(&derivations),
            derivations,
            equations,
        })
    }
}

/// Separates the values that depend only on parameters from the bodies of functions and bundles.
fn prepare(derivations: &Derivations) -> Prepared {
    let functions = derivations.functions.iter();
    let bodies: Vec<Program> = functions.map(Derivation::body).collect();
    let bundles = derivations.bundles.iter().map(|bundle| &bundle.program);
    Prepared::of(bodies.iter().chain(bundles))
}
