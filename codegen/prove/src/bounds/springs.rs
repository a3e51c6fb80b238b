//! Bounds of springs between points: of their energy, their power along rates, and their forces.

use super::fraction::FractionBound;
use super::values::ValueBounds;
use multibody_description::system::System;
use multibody_program::ir::Algebra;

/// The bound of the energies, powers and forces of all springs between points, over one denominator. `point` bounds the
/// components of a point of a link, and `numbers` bounds stiffnesses, lengths and dampings. `change` is the factor by which a
/// derivative multiplies numerator and denominator: see [`ValueBounds::change`].
pub fn point_springs(
    values: &mut ValueBounds,
    system: &System,
    point: &FractionBound,
    numbers: &FractionBound,
    change: &FractionBound,
) -> FractionBound {
    let mut total = FractionBound::default();
    for _ in &system.point_springs {
        // The square of the length: the sum of three squares, each of a difference of two terms. Its height, in bits, grows by
        // two for each square and two for the sum; 6 bits are more than enough.
        let mut square = point.power(2.0);
        square.numerator.height += 6.0;
        let length = values.root(&square);
        let slope = values.derivative(&square, change);
        let rate = values.div(&slope, &length);
        let stretch = values.sum(&length, numbers);
        let [elastic, viscous] = [&stretch, &rate].map(|term| numbers.times(term));
        let tension = values.sum(&elastic, &viscous);
        let energy = elastic.times(&stretch);
        let tension_by_length = values.div(&tension, &length);
        for term in [energy, tension.times(&rate), tension_by_length.times(point)] {
            total = values.sum(&total, &term);
        }
    }
    total.numerator.height += (system.point_springs.len() + 1) as f64;
    total
}
