//! Rows of the table of generated robots.

use multibody::{Described, JointInfo};

use crate::patterns::Pattern;
use crate::runtime_results::Linearize;

/// A generated robot.
pub struct Emitted {
    /// Its name in the corpus, or the name of its file.
    pub robot: &'static str,
    /// How it was generated.
    pub variant: Variant,
    /// The robot.
    pub subject: &'static (dyn Described + Sync),
    /// The table `JOINTS` of its type.
    pub joints: &'static [JointInfo],
    /// The derivatives of its forward dynamics; only in the variants [`Letter`](Variant::Letter) and
    /// [`Derived`](Variant::Derived), since compiling it takes as long as compiling the function.
    pub linearize: Option<Linearize>,
    /// The sparsity patterns of derivatives.
    pub patterns: &'static [Pattern],
    /// Operations of the emitted functions, as reported.
    pub costs: &'static [Cost],
    /// Names of requested functions that cannot be derived.
    pub absent: &'static [&'static str],
    /// Sum of all changes by snapping: rad, or entries of unit vectors and rotations.
    pub snap: f64,
    /// SHA-256 of the text of its programs.
    pub programs: &'static str,
    /// SHA-256 of its emitted text.
    pub text: &'static str,
    /// The names of the quantities that the functions of its script in JavaScript compute, in their order.
    pub scripted: &'static [&'static str],
    /// The operations of its functions in C, which were found to be those of its programs.
    pub read_back: usize,
}

/// How a robot is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The file as written: no snapping, mimic joints independent.
    Letter,
    /// As [`Letter`](Self::Letter), but with the poses of all links and no other function.
    Poses,
    /// As [`Letter`](Self::Letter), but mimic joints follow.
    Resolved,
    /// As [`Letter`](Self::Letter), by derived kernels only, without hand-written ones.
    Derived,
    /// The generator's own choice: snapped, mimic joints follow.
    Default,
    /// As [`Default`](Self::Default), with the fingers welded.
    Welded,
    /// As [`Letter`](Self::Letter), with some links pinned, and with the functions of constraints only.
    Pinned,
    /// As [`Letter`](Self::Letter), with one moment of inertia off by a part in a million.
    Mutant,
}

/// The cost of a function.
pub struct Cost {
    /// The name of the emitted function.
    pub function: &'static str,
    /// Multiplications, additions and subtractions.
    pub mul_add: usize,
    /// Angles of which the sine, the cosine or both are computed.
    pub sincos: usize,
}

impl Emitted {
    /// Length of `qd`.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.joints.iter().map(|joint| joint.nv).sum()
    }

    /// The cost of a function.
    ///
    /// # Panics
    /// If the function is not emitted.
    #[must_use]
    pub fn cost(&self, function: &str) -> &Cost {
        let cost = self.costs.iter().find(|cost| cost.function == function);
        cost.unwrap_or_else(|| panic!("{} {:?} has no {function}", self.robot, self.variant))
    }
}
