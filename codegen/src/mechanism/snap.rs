//! Decides which numbers of a description stand for a quarter turn.
//!
//! `rpy="1.5708 0 0"` means a quarter turn but is 3.7e-6 off. Taken to the letter it would make
//! every rotation behind it dense.

use std::f64::consts::FRAC_PI_2;

use crate::exact::{Rational, RationalMatrix, nearest_f64, rotation};
use crate::generate::Snap;
use crate::ir::Angle;
use crate::model::Number;

/// How far a number may be from its neighbour: rad, or a part of a unit vector or rotation.
const TOLERANCE: f64 = 1e-9;
/// Fewest digits after the point of a number that is taken for a rounded multiple of pi/2.
const DIGITS: usize = 4;

/// Snaps numbers, or keeps them to the letter, and remembers what it changed.
#[derive(Debug)]
pub struct Snapper {
    on: bool,
    snaps: Vec<Snap>,
}

impl Snapper {
    /// `on`: snap; otherwise keep everything to the letter.
    pub fn new(on: bool) -> Self {
        Self {
            on,
            snaps: Vec::new(),
        }
    }

    /// What was changed, largest change first.
    pub fn finish(mut self) -> Vec<Snap> {
        self.snaps.sort_by(|a, b| b.change.total_cmp(&a.change));
        self.snaps
    }

    /// The rational angle that a number of the description stands for.
    pub fn angle(&mut self, number: &Number, place: impl FnOnce() -> String) -> Angle {
        if number.value == Rational::ZERO {
            return rotation::quarter_turns(0);
        }
        let radians = nearest_f64(&number.value);
        let turns = (radians / FRAC_PI_2).round();
        let target = turns * FRAC_PI_2;
        if self.on && (is_near(radians, target) || is_written_for(number, target)) {
            self.note(place, (radians - target).abs());
            return rotation::quarter_turns(turns as i64);
        }
        rotation::angle(radians)
    }

    /// The axis with components that are next to nothing removed.
    pub fn axis(&mut self, axis: &[Number; 3], place: impl FnOnce() -> String) -> [Rational; 3] {
        let floats = axis.each_ref().map(|number| nearest_f64(&number.value));
        let largest = floats.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let negligible = |x: f64| self.on && x.abs() <= TOLERANCE * largest;
        let change = floats
            .iter()
            .filter(|x| negligible(**x))
            .fold(0.0_f64, |m, x| m.max(x.abs()));
        let kept = std::array::from_fn(|k| {
            if negligible(floats[k]) {
                Rational::ZERO
            } else {
                axis[k].value.clone()
            }
        });
        if change > 0.0 {
            self.note(place, change / largest);
        }
        kept
    }

    /// The quarter-turn rotation that a composed rotation stands for, if it differs from it.
    pub fn rotation(
        &mut self,
        composed: &RationalMatrix,
        place: impl FnOnce() -> String,
    ) -> Option<RationalMatrix> {
        let (exact, change) = rotation::nearest_quarter_turn(composed, TOLERANCE)?;
        if !self.on || exact == *composed {
            return None;
        }
        self.note(place, change);
        Some(exact)
    }

    fn note(&mut self, place: impl FnOnce() -> String, change: f64) {
        if change > 0.0 {
            self.snaps.push(Snap {
                place: place(),
                change,
            });
        }
    }
}

fn is_near(radians: f64, target: f64) -> bool {
    (radians - target).abs() <= TOLERANCE
}

/// Whether the text is `target` rounded or truncated to the digits that it has.
fn is_written_for(number: &Number, target: f64) -> bool {
    let Some((_, fraction)) = number.text.split_once('.') else {
        return false;
    };
    let digits = fraction.len();
    if digits < DIGITS || !fraction.bytes().all(|b| b.is_ascii_digit()) || target == 0.0 {
        return false;
    }
    let written = nearest_f64(&number.value);
    let unit = 10.0_f64.powi(-(digits as i32));
    let (short, off) = (written.abs() < target.abs(), (written - target).abs());
    off <= 0.5 * unit || (short && off < unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::decimal;
    use crate::model::Span;

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
        for (text, want) in [
            ("1.5708", 1.0),
            ("1.5707", 1.0),
            ("-1.57079", -1.0),
            ("-1.5707963267948966", -1.0),
            ("3.1416", 2.0),
            ("3.1415", 2.0),
            ("1e-10", 0.0),
            ("4.7124", -1.0),
        ] {
            assert_eq!(turns(text), Some(want), "{text}");
        }
    }

    #[test]
    fn other_angles_stay() {
        for text in [
            "1.57", "1.571", "1.5709", "1.5706", "0.0001", "3.14", "0.785398",
        ] {
            assert_eq!(turns(text), None, "{text}");
        }
    }
}
