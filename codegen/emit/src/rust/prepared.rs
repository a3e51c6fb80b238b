//! The type with the values that depend only on parameters, and all functions of the robot on it.

use super::allowances::ALLOWANCES;
use super::prepare::has_parameters;
use super::robot::Robot;
use super::signature::Generics;
use super::{at_position, bundle, function, links, traits};

/// The type with the prepared values, and all functions of the robot on it.
pub fn prepared(robot: &Robot<'_>) -> String {
    let (name, visibility) = (robot.name, robot.spaced_visibility());
    let slots = robot.prepare.outputs().len();
    let mut functions = robot.functions.iter();
    let is_read = functions.any(|function| has_parameters(&function.program));
    let allowances = match robot.derived && is_read {
        true => "",
        false => ALLOWANCES,
    };
    let mut text = format!(
        "\n/// [`{name}`] with its parameters prepared, see [`{name}::prepare`]: the same functions at less cost.\n\
         {allowances}#[derive(Clone, Copy, Debug)]\n\
         {visibility}struct {name}Prepared<T> {{\n    \
             /// What only the parameters decide.\n    \
             p: [T; {slots}],\n\
         }}\n\n\
         {ALLOWANCES}\
         impl<T: multibody::Real> {name}Prepared<T> {{\n"
    );
    for (at, of) in robot.functions.iter().enumerate() {
        text += if at > 0 { "\n" } else { "" };
        text += &function::function(robot, of, Generics::PREPARED);
    }
    text += &bundle::functions(robot, Generics::PREPARED);
    text += &at_position::function(robot, Generics::PREPARED);
    text += "}\n";
    text += &traits::prepared_implementations(robot);
    text += &links::prepared_implementation(robot);
    text
}
