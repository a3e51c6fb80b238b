//! Singularities of orientations by three angles, such as `zyx`. Where the axes of the first and the last angle coincide, the
//! three axes lie in a plane, and no rates rotate the body about the normal of this plane. So accelerations grow without bound.

use multibody_description::joint::PositionKind;
use multibody_description::system::{Joint, Motion, System};
use multibody_kinematics::{State, input_value, link_poses_and_axes};
use multibody_program::ir::{Builder, Machine, Value, Vector3};
use multibody_support::foreign::Shown;

/// A chart is nearly singular if its three axes span a volume less than this.
const MIN_VOLUME: f64 = 0.05;
/// The largest change of a coordinate in one step, in rad or m. At faster rates the simulation has failed already, so no chart is
/// reported as its cause.
const MAX_STEP: f64 = 10.0;

/// All orientations by three angles of a robot.
#[derive(Clone, Debug)]
pub(super) struct SingularCharts {
    /// The volume that the axes of each chart span, as a function of parameters and positions: 0 where it is singular.
    volumes: Machine,
    /// The name of each chart in messages.
    names: Vec<String>,
}

impl SingularCharts {
    /// The charts of a system: all sequences of three revolute motions of one joint.
    pub fn of(system: &System) -> Self {
        let mut b = system.builder.clone();
        let (_, axes) = link_poses_and_axes(&mut b, system);
        let (mut volumes, mut names) = (Vec::new(), Vec::new());
        for (joint, axes) in system.tree.joints.iter().zip(&axes) {
            let triples = joint.motions.windows(3).zip(axes.windows(3));
            for (motions, axes) in triples.filter(|(motions, _)| motions.iter().all(is_revolute)) {
                volumes.push(volume(&mut b, axes));
                names.push(name(&b, joint, motions));
            }
        }
        Self {
            volumes: Machine::of(&b.finish(&volumes)),
            names,
        }
    }

    /// The first chart that is nearly singular at a state from which steps of `h` seconds start.
    pub fn nearly_singular(&mut self, state: &State, parameters: &[f64], h: f64) -> Option<&str> {
        let is_far = |rate: &f64| (rate * h).abs() > MAX_STEP;
        if self.names.is_empty() || state.qd.iter().any(is_far) {
            return None;
        }
        let inputs = state.inputs(parameters, &[]);
        let volumes = self.volumes.run(|input| input_value(input, inputs));
        let index = volumes
            .iter()
            .position(|volume| volume.abs() < MIN_VOLUME)?;
        Some(&self.names[index])
    }
}

fn is_revolute(motion: &Motion) -> bool {
    matches!(motion.kind.positions(), [PositionKind::Angle])
}

/// `a . (b x c)`
fn volume(b: &mut Builder, axes: &[Vector3]) -> Value {
    let normal = b.cross(&axes[1], &axes[2]);
    b.dot(&axes[0], &normal)
}

/// The name of a chart: the letters of its axes, if they are axes of the joint's frame, and the joint.
fn name(b: &Builder, joint: &Joint, motions: &[Motion]) -> String {
    let letter = |motion: &Motion| {
        let axis = motion.axes.map(|row| row[2]);
        let is_unit_axis = |&index: &usize| (0..3).all(|k| (axis[k] == b.zero()) == (k != index));
        let index = (0..3).find(is_unit_axis)?;
        "xyz".chars().nth(index)
    };
    let letters: Option<String> = motions.iter().map(letter).collect();
    let joint = Shown::from(&joint.name);
    match letters {
        Some(letters) => format!("the chart `{letters}` of joint `{joint}`"),
        None => format!("the chart of three angles of joint `{joint}`"),
    }
}
