//! What expressions of a text give: numbers modulo a prime, lists of them, and the algebra of vectors and matrices.

use std::collections::BTreeMap;

use crate::residues::{Number, PRIME, inverse, times};

/// What an expression gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    Number(Number),
    /// An array or a tuple.
    List(Vec<Thing>),
    /// The lanes of a register.
    Lanes(Vec<Number>),
    /// A struct: the title of its type, and its fields.
    Struct(String, BTreeMap<String, Thing>),
    /// A variant of the enum of links.
    Link(String),
}

pub fn circle_of(thing: &Thing) -> Option<[Number; 2]> {
    match thing {
        Thing::Number(angle) => Some(angle.circle().map(Number::plain)),
        _ => None,
    }
}

pub fn vector(thing: &Thing) -> Option<Vec<Number>> {
    let Thing::List(entries) = thing else {
        return None;
    };
    let entries = entries.iter().map(|entry| match entry {
        Thing::Number(number) => Some(*number),
        _ => None,
    });
    entries.collect()
}

/// A matrix.
pub fn matrix(thing: &Thing) -> Option<Vec<Vec<Number>>> {
    let Thing::List(rows) = thing else {
        return None;
    };
    let rows: Vec<_> = rows.iter().map(vector).collect::<Option<_>>()?;
    let width = rows.first().map_or(0, Vec::len);
    rows.iter().all(|row| row.len() == width).then_some(rows)
}

pub fn list_of(numbers: Vec<Number>) -> Thing {
    Thing::List(numbers.into_iter().map(Thing::Number).collect())
}

/// The inverse, by elimination without a choice of pivots.
pub fn invert(square: &[Vec<Number>]) -> Vec<Vec<Number>> {
    let size = square.len();
    let mut rows: Vec<Vec<u128>> = (0..size)
        .map(|row| {
            let own = square[row].iter().map(|entry| entry.value);
            own.chain((0..size).map(|column| u128::from(column == row)))
                .collect()
        })
        .collect();
    for column in 0..size {
        let scale = inverse(rows[column][column]);
        let pivot: Vec<u128> = rows[column]
            .iter()
            .map(|entry| times(*entry, scale))
            .collect();
        for (row, entries) in rows.iter_mut().enumerate() {
            let factor = entries[column];
            for (entry, of_pivot) in entries.iter_mut().zip(&pivot) {
                *entry = if row == column {
                    *of_pivot
                } else {
                    (*entry + PRIME - times(factor, *of_pivot)) % PRIME
                };
            }
        }
    }
    let right = rows.into_iter().map(|row| row[size..].to_vec());
    let numbers = right.map(|row| row.into_iter().map(Number::plain).collect());
    numbers.collect()
}
