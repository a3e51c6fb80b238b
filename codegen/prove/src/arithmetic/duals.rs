//! Dual numbers in place of residues: a value and its change (derivative) along one direction, each a residue of the base
//! field or a float.
//!
//! A [`Residue`](super::Residue) is then the index of a dual number that this thread stores, as in a wide field (`wide.rs`). The
//! equation of a function, at a state of dual numbers, is also the equation of its derivatives. The numbers 0 and 1 have the
//! indices 0 and 1.

use std::cell::RefCell;

use super::field::{self, PrimeField};

/// A value and its change, both in the base field.
#[derive(Clone, Copy, PartialEq)]
pub struct Dual {
    pub value: u64,
    pub change: u64,
}

/// All dual numbers of a thread, and the field of their values and changes.
struct Duals {
    base: PrimeField,
    numbers: Vec<Dual>,
}

thread_local! {
    static DUALS: RefCell<Option<Duals>> = const { RefCell::new(None) };
}

impl PrimeField {
    /// Runs a function while all residues are dual numbers over the field now in force. Returns its result.
    pub fn within_duals<T>(run: impl FnOnce() -> T) -> T {
        within_duals_over(Self::in_force(), || Self::within_dual_field(run))
    }
}

fn within_duals_over<T>(base: PrimeField, run: impl FnOnce() -> T) -> T {
    /// Drops all numbers, also when `run` panics.
    struct Dropped;
    impl Drop for Dropped {
        fn drop(&mut self) {
            DUALS.set(None);
        }
    }
    let numbers = [0, 1].map(Dual::constant);
    DUALS.set(Some(Duals {
        base,
        numbers: numbers.to_vec(),
    }));
    let _dropped = Dropped;
    run()
}

/// Runs a function in the field of values and changes.
pub fn in_base_field<T>(run: impl FnOnce() -> T) -> T {
    let field = DUALS.with_borrow(|duals| duals.as_ref().expect("dual numbers").base);
    field.within(run)
}

/// The dual number with an index.
pub fn get(index: u64) -> Dual {
    DUALS.with_borrow(|duals| duals.as_ref().expect("dual numbers").numbers[index as usize])
}

/// Stores a dual number and returns its index.
pub fn store(number: Dual) -> u64 {
    DUALS.with_borrow_mut(|duals| {
        let numbers = &mut duals.as_mut().expect("dual numbers").numbers;
        let index = numbers[..2].iter().position(|constant| *constant == number);
        index.unwrap_or_else(|| {
            numbers.push(number);
            numbers.len() - 1
        }) as u64
    })
}

/// Stores a dual number with change 0, whose value is computed in the base field, and returns its index.
pub fn constant(value: impl FnOnce() -> u64) -> u64 {
    store(Dual::constant(in_base_field(value)))
}

/// The sum.
pub fn sum(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    store(in_base_field(|| Dual {
        value: field::sum(a.value, b.value),
        change: field::sum(a.change, b.change),
    }))
}

/// The difference.
pub fn difference(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    store(in_base_field(|| Dual {
        value: field::difference(a.value, b.value),
        change: field::difference(a.change, b.change),
    }))
}

/// The product.
pub fn product(a: u64, b: u64) -> u64 {
    let (a, b) = (get(a), get(b));
    store(in_base_field(|| Dual {
        value: field::product(a.value, b.value),
        change: field::sum(
            field::product(a.change, b.value),
            field::product(a.value, b.change),
        ),
    }))
}

/// The inverse. None: the value has no inverse.
pub fn inverse(a: u64) -> Option<u64> {
    let a = get(a);
    let inverse = in_base_field(|| {
        let value = field::inverse(a.value)?;
        let slope = field::difference(0, field::product(value, value));
        let change = field::product(a.change, slope);
        Some(Dual { value, change })
    })?;
    Some(store(inverse))
}

/// The square root. None: the value has no root, or it is 0, where the root has no derivative.
pub fn root(a: u64) -> Option<u64> {
    let a = get(a);
    let root = in_base_field(|| {
        let value = field::root(a.value)?;
        let slope = field::inverse(field::sum(value, value))?;
        let change = field::product(a.change, slope);
        Some(Dual { value, change })
    })?;
    Some(store(root))
}

/// A factor that balances the change before it is summed with others, see [`Residue::balance`](super::Residue::balance).
pub fn balance(a: u64) -> u64 {
    let Dual { change, .. } = get(a);
    constant(|| field::balance(change))
}

/// Whether the changes of both are equal. Values are not compared: either the function's own equation checks them, or
/// the program does not return them and they are zeros.
pub fn agree(a: u64, b: u64) -> bool {
    let [a, b] = [a, b].map(|index| get(index).change);
    in_base_field(|| field::agree(a, b))
}

impl Dual {
    /// A dual number with change 0.
    fn constant(value: u64) -> Self {
        Self { value, change: 0 }
    }
}
