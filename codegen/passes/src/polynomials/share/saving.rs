//! The operations that the extraction of a part saves.

use super::order::Rank;
use super::parts::{FactorPair, PartFactor, RankedStep, Sharing, SharingStep, TermPair, TermSlot};
use crate::polynomials::magnitudes::UNIT;
use crate::polynomials::polynomial::Variable;

/// A magnitude for the coefficient of u in the definition of a sum `u + ratio v`, and the operations that it saves.
#[derive(Clone, Copy)]
pub struct SumScale {
    /// The number of operations that the extraction saves.
    pub benefit: isize,
    pub magnitude: usize,
}

impl Sharing {
    /// Examines all steps whose parts occur in new places, and queues those that save operations.
    pub fn queue_changes(&mut self) {
        let mut changes = std::mem::take(&mut self.changes);
        changes.sort_unstable();
        changes.dedup();
        for step in changes {
            if let Some(rank) = self.rank(step) {
                self.queue.push(RankedStep { rank, step });
            }
        }
    }

    /// Takes the step with the highest rank from the queue.
    pub fn best_step(&mut self) -> Option<SharingStep> {
        while let Some(entry) = self.queue.pop() {
            let step = entry.step;
            // The rank may have changed since the step was queued. Then it is queued again.
            let rank = self.rank(step);
            if rank == Some(entry.rank) {
                return Some(step);
            }
            if let Some(rank) = rank {
                self.queue.push(RankedStep { rank, step });
            }
        }
        None
    }

    /// The rank of a step. None: it saves nothing.
    fn rank(&mut self, step: SharingStep) -> Option<Rank> {
        let benefit = self.saving(step);
        let is_sum = matches!(step, SharingStep::Sum(_));
        (benefit > 0).then(|| self.order.rank(is_sum, benefit))
    }

    /// The number of operations that a step saves.
    fn saving(&mut self, step: SharingStep) -> isize {
        match step {
            SharingStep::Sum(index) => self.best_scale(index).benefit,
            SharingStep::Product(index) => {
                let slots = &self.slots;
                self.products[index]
                    .places
                    .retain(|&place| slots[place].is_alive);
                let places = &self.products[index].places;
                let pair = self.products[index].pair;
                let uses: usize = places
                    .iter()
                    .map(|&place| multiplicity(&self.slots[place], pair))
                    .sum();
                // Each use saves a multiplication, and the definition needs one.
                uses as isize - 1
            }
        }
    }

    /// The places of a sum, without those that overlap earlier ones.
    pub fn places(&mut self, index: usize) -> Vec<TermPair> {
        let slots = &self.slots;
        self.sums[index]
            .places
            .retain(|pair| slots[pair.u].is_alive && slots[pair.v].is_alive);
        let mut used_slots: Vec<usize> = Vec::new();
        let mut pairs = Vec::new();
        for &pair in &self.sums[index].places {
            if !used_slots.contains(&pair.u) && !used_slots.contains(&pair.v) {
                used_slots.extend([pair.u, pair.v]);
                pairs.push(pair);
            }
        }
        pairs
    }

    /// The best scale for the extraction of a sum `u + ratio v`.
    pub fn best_scale(&mut self, index: usize) -> SumScale {
        let places = self.places(index);
        if places.is_empty() {
            return SumScale {
                benefit: 0,
                magnitude: UNIT,
            };
        }
        let sum = self.sums[index].sum.clone();
        // The numbers of factors of u and v.
        let [u_length, v_length] = [sum.u, sum.v].map(|product| self.monomials[product].len());
        let multiplications_before: isize = places
            .iter()
            .flat_map(|pair| [pair.u, pair.v])
            .map(|index| self.slots[index].multiplications())
            .sum();
        // Each place has one addition, which the extraction removes.
        let old_cost = places.len() as isize + multiplications_before;
        // At each place the new variable replaces the factors of u.
        let new_cost = |slots: &[TermSlot], scale: usize| -> isize {
            let costs = places.iter().map(|pair| {
                let slot = &slots[pair.u];
                multiplications(slot.magnitude != scale, slot.factors.len() - u_length + 1)
            });
            costs.sum()
        };
        if let Some(definition) = self.sums[index].definition {
            let magnitude = definition.magnitude;
            return SumScale {
                benefit: old_cost - new_cost(&self.slots, magnitude),
                magnitude,
            };
        }
        // The scales to examine are those that save a multiplication: by the coefficient of u or v in the definition, or at one
        // of the first few places.
        let mut scales = vec![UNIT, self.magnitudes.ratio(UNIT, sum.magnitude)];
        scales.extend(
            places
                .iter()
                .take(4)
                .map(|pair| self.slots[pair.u].magnitude),
        );
        let mut best = SumScale {
            benefit: isize::MIN,
            magnitude: UNIT,
        };
        for magnitude in scales {
            let v_magnitude = self.magnitudes.product(magnitude, sum.magnitude);
            let sum_cost = 1
                + multiplications(magnitude != UNIT, u_length)
                + multiplications(v_magnitude != UNIT, v_length);
            let benefit = old_cost - sum_cost - new_cost(&self.slots, magnitude);
            if benefit > best.benefit {
                best = SumScale { benefit, magnitude };
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

/// The multiplications in a term of this many factors, with a coefficient or without. A constant alone needs none.
fn multiplications(is_scaled: bool, factors: usize) -> isize {
    if factors == 0 { 0 } else { factors as isize - 1 + isize::from(is_scaled) }
}

/// How often a product of two factors can be extracted from a term.
pub fn multiplicity(slot: &TermSlot, FactorPair { first, second }: FactorPair) -> usize {
    let power = |x: Variable| slot.factors.iter().filter(|&&factor| factor == x).count();
    match first {
        PartFactor::Constant(magnitude) => {
            usize::from(slot.magnitude == magnitude && power(second) > 0)
        }
        PartFactor::Variable(first) if first == second => power(first) / 2,
        PartFactor::Variable(first) => power(first).min(power(second)),
    }
}
