//! The constraints of a model, row by row.

use super::point_springs;
use crate::constraint::{FrameRow, distance, loop_joint};
use crate::fault::Faults;
use crate::function::Axes;
use crate::model::{self, ConstraintKind, Model};
use crate::system::{Constraint, End, Row};
use multibody_program::ir::Builder;

/// The rows of all constraints, in the order of the description.
pub fn constraints(b: &mut Builder, model: &Model) -> Vec<Constraint> {
    let (mut rows, mut expressions) = (Vec::new(), 0);
    for (of, constraint) in model.constraints.iter().enumerate() {
        let name = constraint.name.value.as_str();
        let one = |row: Row| vec![(String::new(), row)];
        let of_one = match &constraint.kind {
            ConstraintKind::Expression {
                is_velocity_level, ..
            } => {
                expressions += 1;
                one(Row::Expression {
                    at: expressions - 1,
                    is_velocity_level: *is_velocity_level,
                })
            }
            ConstraintKind::PointExpression { ends, equations } => {
                let ends = placed(b, model, ends);
                let first = expressions;
                expressions += equations.len();
                let row = |at| {
                    let name = match equations.len() {
                        1 => String::new(),
                        _ => format!(".{}", at - first + 1),
                    };
                    (name, Row::PointExpression { ends, at })
                };
                (first..expressions).map(row).collect()
            }
            ConstraintKind::Distance { ends, length } => {
                let numbers = vec![length.value(b)];
                let ends = placed(b, model, ends);
                one(Row::Between {
                    ends,
                    what: distance::row(),
                    numbers,
                })
            }
            ConstraintKind::LoopJoint { ends, free } => {
                let ends = placed(b, model, ends);
                let row = |what: FrameRow| {
                    let suffix = what.suffix.clone();
                    let row = Row::Between {
                        ends,
                        numbers: Vec::new(),
                        what,
                    };
                    (suffix, row)
                };
                loop_joint::rows(*free).into_iter().map(row).collect()
            }
            ConstraintKind::Contact {
                end,
                is_sole,
                in_link_axes,
            } => {
                let end = point_springs::end(b, model, end);
                let axes = match in_link_axes {
                    true => Axes::Link,
                    false => Axes::World,
                };
                let components = 0..if *is_sole { 6 } else { 3 };
                let row = |component: usize| {
                    let turn = if component < 3 { "" } else { "turn_" };
                    let name = format!(".{turn}{}", AXES[component % 3]);
                    let row = Row::Contact {
                        end,
                        axes,
                        component,
                    };
                    (name, row)
                };
                components.map(row).collect()
            }
        };
        rows.extend(of_one.into_iter().map(|(end, row)| Constraint {
            name: format!("{name}{end}"),
            of,
            row,
        }));
    }
    rows
}

/// Reports links that do not exist.
pub fn check(model: &Model, faults: &mut Faults) {
    for constraint in &model.constraints {
        for end in constraint.kind.ends() {
            point_springs::check_end(model, ("constraint", &constraint.name), end, faults);
        }
    }
}

const AXES: [&str; 3] = ["x", "y", "z"];

fn placed(b: &mut Builder, model: &Model, ends: &[model::End; 2]) -> [End; 2] {
    ends.each_ref().map(|end| point_springs::end(b, model, end))
}
