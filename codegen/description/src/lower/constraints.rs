//! The constraints of a model, row by row.

use super::point_springs;
use crate::constraint::{FrameRow, VelocityRow};
use crate::fault::Faults;
use crate::model::{self, ConstraintKind, Model};
use crate::system::{Constraint, End, Row};
use multibody_program::ir::{Builder, Value};

/// The rows of all constraints, in the order of the description.
pub fn constraints(b: &mut Builder, model: &Model) -> Vec<Constraint> {
    let (mut all_rows, mut expression_count) = (Vec::new(), 0);
    for (index, constraint) in model.constraints.iter().enumerate() {
        let name = constraint.name.value.as_str();
        let single_row = |row: Row| vec![(String::new(), row)];
        // Each row with the suffix of its name.
        let constraint_rows = match &constraint.kind {
            ConstraintKind::Expression {
                is_velocity_level, ..
            } => {
                expression_count += 1;
                single_row(Row::Expression {
                    index: expression_count - 1,
                    is_velocity_level: *is_velocity_level,
                })
            }
            ConstraintKind::PointExpression { ends, equations } => {
                let ends = resolve_ends(b, model, ends);
                let first = expression_count;
                expression_count += equations.len();
                let row = |expression| {
                    let suffix = match equations.len() {
                        1 => String::new(),
                        _ => format!(".{}", expression - first + 1),
                    };
                    (
                        suffix,
                        Row::PointExpression {
                            ends,
                            index: expression,
                        },
                    )
                };
                (first..expression_count).map(row).collect()
            }
            ConstraintKind::Frames {
                ends,
                rows,
                lengths,
            } => {
                let numbers: Vec<Value> = lengths.iter().map(|length| length.value(b)).collect();
                let ends = resolve_ends(b, model, ends);
                let row = |frame_row: &FrameRow| {
                    let scalar_row = Row::Between {
                        ends,
                        frame_row: frame_row.clone(),
                        numbers: numbers.clone(),
                    };
                    (frame_row.suffix.clone(), scalar_row)
                };
                rows.iter().map(row).collect()
            }
            ConstraintKind::Velocity { end, axes, rows } => {
                let end = point_springs::resolve_end(b, model, end);
                let row = |VelocityRow { suffix, component }: &VelocityRow| {
                    let velocity_row = Row::Velocity {
                        end,
                        axes: *axes,
                        component: *component,
                    };
                    (suffix.clone(), velocity_row)
                };
                rows.iter().map(row).collect()
            }
        };
        all_rows.extend(constraint_rows.into_iter().map(|(suffix, row)| Constraint {
            name: format!("{name}{suffix}"),
            owner: index,
            row,
        }));
    }
    all_rows
}

/// Reports constraints that name links which do not exist.
pub fn check(model: &Model, faults: &mut Faults) {
    for constraint in &model.constraints {
        for end in constraint.kind.ends() {
            point_springs::check_end(model, ("constraint", &constraint.name), end, faults);
        }
    }
}

fn resolve_ends(b: &mut Builder, model: &Model, ends: &[model::End; 2]) -> [End; 2] {
    ends.each_ref()
        .map(|end| point_springs::resolve_end(b, model, end))
}
