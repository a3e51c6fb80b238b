//! States with names.

use crate::joint::orientations;
use crate::model::{Model, Number};
use crate::system::{Coordinate, DescribedState};
use multibody_program::exact::nearest_f64;

/// The states of a model. Coordinates that a state does not name are neutral and at rest. Entries for joints that
/// do not move are ignored.
pub fn states(model: &Model, coordinates: &[Coordinate]) -> Vec<DescribedState> {
    let (nq, nv) = coordinates.last().map_or((0, 0), Coordinate::next_indices);
    let mut neutral = vec![0.0; nq];
    for coordinate in coordinates {
        for (index, chart) in orientations(coordinate.kind.positions()) {
            let (start, entries) = (coordinate.q + index, chart.neutral());
            neutral[start..start + entries.len()].copy_from_slice(entries);
        }
    }
    let states = model.keyframes.iter().map(|keyframe| {
        let mut state = DescribedState {
            name: keyframe.name.value.clone(),
            q: neutral.clone(),
            qd: vec![0.0; nv],
        };
        for joint in &keyframe.joints {
            let mut coordinates_of_joint = coordinates.iter().filter(|c| c.joint == joint.joint);
            let Some(first) = coordinates_of_joint.next() else {
                continue;
            };
            let last = coordinates_of_joint.next_back().unwrap_or(first);
            copy_numbers(&joint.positions, &mut state.q[first.q..last.q_range().end]);
            copy_numbers(&joint.rates, &mut state.qd[first.v..last.v_range().end]);
        }
        state
    });
    states.collect()
}

/// Copies numbers to their places. Numbers in another chart, of which there are more or fewer, are not copied.
fn copy_numbers(numbers: &[Number], places: &mut [f64]) {
    if numbers.len() == places.len() {
        for (number, place) in numbers.iter().zip(places) {
            *place = nearest_f64(&number.value);
        }
    }
}
