//! Lagrange's equations as plain data, and the values of their variables in a program.

use super::sums::plus;
use crate::lagrangian::Sums;
use multibody_algebra::polynomial::{Addend, Argument};
use multibody_passes::polynomials::{Polynomial, Variable};
use multibody_program::ir::{Builder, Input, InputKind, Value};

/// `M a + Gamma(w, w) + g + drive = tau`, where `w` and `a` are the first and second derivatives of the sums x of
/// coordinates in `sums`, and tau are the forces along these sums. The drive is the part that comes from explicit time
/// and from the part of T that is linear in the rates.
#[derive(Clone, Debug)]
pub struct ExpandedEquations {
    /// The variables of the polynomials.
    pub variables: Variables,
    /// The sums of coordinates for which the equations are written.
    pub sums: Sums,
    /// M, by rows.
    pub mass_matrix: Vec<Vec<Polynomial>>,
    /// Christoffel symbols of the first kind: `Gamma(w, w)_k` is the sum of `christoffel[k][i][j] w_i w_j` over i and j.
    pub christoffel: Vec<Vec<Vec<Polynomial>>>,
    /// The gradient `d(V - T0)/dx`, with the potential energy V.
    pub gravity: Vec<Polynomial>,
    /// The coefficients p of T1, the part of T that is linear in the rates: `p . w`.
    pub momenta_at_rest: Vec<Polynomial>,
    /// The drive at rest: the derivative of `momenta_at_rest` with respect to time.
    pub drive_at_rest: Vec<Polynomial>,
    /// The part of the drive that is linear in the rates, by rows: `dM/dt + dp/dx - (dp/dx)^T`.
    pub drive_matrix: Vec<Vec<Polynomial>>,
    /// V, the potential energy.
    pub potential: Polynomial,
    /// T0: the part of T without rates.
    pub kinetic_at_rest: Polynomial,
    /// `sum m r` in the world frame.
    pub first_moment: [Polynomial; 3],
    /// `sum m`
    pub mass: Polynomial,
}

/// The variables, in this order: sine and cosine of each angle, the inputs, the rates w, their derivatives a. The
/// cosine of an angle precedes the sine if the squares of the cosine are replaced.
#[derive(Clone, Debug)]
pub struct Variables {
    /// Number of rates.
    pub nv: usize,
    /// The angles.
    pub arguments: Vec<Argument>,
    /// The inputs.
    pub inputs: Vec<Input>,
}

impl Variables {
    /// The number of variables.
    pub fn count(&self) -> usize {
        2 * self.arguments.len() + self.inputs.len() + 2 * self.nv
    }

    /// The variable of the rate w_i.
    pub fn rate(&self, i: usize) -> Variable {
        (2 * self.arguments.len() + self.inputs.len() + i) as Variable
    }

    /// The variable of the acceleration a_i.
    pub fn acceleration(&self, i: usize) -> Variable {
        self.rate(self.nv + i)
    }

    /// Whether any variable is a parameter.
    pub fn has_parameters(&self) -> bool {
        let mut inputs = self.inputs.iter();
        inputs.any(|input| input.kind == InputKind::Parameter)
    }

    /// Whether a variable is a parameter.
    pub fn is_parameter(&self, variable: Variable) -> bool {
        let index = usize::from(variable).checked_sub(2 * self.arguments.len());
        let input = index.and_then(|index| self.inputs.get(index));
        input.is_some_and(|input| input.kind == InputKind::Parameter)
    }

    /// The values of the variables in a program.
    pub fn values(&self, b: &mut Builder, rates: &Sums) -> Vec<Value> {
        let mut angles: Vec<Value> = Vec::new();
        let mut values: Vec<Value> = Vec::new();
        for argument in &self.arguments {
            let input = b.input(argument.input.kind, argument.input.index as usize);
            let scaled = b.scale(&argument.factor, input);
            let offset = b.angle(&argument.offset);
            let single_angle = b.add(scaled, offset);
            let angle = match argument.addend {
                Some(Addend { index, sign }) => plus(b, single_angle, sign, angles[index]),
                None => single_angle,
            };
            angles.push(angle);
            let (s, c) = b.sin_cos(angle);
            values.extend(if argument.replaces_cosine_squares { [c, s] } else { [s, c] });
        }
        values.extend(
            self.inputs
                .iter()
                .map(|input| b.input(input.kind, input.index as usize)),
        );
        for kind in [InputKind::Qd, InputKind::Qdd] {
            let start = values.len();
            for (v, addend) in rates.iter().enumerate() {
                let rate = b.input(kind, v);
                let sum = match *addend {
                    Some(Addend { index, sign }) => plus(b, rate, sign, values[start + index]),
                    None => rate,
                };
                values.push(sum);
            }
        }
        values
    }
}
