//! The operations that the extraction of a part saves.

use super::order::Rank;
use super::parts::{PartFactor, ProductPlaces, Sharing, SharingStep, TermSlot};
use crate::polynomials::magnitudes::UNIT;
use crate::polynomials::polynomial::Variable;

impl Sharing {
    /// Examines all candidates that occur in new places, and queues those that save operations.
    pub fn lower(&mut self) {
        let mut changed = std::mem::take(&mut self.changed);
        changed.sort_unstable();
        changed.dedup();
        for candidate in changed {
            if let Some(rank) = self.rank(candidate) {
                self.queue.push((rank, candidate));
            }
        }
    }

    /// Takes the candidate with the highest rank from the queue.
    pub fn best(&mut self) -> Option<SharingStep> {
        while let Some((promised, candidate)) = self.queue.pop() {
            let rank = self.rank(candidate);
            if rank == Some(promised) {
                return Some(candidate);
            }
            if let Some(rank) = rank {
                self.queue.push((rank, candidate));
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
            SharingStep::Sum(at) => self.best_scale(at).0,
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
    pub fn places(&mut self, at: usize) -> Vec<(usize, usize)> {
        let slots = &self.slots;
        self.sums[at]
            .places
            .retain(|&(a, b)| slots[a].alive && slots[b].alive);
        let mut used: Vec<usize> = Vec::new();
        let mut free = Vec::new();
        for &(a, b) in &self.sums[at].places {
            if !used.contains(&a) && !used.contains(&b) {
                used.extend([a, b]);
                free.push((a, b));
            }
        }
        free
    }

    /// The number of operations that the extraction of a sum `u + ratio v` saves, and the best magnitude for the
    /// coefficient of u in the variable's definition.
    pub fn best_scale(&mut self, at: usize) -> (isize, usize) {
        let places = self.places(at);
        if places.is_empty() {
            return (0, UNIT);
        }
        let sum = self.sums[at].sum.clone();
        let (u, v) = (self.monomials[sum.u].len(), self.monomials[sum.v].len());
        let before: isize = places
            .iter()
            .map(|&(a, b)| 1 + self.slots[a].multiplications() + self.slots[b].multiplications())
            .sum();
        let after = |slots: &[TermSlot], scale: usize| -> isize {
            let uses = places.iter().map(|&(a, _)| {
                multiplications(slots[a].magnitude != scale, slots[a].factors.len() - u + 1)
            });
            uses.sum()
        };
        if let Some(definition) = self.sums[at].definition {
            return (
                before - after(&self.slots, definition.magnitude),
                definition.magnitude,
            );
        }
        let mut scales = vec![UNIT, self.magnitudes.ratio(UNIT, sum.magnitude)];
        scales.extend(places.iter().take(4).map(|&(a, _)| self.slots[a].magnitude));
        let mut best = (isize::MIN, UNIT);
        for scale in scales {
            let other = self.magnitudes.product(scale, sum.magnitude);
            let own = 1 + multiplications(scale != UNIT, u) + multiplications(other != UNIT, v);
            let saved = before - own - after(&self.slots, scale);
            if saved > best.0 {
                best = (saved, scale);
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
pub fn times(slot: &TermSlot, (first, second): (PartFactor, Variable)) -> usize {
    let power = |x: Variable| slot.factors.iter().filter(|&&factor| factor == x).count();
    match first {
        PartFactor::Constant(magnitude) => {
            usize::from(slot.magnitude == magnitude && power(second) > 0)
        }
        PartFactor::Variable(first) if first == second => power(first) / 2,
        PartFactor::Variable(first) => power(first).min(power(second)),
    }
}
