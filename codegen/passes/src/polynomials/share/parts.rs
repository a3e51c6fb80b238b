//! Terms in their rows, and the parts that several terms share. A row is the polynomial of an output or of a definition; a part
//! is a sum of two terms, up to a factor, or a product of two factors.

use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use super::order::{Rank, SharingOrder};
use crate::polynomials::magnitudes::{Magnitudes, SignedMagnitude, UNIT};
use crate::polynomials::polynomial::{Monomial, Polynomial, Polynomials, Variable};
use crate::polynomials::tables::{Monomials, SplitFactors, split};
use multibody_program::exact::Rational;

/// The number of preceding terms in its row with which each term is compared. In a row of hundreds of terms, such as a
/// robot's kinetic energy, distant terms have little in common.
pub const WINDOW: usize = 100;

/// A step: the extraction of a part as a variable, by the index of the part. The order of the variants decides between equal
/// ranks, in favour of a sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SharingStep {
    Product(usize),
    Sum(usize),
}

/// A term in its row.
#[derive(Clone, Debug)]
pub struct TermSlot {
    pub row: usize,
    pub is_negative: bool,
    /// Index of the coefficient's magnitude in `magnitudes`.
    pub magnitude: usize,
    pub factors: Vec<Variable>,
    /// Whether the term is still in its row.
    pub is_alive: bool,
}

/// `u + ratio v`, where the products of variables u and v have no factor in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SharedSum {
    /// Index of the product u in `monomials`.
    pub u: usize,
    /// Index of the product v in `monomials`.
    pub v: usize,
    /// Whether the ratio is negative.
    pub is_negative: bool,
    /// Index of the ratio's magnitude in `magnitudes`.
    pub magnitude: usize,
}

/// The terms of a sum in one place, multiples of u and v, by their indices in `slots`.
#[derive(Clone, Copy, Debug)]
pub struct TermPair {
    pub u: usize,
    pub v: usize,
}

/// A sum, and where it occurs.
#[derive(Clone, Debug)]
pub struct SumPlaces {
    pub sum: SharedSum,
    /// The pairs of terms that have this sum as a factor.
    pub places: Vec<TermPair>,
    /// The variable of this sum, once there is one.
    pub definition: Option<Definition>,
}

/// A variable that is defined as a multiple of a sum `u + ratio v`, with the sign of u's coefficient in that definition, and the
/// index of the coefficient's magnitude.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    pub variable: Variable,
    pub is_negative: bool,
    pub magnitude: usize,
}

/// One of the two factors of a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PartFactor {
    /// A coefficient without its sign, by the index of its magnitude.
    Constant(usize),
    Variable(Variable),
}

/// The two factors of a product, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactorPair {
    pub first: PartFactor,
    pub second: Variable,
}

/// A step, and its rank when it was last examined. Steps are ordered by rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RankedStep {
    pub rank: Rank,
    pub step: SharingStep,
}

/// A variable, and the row that defines it.
#[derive(Clone, Copy, Debug)]
pub struct DefinedVariable {
    pub variable: Variable,
    pub row: usize,
}

/// A product of two factors, and the terms in which it occurs, by their indices in `slots`.
#[derive(Clone, Debug)]
pub struct ProductPlaces {
    pub pair: FactorPair,
    pub places: Vec<usize>,
}

/// Polynomials from which common parts are being extracted.
pub struct Sharing {
    pub order: SharingOrder,
    /// The number of atoms: the variables that no row defines.
    pub atom_count: usize,
    /// The number of outputs.
    pub output_count: usize,
    /// The first row that an extraction makes. This row and those after it are sums of two terms or products of two factors.
    pub first_new_row: usize,
    pub slots: Vec<TermSlot>,
    /// For each row, the indices of its terms that have not been removed. Outputs come first, then definitions.
    pub rows: Vec<Vec<usize>>,
    pub magnitudes: Magnitudes,
    pub monomials: Monomials,
    pub sums: Vec<SumPlaces>,
    pub sum_indices: FxHashMap<SharedSum, usize>,
    pub products: Vec<ProductPlaces>,
    pub product_indices: FxHashMap<FactorPair, usize>,
    /// Steps whose parts occur in new places.
    pub changes: Vec<SharingStep>,
    /// The steps that save operations.
    pub queue: BinaryHeap<RankedStep>,
}

impl Sharing {
    /// Starts from polynomials, with all parts that their terms share.
    pub fn new(polynomials: &Polynomials, order: SharingOrder) -> Self {
        let rows = || polynomials.outputs.iter().chain(&polynomials.definitions);
        let coefficients = rows().flatten().map(|term| &term.coefficient);
        let mut sharing = Self {
            order,
            atom_count: polynomials.atom_count,
            output_count: polynomials.outputs.len(),
            first_new_row: polynomials.outputs.len() + polynomials.definitions.len(),
            slots: Vec::new(),
            rows: vec![Vec::new(); polynomials.outputs.len() + polynomials.definitions.len()],
            magnitudes: Magnitudes::of(coefficients),
            monomials: Monomials::default(),
            sums: Vec::new(),
            sum_indices: FxHashMap::default(),
            products: Vec::new(),
            product_indices: FxHashMap::default(),
            changes: Vec::new(),
            queue: BinaryHeap::new(),
        };
        for (row, polynomial) in rows().enumerate() {
            for term in polynomial {
                let SignedMagnitude {
                    is_negative,
                    magnitude,
                } = sharing.magnitudes.split(&term.coefficient);
                sharing.add(row, is_negative, magnitude, term.factors.clone());
            }
        }
        sharing
    }

    /// Adds a term to a row, and records the parts that it shares with others.
    pub fn add(&mut self, row: usize, is_negative: bool, magnitude: usize, factors: Vec<Variable>) {
        // A term with the same factors.
        let twin = self.rows[row]
            .iter()
            .copied()
            .find(|&slot| self.slots[slot].factors == factors);
        if let Some(twin) = twin {
            return self.merge(row, twin, is_negative, magnitude);
        }
        let slot = self.slots.len();
        self.slots.push(TermSlot {
            row,
            is_negative,
            magnitude,
            factors,
            is_alive: true,
        });
        let row_slots = &self.rows[row];
        let neighbors = row_slots[row_slots.len().saturating_sub(WINDOW)..].to_vec();
        for neighbor in neighbors {
            self.note_sum(neighbor, slot);
        }
        self.rows[row].push(slot);
        self.note_products(slot);
    }

    /// Adds a term to another one with the same factors.
    fn merge(&mut self, row: usize, twin: usize, is_negative: bool, magnitude: usize) {
        let signed = |is_minus: bool, x: &Rational| if is_minus { -x.clone() } else { x.clone() };
        let coefficient = signed(
            self.slots[twin].is_negative,
            &self.magnitudes[self.slots[twin].magnitude],
        );
        let sum = coefficient + signed(is_negative, &self.magnitudes[magnitude]);
        let factors = self.slots[twin].factors.clone();
        self.remove(twin);
        if sum != Rational::ZERO {
            let SignedMagnitude {
                is_negative,
                magnitude,
            } = self.magnitudes.split(&sum);
            self.add(row, is_negative, magnitude, factors);
        }
    }

    /// Removes a term from its row.
    pub fn remove(&mut self, slot: usize) {
        self.slots[slot].is_alive = false;
        let row = self.slots[slot].row;
        self.rows[row].retain(|&other| other != slot);
    }

    /// Records the sum of two terms of a row, without their common factors.
    fn note_sum(&mut self, a: usize, b: usize) {
        let SplitFactors {
            common_count,
            left,
            right,
        } = split(&self.slots[a].factors, &self.slots[b].factors);
        let [u, v] = [left, right].map(|part| self.monomials.index_of(part));
        // `u + r v` and `v + u / r` are one sum, in which the part with the lower index comes first.
        let (a, b, u, v) = if u < v { (a, b, u, v) } else { (b, a, v, u) };
        let is_negative = self.slots[a].is_negative != self.slots[b].is_negative;
        let magnitude = self
            .magnitudes
            .ratio(self.slots[b].magnitude, self.slots[a].magnitude);
        let sum = SharedSum {
            u,
            v,
            is_negative,
            magnitude,
        };
        let next = self.sums.len();
        let index = *self.sum_indices.entry(sum.clone()).or_insert(next);
        if index == next {
            self.sums.push(SumPlaces {
                sum,
                places: Vec::new(),
                definition: None,
            });
        }
        let TermSlot {
            row,
            is_negative: is_u_negative,
            magnitude: u_magnitude,
            ..
        } = self.slots[a];
        if common_count == 0 && row >= self.first_new_row {
            let variable = self.variable(row);
            self.sums[index].definition = Some(Definition {
                variable,
                is_negative: is_u_negative,
                magnitude: u_magnitude,
            });
        } else {
            self.sums[index].places.push(TermPair { u: a, v: b });
        }
        // A sum without a common factor or coefficient saves nothing at its first occurrence.
        let SumPlaces {
            sum,
            places,
            definition,
        } = &self.sums[index];
        let has_common_coefficient = sum.magnitude == UNIT && u_magnitude != UNIT;
        if common_count > 0 || has_common_coefficient || places.len() > 1 || definition.is_some() {
            self.changes.push(SharingStep::Sum(index));
        }
    }

    /// Records all products of two factors in a term.
    fn note_products(&mut self, index: usize) {
        let slot = &self.slots[index];
        let factor_count = usize::from(slot.magnitude != UNIT) + slot.factors.len();
        // A definition that is a product of two factors is not replaced by itself.
        if factor_count < 2
            || (slot.row >= self.first_new_row
                && factor_count == 2
                && self.rows[slot.row].len() == 1)
        {
            return;
        }
        let factors = slot.factors.clone();
        let constant = (slot.magnitude != UNIT).then_some(PartFactor::Constant(slot.magnitude));
        let mut pairs: Vec<FactorPair> = Vec::new();
        for (k, &second) in factors.iter().enumerate() {
            let variables = factors[..k].iter().copied().map(PartFactor::Variable);
            let firsts = constant.into_iter().chain(variables);
            pairs.extend(firsts.map(|first| FactorPair { first, second }));
        }
        pairs.sort_unstable();
        pairs.dedup();
        for pair in pairs {
            let next = self.products.len();
            let product = *self.product_indices.entry(pair).or_insert(next);
            if product == next {
                self.products.push(ProductPlaces {
                    pair,
                    places: Vec::new(),
                });
            }
            self.products[product].places.push(index);
            self.changes.push(SharingStep::Product(product));
        }
    }

    /// A new variable and the row of its definition.
    pub fn define(&mut self) -> DefinedVariable {
        let row = self.rows.len();
        self.rows.push(Vec::new());
        let variable = self.variable(row);
        DefinedVariable { variable, row }
    }

    /// The variable that a row defines.
    fn variable(&self, row: usize) -> Variable {
        let index = self.atom_count + row - self.output_count;
        Variable::try_from(index).expect("fewer than 2^16 variables")
    }

    /// The polynomials, with common parts as definitions.
    pub fn finish(self) -> Polynomials {
        let polynomial = |row: &Vec<usize>| -> Polynomial {
            row.iter()
                .map(|&index| {
                    let slot = &self.slots[index];
                    let magnitude = self.magnitudes[slot.magnitude].clone();
                    let coefficient = if slot.is_negative { -magnitude } else { magnitude };
                    Monomial {
                        coefficient,
                        factors: slot.factors.clone(),
                    }
                })
                .collect()
        };
        Polynomials {
            atom_count: self.atom_count,
            outputs: self.rows[..self.output_count]
                .iter()
                .map(polynomial)
                .collect(),
            definitions: self.rows[self.output_count..]
                .iter()
                .map(polynomial)
                .collect(),
        }
    }
}
