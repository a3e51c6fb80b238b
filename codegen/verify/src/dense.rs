//! The runtime's loops over small matrices as programs: what `multibody::dense` documents.

use crate::code::{Code, Value};
use crate::term::{Step, Term};
use multibody_program::exact::{Rational, integer};

type Matrix = Vec<Vec<Value>>;

/// The maximum number of entries of a matrix.
const LARGEST: usize = 160 * 160;

/// The result of a function with these arguments. `None`: there is no such function, or its arguments are others.
pub fn call(code: &mut Code, name: &str, arguments: &[Term]) -> Option<Term> {
    arguments
        .iter()
        .all(|of| of.size() <= LARGEST)
        .then_some(())?;
    match (name, arguments) {
        ("mirror", [a]) => mirrored(a),
        ("product", [a, x]) => Some(Term::of_vector(product(code, &a.matrix()?, &x.vector()?)?)),
        ("energy", [m, v]) => {
            let (m, v) = (mirrored(m)?.matrix()?, v.vector()?);
            let momentum = product(code, &m, &v)?;
            let double = product(code, &vec![momentum], &v)?[0];
            let half = code.number(&(Rational::ONE / integer(2)));
            Some(Term::Number(code.binary("mul", half, double)))
        }
        ("accelerations", [m, tau, f]) => {
            let (m, tau, f) = (mirrored(m)?.matrix()?, tau.vector()?, f.vector()?);
            let pairs = tau.iter().zip(&f);
            let rest = pairs
                .map(|(tau, f)| vec![code.binary("sub", *tau, *f)])
                .collect();
            let is_right = m.len() == tau.len() && f.len() == tau.len();
            let solution = is_right.then(|| solved(code, m, rest))?;
            Some(Term::of_vector(solution.into_iter().flatten().collect()))
        }
        ("inverse" | "inverse_lower", [a]) => {
            let a = mirrored(a)?.matrix()?;
            let [zero, one] = [Rational::ZERO, Rational::ONE].map(|of| code.number(&of));
            let n = a.len();
            let unit = |row| {
                (0..n)
                    .map(|column| if row == column { one } else { zero })
                    .collect()
            };
            let inverse = solved(code, a, (0..n).map(unit).collect());
            let rows = inverse.into_iter().enumerate().map(|(row, entries)| {
                let entries = entries.into_iter().enumerate();
                let entry = |(column, entry)| match name == "inverse" || column <= row {
                    true => Term::Number(entry),
                    false => Term::Unwritten,
                };
                Term::Array(entries.map(entry).collect())
            });
            Some(Term::Array(rows.collect()))
        }
        _ => None,
    }
}

/// The matrix with the entries below the diagonal above it too; `None` if it is no matrix.
fn mirrored(a: &Term) -> Option<Term> {
    let Term::Array(rows) = a else {
        return None;
    };
    let n = rows.len();
    let entry =
        |row: usize, column: usize| a.part(&[row.max(column), row.min(column)].map(Step::Entry));
    let row = |row| {
        (0..n)
            .map(|column| entry(row, column))
            .collect::<Option<_>>()
    };
    let rows = (0..n).map(|at| row(at).map(Term::Array));
    rows.collect::<Option<_>>().map(Term::Array)
}

/// `A x`
fn product(code: &mut Code, a: &Matrix, x: &[Value]) -> Option<Vec<Value>> {
    let zero = code.number(&Rational::ZERO);
    let row = |row: &Vec<Value>| {
        let dot = row.iter().zip(x).fold(zero, |sum, (a, x)| {
            let product = code.binary("mul", *a, *x);
            code.binary("add", sum, product)
        });
        (row.len() == x.len()).then_some(dot)
    };
    a.iter().map(row).collect()
}

/// `A^-1 B` of a definite matrix, by elimination.
fn solved(code: &mut Code, mut a: Matrix, mut b: Matrix) -> Matrix {
    let one = code.number(&Rational::ONE);
    for k in (0..a.len()).rev() {
        let inverse = code.binary("div", one, a[k][k]);
        for entry in &mut b[k] {
            *entry = code.binary("mul", *entry, inverse);
        }
        for entry in &mut a[k][..k] {
            *entry = code.binary("mul", *entry, inverse);
        }
        for row in (0..a.len()).filter(|row| *row != k) {
            let factor = a[row][k];
            let mut eliminate = |from: &Matrix, to: &mut Value, column: usize| {
                let product = code.binary("mul", factor, from[k][column]);
                *to = code.binary("sub", *to, product);
            };
            for column in 0..k {
                let mut entry = a[row][column];
                eliminate(&a, &mut entry, column);
                a[row][column] = entry;
            }
            for column in 0..b[row].len() {
                let mut entry = b[row][column];
                eliminate(&b, &mut entry, column);
                b[row][column] = entry;
            }
        }
    }
    b
}
