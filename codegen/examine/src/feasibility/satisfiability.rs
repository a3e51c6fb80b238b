//! Whether constraints can be satisfied, and whether their rows are independent on the constraint manifold.
//!
//! Newton's method starts from several configurations. A solution that it finds is a proof. If it finds none, this proves
//! nothing, since the steps may end at a minimum of the error that is not 0; so only a warning is reported. Fields on which
//! constraints depend have values only at run time: here they are unknowns too, with start values of several sizes.
//! Constraints that are proved unsatisfiable have been reported as errors before: by the lengths of links
//! (`loop_closure.rs`), by rows that contradict one another, or by rows that no coordinate moves (`prove/`).

use std::f64::consts::PI;

use super::loop_axes;
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::findings::ExaminedSystem;
use multibody_description::joint::Coordinate as Position;
use multibody_description::model::Model;
use multibody_description::settings::Settings;
use multibody_description::system::{Row, System};
use multibody_kinematics::{Constraints, Projection, State, neutral};
use multibody_support::random::Random;

/// The number of start positions: the neutral one, then random ones.
const STARTS: u64 = 20;
/// The number of configurations on the constraint manifold at which the rank of rows is computed.
const ENOUGH: usize = 5;
/// The number of operations that the search may take: some two seconds in an unoptimised build. For a long robot the search
/// ends after fewer positions.
const WORK: usize = 100_000_000;
/// A row is not satisfied if its error exceeds this fraction of its length.
const CLEARLY: f64 = 1e-6;
/// Ranges of the start positions of slides, in m; each start uses the next one.
const REACHES: [f64; 4] = [1.0, 30.0, 1e3, 1e5];
/// Sizes of the start values of fields, in their own units; each is combined with all `REACHES`.
const SIZES: [f64; 5] = [1.0, 0.1, 10.0, -1.0, 100.0];

/// Reports constraints for which no configuration is found that satisfies them, and rows that are dependent on the
/// whole constraint manifold. If constraints depend on fields, dependent rows are not reported, since the steps end at
/// arbitrary values of the fields.
pub fn check(model: &Model, system: &ExaminedSystem, settings: &Settings, faults: &mut Faults) {
    let rows = &system.constraints;
    let of_positions = rows.iter().any(|constraint| constraint.row.is_holonomic());
    if !of_positions {
        return;
    }
    let mut constraints = Constraints::with_fields(system).expect("there are some");
    let fields = constraints.fields();
    let (mut ranks, mut tried) = (Vec::new(), 0);
    // The least error that remains after any start, its row, and whether the row is off by half a turn.
    let mut nearest = (f64::INFINITY, 0, false);
    for start in 0..STARTS {
        let mut state = match start {
            0 => neutral_state(system),
            _ => elsewhere(system, start),
        };
        begin(&mut state, fields, start);
        let Projection {
            after,
            worst,
            is_satisfied,
            opposed,
            ..
        } = constraints.project(&mut state);
        if is_satisfied && fields > 0 {
            return;
        } else if is_satisfied {
            let lengths = constraints.lengths(&elsewhere(system, start));
            ranks.push(constraints.rank(&state, &lengths));
        } else if after > 0.0 && after < nearest.0 {
            nearest = (after, opposed.unwrap_or(worst), opposed.is_some());
        }
        tried += 1;
        if ranks.len() == ENOUGH || constraints.work() > WORK {
            break;
        }
    }
    match ranks.iter().max() {
        // Too few starts were tried to conclude anything.
        None if tried < ENOUGH => {}
        None => {
            let (error, row, is_opposed) = nearest;
            let (name, of) = system.named_row(row);
            let constraint = &model.constraints[of].name;
            let fault = Fault::TokenConstraintUnsatisfied {
                row: Shown::from(name),
                error: match is_opposed {
                    true => "half a turn".to_owned(),
                    false => in_unit(system, row, error),
                },
                starts: tried,
                fields: match fields {
                    0 => "",
                    _ => ", for any values of the fields tried",
                },
                remedy: loop_axes::remedy(settings, &constraint.value).unwrap_or_else(|| {
                    "a loop joint with more freedoms is e.g. `loop NAME { .., leaves: cylindrical(z) }`, and `pin` constrains points only".to_owned()
                }),
            };
            faults.push(constraint.span, fault);
        }
        Some(&rank) if rank < system.nc() && settings.regularization.is_none() => {
            let nc = system.nc();
            let span = model.constraints[rows[0].of].name.span;
            faults.push(span, Fault::TokenConstraintsDependent { rank, nc });
        }
        Some(_) => {}
    }
}

/// The indices of left-out rows that are violated at a position at which all kept rows are satisfied. Only expression rows
/// can be among them: if rows between links depend on one another, they do so everywhere. If constraints depend on fields,
/// none is returned.
pub fn not_implied(system: &ExaminedSystem) -> Vec<usize> {
    let is_symbolic = |row: &Row| {
        matches!(
            row,
            Row::Expression {
                is_velocity_level: false,
                ..
            } | Row::PointExpression { .. }
        )
    };
    let candidates = |system: &ExaminedSystem| -> Vec<usize> {
        let rows = system.findings.left_out.iter().enumerate();
        let rows =
            rows.filter(|(_, of)| is_symbolic(&of.row) && !of.is_idle && of.contradicts.is_empty());
        rows.map(|(at, _)| at).collect()
    };
    let (candidates, mut found) = (candidates(system), Vec::new());
    if candidates.is_empty() {
        return found;
    }
    let mut kept = system.clone();
    kept.findings.left_out.clear();
    let (Some(mut kept), Some(mut all)) = (
        Constraints::with_fields(&kept),
        Constraints::with_fields(system),
    ) else {
        return found;
    };
    if all.fields() > 0 {
        return found;
    }
    for start in 0..STARTS {
        let mut state = elsewhere(system, start);
        let lengths = all.lengths(&state);
        if kept.project(&mut state).is_satisfied {
            let errors = all.errors(&state);
            let is_off = |at: &&usize| {
                let row = system.nc() + **at;
                errors[row].abs() > CLEARLY * lengths[row].max(1.0)
            };
            found.extend(candidates.iter().filter(is_off));
        }
        if kept.work() > WORK {
            break;
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The error of a row to two digits, with its unit, for messages.
pub fn in_unit(system: &ExaminedSystem, row: usize, error: f64) -> String {
    shown(error) + unit(system, row)
}

fn shown(error: f64) -> String {
    let rounded: f64 = format!("{error:.1e}").parse().unwrap_or(error);
    match (1e-3..1e6).contains(&error) {
        true => rounded.to_string(),
        false => format!("{error:.1e}"),
    }
}

/// The unit of a row's error; empty if it is not known.
fn unit(system: &ExaminedSystem, row: usize) -> &'static str {
    let kept = system.constraints.iter().map(|constraint| &constraint.row);
    let left_out = system
        .findings
        .left_out
        .iter()
        .map(|left_out| &left_out.row);
    match kept.chain(left_out).nth(row).map(Row::lengths) {
        Some(1) => " m",
        Some(2) => " m^2",
        _ => "",
    }
}

/// The neutral position, at rest.
pub fn neutral_state(system: &System) -> State {
    at(system, neutral(&system.coordinates))
}

/// The state with these positions, at rest.
fn at(system: &System, q: Vec<f64>) -> State {
    State {
        t: 0.0,
        q,
        qd: vec![0.0; system.nv()],
    }
}

/// Appends start values of the fields to the positions: they are close to one size, and all have its sign.
fn begin(state: &mut State, fields: usize, start: u64) {
    let size = SIZES[start as usize / REACHES.len() % SIZES.len()];
    let mut random = Random::new(start);
    let values = (0..fields).map(|_| size * (1.0 + random.number() / 2.0));
    state.q.extend(values);
    state.qd.extend(vec![0.0; fields]);
}

/// A random position, at rest.
fn elsewhere(system: &System, seed: u64) -> State {
    let mut random = Random::new(seed);
    let positions = system.coordinates.iter();
    let positions = positions.flat_map(|coordinate| coordinate.kind.coordinates());
    let q = positions.map(|position| {
        let reach = match position {
            Position::Angle => PI,
            Position::Length | Position::Number => REACHES[seed as usize % REACHES.len()],
            Position::Orientation(_) => 1.0,
        };
        reach * random.number()
    });
    at(system, q.collect())
}
