//! The record of a robot's parameters in one number type.

use super::robot::Robot;
use multibody_description::fault::Shown;
use multibody_description::model::Parameter;

/// The name of the function that converts the fields of the robot to the record.
pub const PARAMETERS: &str = "parameters";

/// A field of the record.
#[derive(Clone, Debug)]
pub struct ParameterRecordField<'a> {
    /// The parameter.
    pub parameter: &'a Parameter,
    /// What it is, as a sentence.
    pub documentation: String,
}

/// The fields of the record, in the order of the robot's fields.
pub fn parameter_fields<'a>(robot: &Robot<'a>) -> Vec<ParameterRecordField<'a>> {
    let field = |parameter: &'a Parameter| ParameterRecordField {
        parameter,
        documentation: documentation(robot, parameter),
    };
    robot.system.parameters.iter().map(field).collect()
}

fn documentation(robot: &Robot<'_>, parameter: &Parameter) -> String {
    let (name, structure) = (&parameter.field.value, robot.name);
    let field = Shown::from(name.strip_prefix("r#").unwrap_or(name));
    match &parameter.meaning {
        Some(meaning) => format!("The field `{field}` of [`{structure}`]: {meaning}."),
        None => format!("The field `{field}` of [`{structure}`], in the unit that it has there."),
    }
}

/// The documentation of the record, in lines.
pub fn documentation_of_parameters(robot: &Robot<'_>) -> Vec<String> {
    let structure = robot.name;
    vec![
        format!(
            "The parameters of [`{structure}`] as numbers of `T`, see [`{structure}::{PARAMETERS}`]."
        ),
        String::new(),
        "With lanes, several robots at once; with dual numbers, derivatives by the parameters."
            .into(),
    ]
}

/// The documentation of the function that gives the record, in lines.
pub fn documentation_of_conversion() -> Vec<String> {
    vec![
        "The fields as numbers of `T`, to which they are rounded once. Every one can then be changed, and".into(),
        "`prepare` of the result gives the same functions as that of the robot.".into(),
    ]
}
