//! The runtime's loops over small matrices as programs: what `multibody::dense` documents.

use crate::code::{Code, Value};
use crate::term::{Step, Term};
use multibody_program::exact::{Rational, integer};

type Matrix = Vec<Vec<Value>>;

/// The result of a function with these arguments. `None`: there is no such function, or its arguments are others.
pub fn call(code: &mut Code, name: &str, arguments: &[Term]) -> Option<Term> {
    match (name, arguments) {
        ("product", [a, x]) => {
            let (a, x) = (a.matrix()?, x.vector()?);
            is_square(&a, x.len()).then(|| Term::of_vector(product(code, &a, &x)))
        }
        ("energy", [m, v]) => {
            let (m, v) = (mirrored(m)?.matrix()?, v.vector()?);
            is_square(&m, v.len()).then_some(())?;
            let momentum = product(code, &m, &v);
            let double = dot(code, &momentum, &v);
            let half = code.number(&(Rational::ONE / integer(2)));
            Some(Term::Number(code.binary("mul", half, double)))
        }
        ("accelerations", [m, tau, f]) => {
            let (m, tau, f) = (m.matrix()?, tau.vector()?, f.vector()?);
            let is_right = is_square(&m, tau.len()) && f.len() == tau.len();
            is_right.then(|| {
                let pairs = tau.iter().zip(f);
                let mut x: Vec<_> = pairs.map(|(&tau, f)| code.binary("sub", tau, f)).collect();
                let factors = factors(code, m);
                substitute(code, &factors, &mut x);
                Term::of_vector(x)
            })
        }
        _ => None,
    }
}

/// The inverse of a symmetric matrix, of which only the lower triangle is read; `None` if it is no matrix.
pub fn inverse(code: &mut Code, a: &Term, is_lower: bool) -> Option<Term> {
    let a = a.matrix()?;
    let n = a.len();
    is_square(&a, n).then_some(())?;
    let factors = factors(code, a);
    let [zero, one] = [Rational::ZERO, Rational::ONE].map(|of| code.number(&of));
    let columns = (0..n).map(|column| {
        let unit = |row| if row == column { one } else { zero };
        let mut x: Vec<Value> = (0..n).map(unit).collect();
        substitute(code, &factors, &mut x);
        x
    });
    let columns: Matrix = columns.collect();
    let entry = |row: usize, column: usize| match is_lower && column > row {
        true => Term::Unwritten,
        false => Term::Number(columns[row.min(column)][row.max(column)]),
    };
    let row = |row| Term::Array((0..n).map(|column| entry(row, column)).collect());
    Some(Term::Array((0..n).map(row).collect()))
}

/// The matrix with the entries below the diagonal above it too; `None` if it is no square matrix.
pub fn mirrored(a: &Term) -> Option<Term> {
    let entry = |row: usize, column: usize| {
        let steps = [row.max(column), row.min(column)].map(Step::Entry);
        a.part(&steps)
    };
    let n = match a {
        Term::Array(rows) => rows.len(),
        _ => return None,
    };
    let row = |row| {
        (0..n)
            .map(|column| entry(row, column))
            .collect::<Option<_>>()
    };
    let rows = (0..n).map(|at| row(at).map(Term::Array));
    rows.collect::<Option<_>>().map(Term::Array)
}

fn is_square(a: &Matrix, n: usize) -> bool {
    a.len() == n && a.iter().all(|row| row.len() == n)
}

fn product(code: &mut Code, a: &Matrix, x: &[Value]) -> Vec<Value> {
    a.iter().map(|row| dot(code, row, x)).collect()
}

fn dot(code: &mut Code, x: &[Value], y: &[Value]) -> Value {
    let zero = code.number(&Rational::ZERO);
    x.iter().zip(y).fold(zero, |sum, (&x, &y)| {
        let product = code.binary("mul", x, y);
        code.binary("add", sum, product)
    })
}

/// `a - b c`
fn minus_product(code: &mut Code, a: Value, b: Value, c: Value) -> Value {
    let product = code.binary("mul", b, c);
    code.binary("sub", a, product)
}

/// The factors of `A = L^T D L`: L below the diagonal, 1 / D on it.
fn factors(code: &mut Code, mut a: Matrix) -> Matrix {
    let one = code.number(&Rational::ONE);
    for k in (0..a.len()).rev() {
        let inverse = code.binary("div", one, a[k][k]);
        for i in (0..k).rev() {
            let ratio = code.binary("mul", a[k][i], inverse);
            for j in 0..=i {
                a[i][j] = minus_product(code, a[i][j], ratio, a[k][j]);
            }
            a[k][i] = ratio;
        }
        a[k][k] = inverse;
    }
    a
}

/// Solves `L^T D L x = y`; x replaces y.
fn substitute(code: &mut Code, factors: &Matrix, y: &mut [Value]) {
    for k in (0..y.len()).rev() {
        for i in 0..k {
            y[i] = minus_product(code, y[i], factors[k][i], y[k]);
        }
    }
    for k in 0..y.len() {
        y[k] = code.binary("mul", y[k], factors[k][k]);
        for i in 0..k {
            y[k] = minus_product(code, y[k], factors[k][i], y[i]);
        }
    }
}
