//! Products of variables. Each distinct product is stored once, and identified by its index.

use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::ops::Index;

use super::polynomial::Variable;

/// Products of variables.
#[derive(Default)]
pub struct Monomials {
    values: Vec<Vec<Variable>>,
    indices: FxHashMap<Vec<Variable>, usize>,
}

impl Monomials {
    /// The index of a product.
    pub fn index_of(&mut self, factors: Vec<Variable>) -> usize {
        if let Some(&index) = self.indices.get(&factors) {
            return index;
        }
        let index = self.values.len();
        self.values.push(factors.clone());
        self.indices.insert(factors, index);
        index
    }
}

impl Index<usize> for Monomials {
    type Output = Vec<Variable>;

    fn index(&self, position: usize) -> &Vec<Variable> {
        &self.values[position]
    }
}

/// Two products without their common factors.
pub struct SplitFactors {
    /// The number of common factors.
    pub common_count: usize,
    /// The remaining factors of the first product.
    pub left: Vec<Variable>,
    /// The remaining factors of the second product.
    pub right: Vec<Variable>,
}

/// Removes the common factors from two products. Factors are in ascending order.
pub fn split(a: &[Variable], b: &[Variable]) -> SplitFactors {
    let (mut i, mut j, mut common_count) = (0, 0, 0);
    let (mut left, mut right) = (Vec::with_capacity(a.len()), Vec::with_capacity(b.len()));
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            Ordering::Equal => {
                common_count += 1;
                i += 1;
                j += 1;
            }
            Ordering::Less => {
                left.push(a[i]);
                i += 1;
            }
            Ordering::Greater => {
                right.push(b[j]);
                j += 1;
            }
        }
    }
    left.extend(&a[i..]);
    right.extend(&b[j..]);
    SplitFactors {
        common_count,
        left,
        right,
    }
}

/// A product divided by a part of it.
pub fn without(factors: &[Variable], divisor: &[Variable]) -> Vec<Variable> {
    split(factors, divisor).left
}

/// Inserts a factor, so that the factors stay in ascending order.
pub fn insert(factors: &mut Vec<Variable>, factor: Variable) {
    let place = factors.partition_point(|&other| other <= factor);
    factors.insert(place, factor);
}
