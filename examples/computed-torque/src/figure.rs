//! A figure of a run: angles, errors, torques.

use crate::control::Sample;
use crate::plot::{Line, Panel, svg};

/// Colours that colour-blind people can distinguish too (Okabe and Ito), without yellow.
const COLORS: [&str; 7] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000",
];
/// The colour of the reference, which is drawn over the actual motion.
const REFERENCE: &str = "#666666";

/// Draws a figure of a run; the names are those of the joints, in order.
#[must_use]
pub fn draw<const N: usize>(samples: &[Sample<N>], names: [&str; N]) -> String {
    let line = |joint: usize, value: &dyn Fn(&Sample<N>) -> [f64; N]| Line {
        name: Some(names[joint].into()),
        color: COLORS[joint % COLORS.len()],
        dashed: false,
        points: samples
            .iter()
            .map(|sample| (sample.time, value(sample)[joint]))
            .collect(),
    };
    let lines = |value: &dyn Fn(&Sample<N>) -> [f64; N]| -> Vec<Line> {
        (0..N).map(|joint| line(joint, value)).collect()
    };
    let mut angles = lines(&|sample| sample.actual);
    angles.extend((0..N).map(|joint| Line {
        name: (joint == 0).then(|| "desired".into()),
        color: REFERENCE,
        dashed: true,
        ..line(joint, &|sample| sample.reference)
    }));
    let error = |sample: &Sample<N>| {
        std::array::from_fn(|i| 1e3 * (sample.actual[i] - sample.reference[i]))
    };
    svg(&[
        panel("Joint angles, desired and actual [rad]", angles),
        panel("Tracking error, actual - desired [mrad]", lines(&error)),
        panel("Torques [N m]", lines(&|sample| sample.tau)),
    ])
}

fn panel(title: &str, lines: Vec<Line>) -> Panel {
    Panel {
        title: title.into(),
        lines,
    }
}
