//! The operations that the extraction of a part saves.

use super::order::Rank;
use super::parts::{
    FactorPair, PartFactor, ProductPlaces, RankedStep, Sharing, SharingStep, TermPair, TermSlot,
};
use crate::polynomials::magnitudes::UNIT;
use crate::polynomials::polynomial::Variable;

/// A magnitude for the coefficient of u in the definition of a sum `u + ratio v`.
#[derive(Clone, Copy)]
pub struct SumScale {
    /// The number of operations that the extraction saves.
    pub saved: isize,
    pub magnitude: usize,
}

impl Sharing {
    /// Examines all candidates that occur in new places, and queues those that save operations.
    pub fn lower(&mut self) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        for candidate in changed {
            if let Some(rank) = self.rank(candidate) {
                self.queue.push(RankedStep {
                    rank,
                    step: candidate,
                });
            }
        }
    }

    /// Takes the candidate with the highest rank from the queue.
    pub fn best(&mut self) -> Option<SharingStep> {
        while let Some(promised) = self.queue.pop() {
            let candidate = promised.step;
            let rank = self.rank(candidate);
            if rank == Some(promised.rank) {
                return Some(candidate);
            }
            if let Some(rank) = rank {
                self.queue.push(RankedStep {
                    rank,
                    step: candidate,
                });
            }
        }
        None
    }

    /// The rank of a candidate. None: it saves nothing.
    fn rank(&mut self, candidate: SharingStep) -> Option<Rank> {
        let saved = self.saved(candidate);
        let is_sum = matches!(candidate, SharingStep::Sum(_));
        (saved > 0).then(|| self.order.rank(is_sum, saved))
    }

    fn saved(&mut self, candidate: SharingStep) -> isize {
        match candidate {
            SharingStep::Sum(at) => self.best_scale(at).saved,
            SharingStep::Product(at) => {
                let slots = &self.slots;
                self.products[at].places.retain(|&place| slots[place].alive);
                let places = &self.products[at].places;
                let ProductPlaces { factors, .. } = self.products[at];
                let uses: usize = places
                    .iter()
                    .map(|&at| times(&self.slots[at], factors))
                    .sum();
                uses as isize - 1
            }
        }
    }

    /// Places of a sum that do not overlap.
    pub fn places(&mut self, at: usize) -> Vec<TermPair> {
        let slots = &self.slots;
        self.sums[at]
            .places
            .retain(|of| slots[of.u].alive && slots[of.v].alive);
        let mut used: Vec<usize> = Vec::new();
        let mut free = Vec::new();
        for &pair in &self.sums[at].places {
            if !used.contains(&pair.u) && !used.contains(&pair.v) {
                used.extend([pair.u, pair.v]);
                free.push(pair);
            }
        }
        free
    }

    /// The best scale for the extraction of a sum `u + ratio v`.
    pub fn best_scale(&mut self, at: usize) -> SumScale {
        let places = self.places(at);
        if places.is_empty() {
            return SumScale {
                saved: 0,
                magnitude: UNIT,
            };
        }
        let sum = self.sums[at].sum.clone();
        let (u, v) = (self.monomials[sum.u].len(), self.monomials[sum.v].len());
        let multiplications_before: isize = places
            .iter()
            .flat_map(|of| [of.u, of.v])
            .map(|at| self.slots[at].multiplications())
            .sum();
        let before = places.len() as isize + multiplications_before;
        let after = |slots: &[TermSlot], scale: usize| -> isize {
            let uses = places.iter().map(|of| {
                let slot = &slots[of.u];
                multiplications(slot.magnitude != scale, slot.factors.len() - u + 1)
            });
            uses.sum()
        };
        if let Some(definition) = self.sums[at].definition {
            let magnitude = definition.magnitude;
            return SumScale {
                saved: before - after(&self.slots, magnitude),
                magnitude,
            };
        }
        let mut scales = vec![UNIT, self.magnitudes.ratio(UNIT, sum.magnitude)];
        scales.extend(places.iter().take(4).map(|of| self.slots[of.u].magnitude));
        let mut best = SumScale {
            saved: isize::MIN,
            magnitude: UNIT,
        };
        for magnitude in scales {
            let other = self.magnitudes.product(magnitude, sum.magnitude);
            let own = 1 + multiplications(magnitude != UNIT, u) + multiplications(other != UNIT, v);
            let saved = before - own - after(&self.slots, magnitude);
            if saved > best.saved {
                best = SumScale { saved, magnitude };
            }
        }
        best
    }
}

impl TermSlot {
    fn multiplications(&self) -> isize {
        multiplications(self.magnitude != UNIT, self.factors.len())
    }
}

/// The multiplications of a term with this many factors; a constant costs none.
fn multiplications(scaled: bool, factors: usize) -> isize {
    if factors == 0 {
        0
    } else {
        factors as isize - 1 + isize::from(scaled)
    }
}

/// How often a product can be extracted from a term.
pub fn times(slot: &TermSlot, FactorPair { first, second }: FactorPair) -> usize {
    let power = |x: Variable| slot.factors.iter().filter(|&&factor| factor == x).count();
    match first {
        PartFactor::Constant(magnitude) => {
            usize::from(slot.magnitude == magnitude && power(second) > 0)
        }
        PartFactor::Variable(first) if first == second => power(first) / 2,
        PartFactor::Variable(first) => power(first).min(power(second)),
    }
}
