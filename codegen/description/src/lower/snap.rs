//! Decides which numbers of a description mean a multiple of a quarter turn.
//!
//! `rpy="1.5708 0 0"` means a quarter turn but is 3.7e-6 off. If this number were used as written, all rotations after
//! it would be dense.

use dashu_base::Abs;
use dashu_int::UBig;

use crate::model::Number;
use crate::system::Snap;
use multibody_program::exact::{
    Angle, Rational, RationalMatrix, integer, nearest_f64, quarter_turn, rotation,
};

/// Reciprocal of the tolerance within which a number is snapped: an angle in rad, a component of an axis relative to
/// the largest one, or an entry of a rotation matrix.
const TOLERANCE_RECIPROCAL: i64 = 1_000_000_000;
/// A number with fewer decimals than this does not count as a rounded multiple of pi/2: 1.57 may mean just that.
const MIN_DECIMALS: usize = 4;

/// Snaps numbers, or keeps them as written, and records the changes.
#[derive(Debug)]
pub struct Snapper {
    is_on: bool,
    tolerance: Rational,
    quarter_turn: Rational,
    snaps: Vec<Snap>,
}

impl Snapper {
    /// If `is_on` is false, all numbers are kept as written.
    pub fn new(is_on: bool) -> Self {
        Self {
            is_on,
            tolerance: Rational::ONE / integer(TOLERANCE_RECIPROCAL),
            quarter_turn: quarter_turn().clone(),
            snaps: Vec::new(),
        }
    }

    /// The changes, largest first.
    pub fn finish(mut self) -> Vec<Snap> {
        self.snaps.sort_by(|a, b| b.change.total_cmp(&a.change));
        self.snaps
    }

    /// The rational rotation angle that a number of the description means.
    pub fn angle(&mut self, number: &Number, place: impl FnOnce() -> String) -> Angle {
        if number.value == Rational::ZERO {
            return Angle::of_quarter_turns(0);
        }
        let count = (&number.value / &self.quarter_turn).round();
        let target = Rational::from(count.clone()) * &self.quarter_turn;
        let error = (&number.value - &target).abs();
        if self.is_on && (error <= self.tolerance || is_rounded_from(number, &target)) {
            self.record(place, &error);
            let quarter_turns = i64::from(count % 4);
            return Angle::of_quarter_turns(quarter_turns);
        }
        Angle::of_radians(&number.value)
    }

    /// The axis without its negligible components.
    pub fn axis(&mut self, axis: &[Number; 3], place: impl FnOnce() -> String) -> [Rational; 3] {
        let sizes = axis.each_ref().map(|number| number.value.clone().abs());
        let largest = sizes.iter().max().expect("three components").clone();
        let is_negligible = |size: &Rational| self.is_on && *size <= &self.tolerance * &largest;
        let dropped = sizes.iter().filter(|size| is_negligible(size)).max();
        let change = dropped.filter(|size| **size != Rational::ZERO).cloned();
        let components = std::array::from_fn(|k| {
            if is_negligible(&sizes[k]) { Rational::ZERO } else { axis[k].value.clone() }
        });
        if let Some(change) = change {
            self.record(place, &(change / largest));
        }
        components
    }

    /// The rotation by quarter turns to which a composed rotation is snapped. `None` if none is close, if it already is one, or
    /// if snapping is off.
    pub fn rotation(
        &mut self,
        composed: &RationalMatrix,
        place: impl FnOnce() -> String,
    ) -> Option<RationalMatrix> {
        let (exact, change) = rotation::rounded_entries(composed);
        if !self.is_on || change > self.tolerance || exact == *composed {
            return None;
        }
        self.record(place, &change);
        Some(exact)
    }

    fn record(&mut self, place: impl FnOnce() -> String, change: &Rational) {
        if *change > Rational::ZERO {
            self.snaps.push(Snap {
                place: place(),
                change: nearest_f64(change),
            });
        }
    }
}

/// Whether the text is `target`, rounded or truncated to the number of decimals in the text.
fn is_rounded_from(number: &Number, target: &Rational) -> bool {
    let Some((_, fraction)) = number.text.split_once('.') else {
        return false;
    };
    let digits = fraction.len();
    if digits < MIN_DECIMALS || !fraction.bytes().all(|b| b.is_ascii_digit()) || target.is_zero() {
        return false;
    }
    let error = (&number.value - target).abs();
    let last_place = Rational::ONE / Rational::from(UBig::from(10_u8).pow(digits));
    let is_below = number.value.clone().abs() < target.clone().abs();
    &error + &error <= last_place || (is_below && error < last_place)
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;
    use crate::model::Span;
    use multibody_program::exact::decimal;

    fn turns(text: &str) -> Option<f64> {
        let number = Number {
            value: decimal(text).unwrap(),
            text: text.into(),
            span: Span::default(),
        };
        let angle = Snapper::new(true).angle(&number, String::new);
        let exact = angle.cos == Rational::ZERO || angle.sin == Rational::ZERO;
        exact.then(|| angle.radians() / FRAC_PI_2)
    }

    #[test]
    fn rounded_and_truncated_multiples_of_a_quarter_turn_snap() {
        for (text, expected) in [
            ("1.5708", 1.0),
            ("1.5707", 1.0),
            ("-1.57079", -1.0),
            ("-1.5707963267948966", -1.0),
            ("3.1416", 2.0),
            ("3.1415", 2.0),
            ("1e-10", 0.0),
            ("4.7124", -1.0),
        ] {
            assert_eq!(turns(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_angles_are_not_snapped() {
        for text in [
            "1.57", "1.571", "1.5709", "1.5706", "0.0001", "3.14", "0.785398",
        ] {
            assert_eq!(turns(text), None, "{text}");
        }
    }
}
