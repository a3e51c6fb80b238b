//! Accelerations without applied forces.
//!
//! Random forces dominate the acceleration of a light base, which then has all digits right. Without these forces,
//! the acceleration is due to limbs and gravity, and most digits may cancel.

use super::double::Double;

/// Subtracts the part that the forces f cause from the accelerations a: `a - M^-1 f`, with M by rows.
pub fn subtract_forced_part(
    accelerations: &[Double],
    mass_matrix: &[Double],
    forces: &[f64],
) -> Vec<Double> {
    let n = forces.len();
    let mut rows: Vec<Vec<Double>> = mass_matrix
        .chunks_exact(n)
        .map(<[Double]>::to_vec)
        .collect();
    let mut solution: Vec<Double> = forces.iter().map(|&force| Double::from(force)).collect();
    for k in 0..n {
        for i in k + 1..n {
            let factor = rows[i][k] / rows[k][k];
            let (head, tail) = rows.split_at_mut(i);
            let remainder = tail[0].iter_mut().zip(&head[k]).skip(k);
            remainder.for_each(|(entry, &pivot_entry)| *entry = *entry - factor * pivot_entry);
            solution[i] = solution[i] - factor * solution[k];
        }
    }
    for k in (0..n).rev() {
        let terms = (k + 1..n).map(|i| rows[k][i] * solution[i]);
        let remainder = terms.fold(solution[k], |remainder, term| remainder - term);
        solution[k] = remainder / rows[k][k];
    }
    let pairs = accelerations.iter().zip(solution);
    pairs
        .map(|(&acceleration, solution)| acceleration - solution)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `[[4, 2], [2, 5]]^-1 (8, -4) = (3, -2)`
    #[test]
    fn the_acceleration_due_to_forces_is_subtracted() {
        let m = [4.0, 2.0, 2.0, 5.0].map(Double::from);
        let result = subtract_forced_part(&[3.5, -1.0].map(Double::from), &m, &[8.0, -4.0]);
        assert_eq!(
            result.iter().map(Double::nearest).collect::<Vec<_>>(),
            [0.5, 1.0]
        );
    }
}
