//! Whether 64-bit floats can hold the constants that are to be emitted. All arithmetic before is
//! exact, so this is the first place where a number may be too large or too small.
//!
//! A function's constant is 0 or a normal float: of a smaller one digits would be lost. Of `f32`
//! nothing is promised.

use dashu_base::BitTest;

use crate::check::numbers;
use crate::exact::{Rational, distance, is_held, is_normal};
use crate::fault::{Fault, Faults, Shown};
use crate::ir::{Program, Value};
use crate::model::{Model, Number};
use crate::system::{Offset, System};

/// Reports the first function, or else the description of the robot, that needs a constant no float
/// can hold, at the number of the model that is furthest from everyday ones.
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
    let described = of_system(system).into_iter();
    let described = described
        .filter(|c| !is_held(c))
        .map(|c| ("the reference model", c));
    let Some((user, constant)) = programs.chain(described).next() else {
        return;
    };
    let (user, value) = (Shown::from(user), magnitude(constant));
    let (span, label) = match most_extreme(model) {
        Some((number, place)) => {
            let text = Shown::from(&number.text);
            (
                number.span,
                format!("`{text}` of {place} is the most extreme number"),
            )
        }
        None => (model.name.span, "of this robot".into()),
    };
    faults.push(
        span,
        Fault::SettingConstantOutOfRange { user, value, label },
    );
}

/// The first constant of a program that a float cannot hold, by its power of ten.
#[must_use]
pub fn beyond_floats(program: &Program) -> Option<String> {
    let constants = program.constants().iter();
    constants.filter(|c| !is_normal(c)).map(magnitude).next()
}

/// The constants from which the textbook algorithms compute.
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
    let constants = values.into_iter();
    exact.extend(constants.filter_map(|value| system.builder.as_constant(value)));
    let defaults = system.parameters.iter().filter_map(|p| p.default.as_ref());
    exact.extend(defaults.flatten());
    exact
}

fn most_extreme(model: &Model) -> Option<(&Number, String)> {
    let numbers = numbers(model).into_iter();
    let nonzero = numbers.filter(|(number, _)| number.value != Rational::ZERO);
    nonzero.max_by_key(|(number, _)| distance(&number.value))
}

/// A number beyond floats by the power of ten that is next to it, away from 1.
fn magnitude(value: &Rational) -> String {
    let doublings = value.numerator().bit_len() as f64 - value.denominator().bit_len() as f64;
    let tens = doublings * std::f64::consts::LOG10_2;
    let away = if tens < 0.0 {
        tens.floor()
    } else {
        tens.ceil()
    };
    format!("1e{away:.0}")
}
