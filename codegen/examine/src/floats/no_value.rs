//! Finds out why an expression of a description has no value in floats.

use std::collections::BTreeMap;

use multibody_description::model::{LocalInput, Model};
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{
    Algebra, Floats, Function, Input, InputKind, LinearForm, Value, evaluate,
};
use multibody_support::foreign::Shown;
use multibody_support::random::Random;

/// Number of random states that are tried, in addition to the one where all positions are 0.
const TRIES: u64 = 16;

/// The first definition, energy, force or placed body found that has no value or no derivative, with the reason and the positions,
/// such as "`potential` takes `sqrt` of a negative number at some positions".
#[must_use]
pub fn why_no_value(model: &Model) -> Option<String> {
    let zero_reason = find_expression_without_value(model, None)
        .map(|reason| format!("{reason} where all positions are 0"));
    zero_reason.or_else(|| {
        let mut states = (0..TRIES).map(|seed| find_expression_without_value(model, Some(seed)));
        let reason = states.find_map(|reason| reason)?;
        Some(format!("{reason} at some positions"))
    })
}

/// The first expression of an energy, a force or a placed body, or the first definition, without a value or a derivative at one
/// state: where all positions are 0, or at random positions from a seed.
fn find_expression_without_value(model: &Model, seed: Option<u64>) -> Option<String> {
    let symbolic = &model.symbolic;
    let mut random = Random::new(seed.unwrap_or_default());
    let count: usize = model
        .parameters
        .iter()
        .map(|parameter| parameter.shape.count())
        .sum();
    // Numbers from 1 to 2, since fields are usually masses and lengths.
    let parameters: Vec<f64> = (0..count).map(|_| 1.5 + random.number() / 2.0).collect();
    let mut positions: BTreeMap<&str, f64> = BTreeMap::new();
    let mut locals = Vec::new();
    for local in &symbolic.local_inputs {
        let number = random.number();
        let value = match local {
            LocalInput::Position(_) if seed.is_none() => 0.0,
            LocalInput::Position(name) => *positions.entry(name).or_insert(number),
            LocalInput::Rate(_) | LocalInput::Time | LocalInput::PointCoordinate(_) => number,
            LocalInput::Definition(value) => {
                let (value, failure) = watch_evaluation(model, *value, &locals, &parameters);
                if let Some(failure) = failure {
                    return Some(format!("a definition {failure}"));
                }
                value
            }
        };
        locals.push(value);
    }
    let energies = [
        ("kinetic", &symbolic.kinetic),
        ("potential", &symbolic.potential),
    ]
    .into_iter()
    .flat_map(|(name, terms)| {
        terms
            .iter()
            .map(move |(value, _)| (format!("`{name}`"), *value))
    });
    let forces = symbolic.forces.iter().map(|(coordinate, value)| {
        (
            format!("the force along `{}`", Shown::from(&coordinate.value)),
            *value,
        )
    });
    let bodies = symbolic.bodies.iter().flat_map(|body| {
        let name = format!("`{}`", Shown::from(&body.name.value));
        body.values().map(move |value| (name.clone(), value))
    });
    energies
        .chain(forces)
        .chain(bodies)
        .find_map(|(subject, value)| {
            let (_, failure) = watch_evaluation(model, value, &locals, &parameters);
            failure.map(|failure| format!("{subject} {failure}"))
        })
}

/// Computes a value in floats. Returns it with the first failure of an operation, as text, if there is one.
fn watch_evaluation(
    model: &Model,
    value: Value,
    locals: &[f64],
    parameters: &[f64],
) -> (f64, Option<String>) {
    let inputs = [
        (InputKind::Local, locals),
        (InputKind::Parameter, parameters),
    ];
    let floats = Floats {
        inputs: inputs.into_iter().collect(),
    };
    let mut watch = FailureWatch {
        floats,
        failure: None,
    };
    let values = evaluate(&model.builder.finish(&[value]), &mut watch);
    (values[0], watch.failure)
}

/// Float arithmetic that records the first operation with finite operands and no finite result, or the square root of
/// 0.
struct FailureWatch<'a> {
    floats: Floats<'a>,
    failure: Option<String>,
}

impl FailureWatch<'_> {
    fn record(&mut self, operands: &[f64], result: f64, failure: impl FnOnce() -> String) -> f64 {
        if !result.is_finite() && operands.iter().all(|operand| operand.is_finite()) {
            self.failure.get_or_insert_with(failure);
        }
        result
    }
}

fn overflow_text() -> String {
    "is too large for f64".into()
}

impl Algebra for FailureWatch<'_> {
    type Element = f64;

    fn input(&mut self, input: Input) -> f64 {
        self.floats.input(input)
    }
    fn constant(&mut self, value: &Rational) -> f64 {
        self.floats.constant(value)
    }
    fn angle(&mut self, angle: &Angle) -> f64 {
        self.floats.angle(angle)
    }
    fn add(&mut self, a: &f64, b: &f64) -> f64 {
        self.record(&[*a, *b], a + b, overflow_text)
    }
    fn sub(&mut self, a: &f64, b: &f64) -> f64 {
        self.record(&[*a, *b], a - b, overflow_text)
    }
    fn mul(&mut self, a: &f64, b: &f64) -> f64 {
        self.record(&[*a, *b], a * b, overflow_text)
    }
    fn div(&mut self, a: &f64, b: &f64) -> f64 {
        let failure = || {
            if *b == 0.0 { "divides by 0".into() } else { overflow_text() }
        };
        self.record(&[*a, *b], a / b, failure)
    }
    fn neg(&mut self, a: &f64) -> f64 {
        -a
    }
    fn call(&mut self, function: Function, argument: &f64, _: Option<&LinearForm>) -> f64 {
        let name = function.name();
        if function == Function::Sqrt && *argument == 0.0 {
            let failure = || format!("takes `{name}` of 0, where that has no derivative,");
            self.failure.get_or_insert_with(failure);
        }
        let failure = || match *argument {
            negative if negative < 0.0 && function.f64(negative).is_nan() => {
                format!("takes `{name}` of a negative number")
            }
            0.0 => format!("takes `{name}` of 0"),
            _ => overflow_text(),
        };
        self.record(&[*argument], function.f64(*argument), failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::fault::Faults;
    use multibody_description::source::tokens::{Places, read_struct, read_tokens};

    fn reason(items: &str) -> Option<String> {
        let (mut places, mut faults) = (Places::default(), Faults::new());
        let item = "struct Robot { m: f64 }".parse().unwrap();
        let structure = read_struct(item, &mut places, &mut faults).unwrap();
        let model = read_tokens(items.parse().unwrap(), structure, &mut places, &mut faults);
        let report = faults.finish();
        assert!(!report.has_errors(), "{:?}", report.diagnostics);
        why_no_value(&model)
    }

    #[test]
    fn the_first_operation_without_a_value_is_named() {
        for (symbolic, expected) in [
            ("potential = m * x.powi(2)", None),
            (
                "potential = (x - 3).sqrt()",
                Some("`potential` takes `sqrt` of a negative number where all positions are 0"),
            ),
            (
                "potential = (x + 0.5).sqrt()",
                Some("`potential` takes `sqrt` of a negative number at some positions"),
            ),
            (
                "potential = (x * x + y * y).sqrt()",
                Some(
                    "`potential` takes `sqrt` of 0, where that has no derivative, where all positions are 0",
                ),
            ),
            (
                "potential = m / x",
                Some("`potential` divides by 0 where all positions are 0"),
            ),
            (
                "potential = 3 + ln(x)",
                Some("`potential` takes `ln` of 0 where all positions are 0"),
            ),
            (
                "potential = exp(1000 + x)",
                Some("`potential` is too large for f64 where all positions are 0"),
            ),
            (
                "let r = 1 / y; potential = r",
                Some("a definition divides by 0 where all positions are 0"),
            ),
            (
                "coordinates = [a, b, c, d], rigid top { mass: 1, inertia: diag(1, 1, 1), position: [0, 0, 0], \
                 orientation: quat_xyzw([a, b, c, d]) }",
                Some("`top` divides by 0 where all positions are 0"),
            ),
        ] {
            let items = if symbolic.starts_with("coordinates") {
                symbolic.to_owned()
            } else {
                format!("coordinates = [x, y], kinetic = x_dot.powi(2) + y_dot.powi(2), {symbolic}")
            };
            assert_eq!(reason(&items).as_deref(), expected, "{symbolic}");
        }
    }
}
