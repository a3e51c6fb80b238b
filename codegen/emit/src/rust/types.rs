//! Types of arguments and results, and results that are filled with one value, in Rust.

use crate::interface::{
    Implementor, Owner, Record, RecordType, Returned, Robot, View, argument_sizes, dimensions,
};
use multibody_description::function::Layout;
use multibody_program::ir::InputKind;
use multibody_support::foreign::upper_camel_case;

/// An array of an entry; with several sizes, an array of arrays.
pub fn array(sizes: &[usize], entry: &str) -> String {
    let sizes = sizes.iter().rev();
    sizes.fold(entry.to_owned(), |inner, size| format!("[{inner}; {size}]"))
}

/// Arrays of an entry in a layout: a type if the entry is one, or else a value.
pub fn arrays(layout: Layout, entry: &str) -> String {
    let parts = dimensions(layout);
    let parts: Vec<String> = parts.iter().map(|sizes| array(sizes, entry)).collect();
    match &parts[..] {
        [one] => one.clone(),
        several => format!("({})", several.join(", ")),
    }
}

/// The type that has a function, for a number type.
pub fn owner(robot: &Robot<'_>, owner: Owner, number: &str) -> String {
    match owner {
        Owner::Robot => robot.name.to_owned(),
        Owner::Prepared => format!("{}Prepared<{number}>", robot.name),
        Owner::At => format!("{}At<{number}>", robot.name),
    }
}

/// The type that implements a trait, for a number type.
pub fn implementor(robot: &Robot<'_>, of: Implementor, number: &str) -> String {
    let of_owner = owner(robot, of.owner(), number);
    match of {
        Implementor::Itself(_) => of_owner,
        Implementor::AtTime(Owner::Robot) => format!("{}<'_, {of_owner}, f64>", view(robot)),
        Implementor::AtTime(_) => format!("{}<'_, {of_owner}, {number}>", view(robot)),
        Implementor::UnderWrenches(owner) => {
            viewed_for(robot, owner, View::UnderWrenches, "'_", number)
        }
        Implementor::UnderWrenchesAtTime(owner) => {
            let under = viewed_for(robot, owner, View::UnderWrenches, "'_", number);
            format!("{}<'_, {under}, {number}>", view(robot))
        }
    }
}

/// The type of a view of a type, for the number type T.
pub fn viewed(robot: &Robot<'_>, of: Owner, view: View, lifetime: &str) -> String {
    viewed_for(robot, of, view, lifetime, "T")
}

fn viewed_for(robot: &Robot<'_>, of: Owner, view: View, lifetime: &str, number: &str) -> String {
    let of_owner = owner(robot, of, number);
    let under = format!(
        "{}<{lifetime}, {of_owner}, {number}>",
        under_wrenches(robot)
    );
    match view {
        View::UnderWrenches => under,
        View::Selecting => format!(
            "{}<{lifetime}, &{lifetime} {of_owner}, {number}>",
            selecting(robot)
        ),
        View::SelectingUnderWrenches => {
            format!("{}<{lifetime}, {under}, {number}>", selecting(robot))
        }
    }
}

/// The name of the type of a view.
pub fn view_of(robot: &Robot<'_>, view: View) -> String {
    match view.is_selecting() {
        true => selecting(robot),
        false => under_wrenches(robot),
    }
}

/// The name of the type of a robot under external wrenches.
pub fn under_wrenches(robot: &Robot<'_>) -> String {
    format!("{}UnderWrenches", robot.name)
}

/// The name of the type of a robot with selected constraint rows.
pub fn selecting(robot: &Robot<'_>) -> String {
    format!("{}Selecting", robot.name)
}

/// The name of the type of a robot at a constant time.
pub fn view(robot: &Robot<'_>) -> String {
    format!("{}AtTime", robot.name)
}

/// The type of an argument, for a number type.
pub fn argument(robot: &Robot<'_>, kind: InputKind, number: &str) -> String {
    match argument_sizes(robot, kind).as_slice() {
        [] => number.to_owned(),
        sizes => format!("&{}", array(sizes, number)),
    }
}

/// The type of a result, for a number type.
pub fn result(robot: &Robot<'_>, returned: &Returned, number: &str) -> String {
    match returned {
        Returned::Numbers(_) | Returned::OfLinks(..) => filled(robot, returned, number),
        Returned::Record(of) => {
            let parameters = match &of.of {
                RecordType::OfFunction(_) => number.to_owned(),
                RecordType::OfRuntime(_, sizes) => {
                    let sizes: String = sizes.iter().map(|size| format!(", {size}")).collect();
                    number.to_owned() + &sizes
                }
            };
            format!("{}<{parameters}>", record(robot, of))
        }
        Returned::Prepared(_) => owner(robot, Owner::Prepared, number),
        Returned::At(_) => owner(robot, Owner::At, number),
    }
}

/// The path of a record's type.
pub fn record(robot: &Robot<'_>, record: &Record) -> String {
    match &record.of {
        RecordType::OfFunction(function) => of_function(robot, function),
        RecordType::OfRuntime(name, _) => format!("multibody::{name}"),
    }
}

/// The name of a robot's own record for a function.
pub fn of_function(robot: &Robot<'_>, function: &str) -> String {
    format!("{}{}", robot.name, upper_camel_case(function))
}

/// A result whose numbers all have one value.
pub fn filled(robot: &Robot<'_>, returned: &Returned, value: &str) -> String {
    match returned {
        Returned::OfLinks(layout, count) => array(&[*count], &arrays(*layout, value)),
        Returned::Numbers(layout) => arrays(*layout, value),
        Returned::Record(of) => {
            let fields = of.fields.iter().map(|field| {
                let value = filled(robot, &field.result, value);
                format!("    {}: {value},\n", field.name)
            });
            let fields: String = fields.collect();
            format!("{} {{\n{fields}}}", record(robot, of))
        }
        Returned::Prepared(_) | Returned::At(_) => String::new(),
    }
}
