//! The values of functions of the table, by what each computes. A sum of other terms, and the derivatives of what is known here,
//! need nothing more.

use multibody_codegen::Function;
use multibody_codegen::internal::function::{
    DerivativeProduct, Derivatives, Mode, Quantity, Terms,
};
use multibody_codegen::internal::ir::InputKind;

use super::big::Big;
use super::equations::{Equations, Sum, times};
use crate::fuzzer::description::Kind;

/// The step by which functions are differentiated, which are off by some `2^-140` themselves.
const STEP: i32 = 50;

/// Where functions are evaluated: the state of the equations, and accelerations.
#[derive(Clone)]
pub struct Motion<'a> {
    pub equations: Equations<'a>,
    pub qdd: Vec<Big>,
    /// What products with derivatives are along, argument after argument, and with which weights.
    pub direction: Vec<Big>,
    pub weights: Vec<Big>,
    /// Whether wrenches act, of which nothing is known here.
    pub has_wrenches: bool,
}

impl Motion<'_> {
    /// What a function returns; none where nothing here computes it.
    pub fn value(&self, quantity: Quantity) -> Option<Vec<Sum>> {
        let equations = &self.equations;
        Some(match quantity {
            Quantity::MassMatrix => equations.mass_matrix().into_iter().flatten().collect(),
            Quantity::KineticEnergy => vec![equations.kinetic_energy()],
            Quantity::PotentialEnergy => vec![equations.potential_energy()],
            Quantity::SpringEnergy => vec![equations.spring_energy()],
            Quantity::Applied if !self.has_wrenches => equations.forces(),
            Quantity::Force(terms) => self.force(terms)?,
            Quantity::Derivatives(quantity) => self.derivatives(quantity)?,
            Quantity::DerivativeProduct(quantity) => self.product(quantity)?,
            _ => return None,
        })
    }

    /// A sum of terms. Coriolis forces are known only together with gravity and the drive.
    fn force(&self, terms: Terms) -> Option<Vec<Sum>> {
        let equations = &self.equations;
        let mut sum = match (terms.gravity, terms.velocity, terms.drive) {
            (true, true, true) => equations.bias(),
            (true, false, false) => equations.gravity(),
            _ => return None,
        };
        let mut add = |part: Vec<Sum>| {
            let pair = sum.iter().zip(&part);
            sum = pair.map(|(sum, part)| sum.plus(part)).collect();
        };
        if terms.acceleration {
            add(times(&equations.mass_matrix(), &self.qdd));
        }
        if terms.passive {
            add(equations.forces().iter().map(Sum::negative).collect());
        }
        (!terms.wrenches).then_some(sum)
    }

    /// Derivatives by central differences, matrix after matrix. None: displacements are not along rates that stay the same.
    fn derivatives(&self, of: Derivatives) -> Option<Vec<Sum>> {
        let mut joints = self.equations.origin.of.joints.iter();
        let are_derivatives = joints.all(|joint| {
            let is_plain = matches!(
                joint.kind,
                Kind::Fixed | Kind::Universal | Kind::Cylindrical | Kind::Translation
            );
            is_plain || joint.kind.is_single()
        });
        if !are_derivatives {
            return None;
        }
        let step = Big::half_power(STEP);
        let mut matrices = Vec::new();
        for &by in of.inputs {
            let columns = (0..self.equations.nv).map(|at| self.derivative(of, (by, at), &step));
            let columns: Vec<Vec<Sum>> = columns.collect::<Option<_>>()?;
            let rows = 0..columns.first().map_or(0, Vec::len);
            matrices
                .extend(rows.flat_map(|row| columns.iter().map(move |column| column[row].clone())));
        }
        if of.has_mass_matrix {
            matrices.extend(self.value(Quantity::MassMatrix)?);
        }
        Some(matrices)
    }

    /// The value of inverse dynamics, and a product with its derivatives.
    fn product(&self, of: DerivativeProduct) -> Option<Vec<Sum>> {
        let mut all = self.value(of.function.quantity())?;
        let nv = self.equations.nv;
        for (part, &by) in of.inputs.iter().enumerate() {
            let derivatives = Derivatives {
                function: of.function,
                inputs: match by {
                    InputKind::Q => &[InputKind::Q],
                    InputKind::Qd => &[InputKind::Qd],
                    _ => &[InputKind::Qdd],
                },
                has_value: false,
                has_mass_matrix: false,
            };
            let matrix = self.derivatives(derivatives)?;
            match of.mode {
                Mode::Forward => {
                    let rows: Vec<Vec<Sum>> = matrix.chunks(nv).map(<[Sum]>::to_vec).collect();
                    let change = times(&rows, &self.direction[part * nv..][..nv]);
                    if all.len() == nv {
                        all.extend(change)
                    } else {
                        let sums = all[nv..].iter_mut().zip(&change);
                        sums.for_each(|(sum, change)| *sum = sum.plus(change));
                    }
                }
                Mode::Reverse => {
                    let columns =
                        (0..nv).map(|at| matrix.iter().skip(at).step_by(nv).cloned().collect());
                    all.extend(times(&columns.collect::<Vec<_>>(), &self.weights));
                }
            }
        }
        Some(all)
    }

    /// What has to be 0 for products with derivatives of forward dynamics, at the accelerations that result: `M change + dID - dtau`
    /// along the direction. For gradients by tau z, by q and by qd: `M z - weights`, and `z dID` plus the gradient.
    pub fn product_residuals(&self, m: &[Vec<Sum>], mode: Mode, results: &[f64]) -> Vec<Sum> {
        let nv = self.equations.nv;
        let vectors: Vec<Vec<Big>> = results
            .chunks(nv)
            .map(|of| of.iter().map(|&x| Big::of(x)).collect())
            .collect();
        let mut accelerated = Self {
            qdd: vectors[0].clone(),
            ..self.clone()
        };
        let given = |x: &Big| Sum {
            value: x.clone(),
            size: x.near().abs(),
        };
        let differences = |sums: Vec<Sum>, others: &[Big]| -> Vec<Sum> {
            let pairs = sums.iter().zip(others);
            pairs.map(|(sum, other)| sum.minus(&given(other))).collect()
        };
        let forces = |mode| DerivativeProduct {
            function: Function::InverseDynamics,
            inputs: [InputKind::Q, InputKind::Qd, InputKind::Qdd],
            mode,
        };
        match mode {
            Mode::Forward => {
                let change = vectors[1].clone();
                accelerated.direction.truncate(2 * nv);
                accelerated.direction.extend(change);
                let Some(moved) = accelerated.product(forces(mode)) else {
                    return Vec::new();
                };
                differences(moved[nv..].to_vec(), &self.direction[2 * nv..])
            }
            Mode::Reverse => {
                let solved = vectors[3].clone();
                let mut all = differences(times(m, &solved), &self.weights);
                accelerated.weights = solved;
                if let Some(of_forces) = accelerated.product(forces(mode)) {
                    let gradients = of_forces[nv..3 * nv].iter();
                    let results = vectors[1..3].iter().flatten();
                    all.extend(gradients.zip(results).map(|(sum, x)| sum.plus(&given(x))));
                }
                all
            }
        }
    }

    /// `M dqdd + dID` at these accelerations, for each column of the derivatives of forward dynamics by q, qd and tau.
    pub fn residuals(&self, m: &[Vec<Sum>], qdd: &[f64], matrices: &[f64]) -> Vec<Vec<Sum>> {
        let nv = self.equations.nv;
        let accelerated = Self {
            qdd: qdd.iter().map(|&x| Big::of(x)).collect(),
            ..self.clone()
        };
        let of_forces = Derivatives {
            function: Function::InverseDynamics,
            inputs: &[InputKind::Q, InputKind::Qd],
            has_value: false,
            has_mass_matrix: false,
        };
        let Some(mut changes) = accelerated.derivatives(of_forces) else {
            return Vec::new();
        };
        changes.extend((0..nv * nv).map(|index| {
            let unit = if index / nv == index % nv { 1.0 } else { 0.0 };
            Sum {
                value: Big::of(-unit),
                size: unit,
            }
        }));
        let columns = (0..matrices.len() / nv).map(|index| {
            let start = index / nv * nv * nv + index % nv;
            let column = matrices[start..].iter().step_by(nv).take(nv);
            let column: Vec<Big> = column.map(|&x| Big::of(x)).collect();
            let changes = changes[start..].iter().step_by(nv);
            let sums = times(m, &column).into_iter().zip(changes);
            sums.map(|(sum, change)| sum.plus(change)).collect()
        });
        columns.collect()
    }

    fn derivative(
        &self,
        derivatives: Derivatives,
        axis: (InputKind, usize),
        step: &Big,
    ) -> Option<Vec<Sum>> {
        let index = |by: &Big| self.moved(axis, by)?.value(derivatives.function.quantity());
        let (after, before) = (index(step)?, index(&-step)?);
        let twice = step + step;
        let difference = |(after, before): (&Sum, &Sum)| {
            let value = &(&after.value - &before.value) / &twice;
            // Each part varies by as much as it is, within a few.
            let size = value.near().abs() + after.size;
            Sum { value, size }
        };
        Some(after.iter().zip(&before).map(difference).collect())
    }

    fn moved(&self, (axis, index): (InputKind, usize), step: &Big) -> Option<Self> {
        let mut moved = self.clone();
        let state = &mut moved.equations.state;
        let entry = match axis {
            InputKind::Q => &mut state.displaced[index],
            InputKind::Qd => &mut state.rates[index],
            InputKind::Qdd => &mut moved.qdd[index],
            _ => return None,
        };
        *entry = &*entry + step;
        Some(moved)
    }
}
