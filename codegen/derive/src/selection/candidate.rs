//! A candidate program of a function.

use crate::functions::Recursion;
use crate::kernels::Kernels;
use multibody_description::function::Target;
use multibody_outputs::Route;
use multibody_passes::{Thoroughness, factor_out};
use multibody_program::ir::Program;

/// A candidate program, and its derivation route.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program.
    pub program: Program,
    /// The derivation route.
    pub route: Route,
}

impl Candidate {
    /// All programs of a target by the recursions in one set of frames, that of the default algorithm first.
    #[must_use]
    pub fn all<K: Kernels>(recursion: &Recursion<'_, K>, target: Target) -> Vec<Self> {
        let default = Self::from_default_algorithm(recursion, target);
        std::iter::once(default)
            .chain(Self::alternatives(recursion, target))
            .collect()
    }

    fn from_default_algorithm<K: Kernels>(recursion: &Recursion<'_, K>, target: Target) -> Self {
        let mut b = recursion.tree.builder.clone();
        let values = recursion.build(&mut b, target);
        Self {
            program: b.finish(&values),
            route: Route::Usual(recursion.default_algorithm(target)),
        }
    }

    /// The programs by other algorithms.
    #[must_use]
    pub fn alternatives<K: Kernels>(recursion: &Recursion<'_, K>, target: Target) -> Vec<Self> {
        let mut b = recursion.tree.builder.clone();
        let others = recursion.build_alternatives(&mut b, target).into_iter();
        others
            .map(|computation| Self {
                program: b.finish(&computation.values),
                route: Route::Usual(computation.algorithm),
            })
            .collect()
    }

    /// The same program with its common parts factored out, if requested.
    pub fn polished(self, thoroughness: Option<Thoroughness>) -> Self {
        match thoroughness {
            None => self,
            Some(thoroughness) => Self {
                program: factor_out(self.program, thoroughness),
                ..self
            },
        }
    }
}
