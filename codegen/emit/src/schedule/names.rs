//! The names of values.
//!
//! A value with a hint has this hint as its name (`w3_x`). A value without one is named by the hinted value into which it
//! flows, with a number in the order of the program (`w3_x_1`), so that a local change of a program renumbers only
//! locally. If a value flows into several, the one that was built first names it. If the negative of a number is computed, the
//! name says so (`neg_w3_x`). Sines and cosines are named by the joints of their angle (`s_elbow`), definitions in expressions of
//! users by their own names (`e0_reach`). Other values have a number only (`x1`).
//!
//! Names are distinct because hints differ in letters, index or component; no two parts of a name run together, since `_`
//! separates them. They differ from the names of packs (`v3`) and of arrays that blocks return (`b3`, `g3_2`): no hint has the
//! letter `b`, and hints with the letters `v` and `g` always have an axis (`v3_x`).

use std::collections::{BTreeMap, BTreeSet};

use super::angles::AnglePair;
use multibody_program::ir::{InputKind, Node, Program, Value, ValueHint, ValueSymbol};
use multibody_support::foreign::rust_name;
use rustc_hash::{FxHashMap, FxHashSet};

/// Names from a description, as parts of identifiers.
#[derive(Clone, Debug, Default)]
pub struct RobotNames {
    /// Names of positions, by their indices.
    positions: Vec<String>,
    /// Names of bodies, by their indices; empty if they are long.
    bodies: Vec<String>,
    /// Names of definitions in expressions, by their indices; empty if they are long.
    definitions: Vec<String>,
}

/// Maximum length of a name; a longer one is replaced by its index.
const MAX_LENGTH: usize = 20;

/// Maximum number of positions that the name of an angle lists.
const MAX_LISTED: usize = 3;

impl RobotNames {
    /// The names of positions, bodies and definitions in expressions, as far as they are short.
    pub fn new(positions: Vec<String>, bodies: Vec<String>, definitions: &[String]) -> Self {
        let mut known_names = BTreeSet::new();
        let position = |(index, name): (usize, String)| {
            let name = short_name(&name);
            if !name.is_empty() && known_names.insert(name.clone()) {
                name
            } else {
                format!("q{index}")
            }
        };
        Self {
            positions: positions.into_iter().enumerate().map(position).collect(),
            bodies: bodies.iter().map(|name| short_name(name)).collect(),
            definitions: definitions.iter().map(|name| short_name(name)).collect(),
        }
    }

    /// The name of a position.
    fn position(&self, index: u32) -> String {
        let name = self.positions.get(index as usize);
        name.map_or_else(|| format!("q{index}"), Clone::clone)
    }

    /// The name of a value with a hint.
    fn value(&self, hint: ValueHint) -> String {
        let definition = match hint.symbol {
            ValueSymbol::DEFINITION => self.definitions.get(hint.index as usize),
            _ => None,
        };
        match definition {
            Some(name) if !name.is_empty() => format!("{hint}_{name}"),
            _ => hint.to_string(),
        }
    }

    /// The heading of a body.
    pub fn body(&self, index: u32) -> String {
        match self.bodies.get(index as usize) {
            Some(name) if !name.is_empty() => format!("body {index}: {name}"),
            _ => format!("body {index}"),
        }
    }

    /// The name of an angle that is a sum of positions, some with a minus sign, and constants; `None` if it is no such sum.
    fn angle_name(&self, program: &Program, angle: Value) -> Option<String> {
        let mut terms: BTreeMap<u32, bool> = BTreeMap::new();
        let mut has_offset = false;
        let mut stack = vec![(angle, false)];
        while let Some((value, is_negative)) = stack.pop() {
            match program.nodes()[value.index()] {
                Node::Input(input) if input.kind == InputKind::Q => {
                    if terms.insert(input.index, is_negative).is_some() {
                        return None;
                    }
                }
                Node::Constant(_) | Node::Angle(_) => has_offset = true,
                Node::Add(a, b) => stack.extend([(a, is_negative), (b, is_negative)]),
                Node::Sub(a, b) => stack.extend([(a, is_negative), (b, !is_negative)]),
                Node::Neg(a) => stack.push((a, !is_negative)),
                _ => return None,
            }
        }
        let positions_with_sign = |is_negative: bool| {
            let matches = terms
                .iter()
                .filter(move |(_, is_minus)| **is_minus == is_negative);
            matches
                .map(|(&index, _)| self.position(index))
                .collect::<Vec<_>>()
        };
        let [plus, minus] = [false, true].map(positions_with_sign);
        let mut name = match plus.as_slice() {
            [] => return None,
            [first, .., last] if plus.len() > MAX_LISTED => format!("{first}_to_{last}"),
            names => names.join("_"),
        };
        match minus.as_slice() {
            [] => {}
            [position] => name += &format!("_minus_{position}"),
            _ => return None,
        }
        if has_offset {
            name += "_offset";
        }
        Some(name)
    }
}

/// A name as part of an identifier; empty if it is long.
fn short_name(name: &str) -> String {
    let name = rust_name(name);
    let core = name.trim_matches('_');
    if core.len() <= MAX_LENGTH { core.to_owned() } else { String::new() }
}

/// The names of all values that have statements, and the hints from which they come.
#[derive(Debug, Default)]
pub struct Names {
    names: Vec<Option<Box<str>>>,
    labels: Vec<Option<Label>>,
}

impl Names {
    /// Names sines and cosines, then the values of other statements. `values` has these in the order of the program.
    pub fn new(
        program: &Program,
        passes: &[Vec<AnglePair>],
        values: &[Value],
        names: &RobotNames,
    ) -> Self {
        let mut naming = Naming::of(program, names);
        naming.name_sines_and_cosines(passes);
        // All hints first, so that the value with a hint has the name without a number even if its parts come before it.
        values.iter().for_each(|&value| naming.name_by_hint(value));
        values.iter().for_each(|&value| naming.name_by_use(value));
        Self {
            names: naming.names,
            labels: naming.labels,
        }
    }

    /// The name of a value that has a statement.
    ///
    /// # Panics
    /// The value has no statement.
    pub fn of(&self, value: Value) -> &str {
        let name = self.names[value.index()].as_deref();
        name.expect("a value with a statement has a name")
    }

    /// The body in the hint by which a value is named.
    pub fn body(&self, value: Value) -> Option<u32> {
        match self.labels[value.index()]? {
            Label::Own(hint) | Label::Part(hint) => hint.body(),
        }
    }
}

/// The names that have been given so far.
struct Naming<'a> {
    program: &'a Program,
    robot: &'a RobotNames,
    labels: Vec<Option<Label>>,
    names: Vec<Option<Box<str>>>,
    /// The hints that values have as their names already.
    used_hints: FxHashSet<ValueHint>,
    /// For each hint without its sign: the beginning of the names of the values that flow into the value with this hint, and the
    /// number of values that have such a name already.
    parts: FxHashMap<ValueHint, (String, usize)>,
    /// The number of named values that neither have a hint nor flow into a value with one.
    unhinted: usize,
}

/// The hint by which a value is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    /// The value has this hint.
    Own(ValueHint),
    /// The value flows into the value that has this hint.
    Part(ValueHint),
}

impl<'a> Naming<'a> {
    fn of(program: &'a Program, robot: &'a RobotNames) -> Self {
        Self {
            program,
            robot,
            labels: labels(program),
            names: vec![None; program.nodes().len()],
            used_hints: FxHashSet::default(),
            parts: FxHashMap::default(),
            unhinted: 0,
        }
    }

    /// Names sines and cosines, and the angles that they take.
    fn name_sines_and_cosines(&mut self, passes: &[Vec<AnglePair>]) {
        let mut known_names: BTreeSet<String> = BTreeSet::new();
        for &AnglePair { angle, sin, cos } in passes.iter().flatten() {
            let sum = self.robot.angle_name(self.program, angle);
            let is_input = matches!(self.program.nodes()[angle.index()], Node::Input(_));
            let named_angle = (sum.is_some() && !is_input).then_some(angle);
            let base = sum.unwrap_or_else(|| "angle".to_owned());
            let numbered = (2..).map(|count| format!("{base}_{count}"));
            let mut candidates = std::iter::once(base.clone()).chain(numbered);
            let name = (candidates.find(|name| known_names.insert(name.clone())))
                .expect("there is always another number");
            for (value, prefix) in [(sin, "s_"), (cos, "c_"), (named_angle, "angle_")] {
                if let Some(value) = value {
                    self.names[value.index()] = Some(format!("{prefix}{name}").into());
                }
            }
        }
    }

    /// Names a value by its own hint, unless another value has that name.
    fn name_by_hint(&mut self, value: Value) {
        let index = value.index();
        if let Some(Label::Own(hint)) = self.labels[index]
            && self.names[index].is_none()
            && self.used_hints.insert(hint)
        {
            self.names[index] = Some(self.robot.value(hint).into());
        }
    }

    /// Gives a value without a name the name of the value into which it flows, and a number.
    fn name_by_use(&mut self, value: Value) {
        let index = value.index();
        if self.names[index].is_some() {
            return;
        }
        self.names[index] = Some(match self.labels[index] {
            Some(Label::Own(hint) | Label::Part(hint)) => {
                let (hint, robot) = (hint.positive(), self.robot);
                let part_name = || (robot.value(hint) + "_", 0);
                let (beginning, count) = self.parts.entry(hint).or_insert_with(part_name);
                *count += 1;
                (beginning.clone() + &count.to_string()).into()
            }
            None => {
                self.unhinted += 1;
                format!("x{}", self.unhinted).into()
            }
        });
    }
}

/// The labels of all values. An angle does not flow into the values that are computed from its sine and cosine.
fn labels(program: &Program) -> Vec<Option<Label>> {
    let mut labels: Vec<Option<Label>> = vec![None; program.nodes().len()];
    for (index, &node) in program.nodes().iter().enumerate().rev() {
        labels[index] = program
            .hint(program.value(index))
            .map(Label::Own)
            .or(labels[index]);
        let is_sine_or_cosine = matches!(node, Node::Call(function, _) if function.is_of_angle());
        if let (Some(Label::Own(hint) | Label::Part(hint)), false) =
            (labels[index], is_sine_or_cosine)
        {
            let operands = node.operands();
            operands.for_each(|operand| labels[operand.index()] = Some(Label::Part(hint)));
        }
    }
    labels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Schedule;
    use multibody_program::ir::{Builder, Limbs, SymbolIndex, parse};

    fn tau(index: usize) -> ValueHint {
        ValueHint::whole(ValueSymbol::new("tau", SymbolIndex::Other), index)
    }

    /// The names in the order of the statements.
    fn names(program: &Program) -> Vec<String> {
        let schedule =
            Schedule::in_place(program, &Limbs::default(), &RobotNames::default(), false);
        let values = schedule
            .outer_statements
            .iter()
            .flat_map(|&statement| schedule.values_of(statement));
        values
            .map(|value| schedule.name(value).to_owned())
            .collect()
    }

    #[test]
    fn a_value_without_a_hint_is_named_by_the_value_into_which_it_flows() {
        let mut b = Builder::new();
        let [x, y, z] = [0, 1, 2].map(|index| b.input(InputKind::Qd, index));
        // The second square flows into both results, the last product into none with a hint.
        let [x_squared, y_squared] = [x, y].map(|factor| b.mul(factor, factor));
        let tau0 = b.div(x_squared, y_squared);
        let quotient = b.div(y_squared, z);
        let difference = b.sub(x, quotient);
        let tau1 = b.neg(difference);
        let lone_product = b.mul(x, z);
        b.hint(tau0, tau(0));
        b.hint(tau1, tau(1));
        let program = b.finish(&[tau0, tau1, lone_product]);
        let expected = ["tau0_2", "tau0_1", "tau0", "tau1_1", "neg_tau1", "x1"];
        assert_eq!(names(&program), expected);
    }

    #[test]
    fn of_several_values_with_one_hint_only_the_first_has_it_as_its_name() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Qd, index));
        let values = [b.mul(x, x), b.mul(x, y), b.mul(y, y)];
        values.iter().for_each(|&value| b.hint(value, tau(2)));
        assert_eq!(names(&b.finish(&values)), ["tau2", "tau2_1", "tau2_2"]);
    }

    /// A factor of a part of one result: the other result is computed and named as before.
    #[test]
    fn a_local_change_renumbers_locally() {
        let program = |with_factor: bool| {
            let mut b = Builder::new();
            let [x, y, z] = [0, 1, 2].map(|index| b.input(InputKind::Qd, index));
            let mut part = b.div(x, y);
            if with_factor {
                part = b.mul(part, z);
            }
            let tau0 = b.div(part, z);
            let part = b.div(y, x);
            let tau1 = b.div(part, z);
            b.hint(tau0, tau(0));
            b.hint(tau1, tau(1));
            b.finish(&[tau0, tau1])
        };
        let (original, variation) = (names(&program(false)), names(&program(true)));
        assert_eq!(original, ["tau0_1", "tau0", "tau1_1", "tau1"]);
        assert_eq!(variation, ["tau0_1", "tau0_2", "tau0", "tau1_1", "tau1"]);
    }

    #[test]
    fn sines_are_named_by_the_joints_of_their_angle() {
        let text = "v0 = q0\nv1 = q1\nv2 = q2\nv3 = q3\nv4 = angle 3/5 4/5\nv5 = add v0 v1\nv6 = add v5 v2\nv7 = add v6 v3\n\
                    v8 = sub v5 v2\nv9 = add v0 v4\nv10 = mul v0 v1\nv11 = sin v0\nv12 = sin v5\nv13 = sin v7\n\
                    v14 = sin v8\nv15 = sin v9\nv16 = sin v10\nv17 = sin v3\nout v11 v12 v13 v14 v15 v16 v17";
        let program = parse(text).expect("a program");
        let joints = [
            "base",
            "Arm-0",
            "arm 0",
            "a_name_of_more_than_twenty_letters",
        ];
        let positions = RobotNames::new(joints.map(str::to_owned).to_vec(), Vec::new(), &[]);
        let schedule = Schedule::new(&program, &Limbs::default(), &positions, false);
        let sines: Vec<&str> = (11..18)
            .map(|index| schedule.name(program.value(index)))
            .collect();
        let expected = [
            "s_base",
            "s_base_arm_0",
            "s_base_to_q3",
            "s_base_arm_0_minus_q2",
            "s_base_offset",
            "s_angle",
            "s_q3",
        ];
        assert_eq!(sines, expected);
        assert_eq!(schedule.name(program.value(5)), "angle_base_arm_0");
    }

    #[test]
    fn names_of_sines_are_distinct_whatever_joints_are_called() {
        let text = "v0 = q0\nv1 = q1\nv2 = q2\nv3 = add v0 v1\nv4 = sin v3\nv5 = sin v2\nv6 = sin v0\nout v4 v5 v6";
        let program = parse(text).expect("a program");
        let positions = RobotNames::new(
            ["a", "b", "a_b"].map(str::to_owned).to_vec(),
            Vec::new(),
            &[],
        );
        let schedule = Schedule::new(&program, &Limbs::default(), &positions, false);
        let sines = [4, 5, 6].map(|index| schedule.name(program.value(index)));
        assert_eq!(sines, ["s_a_b_2", "s_a_b", "s_a"]);
        let hostile = ["self", "", "r#type", "a\n//"].map(str::to_owned).to_vec();
        let names = RobotNames::new(hostile.clone(), hostile.clone(), &hostile);
        assert_eq!(names.positions, ["self", "unnamed", "r_type", "a"]);
        assert_eq!(names.body(3), "body 3: a");
        assert_eq!(names.body(4), "body 4");
        let definition = |index| names.value(ValueHint::whole(ValueSymbol::DEFINITION, index));
        assert_eq!([0, 2, 9].map(definition), ["e0_self", "e2_r_type", "e9"]);
    }
}
