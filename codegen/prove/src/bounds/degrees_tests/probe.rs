//! What tests observe of an equation: the differences of both sides, while its factors are multiplied by numbers.

use crate::arithmetic::Residue;
use crate::rank::independent_rows;

/// How a test measures degrees: numbers by which an equation's factors are multiplied, and the record of what has to be 0.
#[derive(Clone, Debug)]
pub struct DegreeProbe {
    /// The number by which random vectors are multiplied.
    pub vectors: Residue,
    /// The number by which constraint rows are multiplied.
    pub rows: Residue,
    /// What has to be 0: it is recorded here instead of being judged. None: the equation is judged.
    pub recorded: Option<Differences>,
}

/// What has to be 0 for an equation to hold.
#[derive(Clone, Debug, Default)]
pub struct Differences {
    /// For each comparison, a combination of the differences of both sides.
    pub differences: Vec<Residue>,
    /// Minors that are 0 if one of their columns is made of the others.
    pub minors: Vec<Residue>,
}

impl Default for DegreeProbe {
    fn default() -> Self {
        Self {
            vectors: Residue::ONE,
            rows: Residue::ONE,
            recorded: None,
        }
    }
}

impl DegreeProbe {
    /// A random vector, multiplied by the number for random vectors.
    pub fn scale(&self, vector: Vec<Residue>) -> Vec<Residue> {
        vector.into_iter().map(|x| x * self.vectors).collect()
    }

    /// Records a comparison of two sides, if a test measures degrees. Returns whether it did: if so, nothing is left to judge.
    pub fn record_comparison(&mut self, left: &[Residue], right: &[Residue]) -> bool {
        let Some(record) = &mut self.recorded else {
            return false;
        };
        let pairs = left.iter().zip(right).zip(1..);
        let sum = pairs.fold(Residue::ZERO, |sum, ((&x, &y), k)| {
            sum + (x - y) * Residue::new(7919 * k * k + 104_729)
        });
        record.differences.push(sum);
        true
    }

    /// Records a minor of the last of these columns and of independent columns before it, if a test measures degrees. Returns whether
    /// it did: if so, nothing is left to judge.
    pub fn record_minor(&mut self, columns: &[Vec<Residue>]) -> bool {
        let Some(record) = &mut self.recorded else {
            return false;
        };
        let (last, others) = columns.split_last().expect("a column");
        let independent = independent_rows(others).into_iter().take(last.len() - 1);
        let mut square: Vec<Vec<Residue>> =
            independent.map(|index| others[index].clone()).collect();
        square.push(last.clone());
        record.minors.push(minor(square));
        true
    }
}

/// The determinant of the first n columns of n rows, apart from its sign.
fn minor(mut rows: Vec<Vec<Residue>>) -> Residue {
    let mut product = Residue::ONE;
    for k in 0..rows.len() {
        let Some(pivot) = (k..rows.len()).find(|&row| rows[row][k] != Residue::ZERO) else {
            return Residue::ZERO;
        };
        rows.swap(k, pivot);
        let pivot_row = rows[k].clone();
        let inverse = pivot_row[k].inverse().expect("it is not 0");
        product = product * pivot_row[k];
        for row in &mut rows[k + 1..] {
            let factor = row[k] * inverse;
            let entries = row.iter_mut().zip(&pivot_row);
            entries.for_each(|(x, &y)| *x = *x - factor * y);
        }
    }
    product
}
