//! What integrators need, where no blanket implementation of the runtime gives it.

use super::Robot;
use super::signature::head_line;
use crate::function::Function;

/// Of the robot with its parameters prepared, if it has forward dynamics.
pub fn of_prepared(robot: &Robot<'_>) -> String {
    let function = Function::ForwardDynamics;
    let mut targets = robot.functions.iter().map(|(target, _)| target);
    if !targets.any(|target| target.function == function) {
        return String::new();
    }
    let (nq, nv, name) = (robot.system.nq(), robot.system.nv(), robot.name);
    let arguments = [
        "&self".to_owned(),
        "_: T".to_owned(),
        format!("q: &[T; {nq}]"),
        format!("qd: &[T; {nv}]"),
        format!("tau: &[T; {nv}]"),
    ];
    let end = format!(") -> [T; {nv}] {{");
    let head = head_line(robot, "    fn acceleration(", &arguments, &end);
    format!(
        "\nimpl<T: multibody::Real> multibody::Acceleration<T, {nq}, {nv}> for {name}Prepared<T> {{\n    \
         fn coordinates(&self) -> &'static [multibody::JointInfo] {{\n        &{name}::JOINTS\n    }}\n\n\
         {head}        self.forward_dynamics(q, qd, tau)\n    }}\n}}\n"
    )
}
