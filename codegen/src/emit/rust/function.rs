//! One function: what it is for, its head, its body.

use super::body;
use super::signature::{Generics, Signature, argument_name};
use super::{Chosen, Robot};
use crate::derive::functions::Target;
use crate::force;
use crate::foreign::Shown;
use crate::ir::{Count, InputKind, Program};
use crate::settings::Function;

/// The name of a function as emitted.
#[must_use]
pub fn name(robot: &Robot<'_>, target: Target) -> String {
    let link = target.link.map(|at| &robot.mechanism.links[at].name);
    let of_link = link.and_then(|link| target.function.of_link(&robot.settings.rust_name(link)));
    of_link.unwrap_or_else(|| target.function.name().to_owned())
}

/// A function with its documentation.
pub fn function(
    robot: &Robot<'_>,
    target: Target,
    program: &Program,
    generics: Generics,
) -> String {
    let signature = Signature::of(robot, target.function);
    let mut text = documentation(robot, target, &signature, (program, generics));
    text += &signature.head(robot, "pub ", &name(robot, target), generics);
    text += &match robot.derived {
        true => body::body(&signature, program),
        false => body::endless(&signature),
    };
    text += "    }\n";
    text
}

/// A function with its documentation that prepares and calls the prepared one.
pub fn preparing(robot: &Robot<'_>, target: Target, program: &Program) -> String {
    let signature = Signature::of(robot, target.function);
    let name = name(robot, target);
    let generics = Generics::OfFunction;
    let mut text = documentation(robot, target, &signature, (program, generics));
    text += &signature.head(robot, "pub ", &name, generics);
    let call = format!("{name}({})", names(&signature).join(", "));
    let chain = format!("self.prepare::<T>().{call}");
    text += &match chain.len() <= CHAIN_WIDTH {
        true => format!("        {chain}\n"),
        false => format!("        self.prepare::<T>()\n            .{call}\n"),
    };
    text += "    }\n";
    text
}

/// Longest chain of calls that rustfmt leaves on one line.
const CHAIN_WIDTH: usize = 60;

fn names(signature: &Signature) -> Vec<&'static str> {
    signature
        .arguments
        .iter()
        .map(|&a| argument_name(a))
        .collect()
}

/// A trait's function that calls the type's own.
pub fn forwarding(robot: &Robot<'_>, target: Target, generics: Generics) -> String {
    let signature = Signature::of(robot, target.function);
    let name = name(robot, target);
    let head = signature.head(robot, "", &name, generics);
    let arguments = names(&signature).join(", ");
    format!("{head}        self.{name}({arguments})\n    }}\n")
}

fn documentation(
    robot: &Robot<'_>,
    target: Target,
    signature: &Signature,
    (program, generics): (&Program, Generics),
) -> String {
    let mut lines: Vec<String> = Vec::new();
    let link = target
        .link
        .map_or("", |at| robot.mechanism.links[at].name.as_str());
    lines.extend(
        summary(robot, target.function, &Shown::from(link))
            .lines()
            .map(str::to_owned),
    );
    lines.push(String::new());
    for &argument in &signature.arguments {
        let meaning = meaning(robot, argument, generics);
        let line = format!("- `{}`: {meaning}", argument_name(argument));
        lines.extend(line.lines().map(str::to_owned));
    }
    lines.push(format!("- returns {}", result(target.function)));
    lines.push(String::new());
    if target.function == Function::MassMatrix
        && let Some(reason) = robot.singular
    {
        lines.push(format!("{reason}; so there is no forward dynamics."));
        lines.push(String::new());
    }
    let inverts = [
        Function::ForwardDynamics,
        Function::ForwardDynamicsWithWrenches,
        Function::MassMatrixInverse,
    ];
    let singular = if inverts.contains(&target.function) {
        "where M is"
    } else {
        "nowhere"
    };
    lines.push(format!(
        "No allocation, no panic; what depends on a NaN is NaN. Singular: {singular}."
    ));
    let cost = match robot.derived {
        true => format!("Cost: {}. ", Count::of(program)),
        false => String::new(),
    };
    let functions = robot.functions.iter().zip(robot.chosen);
    let mut chosen = functions.filter(|((other, _), _)| *other == target);
    let chosen = chosen.next().map(|(_, chosen)| chosen);
    lines.extend(chosen.map(|Chosen { errors, .. }| {
        format!("Rounding: at most {errors}, of natural sizes, at the states tried.")
    }));
    let way = chosen.map_or("", |chosen| chosen.way);
    lines.push(format!("{cost}Source: {}.", source(target.function, way)));
    lines
        .iter()
        .map(|line| format!("    /// {line}").trim_end().to_owned() + "\n")
        .collect()
}

fn summary(robot: &Robot<'_>, function: Function, link: &Shown) -> String {
    let wrenches = !robot.wrench_links.is_empty();
    // What acts besides: on the left of the equation with a minus, on the right with a plus.
    let forces = robot.mechanism.force_types();
    let signed = |sign: &str| -> String {
        let formulas = forces.iter().map(|kind| kind.formula());
        formulas
            .map(|formula| format!(" {sign} {formula}"))
            .collect()
    };
    let (minus, plus) = (signed("+"), signed("-"));
    let armatures = |sentence: &str| match robot.mechanism.has_armatures() {
        true => format!("\n{sentence}"),
        false => String::new(),
    };
    match function {
        Function::MassMatrix => format!(
            "Mass matrix `M(q)`: kinetic energy is `qd^T M qd / 2`.{}",
            armatures("Armatures are on its diagonal.")
        ),
        Function::CoriolisMatrix => {
            "Coriolis matrix `C(q, qd)` with `C + C^T = dM/dt`; by Christoffel symbols where\n\
             `qd = dq/dt`."
                .into()
        }
        Function::Coriolis => "Coriolis and centrifugal force `C(q, qd) qd`.".into(),
        Function::Gravity => "Gravity torque `g(q)`, on the left of the equation of motion.".into(),
        Function::Bias => "Bias `C(q, qd) qd + g(q)`.".into(),
        Function::InverseDynamics if minus.is_empty() => {
            "Generalized force for a wanted acceleration: `tau = M(q) qdd + C(q, qd) qd + g(q)`."
                .into()
        }
        Function::InverseDynamics => format!(
            "Generalized force for a wanted acceleration:\n\
             `tau = M(q) qdd + C(q, qd) qd + g(q){minus}`."
        ),
        Function::InverseDynamicsWithWrenches => {
            format!(
                "Generalized force for a wanted acceleration under external wrenches:\n\
                 `tau = M(q) qdd + C(q, qd) qd + g(q){minus} - sum J^T f`."
            )
        }
        Function::ForwardDynamics => {
            format!(
                "Acceleration under a generalized force: `M(q) qdd = tau{plus} - C(q, qd) qd - g(q)`."
            )
        }
        Function::ForwardDynamicsWithWrenches => {
            format!(
                "Acceleration under a generalized force and external wrenches:\n\
                 `M(q) qdd = tau{plus} + sum J^T f - C(q, qd) qd - g(q)`."
            )
        }
        Function::MassMatrixInverse => "Inverse of the mass matrix, `M(q)^-1`.".into(),
        Function::KineticEnergy => format!(
            "Kinetic energy `qd^T M(q) qd / 2`.{}",
            armatures("Armatures are part of it.")
        ),
        Function::PotentialEnergy => {
            "Potential energy `-sum m g . r` of all that moves, 0 at the world's origin.".into()
        }
        Function::CenterOfMass => "Centre of mass of all that moves, in the world.".into(),
        Function::TotalMass => "Mass of all that moves.".into(),
        Function::Pose => format!("Pose of the link `{link}` in the world: `x_world = R x + p`."),
        Function::Jacobian => format!(
            "Jacobian of the link `{link}`: velocity of its origin, then angular velocity, in world\naxes."
        ),
        Function::JacobianBody => format!(
            "Jacobian of the link `{link}`: velocity of its origin, then angular velocity, in its own\naxes."
        ),
        Function::GeneralizedForce => generalized_force(&forces, wrenches),
    }
}

/// What Q is the sum of.
fn generalized_force(forces: &[force::Kind], wrenches: bool) -> String {
    let of_elements = forces
        .iter()
        .map(|kind| (kind.name(), format!("-{}", kind.formula())));
    let of_wrenches = wrenches || forces.is_empty();
    let of_wrenches = of_wrenches.then(|| ("external wrenches", "sum J^T f".to_owned()));
    let (names, terms): (Vec<_>, Vec<_>) = of_elements.chain(of_wrenches).unzip();
    let sum = terms.join(" + ").replace("+ -", "- ");
    format!("Generalized force of {}: `Q = {sum}`.", names.join(" and "))
}

fn meaning(robot: &Robot<'_>, kind: InputKind, generics: Generics) -> String {
    // A prepared robot has no table of joints of its own.
    let joints = match generics {
        Generics::OfFunction => "[`Self::JOINTS`]".to_owned(),
        Generics::OfType => format!("[`{}::JOINTS`]", robot.name),
    };
    match kind {
        InputKind::Q if robot.mechanism.has_quaternions() => format!(
            "positions, rad or m, quaternions x y z w of unit length, in the order of\n  {joints}"
        ),
        InputKind::Q => format!("positions, rad or m, in the order of {joints}"),
        InputKind::Qd => "rates, per s".into(),
        InputKind::Qdd => "accelerations, per s^2".into(),
        InputKind::Tau => "generalized forces, N m or N".into(),
        InputKind::Wrench => {
            let links = robot
                .wrench_links
                .iter()
                .map(|&at| &robot.mechanism.links[at].name);
            let names: Vec<String> = links
                .map(|name| format!("`{}`", Shown::from(name)))
                .collect();
            format!(
                "force, then moment, in world axes at the link's origin, on {}",
                names.join(", ")
            )
        }
        InputKind::Parameter | InputKind::Local => String::new(),
    }
}

fn result(function: Function) -> &'static str {
    match function {
        Function::MassMatrix => "`M` by rows, both triangles; kg m^2, kg m or kg",
        Function::CoriolisMatrix => "`C` by rows",
        Function::Coriolis
        | Function::Gravity
        | Function::Bias
        | Function::InverseDynamics
        | Function::InverseDynamicsWithWrenches => "generalized forces, N m or N",
        Function::GeneralizedForce => "`Q`, N m or N",
        Function::ForwardDynamics | Function::ForwardDynamicsWithWrenches => "`qdd`, per s^2",
        Function::MassMatrixInverse => "`M^-1` by rows, both triangles",
        Function::KineticEnergy | Function::PotentialEnergy => "the energy, J",
        Function::CenterOfMass => "the point, m",
        Function::TotalMass => "the mass, kg",
        Function::Pose => "`R` by rows and `p`, m",
        Function::Jacobian | Function::JacobianBody => "six rows, a column for each rate",
    }
}

/// What the code follows, by the way that was taken.
fn source(function: Function, way: &str) -> &'static str {
    match function {
        _ if way == "expanded Lagrangian" => "Lagrange's equations of L = T - V, expanded",
        _ if way == "articulated bodies" => "Featherstone 2008, chapter 7, articulated bodies",
        Function::MassMatrix => "Featherstone 2008, section 6.2, from the Hessian of T",
        Function::CoriolisMatrix => "Echeandia and Wensing 2021",
        Function::ForwardDynamics
        | Function::ForwardDynamicsWithWrenches
        | Function::MassMatrixInverse => "Featherstone 2008, section 6.5, M = L^T D L",
        Function::Pose | Function::Jacobian | Function::JacobianBody => "products of transforms",
        Function::GeneralizedForce => "virtual work",
        Function::KineticEnergy
        | Function::PotentialEnergy
        | Function::CenterOfMass
        | Function::TotalMass => "sums over the bodies",
        _ => "Lagrange's equations of L = T - V, body by body",
    }
}
