//! Rows of the table of generated robots.

use multibody::{Described, JointInfo};

use crate::beyond::Linearize;
use crate::patterns::Pattern;

/// A generated robot.
pub struct Emitted {
    /// Its name in the corpus, or of its file.
    pub robot: &'static str,
    /// What was asked of the generator.
    pub variant: Variant,
    /// The robot.
    pub subject: &'static (dyn Described + Sync),
    /// `JOINTS` of its type.
    pub joints: &'static [JointInfo],
    /// The derivatives of its forward dynamics, for those as written.
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
    /// What the functions of its script in JavaScript compute, in their order.
    pub scripted: &'static [&'static str],
    /// The operations of its functions in C, which were found to be those of its programs.
    pub read_back: usize,
}

/// How a robot is generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// The file as written: no snapping, mimic joints independent.
    Letter,
    /// As [`Letter`](Self::Letter), poses of all links and nothing else.
    Poses,
    /// As [`Letter`](Self::Letter), but mimic joints follow.
    Resolved,
    /// As [`Letter`](Self::Letter), by derived kernels alone, none written by hand.
    Derived,
    /// The generator's own choice: snapped, mimic joints follow.
    Default,
    /// As [`Default`](Self::Default), with the fingers welded.
    Welded,
    /// As [`Letter`](Self::Letter), some links held where they are: the functions of constraints and nothing else.
    Pinned,
    /// As [`Letter`](Self::Letter), with one moment of inertia off by a part in a million.
    Mutant,
}

/// What a function costs.
pub struct Cost {
    /// As emitted.
    pub function: &'static str,
    /// Multiplications, additions and subtractions.
    pub mul_add: usize,
    /// Angles whose sine or cosine is taken.
    pub sincos: usize,
}

impl Emitted {
    /// Length of `qd`.
    #[must_use]
    pub fn nv(&self) -> usize {
        self.joints.iter().map(|joint| joint.nv).sum()
    }

    /// What a function costs.
    ///
    /// # Panics
    /// If it is not emitted.
    #[must_use]
    pub fn cost(&self, function: &str) -> &Cost {
        let cost = self.costs.iter().find(|cost| cost.function == function);
        cost.unwrap_or_else(|| panic!("{} {:?} has no {function}", self.robot, self.variant))
    }
}
