//! The remedy if a joint of the option `loop`, which moves about or along the z axes of its links, may need another axis.

use multibody_description::fault::Shown;
use multibody_description::settings::{Closure, LoopJoint, Settings};

/// The remedy for the constraint with this name, if the option `loop` has made it and its joint has an axis.
pub fn remedy(settings: &Settings, constraint: &str) -> Option<String> {
    let has_name = |closure: &&Closure| closure.constraint() == constraint;
    settings.loops.iter().find(has_name).and_then(axis_remedy)
}

/// The remedy for the first joint of the option `loop` that has an axis.
pub fn remedy_for_any(settings: &Settings) -> Option<String> {
    settings.loops.iter().find_map(axis_remedy)
}

/// The remedy for one joint; `None` if it has no axis.
fn axis_remedy(Closure { from, to, by }: &Closure) -> Option<String> {
    let moves = match by {
        LoopJoint::Hinge => "turns about",
        LoopJoint::Slider => "slides along",
        LoopJoint::Cylindrical => "turns about and slides along",
        LoopJoint::Ball | LoopJoint::Fixed => return None,
    };
    // For example `--frame 'a=..'` defines a frame a, turned so that its z is y of the first link; the loop then joins a.
    let [first, second] = [from, to].map(Shown::from);
    Some(format!(
        "the joint `{by}` of `loop` {moves} the z axes of `{first}` and `{second}`; for another axis, join frames in place of the links: z of \
         --frame 'a={first} 0 0 0 -1.5708 0 0', in the attribute frame(a = {first} [0, 0, 0] [-1.5708, 0, 0]), is y of `{first}`"
    ))
}
