//! Terms that are derived once, independently of the robot: those of a joint type from its
//! transform, and those of a body from its kinetic and potential energy.

use multibody_program::ir::{Builder, InputKind, Program, Relation, Value};

/// Local terms of a joint type, as programs. The joint moves a frame, the moving frame, relative to another one, the carrying
/// frame. The local inputs of the programs are, in this order, the joint's positions, its rates, the derivatives of the rates,
/// the twist of the carrying frame, and the derivative of that twist.
#[derive(Clone, Debug)]
pub struct JointTerms {
    /// Number of positions.
    pub positions: usize,
    /// X(q): rotation by rows, then translation.
    pub transform: Program,
    /// Relations between the positions.
    pub relations: Vec<Relation>,
    /// The motion subspace S, column by column, each linear then angular, in the moving frame.
    pub subspace: Program,
    /// dS/dt, in the same order.
    pub subspace_rate: Program,
    /// The moving frame's twist, `vee(Y^-1 dY/dt)`. Y is the frame's pose in the world, and vee gives the vector of a twist's
    /// matrix.
    pub velocity: Program,
    /// The time derivative of that twist.
    pub acceleration: Program,
    /// The derivative of the moving frame's twist with respect to that of the carrying frame, by rows.
    pub adjoint: Program,
}

/// Local terms of a body, as programs. Their local inputs are, in this order, its ten mass moments
/// (the mass m, the first moments h, then the second moments H as xx xy xz yy yz zz), its twist V,
/// the derivative A of V, and gravity in the body's axes.
#[derive(Clone, Debug)]
pub struct BodyTerms {
    /// T(V).
    pub kinetic: Program,
    /// The wrench that the motion requires: `dp_a/dt + sum_bc gamma^c_ab V_b p_c` with the momentum `p = dT/dV`. Hamel's coefficients
    /// gamma are defined by the commutators of the unit motions: `[L_a, L_b] = sum_c gamma^c_ab L_c`.
    pub wrench: Program,
    /// The derivative of the potential energy with respect to the body's pose.
    pub gravity: Program,
    /// `d2T/dV2`, by rows.
    pub inertia: Program,
    /// `(dB/dV - d2T/dV2 ad_V) / 2` by rows, where the bias B is the wrench at `A = 0`, and ad_V is the matrix of the cross product
    /// of V with twists. From these matrices the Coriolis matrix of the Christoffel symbols is composed.
    pub coriolis: Program,
}

/// A counter that hands out local inputs in order.
#[derive(Debug, Default)]
pub struct Locals {
    next: usize,
}

impl Locals {
    /// The next `N` local inputs of a program.
    pub fn take<const N: usize>(&mut self, b: &mut Builder) -> [Value; N] {
        std::array::from_fn(|_| {
            self.next += 1;
            b.input(InputKind::Local, self.next - 1)
        })
    }

    /// The next `count` local inputs of a program.
    pub fn take_vec(&mut self, b: &mut Builder, count: usize) -> Vec<Value> {
        (0..count).map(|_| self.take::<1>(b)[0]).collect()
    }
}
