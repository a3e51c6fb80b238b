//! Checks whether 64-bit floats can represent the constants that are to be emitted. All earlier
//! arithmetic is exact, so this is the first place where a number may be too large or too small.
//!
//! A function's constant must be 0 or a normal float, since a subnormal float would lose digits; a
//! constant of the reference model may be subnormal.
//! Nothing is promised for `f32`.

use std::collections::BTreeSet;

use multibody_description::check::{PlacedNumber, numbers};
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::model::{LocalInput, Model, Quantity, Span, Spanned};
use multibody_description::system::{ConstantForce, Offset, PointSpring, System};
use multibody_program::exact::{
    Rational, doublings_from_one, is_normal, is_representable, magnitude, nearest_f64,
};
use multibody_program::ir::{Input, InputKind, Node, Program, Value};

/// Reports the first function, or else the reference model, that needs a constant which no float
/// can represent as this module requires. The fault is placed at the number of the model that is
/// furthest from 1.
pub fn check_constants<'a>(
    model: &Model,
    system: &System,
    programs: impl IntoIterator<Item = (&'a str, &'a Program)>,
    faults: &mut Faults,
) {
    let function_constants = programs.into_iter().flat_map(|(name, program)| {
        let constants = program.constants().iter();
        constants.filter(|c| !is_normal(c)).map(move |c| (name, c))
    });
    let symbolic = symbolic_program(system);
    let mut numbers = system_constants(system);
    numbers.extend(symbolic.constants());
    let unrepresentable = numbers.into_iter().filter(|c| !is_representable(c));
    let reference_constants = unrepresentable.map(|c| ("the reference model", c));
    let Some((user, constant)) = function_constants.chain(reference_constants).next() else {
        return;
    };
    let (user, value) = (Shown::from(user), magnitude(constant));
    let most_extreme = numbers_of_model(model)
        .into_iter()
        .max_by_key(|number| number.distance);
    let (span, label) = match most_extreme {
        Some(WrittenNumber { span, text, .. }) => {
            (span, format!("{text} is the most extreme number"))
        }
        None => (model.name.span, "of this robot".into()),
    };
    faults.push(
        span,
        Fault::SettingConstantOutOfRange { user, value, label },
    );
}

/// The numbers of the system with which the textbook algorithms of the reference model compute.
fn system_constants(system: &System) -> Vec<&Rational> {
    let mut values: Vec<Value> = system.gravity.into();
    for link in &system.tree.links {
        values.push(link.mass);
        values.extend(link.com);
        values.extend(link.inertia.iter().flatten());
    }
    let mut exact = Vec::new();
    for joint in &system.tree.joints {
        values.push(joint.armature);
        values.extend(joint.origin.translation);
        values.extend(joint.origin.rotation.iter().flatten());
        for motion in &joint.motions {
            values.extend(motion.axes.iter().flatten());
            exact.push(&motion.multiplier);
            if let Offset::Length(length) = &motion.offset {
                exact.push(length);
            }
        }
    }
    values.extend(system.forces.iter().flat_map(|force| &force.coefficients));
    values.extend(system.point_springs.iter().flat_map(PointSpring::values));
    values.extend((system.constant_forces.iter()).flat_map(ConstantForce::values));
    values.extend(system.constraints.iter().flat_map(|c| c.row.values()));
    let constants = values.into_iter();
    exact.extend(constants.filter_map(|value| system.builder.as_constant(value)));
    let defaults = system.parameters.iter().filter_map(|p| p.default.as_ref());
    exact.extend(defaults.flatten());
    exact
}

/// The expressions of the description as one program, with all definitions substituted, as the textbook algorithms use them.
fn symbolic_program(system: &System) -> Program {
    let (mut b, mut values) = (system.builder.clone(), Vec::new());
    let mut symbolic = system.symbolic.inlined(&mut b);
    symbolic.each_value(&mut |value| values.push(*value));
    b.finish(&values)
}

/// A nonzero number of the description, with its place.
struct WrittenNumber {
    /// The distance of the number from 1, in doublings or halvings.
    distance: u64,
    span: Span,
    /// The number as text, with its place in the description unless it is in a constraint, a spring or an expression.
    text: String,
}

/// All nonzero numbers of a model, including those in expressions.
fn numbers_of_model(model: &Model) -> Vec<WrittenNumber> {
    let values = numbers(model)
        .into_iter()
        .map(|PlacedNumber { number, place }| {
            let text = Shown::from(&number.text);
            (&number.value, number.span, format!("`{text}` of {place}"))
        });
    let of_constraints = model.constraints.iter().flat_map(|c| c.kind.quantities());
    let of_springs = model.point_springs.iter().flat_map(|s| s.quantities());
    let quantities = of_constraints
        .chain(of_springs)
        .filter_map(Quantity::exact)
        .map(|number| {
            let text = Shown::from(&number.text);
            (&number.value, number.span, format!("`{text}`"))
        });
    let expressions = symbolic_values(model).into_iter();
    let groups: Vec<_> = expressions
        .map(|Spanned { value, span }| (constants(model, value), span))
        .collect();
    let literals = groups.iter().flat_map(|(constants, span)| {
        let quote = |value| format!("`{}`", number_text(value));
        constants
            .iter()
            .map(move |value| (value, *span, quote(value)))
    });
    let list = values.chain(quantities).chain(literals);
    list.filter(|(value, ..)| **value != Rational::ZERO)
        .map(|(value, span, text)| WrittenNumber {
            distance: doublings_from_one(value),
            span,
            text,
        })
        .collect()
}

/// The symbolic expressions of a model, with their places.
fn symbolic_values(model: &Model) -> Vec<Spanned<Vec<Value>>> {
    let symbolic = &model.symbolic;
    let energies = symbolic.kinetic.iter().chain(&symbolic.potential).copied();
    let constraints = model
        .constraints
        .iter()
        .flat_map(|constraint| constraint.kind.expressions());
    let pairs = symbolic.forces.iter();
    let forces = pairs.map(|(coordinate, force)| (*force, coordinate.span));
    let expressions = energies.chain(constraints).chain(forces);
    let bodies = symbolic.bodies.iter().map(|body| Spanned {
        value: body.values().collect(),
        span: body.name.span,
    });
    let groups = expressions.map(|(value, span)| Spanned {
        value: vec![value],
        span,
    });
    groups.chain(bodies).collect()
}

/// The constants of expressions, and of the definitions that they name.
fn constants(model: &Model, mut stack: Vec<Value>) -> Vec<Rational> {
    let (mut numbers, mut definitions) = (Vec::new(), BTreeSet::new());
    while let Some(value) = stack.pop() {
        let program = model.builder.finish(&[value]);
        numbers.extend_from_slice(program.constants());
        for node in program.nodes() {
            if let Node::Input(Input {
                kind: InputKind::Local,
                index,
            }) = *node
                && let LocalInput::Definition(value) = &model.symbolic.local_inputs[index as usize]
                && definitions.insert(index)
            {
                stack.push(*value);
            }
        }
    }
    numbers
}

/// A number as a float; if no float can represent it, as a power of ten.
fn number_text(value: &Rational) -> String {
    if is_representable(value) {
        format!("{:?}", nearest_f64(value))
    } else {
        magnitude(value)
    }
}
