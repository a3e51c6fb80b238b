//! Residues that move: a value and its change along one direction, in place of a residue of a field or a float.
//!
//! A [`Residue`](super::Residue) is then the index of a pair that this thread stores, as in a wide field. So the equation of a
//! function, at a state that moves, is that of its derivatives. The numbers 0 and 1 have the indices 0 and 1.

use std::cell::RefCell;

use super::field::{PrimeField, Residue};

/// A residue that moves; value and change are residues of the arithmetic at rest.
#[derive(Clone, Copy, PartialEq)]
pub struct Moving {
    pub value: Residue,
    pub change: Residue,
}

struct Duals {
    at_rest: PrimeField,
    numbers: Vec<Moving>,
}

thread_local! {
    static DUALS: RefCell<Option<Duals>> = const { RefCell::new(None) };
}

/// Runs a function while residues move; `at_rest` is the arithmetic of values and changes.
pub fn within<T>(at_rest: PrimeField, run: impl FnOnce() -> T) -> T {
    /// Drops all numbers, also when `run` panics.
    struct Dropped;
    impl Drop for Dropped {
        fn drop(&mut self) {
            DUALS.set(None);
        }
    }
    let numbers = [Residue::ZERO, Residue::ONE].map(Moving::constant);
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
pub fn stored(moving: Moving) -> u64 {
    DUALS.with_borrow_mut(|duals| {
        let numbers = &mut duals.as_mut().expect("residues move").numbers;
        let known = numbers[..2].iter().position(|known| *known == moving);
        known.unwrap_or_else(|| {
            numbers.push(moving);
            numbers.len() - 1
        }) as u64
    })
}

/// A residue that does not move, computed in the arithmetic of values and changes.
pub fn constant(value: impl FnOnce() -> Residue) -> u64 {
    stored(Moving::constant(at_rest(value)))
}

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    stored(at_rest(|| Moving {
        value: a.value + b.value,
        change: a.change + b.change,
    }))
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    stored(at_rest(|| Moving {
        value: a.value - b.value,
        change: a.change - b.change,
    }))
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    stored(at_rest(|| Moving {
        value: a.value * b.value,
        change: a.change * b.value + a.value * b.change,
    }))
}

/// The inverse. None: the value has none.
pub fn inverse(a: u64) -> Option<u64> {
    let a = get(a);
    let inverse = at_rest(|| {
        let value = a.value.inverse()?;
        let change = -(a.change * value * value);
        Some(Moving { value, change })
    })?;
    Some(stored(inverse))
}

/// The square root. None: the value has none, or is 0 and moves.
pub fn root(a: u64) -> Option<u64> {
    let a = get(a);
    let root = at_rest(|| {
        let value = a.value.square_root()?;
        let change = a.change * (value + value).inverse()?;
        Some(Moving { value, change })
    })?;
    Some(stored(root))
}

/// Whether the changes of both are equal.
pub fn agree(a: u64, b: u64) -> bool {
    let [a, b] = [a, b].map(|index| get(index).change);
    at_rest(|| a.agrees(b))
}

impl Moving {
    /// A residue that does not move.
    fn constant(value: Residue) -> Self {
        let change = Residue::ZERO;
        Self { value, change }
    }
}
