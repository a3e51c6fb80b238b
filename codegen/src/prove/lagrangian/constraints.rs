//! What holds a system, along a path of the coordinates.

use super::{Chart, Lagrangian, Path};
use crate::ir::Program;
use crate::prove::affine::{Affine, twist};
use crate::prove::around::Around;
use crate::prove::field::Residue;
use crate::prove::jet::{Jet, TIME};
use crate::system::{Between, End, Row};

impl Lagrangian<'_> {
    /// C of each row; 0 of rows on rates.
    pub fn constraints<const N: usize>(&mut self, path: &Path<N>) -> Vec<Jet<N>> {
        let rows = self.rows(path);
        let of_rows = rows.into_iter().zip(&self.system.constraints);
        of_rows
            .map(|(row, constraint)| match constraint.row.is_of_positions() {
                true => row.at_rest(TIME),
                false => Jet::ZERO,
            })
            .collect()
    }

    /// How fast each row changes; of rows on rates their own value.
    pub fn constraint_rates<const N: usize>(&mut self, path: &Path<N>) -> Vec<Jet<N>> {
        let rows = self.rows(path);
        let of_rows = rows.into_iter().zip(&self.system.constraints);
        of_rows
            .map(|(row, constraint)| match constraint.row.is_of_positions() {
                true => row.derivative(TIME),
                false => row,
            })
            .collect()
    }

    /// Of rows on positions C on the way along the path, of rows on rates what stays 0.
    fn rows<const N: usize>(&mut self, path: &Path<N>) -> Vec<Jet<N>> {
        let placements = self.moving(path, Chart::Successive).links;
        let (stated, system) = (self.stated, self.system);
        let said = &stated.expressed.constraints;
        let rates = path.rate.iter().zip(&path.shift);
        let time = Jet::along(TIME, Residue::ONE);
        let swept: Vec<Jet<N>> = rates.map(|(&rate, &shift)| shift + time * rate).collect();
        let of_positions = self.displaced(&swept, None, path.time);
        let of_rates = self.displaced(&path.shift, Some(&path.rate), path.time.at_rest(TIME));
        let mut evaluated = |program: &Program, is_of_rates: bool| {
            let displaced = match is_of_rates {
                true => of_rates.clone(),
                false => of_positions.clone(),
            };
            Around::new(&mut self.state, displaced).evaluate(program)[0]
        };
        let mut rows = Vec::with_capacity(system.constraints.len());
        for (constraint, numbers) in system.constraints.iter().zip(&self.numbers.held) {
            rows.push(match &constraint.row {
                Row::Said { at, of_rates } => evaluated(&said[*at], *of_rates),
                Row::Between { ends, what } => {
                    let (points, length) = numbers.split_at(6);
                    let frames = [0, 1].map(|k| {
                        let point = [0, 1, 2].map(|i| points[3 * k + i]);
                        fixture(&placements, &ends[k], &point)
                    });
                    between(&frames, *what, length)
                }
                Row::Contact {
                    end,
                    axes,
                    component,
                } => {
                    let point = [0, 1, 2].map(|i| numbers[i]);
                    twist(&fixture(&placements, end, &point), *axes)[*component]
                }
            });
        }
        rows
    }
}

/// The frame at a point of a link.
fn fixture<const N: usize>(placements: &[Affine<N>], end: &End, point: &[Residue; 3]) -> Affine<N> {
    let mut shift = Affine::identity();
    for (row, &x) in shift.0.iter_mut().zip(point) {
        row[3] = Jet::constant(x);
    }
    match end.link {
        Some(link) => placements[link].times(&shift),
        None => shift,
    }
}

fn between<const N: usize>(
    [from, to]: &[Affine<N>; 2],
    what: Between,
    length: &[Residue],
) -> Jet<N> {
    let d = std::array::from_fn(|i| to.0[i][3] - from.0[i][3]);
    let axis = |frame: &Affine<N>, k: usize| std::array::from_fn(|i| frame.0[i][k]);
    let across = |i: usize, j: usize| dot(&axis(from, i), &axis(to, j));
    match what {
        Between::Apart(k) => dot(&axis(from, k), &d),
        Between::Across(i, j) => across(i, j),
        Between::Turned(k) => {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            (across(j, i) - across(i, j)).scaled(Residue::HALF)
        }
        Between::Distance(_) => {
            let square = Jet::constant(length[0] * length[0]);
            (dot(&d, &d) - square).scaled(Residue::HALF)
        }
    }
}

fn dot<const N: usize>(x: &[Jet<N>; 3], y: &[Jet<N>; 3]) -> Jet<N> {
    (0..3).fold(Jet::ZERO, |sum, k| sum + x[k] * y[k])
}
