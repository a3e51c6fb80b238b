//! Products of variables. Each distinct product is stored once, and identified by its index.

use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::ops::Index;

use super::polynomial::Variable;

/// Products of variables.
#[derive(Default)]
pub struct Monomials {
    values: Vec<Vec<Variable>>,
    numbers: FxHashMap<Vec<Variable>, usize>,
}

impl Monomials {
    /// The index of a product.
    pub fn number(&mut self, factors: Vec<Variable>) -> usize {
        if let Some(&number) = self.numbers.get(&factors) {
            return number;
        }
        let number = self.values.len();
        self.values.push(factors.clone());
        self.numbers.insert(factors, number);
        number
    }
}

impl Index<usize> for Monomials {
    type Output = Vec<Variable>;

    fn index(&self, number: usize) -> &Vec<Variable> {
        &self.values[number]
    }
}

/// Two products without their common factors.
pub struct SplitFactors {
    /// The number of common factors.
    pub common: usize,
    /// The remaining factors of the first product.
    pub left: Vec<Variable>,
    /// The remaining factors of the second product.
    pub right: Vec<Variable>,
}

/// Two products without their common factors.
pub fn split(a: &[Variable], b: &[Variable]) -> SplitFactors {
    let (mut i, mut j, mut common) = (0, 0, 0);
    let (mut left, mut right) = (Vec::with_capacity(a.len()), Vec::with_capacity(b.len()));
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            Ordering::Equal => {
                common += 1;
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
        common,
        left,
        right,
    }
}

/// A product divided by a part of it.
pub fn without(factors: &[Variable], divisor: &[Variable]) -> Vec<Variable> {
    split(factors, divisor).left
}

pub fn insert(factors: &mut Vec<Variable>, factor: Variable) {
    let place = factors.partition_point(|&other| other <= factor);
    factors.insert(place, factor);
}
