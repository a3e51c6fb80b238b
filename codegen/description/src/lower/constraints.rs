//! The constraints of a model, row by row.

use super::point_springs;
use crate::fault::Faults;
use crate::function::Axes;
use crate::model::{self, ConstraintKind, FreeMotions, Model};
use crate::system::{Between, Constraint, End, Row};
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
                let what = Between::Distance(length.value(b));
                let ends = placed(b, model, ends);
                one(Row::Between { ends, what })
            }
            ConstraintKind::LoopJoint { ends, free } => {
                let ends = placed(b, model, ends);
                let rows = loop_rows(*free).into_iter();
                rows.map(|what| (called(what), Row::Between { ends, what }))
                    .collect()
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

/// The rows of a loop joint, which prevent all motions that are not free.
fn loop_rows(free: FreeMotions) -> Vec<Between> {
    use Between::{Across, Offset, Turned};
    let others = |k: usize| [(k + 1) % 3, (k + 2) % 3];
    let on_line = |k: usize| others(k).map(Offset).to_vec();
    let upright = |k: usize| others(k).map(|i| Across(i, k)).to_vec();
    let together = || (0..3).map(Offset).collect::<Vec<_>>();
    let aligned = || (0..3).map(Turned).collect::<Vec<_>>();
    match free {
        FreeMotions::Nothing => [together(), aligned()].concat(),
        FreeMotions::Turns => together(),
        FreeMotions::Turn(k) => [together(), upright(k)].concat(),
        FreeMotions::Shift(k) => [on_line(k), aligned()].concat(),
        FreeMotions::TurnAndShift(k) => [on_line(k), upright(k)].concat(),
        FreeMotions::Plane(k) => [vec![Offset(k)], upright(k)].concat(),
        FreeMotions::Line(k) => on_line(k),
        FreeMotions::Surface(k) => vec![Offset(k)],
        FreeMotions::Universal(first, second) => [together(), vec![Across(first, second)]].concat(),
    }
}

/// The suffix that a row adds to the constraint's name.
fn called(what: Between) -> String {
    match what {
        Between::Offset(k) => format!(".{}", AXES[k]),
        Between::Across(i, j) if i == j => ".turn".to_owned(),
        // To first order this row prevents a rotation about the third axis.
        Between::Across(i, j) => format!(".turn_{}", AXES[3 - i - j]),
        Between::Turned(k) => format!(".turn_{}", AXES[k]),
        Between::Distance(_) => String::new(),
    }
}
