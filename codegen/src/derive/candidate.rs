//! Programs of one function, of which the cheapest is taken.

use super::forms::Forms;
use super::functions::{Recursion, Target};
use crate::ir::{Count, Program};
use crate::passes::{Thoroughness, factored};
use crate::settings::{Effort, Function, Pass, Settings};

/// A program, and the way it came about.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The program.
    pub program: Program,
    /// The name of the way.
    pub way: &'static str,
}

impl Candidate {
    /// All programs of a target by the recursions in one set of frames, the usual way first.
    #[must_use]
    pub fn all<F: Forms>(recursion: &Recursion<'_, F>, target: Target) -> Vec<Self> {
        let usual = Self::usual(recursion, target);
        std::iter::once(usual)
            .chain(Self::other(recursion, target))
            .collect()
    }

    fn usual<F: Forms>(recursion: &Recursion<'_, F>, target: Target) -> Self {
        let mut b = recursion.tree.builder.clone();
        let values = recursion.build(&mut b, target);
        let inverts = matches!(
            target.function,
            Function::ForwardDynamics | Function::ForwardDynamicsWithWrenches
        );
        Self {
            program: b.finish(&values),
            way: if inverts { "mass matrix" } else { "tree" },
        }
    }

    /// The program of the other way, if there is one.
    #[must_use]
    pub fn other<F: Forms>(recursion: &Recursion<'_, F>, target: Target) -> Option<Self> {
        let mut b = recursion.tree.builder.clone();
        let (values, way) = recursion.build_otherwise(&mut b, target)?;
        let program = b.finish(&values);
        Some(Self { program, way })
    }

    /// What a call costs, in one number.
    #[must_use]
    pub fn weight(&self) -> usize {
        Count::of(&self.program).weight()
    }

    /// The same without common parts, as far as the effort allows.
    fn polished(self, settings: &Settings) -> Self {
        let thoroughness = match settings.effort {
            _ if !settings.does(Pass::CommonParts) => return self,
            Effort::None => return self,
            Effort::Default => Thoroughness::Briefly,
            Effort::High => Thoroughness::Fully,
        };
        Self {
            program: factored(self.program, thoroughness),
            ..self
        }
    }
}

/// The cheapest of each way, the cheapest of all first.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn choose(candidates: Vec<Candidate>, settings: &Settings) -> Vec<Candidate> {
    let polish_all = settings.effort == Effort::High;
    let polished = |candidate: Candidate| candidate.polished(settings);
    let candidates: Vec<Candidate> = match polish_all {
        true => candidates.into_iter().map(polished).collect(),
        false => candidates,
    };
    let mut best: Vec<Candidate> = Vec::new();
    for candidate in candidates {
        match best.iter_mut().find(|other| other.way == candidate.way) {
            Some(other) if other.weight() <= candidate.weight() => {}
            Some(other) => *other = candidate,
            None => best.push(candidate),
        }
    }
    if !polish_all {
        best = best.into_iter().map(polished).collect();
    }
    best.sort_by_key(Candidate::weight);
    best
}
