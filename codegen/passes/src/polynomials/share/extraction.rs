//! Replaces a part that several terms share by a new variable: a sum `u + ratio v` ([`SharedSum`](super::parts::SharedSum)), or a
//! product of two factors.

use super::parts::{
    DefinedVariable, Definition, PartFactor, ProductPlaces, Sharing, TermPair, TermSlot,
};
use super::saving::multiplicity;
use crate::polynomials::magnitudes::UNIT;
use crate::polynomials::tables::{insert, without};

impl Sharing {
    /// Replaces a sum by a variable, wherever it occurs.
    pub fn extract_sum(&mut self, index: usize) {
        // The variable is defined as `scale (u + ratio v)`.
        let scale = self.best_scale(index).magnitude;
        let places = self.places(index);
        let sum = self.sums[index].sum.clone();
        let u = self.monomials[sum.u].clone();
        let definition = match self.sums[index].definition {
            Some(definition) => definition,
            None => {
                let DefinedVariable { variable, row } = self.define();
                let v_magnitude = self.magnitudes.product(scale, sum.magnitude);
                let v = self.monomials[sum.v].clone();
                self.add(row, false, scale, u.clone());
                self.add(row, sum.is_negative, v_magnitude, v);
                Definition {
                    variable,
                    is_negative: false,
                    magnitude: scale,
                }
            }
        };
        for TermPair { u: i, v: j } in places {
            let TermSlot {
                row,
                is_negative,
                magnitude,
                factors,
                ..
            } = self.slots[i].clone();
            // Replacements at earlier places may have removed a term.
            if !self.slots[i].is_alive || !self.slots[j].is_alive {
                continue;
            }
            self.remove(i);
            self.remove(j);
            let mut factors = without(&factors, &u);
            insert(&mut factors, definition.variable);
            let coefficient = self.magnitudes.ratio(magnitude, scale);
            // A magnitude is computed when it is first read. This one is read now, because a long chain of ratios would recurse
            // deeply.
            let _ = &self.magnitudes[coefficient];
            let has_minus = is_negative != definition.is_negative;
            self.add(row, has_minus, coefficient, factors);
        }
    }

    /// Replaces a product by a variable, wherever it occurs.
    pub fn extract_product(&mut self, index: usize) {
        let ProductPlaces { pair, places } = self.products[index].clone();
        let DefinedVariable { variable, row } = self.define();
        let (magnitude, factors) = match pair.first {
            PartFactor::Constant(magnitude) => (magnitude, vec![pair.second]),
            PartFactor::Variable(first) => (UNIT, vec![first, pair.second]),
        };
        self.add(row, false, magnitude, factors.clone());
        for place in places {
            let mut slot = self.slots[place].clone();
            // Replacements at earlier places may have removed this term.
            if !slot.is_alive {
                continue;
            }
            self.remove(place);
            for _ in 0..multiplicity(&slot, pair) {
                slot.factors = without(&slot.factors, &factors);
                insert(&mut slot.factors, variable);
            }
            if magnitude != UNIT {
                slot.magnitude = UNIT;
            }
            self.add(slot.row, slot.is_negative, slot.magnitude, slot.factors);
        }
    }
}
