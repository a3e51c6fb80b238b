//! Lowering of symbolic terms: named coordinates become positions and rates.

use std::collections::BTreeMap;

use crate::joint;
use crate::lower::rules::Rule;
use crate::model::{self, LocalInput, Model, Span};
use crate::system::{Coordinate, LinkTree, PlacedBody, SymbolicTerms};
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Builder, Input, InputKind, Matrix3, Value};

/// The symbolic terms of a model.
pub fn symbolic_terms(
    b: &mut Builder,
    model: &Model,
    rules: &[Rule],
    coordinates: &[Coordinate],
    tree: &LinkTree,
) -> SymbolicTerms {
    let mut symbols = Symbols::default();
    symbols.add(b, model, rules, coordinates, tree);
    let symbolic = &model.symbolic;
    // The value of each local input of the model's expressions.
    let (mut locals, mut definitions) = (Vec::new(), Vec::new());
    for local in &symbolic.local_inputs {
        let value = match local {
            LocalInput::Position(name) => symbols.positions[name.as_str()].position,
            LocalInput::Rate(name) => symbols.positions[name.as_str()].rate,
            LocalInput::Time => b.input(InputKind::Time, 0),
            LocalInput::PointCoordinate(k) => b.input(InputKind::PointCoordinate, *k),
            LocalInput::Definition(value) => {
                definitions.push(substitute(b, *value, &locals));
                b.input(InputKind::Local, definitions.len() - 1)
            }
        };
        locals.push(value);
    }
    let substitute_all = |b: &mut Builder, terms: &[(Value, Span)]| -> Vec<Value> {
        let values = terms.iter().map(|(value, _)| *value);
        values.map(|value| substitute(b, value, &locals)).collect()
    };
    let force_terms = symbolic.forces.iter().filter_map(|(name, force)| {
        let (v, multiplier) = symbols.positions[name.value.as_str()].multiple.as_ref()?;
        let force = substitute(b, *force, &locals);
        // The rate of a mimic joint is `multiplier * rate v`, so its force has the power of `multiplier * force` along v.
        Some((*v, b.scale(multiplier, force)))
    });
    let forces = force_terms.collect();
    let expressions = model
        .constraints
        .iter()
        .flat_map(|constraint| constraint.kind.expressions());
    let constraints = expressions
        .map(|(value, _)| substitute(b, value, &locals))
        .collect();
    let bodies = symbolic
        .bodies
        .iter()
        .map(|body| place_body(b, body, &locals))
        .collect();
    SymbolicTerms {
        kinetic: substitute_all(b, &symbolic.kinetic),
        potential: substitute_all(b, &symbolic.potential),
        forces,
        bodies,
        constraints,
        definitions,
    }
}

/// The positions and rates that the names of joints and coordinates stand for.
#[derive(Default)]
struct Symbols<'a> {
    positions: BTreeMap<&'a str, Position>,
}

/// A position and its rate.
struct Position {
    position: Value,
    rate: Value,
    /// The rate of the system of which `rate` is a multiple, and the factor; `None` if the position is locked.
    multiple: Option<(usize, Rational)>,
}

impl<'a> Symbols<'a> {
    /// Adds mimic joints, locked joints and coordinates.
    fn add(
        &mut self,
        b: &mut Builder,
        model: &'a Model,
        rules: &[Rule],
        coordinates: &'a [Coordinate],
        tree: &'a LinkTree,
    ) {
        for joint in &tree.joints {
            let Some(motion) = joint.single_rate_motion() else {
                continue;
            };
            let v = coordinates[motion.coordinate].v;
            let rate = b.input(InputKind::Qd, v);
            let position = Position {
                position: motion.positions(b, coordinates)[0],
                rate: b.scale(&motion.multiplier, rate),
                multiple: Some((v, motion.multiplier.clone())),
            };
            self.positions.insert(&joint.name, position);
        }
        for (joint, rule) in model.joints.iter().zip(rules) {
            let (Rule::Locked(position), [motion]) = (rule, joint.kind.value.motions()) else {
                continue;
            };
            let position = Position {
                position: match motion.kind.positions() {
                    [joint::PositionKind::Angle] => b.angle(&Angle::of_radians(position)),
                    _ => b.constant(position),
                },
                rate: b.zero(),
                multiple: None,
            };
            self.positions.insert(&joint.name.value, position);
        }
        for coordinate in coordinates {
            if coordinate.kind.positions().len() == 1 {
                let position = Position {
                    position: b.input(InputKind::Q, coordinate.q),
                    rate: b.input(InputKind::Qd, coordinate.v),
                    multiple: Some((coordinate.v, Rational::ONE)),
                };
                self.positions.insert(&coordinate.name, position);
            }
        }
    }
}

/// A body of the model, with the values of its local inputs substituted.
fn place_body(b: &mut Builder, body: &model::PlacedBody, locals: &[Value]) -> PlacedBody {
    let vector = |b: &mut Builder, v: &[Value; 3]| v.map(|value| substitute(b, value, locals));
    let inertia: Matrix3 = match &body.inertia {
        Some(entries) => {
            let [xx, xy, xz, yy, yz, zz] = entries.each_ref().map(|entry| entry.value(b));
            [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        }
        None => [b.zeros(); 3],
    };
    PlacedBody {
        name: body.name.value.clone(),
        mass: body.mass.value(b),
        inertia,
        position: vector(b, &body.position),
        rotation: match &body.rotation {
            Some(rows) => rows.each_ref().map(|row| vector(b, row)),
            None => b.identity(),
        },
        force: (body.force.as_ref()).map_or(b.zeros(), |force| vector(b, force)),
    }
}

/// An expression in which the values of its local inputs are substituted.
fn substitute(b: &mut Builder, expression: Value, locals: &[Value]) -> Value {
    let program = b.finish(&[expression]);
    b.inline(&program, |b, Input { kind, index }| match kind {
        InputKind::Local => locals[index as usize],
        kind => b.input(kind, index as usize),
    })[0]
}
