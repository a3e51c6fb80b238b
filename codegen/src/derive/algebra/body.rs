//! What a body's energies say about its equations.
//!
//! Lagrange's equations in the body's own twist (Boltzmann and Hamel; Poincare): with `p = dT/dv`
//! and `l = dT/dw` the force is `p' + w x p` and the moment `l' + w x l + v x p`.

use symbolica::atom::{Atom, AtomCore, Symbol};

use super::bridge::{Names, Unknown, lower, raise, variable};
use crate::derive::local::BodyTerms;
use crate::exact;
use crate::ir::{Builder, Input, InputKind, Program, Value};

/// Number of local inputs: moments, V, A, gravity.
const INPUTS: usize = 10 + 6 + 6 + 3;

/// Derives a body's terms from T = sum m |v + w x r|^2 / 2 and U = -sum m g . r, and from what
/// `extra` adds to T: a program of the six components of V.
///
/// # Errors
/// `extra` has something that is no expression.
pub fn body_terms(extra: Option<&Program>) -> Result<BodyTerms, Unknown> {
    let kinetic = kinetic_energy(extra)?;
    let twist: Vec<Symbol> = (10..16).map(symbol).collect();
    let momentum: Vec<Atom> = twist.iter().map(|&v| kinetic.derivative(v)).collect();
    let inertia: Vec<Atom> = (0..36)
        .map(|at| momentum[at / 6].derivative(twist[at % 6]))
        .collect();
    let adjoint = adjoint_part(&momentum);
    let wrench: Vec<Atom> = (0..6)
        .map(|i| {
            (0..6).fold(adjoint[i].clone(), |sum, j| {
                sum + &inertia[6 * i + j] * local(16 + j)
            })
        })
        .collect();
    Ok(BodyTerms {
        coriolis: lowered(&coriolis(&adjoint, &inertia, &twist)),
        gravity: lowered(&gravity()),
        inertia: lowered(&inertia),
        wrench: lowered(&wrench),
        kinetic: lowered(&[kinetic]),
    })
}

fn symbol(k: usize) -> Symbol {
    variable(Input::new(InputKind::Local, k))
}

fn local(k: usize) -> Atom {
    Atom::var(symbol(k))
}

fn cross(a: &[Atom], b: &[Atom]) -> [Atom; 3] {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        &a[i] * &b[j] - &a[j] * &b[i]
    })
}

/// T = m v.v / 2 + v . (w x h) + sum m |w x r|^2 / 2, the last as (tr S) w.w / 2 - w . S w / 2.
fn kinetic_energy(extra: Option<&Program>) -> Result<Atom, Unknown> {
    let (m, h) = (local(0), [local(1), local(2), local(3)]);
    let v: [Atom; 3] = std::array::from_fn(|k| local(10 + k));
    let w: [Atom; 3] = std::array::from_fn(|k| local(13 + k));
    let place = [[4, 5, 6], [5, 7, 8], [6, 8, 9]];
    let dot =
        |a: &[Atom; 3], b: &[Atom; 3]| (0..3).fold(Atom::num(0), |sum, k| sum + &a[k] * &b[k]);
    let second: [Atom; 3] = std::array::from_fn(|i| {
        (0..3).fold(Atom::num(0), |sum, j| sum + local(place[i][j]) * &w[j])
    });
    let trace = local(4) + local(7) + local(9);
    let twice = m * dot(&v, &v) + trace * dot(&w, &w) - dot(&w, &second);
    let plain = twice / 2 + dot(&v, &cross(&w, &h));
    Ok(match extra {
        None => plain,
        Some(program) => {
            // The program's inputs 0 to 5 are the twist.
            let mut b = Builder::new();
            let outputs = b.inline(program, |b, input| {
                b.input(InputKind::Local, 10 + input.index as usize)
            });
            plain + &raise(&b.finish(&outputs[..1]))?[0]
        }
    })
}

/// `(w x p, w x l + v x p)`
fn adjoint_part(momentum: &[Atom]) -> Vec<Atom> {
    let v: [Atom; 3] = std::array::from_fn(|k| local(10 + k));
    let w: [Atom; 3] = std::array::from_fn(|k| local(13 + k));
    let (p, l) = (&momentum[..3], &momentum[3..]);
    let (force, turned, carried) = (cross(&w, p), cross(&w, l), cross(&v, p));
    let moment = turned.into_iter().zip(carried).map(|(a, b)| a + b);
    force.into_iter().chain(moment).collect()
}

/// The derivative of `U = -g . (m p + R h)` by a displacement (d, t) in body axes at R = 1, p = 0:
/// p moves by d, R by hat(t).
fn gravity() -> Vec<Atom> {
    let (m, h) = (local(0), [local(1), local(2), local(3)]);
    let displacement: Vec<Symbol> = (10..16).map(symbol).collect();
    let turn = [local(13), local(14), local(15)];
    let turned = cross(&turn, &h);
    let energy = (0..3).fold(Atom::num(0), |sum, k| {
        sum - local(22 + k) * (&m * local(10 + k) + &h[k] + &turned[k])
    });
    displacement.iter().map(|&d| energy.derivative(d)).collect()
}

/// `(dQ/dV - I ad_V) / 2` with `ad_V Y = (w x y_v + v x y_w, w x y_w)`.
fn coriolis(adjoint: &[Atom], inertia: &[Atom], twist: &[Symbol]) -> Vec<Atom> {
    let half = super::bridge::number(&(exact::integer(1) / exact::integer(2)));
    let hat = |from: usize| -> [[Atom; 3]; 3] {
        let [x, y, z] = [local(from), local(from + 1), local(from + 2)];
        let o = || Atom::num(0);
        [[o(), -&z, y.clone()], [z, o(), -&x], [-&y, x, o()]]
    };
    let (v, w) = (hat(10), hat(13));
    let ad = |i: usize, j: usize| -> Atom {
        match (i < 3, j < 3) {
            (true, true) => w[i][j].clone(),
            (true, false) => v[i][j - 3].clone(),
            (false, true) => Atom::num(0),
            (false, false) => w[i - 3][j - 3].clone(),
        }
    };
    (0..36)
        .map(|at| {
            let (i, j) = (at / 6, at % 6);
            let bent = (0..6).fold(Atom::num(0), |sum, k| sum + &inertia[6 * i + k] * ad(k, j));
            (adjoint[i].derivative(twist[j]) - bent) * &half
        })
        .collect()
}

fn lowered(expressions: &[Atom]) -> Program {
    let mut b = Builder::new();
    let names = Names::local(&mut b, INPUTS);
    let outputs: Vec<Value> = expressions
        .iter()
        .map(|e| lower(&mut b, &e.expand(), &names))
        .collect();
    b.finish(&outputs)
}
