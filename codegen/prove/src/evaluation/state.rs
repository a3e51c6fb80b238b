//! States of a system in residues: random numbers modulo the prime, or small numbers.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;

use dashu_base::UnsignedAbs;
use dashu_int::UBig;

use super::simple::{SimpleNumber, SimpleState, radians};
use super::system_programs::{DrawPart, SystemPrograms};
use crate::arithmetic::{DrawResidues, Residue, residues_are_floats};
use multibody_description::function::Dimensions;
use multibody_description::joint::{OrientationChart, orientations};
use multibody_description::signature::{ArgumentRange, ArgumentRow};
use multibody_description::system::System;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{
    Algebra, Class, Function, Input, InputKind, LinearForm, Program, SinCos, evaluate,
};
use multibody_support::random::Random;

/// A point of the unit circle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CirclePoint {
    /// Cosine.
    pub cos: Residue,
    /// Sine.
    pub sin: Residue,
}

impl CirclePoint {
    /// The point of the angle 0.
    pub const ONE: Self = Self {
        cos: Residue::ONE,
        sin: Residue::ZERO,
    };

    /// The point of the sum of both angles.
    pub fn times(self, other: Self) -> Self {
        Self {
            cos: self.cos * other.cos - self.sin * other.sin,
            sin: self.sin * other.cos + self.cos * other.sin,
        }
    }

    /// The point of the opposite angle.
    fn opposite(self) -> Self {
        Self {
            sin: -self.sin,
            ..self
        }
    }

    /// The point of the angle times `exponent`. None: the exponent is not an integer.
    pub fn power(self, exponent: &Rational) -> Option<Self> {
        if *exponent.denominator() != UBig::ONE {
            return None;
        }
        let is_negative = *exponent < Rational::ZERO;
        let base = if is_negative { self.opposite() } else { self };
        let bits = exponent.numerator().clone().unsigned_abs();
        let mut power = Self::ONE;
        for bit in (0..dashu_base::BitTest::bit_len(&bits)).rev() {
            power = power.times(power);
            if dashu_base::BitTest::bit(&bits, bit) {
                power = power.times(base);
            }
        }
        Some(power)
    }

    /// The point with this half-angle tangent. None: the tangent squares to -1.
    fn of_tangent(t: Residue) -> Option<Self> {
        let square = t * t;
        let inverse = (Residue::ONE + square).inverse()?;
        Some(Self {
            cos: (Residue::ONE - square) * inverse,
            sin: (t + t) * inverse,
        })
    }

    fn of(angle: &Angle) -> Option<Self> {
        Some(Self {
            cos: Residue::of(&angle.cos)?,
            sin: Residue::of(&angle.sin)?,
        })
    }
}

/// A random state: a value for every input, and a point of the circle for every angle. The point does not depend on the angle's
/// bare value, which stands for the angle outside of sines and cosines.
#[derive(Clone, Debug)]
pub struct ResidueState {
    /// The values of each kind of input.
    values: HashMap<InputKind, Vec<Residue>>,
    /// For each input that can occur in an angle: the circle point of one of the equal parts into which it is divided, and the
    /// number of parts. So fractions of the input have points too.
    part_points: HashMap<Input, (CirclePoint, Rational)>,
    /// The circle points of all angles that have been requested, by their bare values: an angle has the same point whichever
    /// expression gives it.
    points: HashMap<Residue, CirclePoint>,
    /// The Stumpff functions `c_0` and `c_1` at all arguments that have been requested, and at their quarters.
    stumpff: HashMap<Residue, [Residue; 2]>,
    /// Values of functions that are not defined for residues, by function and argument.
    functions: HashMap<(Function, Residue), Residue>,
    /// Functions and their derivatives, by function, argument and order.
    derivatives: HashMap<(Function, Residue, usize), Arc<[Residue]>>,
    /// The programs that compute functions with their derivatives, by function and order.
    programs: HashMap<(Function, usize), Arc<Program>>,
    /// Arguments whose square root is fixed: every choice of roots uses the same one.
    fixed_roots: HashSet<Residue>,
    /// The other arguments of square roots, in the order in which they were evaluated.
    chosen_roots: Vec<Residue>,
    /// One bit for each of `chosen_roots`: if it is set, the other root is used.
    other_roots: u32,
    /// Bare values of constant angles.
    bare_angles: HashMap<Angle, Residue>,
    /// Whether the bare values of constant angles are the angles in radians, not random numbers.
    is_simple: bool,
    random: Random,
    /// The state in the base field, if this one has dual numbers. Functions and constant angles are evaluated there.
    base: Option<Box<ResidueState>>,
    /// The first failure of an evaluation at this state.
    pub failure: Option<EvaluationFailure>,
    /// A function whose value was drawn at random. An equation that holds for random values holds for the true one. An equation
    /// that fails may still hold for the true value, since true values at different arguments can be related, while the random
    /// ones are not.
    pub drawn_function: Option<Function>,
}

/// Why an evaluation has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationFailure {
    /// A divisor was 0 at this point; another point may work.
    ZeroDivisor,
    /// The argument of a square root was not a square at this point; another point may work.
    NoSquare,
    /// The result is undecided, for the reason in the text.
    Undecided(String),
}

/// The arguments that are drawn last, so that no other number depends on how many of them there are.
const LAST_KINDS: [InputKind; 4] = [
    InputKind::Wrench,
    InputKind::Direction,
    InputKind::Weights,
    InputKind::Control,
];

impl ResidueState {
    /// A random state of a system with these programs and `wrenches` external wrenches.
    pub fn random(system: &System, programs: &SystemPrograms, wrenches: usize, seed: u64) -> Self {
        let mut random = programs.random(DrawPart::State, seed);
        let dimensions = Dimensions::of(system, wrenches);
        let mut values = HashMap::new();
        values.insert(
            InputKind::Parameter,
            random.residues(system.parameter_count()),
        );
        for argument in ArgumentRow::ALL
            .iter()
            .filter(|argument| !LAST_KINDS.contains(&argument.kind))
        {
            let count = argument.count(dimensions);
            let numbers = match argument.range {
                ArgumentRange::Switches => vec![Residue::ONE; count],
                _ => random.residues(count),
            };
            values.insert(argument.kind, numbers);
        }
        values.insert(InputKind::PointCoordinate, random.residues(3));
        let mut part_points = HashMap::new();
        let mut insert_point = |input: Input| {
            let parts = programs.parts.get(&input).cloned().unwrap_or(UBig::ONE);
            part_points.insert(input, (circle_point(&mut random), Rational::from(parts)));
        };
        for index in 0..system.parameter_count() {
            insert_point(Input::new(InputKind::Parameter, index));
        }
        for index in 0..dimensions.nq {
            insert_point(Input::new(InputKind::Q, index));
        }
        insert_point(Input::TIME);
        for coordinate in &system.coordinates {
            for (offset, chart) in orientations(coordinate.kind.positions()) {
                let positions = values.get_mut(&InputKind::Q).expect("just inserted");
                let sample = draw_orientation(chart, &mut random);
                positions[coordinate.q + offset..][..sample.len()].copy_from_slice(&sample);
            }
        }
        for kind in LAST_KINDS {
            let count = ArgumentRow::of(kind).map_or(0, |argument| argument.count(dimensions));
            values.insert(kind, random.residues(count));
        }
        Self::new(values, part_points, random)
    }

    /// A state of small numbers, which are the same in every field.
    pub fn simple(
        system: &System,
        programs: &SystemPrograms,
        wrenches: usize,
        numbers: &SimpleState,
    ) -> Self {
        let mut state = Self::random(system, programs, wrenches, 1);
        let residue = |x: &Rational| Residue::of(x).expect("the denominator is small");
        for (kind, numbers) in numbers.numbers() {
            for (index, number) in numbers.iter().enumerate() {
                let entry = state.part_points.get_mut(&Input::new(kind, index));
                if let (Some((point, _)), SimpleNumber::Angle { part, .. }) = (entry, number) {
                    *point = CirclePoint::of(part).expect("the denominator is small");
                }
            }
            let values = numbers.iter().map(|number| residue(&number.exact()));
            state.set(kind, values.collect());
        }
        state.is_simple = true;
        state
    }

    /// A state in floats.
    pub fn of_floats(numbers: &BTreeMap<InputKind, Vec<f64>>) -> Self {
        let values = numbers.iter().map(|(kind, numbers)| {
            let residues = numbers.iter().map(|&x| Residue::of_float(x));
            (*kind, residues.collect())
        });
        Self::new(values.collect(), HashMap::new(), Random::new(0))
    }

    /// A state without values.
    pub fn empty() -> Self {
        Self::new(HashMap::new(), HashMap::new(), Random::new(0))
    }

    /// This state in dual numbers: inputs of these kinds have these changes, all others have the change 0.
    pub fn into_duals(self, changes: &[(InputKind, Vec<Residue>)]) -> Self {
        let dual_values = |(&key, values): (&InputKind, &Vec<Residue>)| {
            let pair = changes.iter().find(|(kind, _)| *kind == key);
            let change = |index: usize| pair.and_then(|(_, changes)| changes.get(index)).copied();
            let numbers = values.iter().enumerate();
            let residues = numbers.map(|(k, &x)| Residue::dual(x, change(k).unwrap_or_default()));
            (key, residues.collect())
        };
        let values = self.values.iter().map(dual_values).collect();
        Self {
            base: Some(Box::new(self)),
            ..Self::new(values, HashMap::new(), Random::new(0))
        }
    }

    /// The state in the base field from which this state in dual numbers was made, with the failure of either.
    pub fn into_base(self) -> Self {
        let base = *self.base.expect("it has dual numbers");
        Self {
            failure: base.failure.or(self.failure),
            ..base
        }
    }

    fn new(
        values: HashMap<InputKind, Vec<Residue>>,
        part_points: HashMap<Input, (CirclePoint, Rational)>,
        random: Random,
    ) -> Self {
        Self {
            values,
            part_points,
            points: HashMap::new(),
            stumpff: HashMap::new(),
            functions: HashMap::new(),
            derivatives: HashMap::new(),
            programs: HashMap::new(),
            fixed_roots: HashSet::new(),
            chosen_roots: Vec::new(),
            other_roots: 0,
            bare_angles: HashMap::new(),
            is_simple: false,
            random,
            base: None,
            failure: None,
            drawn_function: None,
        }
    }

    /// A state that has only positions. All angles get random points, independent of each other.
    #[cfg(test)]
    pub fn of(positions: Vec<Residue>) -> Self {
        let values = HashMap::from([(InputKind::Q, positions)]);
        Self::new(values, HashMap::new(), Random::new(9))
    }

    /// This state with other half-angle tangents of the parts of inputs.
    #[cfg(test)]
    pub fn with_tangents(mut self, tangent: impl Fn(Input) -> Residue) -> Self {
        for (&input, (point, _)) in &mut self.part_points {
            *point =
                CirclePoint::of_tangent(tangent(input)).expect("no such tangent squares to -1");
        }
        self
    }

    /// The values of one kind of input.
    pub fn values(&self, kind: InputKind) -> &[Residue] {
        self.values.get(&kind).map_or(&[], Vec::as_slice)
    }

    /// Replaces the values of one kind of input.
    pub fn set(&mut self, kind: InputKind, values: Vec<Residue>) {
        self.values.insert(kind, values);
    }

    /// Draws another value for one input.
    pub fn draw_again(&mut self, input: Input) {
        let value = self.random.residue();
        if let Some(values) = self.values.get_mut(&input.kind) {
            values[input.index as usize] = value;
        }
    }

    /// Fixes the roots of these arguments: the choice of the root does not matter for them.
    pub fn fix_roots(&mut self, arguments: impl IntoIterator<Item = Residue>) {
        self.fixed_roots.extend(arguments);
    }

    /// Uses the other root of each argument whose bit is set, except for arguments whose root is fixed.
    pub fn with_other_roots(mut self, bits: u32) -> Self {
        self.other_roots = bits;
        self
    }

    /// The number of square roots that are not fixed: each has two values to choose from.
    pub fn chosen_root_count(&self) -> usize {
        self.chosen_roots.len()
    }

    /// The one of the two square roots that this state has chosen.
    fn root(&mut self, square: Residue) -> Residue {
        let Some(root) = square.square_root() else {
            return self.fail(EvaluationFailure::NoSquare);
        };
        if self.fixed_roots.contains(&square) {
            return root;
        }
        let known_index = self.chosen_roots.iter().position(|&x| x == square);
        let index = known_index.unwrap_or(self.chosen_roots.len());
        if known_index.is_none() {
            self.chosen_roots.push(square);
        }
        match self.other_roots.checked_shr(index as u32) {
            Some(bits) if bits & 1 == 1 => -root,
            _ => root,
        }
    }

    /// The circle point of an angle with this bare value.
    fn point(&mut self, argument: Residue, form: Option<&LinearForm>) -> CirclePoint {
        if let Some(&point) = self.points.get(&argument) {
            return point;
        }
        if let Some(&point) = self.points.get(&-argument) {
            return point.opposite();
        }
        let form_point = form.and_then(|form| self.point_of_form(form));
        let point = form_point.unwrap_or_else(|| {
            self.drawn_function = Some(Function::Sin);
            circle_point(&mut self.random)
        });
        self.points.insert(argument, point);
        point
    }

    /// The Stumpff functions `c_0(x)` and `c_1(x)`, by doubling the angle, from those of `y = x / 4`. The latter are
    /// random numbers with `c_0^2 + y c_1^2 = 1`. No other relation is known between them, since squares of angles are
    /// treated as independent.
    fn stumpff(&mut self, x: Residue) -> [Residue; 2] {
        if let Some(&pair) = self.stumpff.get(&x) {
            return pair;
        }
        let quarter = Residue::new(4).inverse().expect("the prime is odd");
        let y = x * quarter;
        let random = &mut self.random;
        let [c0, c1] = *self
            .stumpff
            .entry(y)
            .or_insert_with(|| stumpff_point(y, random));
        let square = y * c1 * c1;
        let doubling = [Residue::ONE - square - square, c0 * c1];
        self.stumpff.insert(x, doubling);
        doubling
    }

    /// The circle point of a linear form of inputs. None: some term is no integer multiple of a part of its input.
    fn point_of_form(&self, form: &LinearForm) -> Option<CirclePoint> {
        let mut point = CirclePoint::of(&form.offset)?;
        for (input, factor) in &form.factors {
            let (part_point, parts) = self.part_points.get(input)?;
            point = point.times(part_point.power(&(factor * parts))?);
        }
        Some(point)
    }

    /// The bare value of a constant angle: among floats and at a simple state, the angle in radians. Otherwise random, but the
    /// same on every call. The opposite angle has the opposite value, since programs pull signs out of arguments.
    pub fn bare_value(&mut self, angle: &Angle) -> Residue {
        if let Some(base) = &mut self.base {
            return Residue::constant_dual(|| base.bare_value(angle));
        }
        if residues_are_floats() {
            return Residue::of_float(angle.radians());
        }
        if self.is_simple {
            return Residue::of(&radians(angle)).expect("the denominator is small");
        }
        if angle.sin < Rational::ZERO {
            return -self.bare_value(&-angle.clone());
        }
        let fresh = self.random.residue();
        *self.bare_angles.entry(angle.clone()).or_insert(fresh)
    }

    /// The value of a function that is not defined for residues: random, but the same on every call.
    fn fresh_value(&mut self, function: Function, argument: Residue) -> Residue {
        let fresh = self.random.residue();
        *self.functions.entry((function, argument)).or_insert(fresh)
    }

    /// A function and its derivatives at an argument, up to an order.
    pub fn derivatives(
        &mut self,
        function: Function,
        argument: Residue,
        form: Option<&LinearForm>,
        order: usize,
    ) -> Arc<[Residue]> {
        if let Some(base) = &mut self.base {
            return base.derivatives_with_changes(function, argument, form, order);
        }
        let key = (function, argument, order);
        if let Some(entry) = self.derivatives.get(&key) {
            return Arc::clone(entry);
        }
        let value = self.call(function, &argument, form);
        let program = self.programs.entry((function, order));
        let program = Arc::clone(program.or_insert_with(|| Arc::new(function.derivatives(order))));
        // The program's local inputs are argument and value.
        let previous_values = self.values.insert(InputKind::Local, vec![argument, value]);
        let derivatives: Arc<[Residue]> = evaluate(&program, self).into();
        self.set(InputKind::Local, previous_values.unwrap_or_default());
        self.derivatives.insert(key, Arc::clone(&derivatives));
        derivatives
    }

    /// As `derivatives`, at an argument that is a dual number. This state is the one in the base field, where the
    /// derivative of the next order gives the change of each derivative.
    fn derivatives_with_changes(
        &mut self,
        function: Function,
        argument: Residue,
        form: Option<&LinearForm>,
        order: usize,
    ) -> Arc<[Residue]> {
        let [value, change] = argument.value_and_change();
        let pairs: Vec<[Residue; 2]> = Residue::in_base_field(|| {
            let sequence = self.derivatives(function, value, form, order + 1);
            let pairs = sequence.windows(2);
            pairs.map(|pair| [pair[0], pair[1] * change]).collect()
        });
        let dual_pairs = pairs.into_iter();
        dual_pairs
            .map(|[x, change]| Residue::dual(x, change))
            .collect()
    }

    /// Records a failure, unless there is an earlier one, and returns 0 in place of the value.
    pub fn fail(&mut self, failure: EvaluationFailure) -> Residue {
        self.failure.get_or_insert(failure);
        Residue::ZERO
    }
}

/// A random point of the circle, by the half-angle tangent.
fn circle_point(random: &mut Random) -> CirclePoint {
    loop {
        if let Some(point) = CirclePoint::of_tangent(random.residue()) {
            return point;
        }
    }
}

/// Random `c_0` and `c_1` of an argument x with `c_0^2 + x c_1^2 = 1`, by a tangent.
fn stumpff_point(x: Residue, random: &mut Random) -> [Residue; 2] {
    loop {
        let t = random.residue();
        let square = x * t * t;
        if let Some(inverse) = (Residue::ONE + square).inverse() {
            return [(Residue::ONE - square) * inverse, (t + t) * inverse];
        }
    }
}

/// Random coordinates of an orientation.
fn draw_orientation(chart: &dyn OrientationChart, random: &mut Random) -> Vec<Residue> {
    loop {
        let numbers = [(); 3].map(|()| Rational::from(random.natural()));
        let sample = chart.sample(numbers);
        if let Some(coordinates) = sample.iter().map(Residue::of).collect() {
            return coordinates;
        }
    }
}

impl Algebra for ResidueState {
    type Element = Residue;

    fn input(&mut self, input: Input) -> Residue {
        let value = self.values(input.kind).get(input.index as usize).copied();
        value
            .unwrap_or_else(|| self.fail(EvaluationFailure::Undecided(format!("no input {input}"))))
    }
    fn constant(&mut self, value: &Rational) -> Residue {
        Residue::of(value)
            .unwrap_or_else(|| self.fail(EvaluationFailure::Undecided("a constant".into())))
    }
    fn angle(&mut self, angle: &Angle) -> Residue {
        self.bare_value(angle)
    }
    fn add(&mut self, a: &Residue, b: &Residue) -> Residue {
        *a + *b
    }
    fn sub(&mut self, a: &Residue, b: &Residue) -> Residue {
        *a - *b
    }
    fn mul(&mut self, a: &Residue, b: &Residue) -> Residue {
        *a * *b
    }
    fn div(&mut self, a: &Residue, b: &Residue) -> Residue {
        match b.inverse() {
            Some(inverse) => *a * inverse,
            None => self.fail(EvaluationFailure::ZeroDivisor),
        }
    }
    fn neg(&mut self, a: &Residue) -> Residue {
        -*a
    }
    fn call(&mut self, function: Function, a: &Residue, form: Option<&LinearForm>) -> Residue {
        if self.base.is_some() {
            return self.derivatives(function, *a, form, 0)[0];
        }
        if let Some(x) = a.float() {
            let value = function.f64(x);
            return a.function_result(value, function.slope(x, value));
        }
        match function.class() {
            Class::SinCos(SinCos::Sine) => self.point(*a, form).sin,
            Class::SinCos(SinCos::Cosine) => self.point(*a, form).cos,
            Class::SquareRoot => self.root(*a),
            // x c_(n+2) = 1/n! - c_n
            Class::Stumpff(k) => {
                let first = self.stumpff(*a)[usize::from(k % 2)];
                (u64::from(k % 2)..k.into()).step_by(2).fold(first, |c, n| {
                    let factorial = (1..=n).fold(Residue::ONE, |product, factor| {
                        product * Residue::new(factor)
                    });
                    let coefficient = factorial.inverse().expect("below the prime") - c;
                    self.div(&coefficient, a)
                })
            }
            Class::Transcendental => {
                self.drawn_function = Some(function);
                self.fresh_value(function, *a)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::joint::orientation::Quaternion;
    use multibody_program::exact::integer;

    #[test]
    fn multiples_of_an_angle_are_powers_of_its_point() {
        let point = circle_point(&mut Random::new(7));
        assert_eq!(point.cos * point.cos + point.sin * point.sin, Residue::ONE);
        let power = |n: i64| point.power(&integer(n)).unwrap();
        assert_eq!(power(0), CirclePoint::ONE);
        assert_eq!(power(3).times(power(-5)), power(-2));
        assert_eq!(power(1), point);
        assert_eq!(point.power(&(integer(1) / integer(2))), None);
    }

    /// `c_0 = 1 - x c_2` and so on, `c_0^2 + x c_1^2 = 1`, and `c_0(4 x) = 2 c_0(x)^2 - 1`, whichever is requested
    /// first.
    #[test]
    fn stumpff_functions_satisfy_their_relations() {
        let mut state = ResidueState::of(Random::new(10).residues(2));
        for (index, is_first) in [(0, true), (1, false)] {
            let x = state.values(InputKind::Q)[index];
            let fourfold = x * Residue::new(4);
            let mut c = |k, x: &Residue| state.call(Function::Stumpff(k), x, None);
            let early_value = is_first.then(|| c(0, &fourfold));
            let [c0, c1, c2, c3, c4] = [0, 1, 2, 3, 4].map(|k| c(k, &x));
            let [half, two] = [Residue::new(2).inverse().unwrap(), Residue::new(2)];
            assert_eq!(c0 * c0 + x * c1 * c1, Residue::ONE);
            assert_eq!([c0 + x * c2, c1 + x * c3], [Residue::ONE; 2]);
            assert_eq!(c2 + x * c4, half);
            assert_eq!(c(0, &fourfold), two * c0 * c0 - Residue::ONE);
            assert!(early_value.is_none_or(|value| value == c(0, &fourfold)));
        }
        assert_eq!(state.drawn_function, None);
        state.call(Function::Stumpff(2), &Residue::ZERO, None);
        assert_eq!(state.failure, Some(EvaluationFailure::ZeroDivisor));
    }

    /// The order in which the angles are requested does not matter.
    #[test]
    fn opposite_angles_have_opposite_sines_and_equal_cosines() {
        let mut state = ResidueState::of(Random::new(11).residues(1));
        let x = state.values(InputKind::Q)[0];
        let [sin, back] = [x, -x].map(|x| state.call(Function::Sin, &x, None));
        let [cos, cosine] = [-x, x].map(|x| state.call(Function::Cos, &x, None));
        assert_eq!((sin, cos), (-back, cosine));
        assert_eq!(sin * sin + cos * cos, Residue::ONE);
    }

    #[test]
    fn quaternions_are_of_unit_length() {
        let quaternion = draw_orientation(&Quaternion, &mut Random::new(8));
        let square = quaternion.iter().fold(Residue::ZERO, |sum, &x| sum + x * x);
        assert_eq!(square, Residue::ONE);
        assert!(quaternion.iter().all(|&x| x != Residue::ZERO));
    }
}
