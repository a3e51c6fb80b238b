//! The trait that integrators require. Robots with constraints do not implement it: which constraints act is said by the
//! type that is passed to the integrator.

use super::Robot;
use super::signature::{Generics, head_line, impl_line};
use multibody_description::function::Function;

/// Whether a robot implements the trait.
pub fn is_implemented(robot: &Robot<'_>) -> bool {
    has_forward_dynamics(robot) && robot.system.nc() == 0
}

/// Whether a robot has forward dynamics.
pub fn has_forward_dynamics(robot: &Robot<'_>) -> bool {
    let function = Function::ForwardDynamics;
    let mut targets = robot.functions.iter().map(|(target, _)| target);
    targets.any(|target| target.function == function)
}

/// The implementation of `Acceleration`, if the robot has forward dynamics.
pub fn implementation(robot: &Robot<'_>, generics: Generics) -> String {
    if !is_implemented(robot) {
        return String::new();
    }
    let is_timed = robot.system.is_timed();
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    let of = generics.of(robot);
    let (time, passed) = if is_timed { ("t", "t, ") } else { ("_", "") };
    let arguments = [
        "&self".to_owned(),
        format!("{time}: T"),
        format!("q: &[T; {nq}]"),
        format!("qd: &[T; {nv}]"),
        format!("tau: &[T; {nv}]"),
    ];
    let end = format!(") -> [T; {nv}] {{");
    let head = head_line(robot, "    fn acceleration(", &arguments, &end);
    let of = format!("impl<T: multibody::Real> multibody::Acceleration<T, {nq}, {nv}> for {of}");
    let of = impl_line(robot, &of);
    format!("\n{of}{head}        self.forward_dynamics({passed}q, qd, tau)\n    }}\n}}\n")
}
