//! The runtime's loops over small matrices as programs, as `multibody::dense` documents them.

use crate::code::{Code, Value};
use crate::term::{Step, Term};
use multibody_program::exact::{Rational, integer};

type Matrix = Vec<Vec<Value>>;

/// An upper bound of the number of values that a function adds to a program.
pub fn work(name: &str, arguments: &[Term]) -> usize {
    let entries: usize = arguments.iter().map(Term::size).sum();
    // All arguments together have at least n^2 entries, since one is a matrix of n rows and n columns.
    let factor = match name {
        "accelerations" | "negative_product" | "negative_product_dispatched" => entries.isqrt(),
        "inverse" | "inverse_lower" => 3 * entries.isqrt(),
        _ => 2,
    };
    entries.saturating_mul(factor)
}

/// The result of a function with these arguments. `None`: there is no such function, or it takes other
/// arguments.
pub fn call(code: &mut Code, name: &str, arguments: &[Term]) -> Option<Term> {
    match (name, arguments) {
        ("mirror", [a]) => Some(matrix_term(mirror(a)?)),
        ("product", [a, x]) => Some(Term::of_vector(product(code, &a.matrix()?, &x.vector()?)?)),
        ("negative_product" | "negative_product_dispatched", [a, b]) => {
            let (a, b) = (a.matrix()?, b.matrix()?);
            let mut minus = |entry: &Value| code.unary("neg", *entry);
            let column = |index| b.iter().map(|row| row.get(index).map(&mut minus)).collect();
            let width = b.first()?.len();
            let columns = (0..width).map(column).collect::<Option<Matrix>>()?;
            let rows = a.iter().map(|row| product(code, &columns, row));
            Some(matrix_term(rows.collect::<Option<_>>()?))
        }
        ("energy", [m, v]) => {
            let (m, v) = (mirror(m)?, v.vector()?);
            let momentum = product(code, &m, &v)?;
            let double = product(code, &vec![momentum], &v)?[0];
            let half = code.number(&(Rational::ONE / integer(2)));
            Some(Term::Number(code.binary("mul", half, double)))
        }
        ("accelerations", [m, tau, f]) => {
            let (mut rows, tau, f) = (mirror(m)?, tau.vector()?, f.vector()?);
            (rows.len() == tau.len() && f.len() == tau.len()).then_some(())?;
            for ((row, tau), f) in rows.iter_mut().zip(tau).zip(f) {
                row.push(code.binary("sub", tau, f));
            }
            Some(Term::of_vector(solve(code, rows).concat()))
        }
        ("inverse" | "inverse_lower", [a]) => {
            let mut rows = mirror(a)?;
            let n = rows.len();
            let [zero, one] = [Rational::ZERO, Rational::ONE].map(|number| code.number(&number));
            for (index, row) in rows.iter_mut().enumerate() {
                row.extend((0..n).map(|column| if index == column { one } else { zero }));
            }
            let inverse = solve(code, rows).into_iter().enumerate();
            let rows = inverse.map(|(row, entries)| {
                let mut terms: Vec<Term> = entries.into_iter().map(Term::Number).collect();
                // `inverse_lower` writes no entries above the diagonal.
                terms[if name == "inverse" { n } else { row + 1 }..].fill(Term::Unwritten);
                Term::array(terms)
            });
            Some(Term::array(rows.collect()))
        }
        _ => None,
    }
}

fn matrix_term(rows: Matrix) -> Term {
    Term::array(rows.into_iter().map(Term::of_vector).collect())
}

/// The matrix with the entries below the diagonal copied above it. `None`: it is no square matrix.
fn mirror(a: &Term) -> Option<Matrix> {
    let rows = a.entries()?;
    let is_square = rows.iter().all(|row| row.size() == rows.len());
    let entry = |row: usize, column: usize| {
        let indices = [row.max(column), row.min(column)];
        a.part(&indices.map(Step::Entry))?.number()
    };
    let row = |row| (0..rows.len()).map(|column| entry(row, column)).collect();
    let matrix: Option<Matrix> = (0..rows.len()).map(row).collect();
    matrix.filter(|_| is_square)
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

/// `A^-1 B` by Gauss-Jordan elimination. Each row is a row of the definite matrix A, followed by one of B. A definite matrix needs
/// no pivoting.
fn solve(code: &mut Code, mut rows: Matrix) -> Matrix {
    let one = code.number(&Rational::ONE);
    let (n, width) = (rows.len(), rows.first().map_or(0, Vec::len));
    for k in (0..n).rev() {
        let columns = (0..k).chain(n..width);
        let inverse = code.binary("div", one, rows[k][k]);
        for column in columns.clone() {
            rows[k][column] = code.binary("mul", rows[k][column], inverse);
        }
        for row in (0..n).filter(|row| *row != k) {
            let factor = rows[row][k];
            for column in columns.clone() {
                let product = code.binary("mul", factor, rows[k][column]);
                rows[row][column] = code.binary("sub", rows[row][column], product);
            }
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}
