//! The signatures that functions have to have.

use crate::robot::Robot;
use multibody_description::function::{Layout, Sizes, Target};
use multibody_program::ir::InputKind;
use syn::{FnArg, ReturnType, Signature};

/// Arguments and result of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The arguments, in order, with their sizes.
    pub arguments: Vec<(InputKind, Vec<usize>)>,
    /// The sizes of each part of the result; one without sizes is a number.
    pub result: Vec<Vec<usize>>,
}

impl Expected {
    /// Of a function. None: it has a result of another kind, or takes what is not verified.
    pub fn of(robot: &Robot, target: Target) -> Option<Self> {
        let (row, system) = (target.function.row(), &robot.system);
        let sizes = |kind: InputKind| match kind {
            InputKind::Q => Some(vec![system.nq()]),
            InputKind::Qd | InputKind::Qdd | InputKind::Tau => Some(vec![system.nv()]),
            InputKind::Wrench => Some(vec![robot.wrench_links.len(), 6]),
            _ => None,
        };
        let is_there =
            |kind: &InputKind| *kind != InputKind::Wrench || !robot.wrench_links.is_empty();
        let arguments = row.arguments.iter().copied().filter(is_there);
        let arguments: Option<Vec<_>> = arguments.map(|kind| Some((kind, sizes(kind)?))).collect();
        let (nv, nc) = (system.nv(), system.nc());
        let result = match row.shape.layout(Sizes { nv, nc }) {
            Layout::Scalar => vec![vec![]],
            Layout::Vector(n) => vec![vec![n]],
            Layout::Matrix(rows, columns) => vec![vec![rows, columns]],
            Layout::Cube(n) => vec![vec![n; 3]],
            Layout::Pose => vec![vec![3, 3], vec![3]],
            Layout::Record(..) => return None,
        };
        Some(Self {
            arguments: arguments?,
            result,
        })
    }

    /// Whether a function by value has this signature.
    pub fn is_by_value(&self, found: &Signature, name: &str, is_generic: bool) -> bool {
        let number = match (self.arguments.is_empty(), is_generic) {
            (true, true) => "f64",
            _ => "T",
        };
        let generics = match number == "T" && is_generic {
            true => "<T: multibody::Real>",
            false => "",
        };
        let (arguments, result) = (self.text_of_arguments(), self.text_of_result(number));
        let text = format!("fn {name}{generics}(&self{arguments}) -> {result}");
        is_same(found, &text)
    }

    /// Whether a function that writes its result in place has this signature.
    pub fn is_in_place(&self, found: &Signature, name: &str) -> bool {
        let (arguments, result) = (self.text_of_arguments(), self.text_of_result("T"));
        let text = format!("fn {name}<T: multibody::Real>(&self{arguments}, out: &mut {result})");
        is_same(found, &text)
    }

    fn text_of_arguments(&self) -> String {
        let arguments = self.arguments.iter();
        let arguments = arguments
            .map(|(kind, sizes)| format!(", {}: &{}", argument_name(*kind), array(sizes, "T")));
        arguments.collect()
    }

    fn text_of_result(&self, number: &str) -> String {
        let parts: Vec<String> = self
            .result
            .iter()
            .map(|sizes| array(sizes, number))
            .collect();
        match &parts[..] {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        }
    }

    /// The names of the arguments, as a call has them.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self
            .arguments
            .iter()
            .map(|(kind, _)| argument_name(*kind))
            .collect();
        names.join(", ")
    }
}

/// The name of an argument.
pub fn argument_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Wrench => "wrenches",
        other => other.name(),
    }
}

/// The type of an array, or a value of it.
pub fn array(sizes: &[usize], entry: &str) -> String {
    let sizes = sizes.iter().rev();
    sizes.fold(entry.to_owned(), |inner, size| format!("[{inner}; {size}]"))
}

/// Whether a signature is the one of a text, apart from commas at the end.
pub fn is_same(found: &Signature, text: &str) -> bool {
    let Ok(mut expected) = syn::parse_str::<Signature>(text) else {
        return false;
    };
    let mut found = found.clone();
    for signature in [&mut expected, &mut found] {
        signature.inputs.pop_punct();
        if let ReturnType::Type(_, of) = &mut signature.output
            && let syn::Type::Tuple(tuple) = &mut **of
        {
            tuple.elems.pop_punct();
        }
    }
    let has_attributes = |argument: &FnArg| match argument {
        FnArg::Receiver(of) => !of.attrs.is_empty(),
        FnArg::Typed(of) => !of.attrs.is_empty(),
    };
    found == expected && !found.inputs.iter().any(has_attributes)
}
