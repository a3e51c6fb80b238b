//! The candidates during the selection.

use super::candidate::Candidate;
use multibody_passes::Thoroughness;
use multibody_program::ir::Program;

/// A candidate during the selection.
pub struct Attempt {
    /// The candidate, with its common parts factored out if that was tried and costs less.
    pub candidate: Candidate,
    /// The cost of a call, as one number.
    pub weight: usize,
    /// The candidate before common parts were factored out, if they were.
    original: Option<Candidate>,
    /// Whether common parts are no longer to be factored out.
    is_final: bool,
}

impl Attempt {
    /// A candidate as it was built.
    pub fn new(candidate: Candidate, weight: &dyn Fn(&Program) -> usize) -> Self {
        Self {
            weight: weight(&candidate.program),
            candidate,
            original: None,
            is_final: false,
        }
    }

    /// Factors out common parts, at the first call only, and unless the result costs more. It can cost more because values that
    /// limbs share cannot be packed.
    pub fn polish(
        &mut self,
        thoroughness: Option<Thoroughness>,
        weight: &dyn Fn(&Program) -> usize,
    ) {
        if std::mem::replace(&mut self.is_final, true) {
            return;
        }
        let polished = self.candidate.clone().polished(thoroughness);
        let polished_weight = weight(&polished.program);
        if polished.program != self.candidate.program && polished_weight <= self.weight {
            self.original = Some(std::mem::replace(&mut self.candidate, polished));
            self.weight = polished_weight;
        }
    }

    /// The candidate as it was before common parts were factored out, if they were.
    pub fn unpolished(self, weight: &dyn Fn(&Program) -> usize) -> Option<Self> {
        let original = Self::new(self.original?, weight);
        Some(Self {
            is_final: true,
            ..original
        })
    }
}

/// The indices in the pool of the cheapest candidate of each route.
pub fn cheapest_of_each_route(pool: &[Attempt]) -> Vec<usize> {
    let mut best: Vec<usize> = Vec::new();
    let weight = |index: usize| pool[index].weight;
    for index in 0..pool.len() {
        let route = pool[index].candidate.route;
        match best
            .iter_mut()
            .find(|other| pool[**other].candidate.route == route)
        {
            Some(other) if weight(*other) <= weight(index) => {}
            Some(other) => *other = index,
            None => best.push(index),
        }
    }
    best
}
