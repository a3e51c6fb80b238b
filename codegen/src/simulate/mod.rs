//! Simulates the motion of a robot step by step with its derived programs: no code is written or compiled.

mod constrained;
mod method;
mod momenta;
mod singular_charts;

pub use method::Method;
pub use multibody_kinematics::{Projection, State};

use constrained::Constrained;
use singular_charts::SingularCharts;

use crate::generated::Programs;
use multibody_description::function::Function;
use multibody_description::settings::{Effort, Settings};
use multibody_kinematics::{self as kinematics, Charts, Constraints, input_value};
use multibody_program::ir::{Machine, Program};

/// The functions that are derived for a simulation. Not all systems have forward dynamics, and some have no springs.
pub const FUNCTIONS: [Function; 4] = [
    Function::ForwardDynamics,
    Function::KineticEnergy,
    Function::PotentialEnergy,
    Function::SpringEnergy,
];

/// Adapts settings to a simulation of a robot with or without constraints. Only functions that the simulation runs are derived,
/// and no search shortens them: the evaluations of a simulation would not repay it.
pub fn adjust(settings: &mut Settings, is_constrained: bool) {
    let constrained = is_constrained.then_some(constrained::FUNCTION);
    settings.restrict_to(FUNCTIONS.into_iter().chain(constrained));
    settings.effort = Effort::None;
}

/// A robot with its parameters, ready to move.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// The values that depend on the parameters alone; they are inputs of the programs.
    prepared: Vec<f64>,
    /// Forward dynamics without constraints. `None`: the mass matrix cannot be inverted.
    acceleration: Option<Machine>,
    /// The constrained dynamics, and the constraints. `None`: the robot has no constraints.
    constrained: Option<(Constrained, Constraints)>,
    /// The kinetic energy, the potential energy, and the energy of springs.
    energies: [Machine; 3],
    charts: Charts,
    /// The momenta. `None`: no body has a mass.
    momenta: Option<Machine>,
    singular_charts: SingularCharts,
    parameters: Vec<f64>,
    /// The constant generalized force.
    tau: Vec<f64>,
}

/// The energies of a state, J.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy {
    /// The kinetic energy T.
    pub kinetic: f64,
    /// The potential energy V.
    pub potential: f64,
    /// The energy stored in springs.
    pub springs: f64,
}

impl Energy {
    /// The sum of all energies.
    #[must_use]
    pub fn total(&self) -> f64 {
        self.kinetic + self.potential + self.springs
    }
}

/// The momenta of all bodies, in world axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Momenta {
    /// The linear momentum, kg m/s.
    pub linear: [f64; 3],
    /// The angular momentum about the world's origin, kg m^2/s.
    pub angular: [f64; 3],
}

/// The positions of all coordinates at which nothing is turned or shifted.
#[must_use]
pub fn neutral(programs: &Programs) -> Vec<f64> {
    kinematics::neutral(&programs.system.coordinates)
}

/// Coordinates whose quaternions are all 0 in these positions, and so define no rotation.
#[must_use]
pub fn undefined_orientations<'a>(programs: &'a Programs, q: &[f64]) -> Vec<&'a str> {
    kinematics::undefined_orientations(&programs.system.coordinates, q)
}

impl Simulation {
    /// A simulation from programs, parameters, a constant generalized force, and the time constant with which errors of
    /// constraints decay. `None`: neither masses nor constraints determine the accelerations.
    #[must_use]
    pub fn new(
        programs: &Programs,
        parameters: &[f64],
        tau: &[f64],
        time_constant: f64,
    ) -> Option<Self> {
        let machine = |function| {
            let index = programs.targets.iter().position(|t| t.function == function);
            index.map(|index| Machine::of(&programs.prepared.functions[index]))
        };
        let [acceleration, kinetic, potential, springs] = FUNCTIONS.map(machine);
        let prepare = &programs.prepared.prepare;
        let prepared = Machine::of(prepare).run(|input| parameters[input.index as usize]);
        let constraints = Constraints::of(&programs.system, parameters);
        let constrained = Constrained::of(programs, time_constant).zip(constraints);
        if acceleration.is_none() && constrained.is_none()
            || programs.system.nc() > 0 && constrained.is_none()
        {
            return None;
        }
        Some(Self {
            prepared,
            constrained,
            acceleration,
            energies: [kinetic?, potential?, springs.unwrap_or_else(zero_machine)],
            charts: Charts::of(&programs.system),
            momenta: momenta::momenta(&programs.system).as_ref().map(Machine::of),
            singular_charts: SingularCharts::of(&programs.system),
            parameters: parameters.to_vec(),
            tau: tau.to_vec(),
        })
    }

    /// `qdd(t, q, qd, tau)`
    fn acceleration(&mut self, state: &State) -> Vec<f64> {
        let Self {
            prepared,
            acceleration,
            constrained,
            tau,
            ..
        } = self;
        let inputs = state.inputs(prepared, tau);
        if let Some((constrained, _)) = constrained {
            let mut accelerations = constrained.accelerations(inputs);
            accelerations.truncate(state.qd.len());
            return accelerations;
        }
        let machine = acceleration.as_mut().expect("one of both is there");
        machine.run(|input| input_value(input, inputs))
    }

    /// The errors of constraints, and their multipliers; empty for a robot without constraints.
    pub fn constraint_values(&mut self, state: &State) -> [Vec<f64>; 2] {
        let Self {
            prepared,
            constrained,
            tau,
            ..
        } = self;
        let Some((constrained, constraints)) = constrained else {
            return [Vec::new(), Vec::new()];
        };
        let inputs = state.inputs(prepared, tau);
        let multipliers = constrained.accelerations(inputs).split_off(state.qd.len());
        let mut errors = constraints.errors(state);
        // Errors of left-out rows follow; these rows have no multipliers.
        errors.truncate(multipliers.len());
        [errors, multipliers]
    }

    /// Projects a state onto the constraint manifold; `None` if the robot has no constraints.
    pub fn project(&mut self, state: &mut State) -> Option<Projection> {
        let (_, constraints) = self.constrained.as_mut()?;
        Some(constraints.project(state))
    }

    /// The energies of a state.
    pub fn energy(&mut self, state: &State) -> Energy {
        let Self {
            prepared, energies, ..
        } = self;
        let [kinetic, potential, springs] = energies
            .each_mut()
            .map(|machine| machine.run(|input| input_value(input, state.inputs(prepared, &[])))[0]);
        Energy {
            kinetic,
            potential,
            springs,
        }
    }

    /// The momenta of a state, if any body has a mass.
    pub fn momenta(&mut self, state: &State) -> Option<Momenta> {
        // The inputs of this program are the parameters themselves, not the values that `prepare` computes from them.
        let parameters = &self.parameters;
        let machine = self.momenta.as_mut()?;
        let numbers = machine.run(|input| input_value(input, state.inputs(parameters, &[])));
        let vector = |index: usize| std::array::from_fn(|k| numbers[index + k]);
        Some(Momenta {
            linear: vector(0),
            angular: vector(3),
        })
    }

    /// The name of a chart that is nearly singular at a state from which steps of `h` seconds start.
    pub fn singular_chart(&mut self, state: &State, h: f64) -> Option<&str> {
        self.singular_charts
            .nearly_singular(state, &self.parameters, h)
    }

    /// Converts orientations to the normal form of their charts.
    pub fn normalize(&self, state: &mut State) {
        self.charts.normalize(&mut state.q, &mut state.qd);
    }
}

/// A machine whose result is 0.
fn zero_machine() -> Machine {
    let b = multibody_program::ir::Builder::new();
    let program: Program = b.finish(&[b.zero()]);
    Machine::of(&program)
}
