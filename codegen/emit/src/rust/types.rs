//! Types of arguments and results, and results that are filled with one value, in Rust.

use crate::interface::{Bound, Owner, Record, RecordType, Returned, Robot, ViewOf};
use multibody_program::ir::InputKind;
use multibody_support::foreign::upper_camel_case;

/// An array with this entry, as a type or as a literal; with several sizes, an array of arrays.
pub fn array(sizes: &[usize], entry: &str) -> String {
    (sizes.iter().rev()).fold(entry.to_owned(), |inner, size| format!("[{inner}; {size}]"))
}

/// The type that has a function, for a number type.
pub fn owner(robot: &Robot<'_>, owner: Owner, number: &str) -> String {
    let name = owner.type_name(robot);
    match owner {
        Owner::Robot => name,
        Owner::Prepared | Owner::At => format!("{name}<{number}>"),
    }
}

/// The type of a view, for a number type. A view with selectors contains a reference to the viewed type, or another view by value.
/// In a view of the robot itself, time is f64, as the robot's fields are.
pub fn view_type(robot: &Robot<'_>, viewed: ViewOf, lifetime: &str, number: &str) -> String {
    let bindings = viewed.view.bindings().iter().enumerate();
    bindings.fold(
        owner(robot, viewed.owner, number),
        |inner, (depth, bound)| {
            let name = bound.type_name(robot);
            match (depth, bound, viewed.owner) {
                (0, Bound::Selectors, _) => {
                    format!("{name}<{lifetime}, &{lifetime} {inner}, {number}>")
                }
                (0, Bound::Time, Owner::Robot) => format!("{name}<{lifetime}, {inner}, f64>"),
                _ => format!("{name}<{lifetime}, {inner}, {number}>"),
            }
        },
    )
}

/// The type of an argument, for a number type.
pub fn argument(robot: &Robot<'_>, kind: InputKind, number: &str) -> String {
    match robot.argument_sizes(kind).as_slice() {
        [] => number.to_owned(),
        sizes => format!("&{}", array(sizes, number)),
    }
}

/// The type of a result, for a number type.
pub fn result(robot: &Robot<'_>, returned: &Returned, number: &str) -> String {
    match returned {
        Returned::Array(_) | Returned::Pose => fill(robot, returned, number),
        Returned::OfLinks(link_result, count) => {
            array(&[*count], &result(robot, link_result, number))
        }
        Returned::Record(record) => record_type(robot, record, number),
        Returned::Prepared(_) => owner(robot, Owner::Prepared, number),
        Returned::At(_) => owner(robot, Owner::At, number),
    }
}

/// The type of a record, for a number type.
pub fn record_type(robot: &Robot<'_>, record: &Record, number: &str) -> String {
    let sizes: String = match &record.of {
        RecordType::OfFunction(_) => String::new(),
        RecordType::OfRuntime(_, sizes) => sizes.iter().map(|size| format!(", {size}")).collect(),
    };
    format!("{}<{number}{sizes}>", path(robot, record))
}

/// The path of a record's type.
pub fn path(robot: &Robot<'_>, record: &Record) -> String {
    match &record.of {
        RecordType::OfFunction(function) => function_record(robot, function),
        RecordType::OfRuntime(name, _) => format!("multibody::{name}"),
    }
}

/// The name of a robot's own record for a function.
pub fn function_record(robot: &Robot<'_>, function: &str) -> String {
    format!("{}{}", robot.name, upper_camel_case(function))
}

/// The expression of a result whose numbers all have one value.
pub fn fill(robot: &Robot<'_>, returned: &Returned, value: &str) -> String {
    match returned {
        Returned::OfLinks(link_result, count) => array(&[*count], &fill(robot, link_result, value)),
        // The record of a bundle may have many fields.
        Returned::Record(record) => {
            let fields = record.fields.iter().map(|field| {
                let value = fill(robot, &field.result, value);
                format!("    {}: {value},\n", field.name)
            });
            let fields: String = fields.collect();
            format!("{} {{\n{fields}}}", path(robot, record))
        }
        _ => {
            let parts = returned.part_sizes().into_iter();
            compose(
                robot,
                returned,
                &mut parts.map(|sizes| array(&sizes, value)),
            )
        }
    }
}

/// The expression of a result that consists of these arrays and numbers.
pub fn compose(
    robot: &Robot<'_>,
    returned: &Returned,
    parts: &mut dyn Iterator<Item = String>,
) -> String {
    let mut next = || parts.next().unwrap_or_default();
    match returned {
        Returned::Array(_) => next(),
        Returned::Pose => format!("({}, {})", next(), next()),
        Returned::OfLinks(link_result, count) => {
            let results = (0..*count).map(|_| compose(robot, link_result, parts));
            format!("[{}]", results.collect::<Vec<_>>().join(", "))
        }
        Returned::Record(record) => {
            let fields = record.fields.iter().map(|field| {
                let value = compose(robot, &field.result, parts);
                format!("{}: {value}", field.name)
            });
            let fields: Vec<String> = fields.collect();
            format!("{} {{ {} }}", path(robot, record), fields.join(", "))
        }
        Returned::Prepared(_) => {
            format!("{} {{ p: {} }}", Owner::Prepared.type_name(robot), next())
        }
        Returned::At(_) => format!("{} {{ p: {} }}", Owner::At.type_name(robot), next()),
    }
}
