//! Residues that move: a value and its change along one direction, in place of a residue of a field or a float.
//!
//! A [`Residue`](super::Residue) is then the index of a pair that this thread stores, as in a wide field. So the equation of a
//! function, at a state that moves, is that of its derivatives. The numbers 0 and 1 have the indices 0 and 1.

use std::cell::RefCell;

use super::field::{self, PrimeField};

/// A residue that moves: value and change in the arithmetic at rest.
#[derive(Clone, Copy, PartialEq)]
pub struct Moving {
    pub value: u64,
    pub change: u64,
}

struct Duals {
    at_rest: PrimeField,
    numbers: Vec<Moving>,
}

thread_local! {
    static DUALS: RefCell<Option<Duals>> = const { RefCell::new(None) };
}

impl PrimeField {
    /// Runs a function while all residues move: they are pairs of values and changes in the arithmetic in force. Returns its
    /// result.
    pub fn within_duals<T>(run: impl FnOnce() -> T) -> T {
        within(Self::in_force(), || Self::within_pairs(run))
    }
}

fn within<T>(at_rest: PrimeField, run: impl FnOnce() -> T) -> T {
    /// Drops all numbers, also when `run` panics.
    struct Dropped;
    impl Drop for Dropped {
        fn drop(&mut self) {
            DUALS.set(None);
        }
    }
    let numbers = [0, 1].map(Moving::constant);
    DUALS.set(Some(Duals {
        at_rest,
        numbers: numbers.to_vec(),
    }));
    let _dropped = Dropped;
    run()
}

/// Runs a function in the arithmetic of values and changes.
pub fn at_rest<T>(run: impl FnOnce() -> T) -> T {
    let field = DUALS.with_borrow(|duals| duals.as_ref().expect("residues move").at_rest);
    field.within(run)
}

/// A residue that moves.
pub fn get(index: u64) -> Moving {
    DUALS.with_borrow(|duals| duals.as_ref().expect("residues move").numbers[index as usize])
}

/// The index of a residue that moves.
pub fn store(residue: Moving) -> u64 {
    DUALS.with_borrow_mut(|duals| {
        let numbers = &mut duals.as_mut().expect("residues move").numbers;
        let index = numbers[..2].iter().position(|number| *number == residue);
        index.unwrap_or_else(|| {
            numbers.push(residue);
            numbers.len() - 1
        }) as u64
    })
}

/// A residue that does not move, computed in the arithmetic of values and changes.
pub fn constant(value: impl FnOnce() -> u64) -> u64 {
    store(Moving::constant(at_rest(value)))
}

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    store(at_rest(|| Moving {
        value: field::sum(a.value, b.value),
        change: field::sum(a.change, b.change),
    }))
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    store(at_rest(|| Moving {
        value: field::difference(a.value, b.value),
        change: field::difference(a.change, b.change),
    }))
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    store(at_rest(|| Moving {
        value: field::product(a.value, b.value),
        change: field::sum(
            field::product(a.change, b.value),
            field::product(a.value, b.change),
        ),
    }))
}

/// The inverse. None: the value has none.
pub fn inverse(a: u64) -> Option<u64> {
    let a = get(a);
    let inverse = at_rest(|| {
        let value = field::inverse(a.value)?;
        let slope = field::difference(0, field::product(value, value));
        let change = field::product(a.change, slope);
        Some(Moving { value, change })
    })?;
    Some(store(inverse))
}

/// The square root. None: the value has none, or is 0 and moves.
pub fn root(a: u64) -> Option<u64> {
    let a = get(a);
    let root = at_rest(|| {
        let value = field::root(a.value)?;
        let slope = field::inverse(field::sum(value, value))?;
        let change = field::product(a.change, slope);
        Some(Moving { value, change })
    })?;
    Some(store(root))
}

/// A factor that makes the change large enough to be seen beside others.
pub fn balance(a: u64) -> u64 {
    let Moving { change, .. } = get(a);
    constant(|| field::balance(change))
}

/// Whether the changes of both are equal.
pub fn agree(a: u64, b: u64) -> bool {
    let [a, b] = [a, b].map(|index| get(index).change);
    at_rest(|| field::agree(a, b))
}

impl Moving {
    /// A residue that does not move.
    fn constant(value: u64) -> Self {
        Self { value, change: 0 }
    }
}
