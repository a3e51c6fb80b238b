//! The trait that integrators require, for robots without a blanket implementation in the runtime: robots whose
//! functions take time, and prepared ones.

use super::robot::Robot;
use super::signature::{Generics, head_line, impl_line};
use multibody_description::function::Function;

/// Whether a robot gets an implementation of its own.
pub fn is_implemented(robot: &Robot<'_>, generics: Generics) -> bool {
    let function = Function::ForwardDynamics;
    let mut targets = robot.targets();
    let has_it = targets.any(|target| target.function == function);
    has_it && (generics != Generics::OfFunction || robot.system.is_timed())
}

/// The implementation of `Acceleration`, if the robot has forward dynamics.
pub fn implementation(robot: &Robot<'_>, generics: Generics) -> String {
    if !is_implemented(robot, generics) {
        return String::new();
    }
    let is_timed = robot.system.is_timed();
    let (nq, nv, name) = (robot.system.nq(), robot.system.nv(), robot.name);
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
    format!(
        "\n{of}    fn coordinates(&self) -> &'static [multibody::JointInfo] {{\n        &{name}::JOINTS\n    }}\n\n\
         {head}        self.forward_dynamics({passed}q, qd, tau)\n    }}\n}}\n"
    )
}
