//! Symbolic terms along paths through the state: placements of bodies, kinetic energy, forces.

use super::{Path, SystemAtState, Trajectory};
use crate::arithmetic::{
    Affine, Jet, Residue,
    direction::{self, TIME},
};
use crate::evaluation::JetEvaluator;
use multibody_program::ir::{Input, InputKind, evaluate};

impl SystemAtState<'_> {
    /// The placements, along a path, of the bodies that expressions place.
    pub fn bodies<const N: usize>(&mut self, path: &Path<N>) -> Vec<Affine<N>> {
        let time = Jet::along(TIME, Residue::ONE);
        let shifts: Vec<Jet<N>> = (path.shift.iter().zip(&path.rates))
            .map(|(&shift, &rate)| shift + time * rate)
            .collect();
        let inputs = self.displacements(&shifts, None, path.time);
        let x = JetEvaluator::new(&mut self.state, inputs).evaluate(&self.programs.symbolic.bodies);
        let bodies = x.chunks_exact(12);
        bodies
            .map(|x| {
                let rows = [[x[0], x[1], x[2]], [x[3], x[4], x[5]], [x[6], x[7], x[8]]];
                Affine::from_parts(&rows, &[x[9], x[10], x[11]])
            })
            .collect()
    }

    /// The displacements of coordinates with a single position, of their rates if they are given, and of time.
    pub(super) fn displacements<const N: usize>(
        &self,
        shift: &[Jet<N>],
        rates: Option<&[Jet<N>]>,
        time: Jet<N>,
    ) -> Vec<(Input, Jet<N>)> {
        let qd = self.state.values(InputKind::Qd);
        let scalars = (self.system.coordinates.iter()).filter(|c| c.kind.positions().len() == 1);
        scalars
            .flat_map(|coordinate| {
                let (q, v) = (coordinate.q, coordinate.v);
                let position = (Input::new(InputKind::Q, q), shift[v]);
                let rate = rates.map(|rates| {
                    let change = rates[v] - Jet::constant(qd[v]);
                    (Input::new(InputKind::Qd, v), change)
                });
                std::iter::once(position).chain(rate)
            })
            .chain([(Input::TIME, time)])
            .collect()
    }

    /// The symbolic part of T at the positions of a trajectory, with the given rates.
    pub(super) fn symbolic_kinetic<const N: usize>(
        &mut self,
        trajectory: &Trajectory<N>,
        rates: &[Jet<N>],
    ) -> Jet<N> {
        let inputs = self.displacements(&trajectory.shift, Some(rates), trajectory.time);
        let terms =
            JetEvaluator::new(&mut self.state, inputs).evaluate(&self.programs.symbolic.kinetic);
        terms.into_iter().fold(Jet::ZERO, |sum, term| sum + term)
    }

    /// The product of two motions with the symbolic part of M: `T(x + y) - T(x) - T(y) + T0`.
    pub(super) fn symbolic_product<const N: usize>(
        &mut self,
        first: &Trajectory<N>,
        second: &Trajectory<N>,
    ) -> Jet<N> {
        if self.system.symbolic.kinetic.is_empty() {
            return Jet::ZERO;
        }
        let pairs = first.rates.iter().zip(&second.rates);
        let sums: Vec<Jet<N>> = pairs.map(|(&x, &y)| x + y).collect();
        let zero_rates = vec![Jet::ZERO; sums.len()];
        let [sum, x, y, constant] = [&sums, &first.rates, &second.rates, &zero_rates]
            .map(|rates| self.symbolic_kinetic(first, rates));
        sum - x - y + constant
    }

    /// As `symbolic_product`, for all pairs of motions through one position. The matrix is symmetric, and T of each motion is
    /// evaluated once.
    pub(super) fn symbolic_products<const N: usize>(
        &mut self,
        motions: &[Trajectory<N>],
    ) -> Vec<Vec<Residue>> {
        let mut products = vec![vec![Residue::ZERO; motions.len()]; motions.len()];
        if self.system.symbolic.kinetic.is_empty() {
            return products;
        }
        let zero_rates = vec![Jet::ZERO; self.system.nv()];
        let constant = (motions.first()).map_or(Jet::ZERO, |motion| {
            self.symbolic_kinetic(motion, &zero_rates)
        });
        let energies: Vec<Jet<N>> = (motions.iter())
            .map(|motion| self.symbolic_kinetic(motion, &motion.rates))
            .collect();
        for (i, first) in motions.iter().enumerate() {
            for (j, second) in motions[..=i].iter().enumerate() {
                let pairs = first.rates.iter().zip(&second.rates);
                let sums: Vec<Jet<N>> = pairs.map(|(&x, &y)| x + y).collect();
                let sum = self.symbolic_kinetic(first, &sums);
                let product = (sum - energies[i] - energies[j] + constant).value();
                (products[i][j], products[j][i]) = (product, product);
            }
        }
        products
    }

    /// The terms of T at some rates.
    fn kinetic_terms(&mut self, rates: Vec<Residue>) -> Vec<Residue> {
        self.state.set(InputKind::Qd, rates);
        evaluate(&self.programs.symbolic.kinetic, &mut self.state)
    }

    /// The first term of T that is not a polynomial of second degree in the rates. Such a polynomial passes two tests. Third
    /// differences are 0: `T(x + 3 y) - 3 T(x + 2 y) + 3 T(x + y) - T(x) = 0`. And there are derivatives at zero rates; terms such
    /// as the square root of `qd^4` may pass the first test, but they are singular there.
    pub fn find_nonquadratic_term(&mut self, x: &[Residue], y: &[Residue]) -> Option<usize> {
        let mut values = |times: u64| -> Vec<Residue> {
            let times = Residue::new(times);
            let rates = x.iter().zip(y).map(|(&x, &y)| x + times * y);
            self.kinetic_terms(rates.collect())
        };
        let [t0, t1, t2, t3] = [0, 1, 2, 3].map(&mut values);
        let three = Residue::new(3);
        let index = (0..t0.len()).find(|&k| t3[k] - t0[k] != three * (t2[k] - t1[k]));
        if index.is_some() || self.state.failure.is_some() {
            return index;
        }
        self.state.set(InputKind::Qd, vec![Residue::ZERO; x.len()]);
        let kinetic = &self.programs.symbolic.kinetic;
        let singular_term = (0..t0.len()).find(|&k| {
            let term = kinetic.with_outputs(&kinetic.outputs()[k..=k]);
            let rates = (x.iter().zip(y).enumerate()).map(|(v, (&x, &y))| {
                let displacement = Jet::<4>::along(direction::FIRST, x) + Jet::along(TIME, y);
                (Input::new(InputKind::Qd, v), displacement)
            });
            JetEvaluator::new(&mut self.state, rates).evaluate(&term);
            self.state.failure.is_some()
        });
        self.state.failure = None;
        singular_term
    }

    /// Whether T has terms linear in the rates: then T changes if all rates change sign.
    pub fn has_linear_terms(&mut self, x: &[Residue]) -> bool {
        let sum = |terms: Vec<Residue>| terms.into_iter().fold(Residue::ZERO, |sum, x| sum + x);
        let opposite_rates = x.iter().map(|&x| -x).collect();
        sum(self.kinetic_terms(x.to_vec())) != sum(self.kinetic_terms(opposite_rates))
    }

    /// The power of the symbolic forces along the rates `w`.
    pub(super) fn symbolic_power(&mut self, w: &[Residue]) -> Residue {
        let forces = evaluate(&self.programs.symbolic.forces, &mut self.state);
        let path = Path::<2>::from_rates(w.iter().map(|&x| Jet::constant(x)).collect());
        let indices = &self.programs.symbolic.rate_indices;
        let powers = indices.iter().zip(&forces).map(|(&v, &force)| w[v] * force);
        let bodies = self.bodies(&path);
        let pairs = forces[indices.len()..].chunks_exact(3).zip(&bodies);
        let body_powers = pairs.flat_map(|(force, body)| {
            let change = body.derivative(TIME);
            (0..3).map(move |k| change.entry(k, 3).value() * force[k])
        });
        powers
            .chain(body_powers)
            .fold(Residue::ZERO, |sum, part| sum + part)
    }
}
