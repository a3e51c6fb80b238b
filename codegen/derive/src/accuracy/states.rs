//! The states at which programs are tried: ordinary and ill-conditioned ones.

use std::f64::consts::{FRAC_PI_2, PI};

use super::floats::FloatPair;
use super::lanes::run;
use super::motors::Motors;
use super::reference::Reference;
use super::state::InputState;
use multibody_description::function::Dimensions;
use multibody_description::joint::{PositionKind, orientations};
use multibody_description::signature::{ArgumentRange, ArgumentRow};
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{Class, Input, InputKind, Node, Program};
use multibody_support::random::Random;
use multibody_tree::{ParameterField, Tree};

/// The data from which states are drawn.
#[derive(Clone, Debug)]
pub struct StateRanges<'a> {
    /// The kind of each position.
    positions: Vec<PositionKind>,
    dimensions: Dimensions,
    motors: Motors<'a>,
    fields: &'a [ParameterField],
    /// The number of states at which programs are compared.
    state_count: usize,
    /// The number of further states, at which stated errors are measured.
    further_count: usize,
    /// The seed of the first state.
    seed: u64,
    /// The arguments of square roots that depend on fields only. Values of fields are meaningless if one of these
    /// arguments is negative.
    root_arguments: Program,
}

/// The maximum number of times that fields are drawn until no square root has a negative argument.
const DRAW_LIMIT: usize = 64;

/// A kind of state.
#[derive(Clone, Copy, Debug)]
enum StateKind {
    /// Anywhere within a turn.
    Ordinary,
    /// Up to three turns away.
    Far,
    /// Next to quarter turns, where axes are nearly parallel and arms nearly stretched.
    NearlySingular,
    /// Ordinary positions, with rates ten times as fast and of alternating signs.
    Fast,
    /// All positions 0.
    Home,
    /// All positions near 0.
    NearlyHome,
    /// Fast rates. Each position is drawn as in a state of one of the first four kinds in [`KINDS`].
    Mixed,
}

/// The order in which states are drawn.
const KINDS: [StateKind; 8] = [
    StateKind::Ordinary,
    StateKind::NearlySingular,
    StateKind::Far,
    StateKind::Fast,
    StateKind::Ordinary,
    StateKind::NearlyHome,
    StateKind::Home,
    StateKind::NearlySingular,
];
/// Largest number of states if the textbook's program is so long that [`NODE_LIMIT`] allows fewer than four. All of
/// them are mixed: with many coordinates one such state is as good as several.
const STATES_FOR_LONG_PROGRAM: usize = 2;
/// Maximum number of nodes that are evaluated in many bits, summed over states, so that the check stays a small part
/// of a derivation.
const NODE_LIMIT: usize = 100_000;

/// The kinds of further states, in turn. Sums of angles have the largest errors several turns away.
const FURTHER_KINDS: [StateKind; 8] = [
    StateKind::Far,
    StateKind::NearlySingular,
    StateKind::Mixed,
    StateKind::NearlyHome,
    StateKind::Far,
    StateKind::Fast,
    StateKind::Home,
    StateKind::Far,
];
/// Number of nodes that are evaluated at further states, summed over states, if the number of states is not limited by
/// [`LEAST_FURTHER`] or [`MOST_FURTHER`].
const FURTHER_NODE_LIMIT: usize = 400_000;
/// The least and the largest number of further states.
const LEAST_FURTHER: usize = 16;
const MOST_FURTHER: usize = 64;
/// The difference between the seed of the first state and that of the first further one.
const FURTHER_SEED_OFFSET: u64 = 1 << 32;

impl<'a> StateRanges<'a> {
    /// The data of the motors.
    #[must_use]
    pub fn motors(&self) -> Motors<'a> {
        self.motors
    }

    /// The ranges for a tree with wrenches on this number of links. The length of its textbook program limits the
    /// number of states.
    #[must_use]
    pub fn new(tree: &'a Tree, wrenches: usize, textbook: &Reference) -> Self {
        let length = textbook.length.max(1);
        // Positions on which a joint's angle depends are drawn as angles.
        let mut positions = tree.coordinates.clone();
        let bodies = tree.bodies.iter();
        for body in bodies.filter(|body| body.kind.positions() == [PositionKind::Angle]) {
            let program = tree.builder.finish(&body.positions);
            for node in program.nodes() {
                if let Node::Input(Input {
                    kind: InputKind::Q,
                    index,
                }) = *node
                {
                    positions[index as usize] = PositionKind::Angle;
                }
            }
        }
        let state_count = match NODE_LIMIT / length {
            count @ 0..4 => count.clamp(1, STATES_FOR_LONG_PROGRAM),
            count => count.min(KINDS.len()),
        };
        Self {
            positions,
            dimensions: Dimensions {
                nq: tree.coordinates.len(),
                nv: tree.nv,
                nc: tree.constraints.len(),
                nu: tree.actuators.len(),
                wrenches,
            },
            motors: Motors {
                actuation: &tree.findings.actuation,
                eps: tree.regularization.as_ref().map(nearest_f64),
            },
            fields: &tree.fields,
            state_count,
            further_count: (FURTHER_NODE_LIMIT / length).clamp(LEAST_FURTHER, MOST_FURTHER),
            seed: 1,
            root_arguments: root_arguments(&textbook.program),
        }
    }

    /// Whether all square roots of fields are real.
    fn has_real_roots(&self, state: &InputState) -> bool {
        let values = run::<FloatPair>(&self.root_arguments, std::slice::from_ref(state), &mut ());
        values.iter().flatten().all(|value| value.f64 >= 0.0)
    }

    /// Whether some positions have unit length, as quaternions do.
    #[must_use]
    pub fn has_unit_norms(&self) -> bool {
        orientations(&self.positions).any(|(_, chart)| chart.has_unit_norm())
    }

    /// The same ranges with other states of the same kinds.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The states at which programs are compared.
    pub fn comparison_states(&self) -> Vec<InputState> {
        let kind = |index: usize| {
            if self.state_count <= STATES_FOR_LONG_PROGRAM {
                StateKind::Mixed
            } else {
                KINDS[index]
            }
        };
        let pairs = (0..self.state_count).zip(self.seed..);
        pairs
            .map(|(index, seed)| self.draw(kind(index), &mut Random::new(seed)))
            .collect()
    }

    /// Further states, at which the stated errors of selected programs are measured.
    pub fn further_states(&self) -> Vec<InputState> {
        let seeds = self.seed + FURTHER_SEED_OFFSET..;
        let kinds = FURTHER_KINDS.iter().cycle().take(self.further_count);
        let pairs = kinds.zip(seeds);
        pairs
            .map(|(kind, seed)| self.draw(*kind, &mut Random::new(seed)))
            .collect()
    }

    /// Draws a state of this kind, with fields for which all square roots are real if some are found.
    fn draw(&self, kind: StateKind, random: &mut Random) -> InputState {
        let mut state =
            InputState::of([(InputKind::Parameter, draw_parameters(self.fields, random))]);
        for argument in &ArgumentRow::ALL {
            state.set(argument.kind, self.draw_argument(argument, kind, random));
        }
        for _ in 1..DRAW_LIMIT {
            if self.has_real_roots(&state) {
                break;
            }
            let fields = draw_parameters(self.fields, random);
            state.set(InputKind::Parameter, fields);
        }
        state
    }

    /// Draws the values of an argument.
    fn draw_argument(
        &self,
        argument: &ArgumentRow,
        kind: StateKind,
        random: &mut Random,
    ) -> Vec<f64> {
        let indices = 0..argument.count(self.dimensions);
        match argument.range {
            ArgumentRange::Positions => draw_positions(&self.positions, kind, random),
            ArgumentRange::Rates => indices
                .map(|index| draw_rate(index, kind, random))
                .collect(),
            ArgumentRange::Numbers => indices.map(|_| random.number()).collect(),
            // Motions begin at time 0.
            ArgumentRange::Times => indices.map(|_| random.number().abs()).collect(),
            ArgumentRange::Gains => indices.map(|_| 1.1 + random.number()).collect(),
            ArgumentRange::Shares => indices.map(|_| 0.5 + random.number() / 2.0).collect(),
            ArgumentRange::Weights => indices
                .map(|_| libm::pow(10.0, random.number() - 1.0))
                .collect(),
            ArgumentRange::Switches => indices.map(|_| random.below(2) as f64).collect(),
        }
    }
}

/// Draws a rate. Fast rates have alternating signs.
fn draw_rate(index: usize, kind: StateKind, random: &mut Random) -> f64 {
    match kind {
        StateKind::Fast | StateKind::Mixed if index.is_multiple_of(2) => {
            10.0 * (1.1 + random.number())
        }
        StateKind::Fast | StateKind::Mixed => -10.0 * (1.1 + random.number()),
        _ => random.number(),
    }
}

/// The arguments of square roots that depend on fields only.
fn root_arguments(program: &Program) -> Program {
    let mut depends_on_fields_only = Vec::with_capacity(program.nodes().len());
    let mut arguments = Vec::new();
    for node in program.nodes() {
        let is_field_value = match node {
            Node::Input(input) => input.kind == InputKind::Parameter,
            node => node
                .operands()
                .all(|operand| depends_on_fields_only[operand.index()]),
        };
        depends_on_fields_only.push(is_field_value);
        if let Node::Call(function, argument) = node
            && is_field_value
            && function.class() == Class::SquareRoot
        {
            arguments.push(*argument);
        }
    }
    program.with_outputs(&arguments)
}

/// Draws the positions of a state of this kind.
fn draw_positions(positions: &[PositionKind], kind: StateKind, random: &mut Random) -> Vec<f64> {
    let mut values: Vec<f64> = Vec::with_capacity(positions.len());
    while let Some(coordinate) = positions.get(values.len()) {
        let coordinate_kind = match kind {
            StateKind::Mixed => KINDS[random.below(4)],
            kind => kind,
        };
        let angle = draw_angle(coordinate_kind, random);
        match coordinate {
            PositionKind::Angle => values.push(angle),
            PositionKind::Length | PositionKind::Number => values.push(angle / PI),
            PositionKind::Orientation(chart) => {
                values.extend(chart.axis_angle(angle, draw_axis(random)))
            }
        }
    }
    values
}

/// Draws an angle for a state of this kind.
fn draw_angle(kind: StateKind, random: &mut Random) -> f64 {
    let (x, quarter_turns) = (random.number(), random.below(5) as f64 - 2.0);
    match kind {
        StateKind::Ordinary | StateKind::Fast | StateKind::Mixed => PI * x,
        StateKind::Far => 6.0 * PI * x,
        StateKind::NearlySingular => FRAC_PI_2 * quarter_turns + 1e-4 * x,
        StateKind::NearlyHome => 1e-3 * x,
        StateKind::Home => 0.0,
    }
}

/// Draws an axis of unit length.
fn draw_axis(random: &mut Random) -> [f64; 3] {
    let axis = [0; 3].map(|_| random.number());
    let length = libm::sqrt(axis.iter().map(|x| x * x).sum());
    axis.map(|x| x / length)
}

/// Draws values from a range of four orders of magnitude. The range is centred on the description's value, if there
/// is one; otherwise, values have either sign if the sign is not known. If an entry of an array is 0 in the
/// description, it becomes a small part of the largest entry, as in an inertia.
fn draw_parameters(fields: &[ParameterField], random: &mut Random) -> Vec<f64> {
    let mut values = Vec::new();
    for field in fields {
        let magnitude = |random: &mut Random| libm::pow(10.0, 2.0 * random.number());
        let common_factor = magnitude(random);
        let defaults = field.default.iter().flatten().map(nearest_f64);
        let defaults: Vec<f64> = defaults.collect();
        let largest = defaults
            .iter()
            .fold(0.0_f64, |largest, x| largest.max(x.abs()));
        for index in 0..field.count {
            // All three are drawn for every entry, so that later entries do not depend on which of them this one uses.
            let (value, share, is_negative) =
                (magnitude(random), random.number(), random.below(2) == 1);
            values.push(match defaults.get(index) {
                Some(&default) if default != 0.0 => default * common_factor,
                Some(_) if largest != 0.0 => 0.1 * share * largest * common_factor,
                _ if field.is_positive || !is_negative => value,
                _ => -value,
            });
        }
    }
    values
}
