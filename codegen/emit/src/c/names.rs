//! Distinct names of functions and tables.

use super::helpers::HELPERS;
use super::writer::CWriter;
use crate::interface::constants;
use multibody_description::function::identifier;
use multibody_support::foreign::c_identifier;
use std::collections::BTreeSet;

/// The names of steps along positions, in the order of emission.
pub const STEP_NAMES: [&str; 4] = ["normalize", "position_rate", "integrate", "difference"];

/// The names of functions for solvers that are not named by a function of the robot, and of the helpers that they call.
const SOLVER_NAMES: &[&str] = &[
    "chart",
    "rates",
    "step",
    "linearize",
    "state_derivative",
    "expl_ode_fun",
    "expl_vde_forw",
    "expl_vde_adj",
    "dyn_disc_phi_fun",
    "dyn_disc_phi_fun_jac",
];

/// The names that functions and tables have so far.
pub struct FunctionNames(BTreeSet<String>);

/// The ends of names that are made of a function's name, without a number after them.
const SUFFIXES: &str = "_part _differential _differential_part _table _names _patterns _n_in _n_out _name_in _name_out \
    _sparsity_in _sparsity_out _work";

/// Whether a name equals another one, or is made of it by such an end or by `jac_` before it.
fn is_made_of(name: &str, other: &str) -> bool {
    let is_made = |name: &str| {
        name.strip_prefix(other).is_some_and(|suffix| {
            let word = suffix.trim_end_matches(|c: char| c.is_ascii_digit());
            suffix.is_empty() || SUFFIXES.split(' ').any(|known| known == word)
        })
    };
    is_made(name) || name.strip_prefix("jac_").is_some_and(is_made)
}

impl FunctionNames {
    /// The names of tables and of steps and, if there are functions for solvers, those in `SOLVER_NAMES`.
    pub fn of(writer: &CWriter<'_>) -> Self {
        let items = constants(writer).into_iter();
        let tables = items
            .map(|item| item.name.into_owned())
            .chain(["default_parameters".to_owned()]);
        let layout = writer.settings.layout;
        let for_solvers = if layout.casadi || layout.acados { SOLVER_NAMES } else { &[] };
        let known_names = (tables.map(|name| writer.name_of(&name)))
            .chain(for_solvers.iter().map(|name| writer.name_for_solver(name)))
            .chain(STEP_NAMES.map(|name| writer.function_name_in_c(name)));
        Self(known_names.collect())
    }

    /// Adds the name of a function, and returns it.
    pub fn add(&mut self, writer: &CWriter<'_>, name: &str) -> String {
        let whole_name = writer.function_name_in_c(name);
        // `of` has reserved the names of steps, so that they stay as they are.
        if STEP_NAMES.contains(&name) { whole_name } else { self.add_whole(whole_name) }
    }

    /// Adds a whole name, and returns it with underscores at the end until it is distinct: a link or a bundle may have any name, so
    /// something else may have this one.
    pub fn add_whole(&mut self, mut name: String) -> String {
        let is_known = |name: &str| {
            let call = format!(" {name}(");
            let mut known_names = self.0.iter();
            HELPERS.iter().any(|text| text.contains(&call))
                || known_names.any(|other| is_made_of(name, other) || is_made_of(other, name))
        };
        while is_known(&name) {
            name.push('_');
        }
        self.0.insert(name.clone());
        name
    }
}

impl CWriter<'_> {
    /// The name in C of a function with this name.
    pub fn function_name_in_c(&self, name: &str) -> String {
        let mark = self.mark();
        c_identifier(&format!("{}_{mark}{}", self.prefix, identifier(name)))
    }

    /// The mark in names of plain functions, by which they differ from those of CasADi's functions; empty without CasADi.
    pub fn mark(&self) -> &'static str {
        if self.settings.layout.casadi { "c_" } else { "" }
    }

    /// The name of a function for solvers, or of a helper that they call.
    pub fn name_for_solver(&self, name: &str) -> String {
        c_identifier(&format!("{}_{}", self.prefix, identifier(name)))
    }
}
