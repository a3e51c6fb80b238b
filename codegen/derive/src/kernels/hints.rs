//! Hints for the names of emitted values, in the letters of the literature. Recursions give the hints, since kernels do
//! not have the index of the body. Values inside a kernel have no hint: they get names from the values computed from
//! them.

use super::Symbol;
use super::derived::Matrix6;
use super::{Twist, Wrench};
use multibody_program::ir::{Builder, Value, ValueHint};
use multibody_tree::Inertia;

/// Quantities of a body whose values get names in emitted code.
pub trait Hinted {
    /// Gives hints to all numbers.
    fn hint(&self, b: &mut Builder, body: usize);
}

impl Twist {
    /// Gives hints to all numbers: the symbols of the linear and of the angular part.
    pub fn hint(&self, b: &mut Builder, [linear, angular]: [Symbol; 2], body: usize) {
        b.hint_vector(linear, body, &self.linear);
        b.hint_vector(angular, body, &self.angular);
    }

    /// Gives the hints of a velocity.
    pub fn hint_velocity(&self, b: &mut Builder, body: usize) {
        let symbols = [Symbol::LinearVelocity, Symbol::AngularVelocity];
        self.hint(b, symbols, body);
    }

    /// Gives the hints of the derivatives of a velocity's components.
    pub fn hint_rate(&self, b: &mut Builder, body: usize) {
        let symbols = [Symbol::LinearVelocityRate, Symbol::AngularAcceleration];
        self.hint(b, symbols, body);
    }

    /// Gives the hints of an acceleration.
    pub fn hint_acceleration(&self, b: &mut Builder, body: usize) {
        let symbols = [Symbol::LinearAcceleration, Symbol::AngularAcceleration];
        self.hint(b, symbols, body);
    }
}

impl Wrench {
    /// Gives hints to all numbers: the symbols of force and moment.
    pub fn hint(&self, b: &mut Builder, [force, moment]: [Symbol; 2], body: usize) {
        b.hint_vector(force, body, &self.force);
        b.hint_vector(moment, body, &self.moment);
    }
}

impl Hinted for Inertia {
    fn hint(&self, b: &mut Builder, body: usize) {
        b.hint(self.mass, ValueHint::whole(Symbol::Mass, body));
        b.hint_vector(Symbol::FirstMoment, body, &self.first_moment);
        b.hint_matrix(Symbol::SecondMoment, body, &self.second_moment);
    }
}

impl Hinted for Matrix6 {
    fn hint(&self, b: &mut Builder, body: usize) {
        let block = |rows: usize, columns: usize| -> [[Value; 3]; 3] {
            std::array::from_fn(|i| std::array::from_fn(|j| self[rows + i][columns + j]))
        };
        b.hint_matrix(Symbol::ArticulatedLinear, body, &block(0, 0));
        b.hint_matrix(Symbol::ArticulatedCoupling, body, &block(3, 0));
        b.hint_matrix(Symbol::ArticulatedAngular, body, &block(3, 3));
    }
}
