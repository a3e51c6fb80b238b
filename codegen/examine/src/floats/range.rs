//! Checks whether 64-bit floats can represent the constants that are to be emitted. All earlier
//! arithmetic is exact, so this is the first place where a number may be too large or too small.
//!
//! A function's constant must be 0 or a normal float, since a subnormal float would lose digits.
//! Nothing is promised for `f32`.

use std::collections::BTreeSet;

use multibody_description::check::{PlacedNumber, numbers};
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::model::{Model, Name, Quantity, Span, Spanned};
use multibody_description::system::{Offset, PointSpring, System};
use multibody_program::exact::{
    Rational, distance, is_normal, is_representable, magnitude, nearest_f64,
};
use multibody_program::ir::{Input, InputKind, Node, Program, Value};

/// Reports the first function, or else the reference model, that needs a constant which no float
/// can represent. The fault is placed at the number of the model that is furthest from 1.
pub fn check_constants<'a>(
    model: &Model,
    system: &System,
    programs: impl IntoIterator<Item = (&'a str, &'a Program)>,
    faults: &mut Faults,
) {
    let programs = programs.into_iter().flat_map(|(name, program)| {
        let constants = program.constants().iter();
        constants.filter(|c| !is_normal(c)).map(move |c| (name, c))
    });
    let symbolic = symbolic_program(system);
    let described = of_system(system).into_iter().chain(symbolic.constants());
    let described = described
        .filter(|c| !is_representable(c))
        .map(|c| ("the reference model", c));
    let Some((user, constant)) = programs.chain(described).next() else {
        return;
    };
    let (user, value) = (Shown::from(user), magnitude(constant));
    let most_extreme = written_numbers(model)
        .into_iter()
        .max_by_key(|at| at.distance);
    let (span, label) = match most_extreme {
        Some(WrittenNumber { span, number, .. }) => {
            (span, format!("{number} is the most extreme number"))
        }
        None => (model.name.span, "of this robot".into()),
    };
    faults.push(
        span,
        Fault::SettingConstantOutOfRange { user, value, label },
    );
}

/// The constants of the system from which the textbook algorithms compute.
fn of_system(system: &System) -> Vec<&Rational> {
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
    values.extend(system.constraints.iter().flat_map(|of| of.row.values()));
    let constants = values.into_iter();
    exact.extend(constants.filter_map(|value| system.builder.as_constant(value)));
    let defaults = system.parameters.iter().filter_map(|p| p.default.as_ref());
    exact.extend(defaults.flatten());
    exact
}

/// The expressions of the description as one program, in the form that the textbook algorithms use.
fn symbolic_program(system: &System) -> Program {
    let (mut b, mut values) = (system.builder.clone(), Vec::new());
    let mut symbolic = system.symbolic.inlined(&mut b);
    symbolic.each_value(&mut |value| values.push(*value));
    b.finish(&values)
}

/// A nonzero number of a model, with its place.
struct WrittenNumber {
    /// Distance from 1, in doublings.
    distance: u64,
    span: Span,
    /// The number as text, with what it belongs to.
    number: String,
}

/// All nonzero numbers of a model, including those in expressions.
fn written_numbers(model: &Model) -> Vec<WrittenNumber> {
    let named = numbers(model)
        .into_iter()
        .map(|PlacedNumber { number, place }| {
            let text = Shown::from(&number.text);
            (&number.value, number.span, format!("`{text}` of {place}"))
        });
    let of_ends = model.constraints.iter().flat_map(|of| of.kind.quantities());
    let of_springs = model.point_springs.iter().flat_map(|of| of.quantities());
    let at_ends = of_ends.chain(of_springs).filter_map(Quantity::exact);
    let at_ends = at_ends.map(|number| {
        let text = Shown::from(&number.text);
        (&number.value, number.span, format!("`{text}`"))
    });
    let written = symbolic_values(model).into_iter();
    let written: Vec<_> = written
        .map(|Spanned { value, span }| (constants(model, value), span))
        .collect();
    let written = written.iter().flat_map(|(constants, span)| {
        let shown = |value| format!("`{}`", shown(value));
        constants
            .iter()
            .map(move |value| (value, *span, shown(value)))
    });
    let all = named.chain(at_ends).chain(written);
    all.filter(|(value, ..)| **value != Rational::ZERO)
        .map(|(value, span, number)| WrittenNumber {
            distance: distance(value),
            span,
            number,
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
        .flat_map(|of| of.kind.expressions());
    let forces = symbolic.forces.iter();
    let forces = forces.map(|(along, force)| (*force, along.span));
    let single = energies.chain(constraints).chain(forces);
    let bodies = symbolic.bodies.iter().map(|body| Spanned {
        value: body.values().collect(),
        span: body.name.span,
    });
    let single = single.map(|(value, span)| Spanned {
        value: vec![value],
        span,
    });
    single.chain(bodies).collect()
}

/// The constants of expressions, and of the definitions that they name.
fn constants(model: &Model, mut open: Vec<Value>) -> Vec<Rational> {
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    while let Some(value) = open.pop() {
        let program = model.builder.finish(&[value]);
        found.extend_from_slice(program.constants());
        for node in program.nodes() {
            if let Node::Input(Input {
                kind: InputKind::Local,
                index,
            }) = *node
                && let Name::Definition(value) = &model.symbolic.names[index as usize]
                && known.insert(index)
            {
                open.push(*value);
            }
        }
    }
    found
}

/// A number as a float; if no float can represent it, as a power of ten.
fn shown(value: &Rational) -> String {
    if is_representable(value) {
        format!("{:?}", nearest_f64(value))
    } else {
        magnitude(value)
    }
}
