//! Signatures: arguments and results of functions.

use super::robot::Robot;
use multibody_description::function::{Function, Layout, Sizes};
use multibody_program::ir::InputKind;

/// Maximum length of a line.
pub const WIDTH: usize = 100;

/// Arguments and result of a function.
pub struct Signature {
    /// The arguments, in order.
    pub arguments: Vec<InputKind>,
    /// The result's type.
    pub result: String,
    /// The layout of the result.
    pub layout: Layout,
    /// The type of the link that the function takes as its first argument, if it takes one.
    pub takes_link: Option<String>,
    /// The number type: T, which stands for any number type, or a concrete type if T could not be inferred.
    pub number: &'static str,
}

/// How a function passes on its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultForm {
    /// It returns the result.
    ByValue,
    /// It writes the result into memory of the caller.
    InPlace,
}

/// Where the number type T is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Generics {
    /// On the function, which takes any number type.
    OfFunction,
    /// On the type, whose name is the robot's with this suffix.
    OfType(&'static str),
}

impl Generics {
    /// The robot with prepared parameters.
    pub const PREPARED: Self = Self::OfType("Prepared");
    /// The robot at a position.
    pub const AT: Self = Self::OfType("At");

    /// The type that has the function.
    pub fn of(self, robot: &Robot<'_>) -> String {
        match self {
            Self::OfFunction => robot.name.to_owned(),
            Self::OfType(of) => format!("{}{of}<T>", robot.name),
        }
    }
}

impl Signature {
    /// The signature of a function of a robot.
    pub fn of(robot: &Robot<'_>, function: Function) -> Self {
        let (row, system) = (function.row(), robot.system);
        let (nv, nc) = (system.nv(), system.nc());
        let is_there = |kind: &InputKind| match kind {
            InputKind::Wrench => !robot.wrench_links.is_empty(),
            _ => true,
        };
        let in_time = robot.system.is_timed() && function.is_in_time();
        let time = in_time.then_some(InputKind::Time).into_iter();
        let others = row.arguments.iter().copied().filter(is_there);
        let arguments: Vec<InputKind> = time.chain(others).collect();
        Self {
            number: if arguments.is_empty() { "f64" } else { "T" },
            arguments,
            result: row.shape.rust(Sizes {
                nv: &nv.to_string(),
                nc: &nc.to_string(),
            }),
            layout: row.shape.layout(Sizes { nv, nc }),
            takes_link: None,
        }
    }

    /// The function's head, up to the opening brace. `generics` shows where T is declared.
    pub fn head(
        &self,
        robot: &Robot<'_>,
        visibility: &str,
        name: &str,
        generics: Generics,
    ) -> String {
        let arguments = self.all_arguments(robot);
        let (generics, result) = match (generics, self.number) {
            (Generics::OfFunction, "T") => (GENERICS, self.result.clone()),
            (Generics::OfFunction, number) => ("", self.result.replace('T', number)),
            (Generics::OfType(_), _) => ("", self.result.clone()),
        };
        let start = format!("    {visibility}fn {name}{generics}(");
        let end = format!(") -> {result} {{");
        let head = head_line(robot, &start, &arguments, &end);
        format!("{}{head}", allowance(&arguments))
    }

    /// The same for the function that writes its result into the caller's memory.
    pub fn head_in_place(&self, robot: &Robot<'_>, name: &str, generics: Generics) -> String {
        let mut arguments = self.all_arguments(robot);
        arguments.push(format!("out: &mut {}", self.result));
        let generics = match generics {
            Generics::OfFunction => GENERICS,
            Generics::OfType(_) => "",
        };
        let start = format!("    pub fn {name}{generics}(");
        let head = head_line(robot, &start, &arguments, ") {");
        format!("{}{head}", allowance(&arguments))
    }

    /// The head of the second function that `dispatch` emits: this one contains the statements, and is generic over the
    /// arithmetic; the first calls it.
    pub fn head_of_body(
        &self,
        robot: &Robot<'_>,
        name: &str,
        form: ResultForm,
        generics: Generics,
    ) -> String {
        let mut arguments = self.all_arguments(robot);
        let end = match form {
            ResultForm::ByValue => format!(") -> {}", self.result),
            ResultForm::InPlace => {
                arguments.push(format!("out: &mut {}", self.result));
                ")".to_owned()
            }
        };
        let (parameters, of_number) = match generics {
            Generics::OfFunction => ("T, A", "        T: multibody::Real,\n"),
            Generics::OfType(_) => ("A", ""),
        };
        let start = format!("    fn {name}<{parameters}>(");
        let head = head_line(robot, &start, &arguments, &end);
        // Without a return type, rustfmt puts `where` on the line of the closing parenthesis.
        let head = match head.strip_suffix("\n    )\n") {
            Some(arguments) => format!("{arguments}\n    ) where\n"),
            None => head + "    where\n",
        };
        let bounds = format!("{of_number}        A: multibody::detect::Arithmetic<T>,\n");
        format!("{}{head}{bounds}    {{\n", allowance(&arguments))
    }

    /// The names of the arguments.
    pub fn names(&self) -> Vec<&'static str> {
        let arguments = self.arguments.iter();
        arguments.map(|&kind| argument_name(kind)).collect()
    }

    fn all_arguments(&self, robot: &Robot<'_>) -> Vec<String> {
        let arguments = self.arguments.iter();
        let arguments = arguments
            .map(|&kind| format!("{}: {}", argument_name(kind), argument_type(robot, kind)));
        std::iter::once("&self".to_owned())
            .chain(self.takes_link.iter().map(|of| format!("link: {of}")))
            .chain(arguments)
            .collect()
    }
}

/// Allows a lint on a function with many arguments.
fn allowance(arguments: &[String]) -> &'static str {
    /// The number of arguments that clippy accepts.
    const MANY: usize = 7;
    match arguments.len() > MANY {
        true => "    #[allow(clippy::too_many_arguments, reason = \"generated\")]\n",
        false => "",
    }
}

/// The generic parameter of a function of any number type.
const GENERICS: &str = "<T: multibody::Real>";

/// The head of an implementation, as rustfmt formats it: on one line, or with the type and the brace on lines of their own.
pub fn impl_line(robot: &Robot<'_>, head: &str) -> String {
    let line = format!("{head} {{");
    match head.split_once(" for ") {
        Some((of, name)) if super::crate_path::length(&line, &robot.settings.krate.0) > WIDTH => {
            format!("{of}\n    for {name}\n{{\n")
        }
        _ => line + "\n",
    }
}

/// The head of a function, as rustfmt formats it: on one line, or with a line for each argument.
pub fn head_line(robot: &Robot<'_>, start: &str, arguments: &[String], end: &str) -> String {
    let line = format!("{start}{}{end}", arguments.join(", "));
    if super::crate_path::length(&line, &robot.settings.krate.0) <= WIDTH {
        return line + "\n";
    }
    let lines: String = arguments
        .iter()
        .map(|a| format!("        {a},\n"))
        .collect();
    format!("{start}\n{lines}    {end}\n")
}

/// Name of an argument.
pub fn argument_name(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Wrench => "wrenches",
        InputKind::Feedback => "feedback",
        InputKind::Restitution => "restitution",
        InputKind::Selector => "selectors",
        other => other.name(),
    }
}

/// Type of an argument.
pub fn argument_type(robot: &Robot<'_>, kind: InputKind) -> String {
    let (nq, nv) = (robot.system.nq(), robot.system.nv());
    match kind {
        InputKind::Time | InputKind::Restitution | InputKind::Weight => "T".to_owned(),
        InputKind::Feedback => "&[T; 2]".to_owned(),
        InputKind::Multipliers | InputKind::Selector => format!("&[T; {}]", robot.system.nc()),
        InputKind::Q => format!("&[T; {nq}]"),
        InputKind::Wrench => format!("&[[T; 6]; {}]", robot.wrench_links.len()),
        _ => format!("&[T; {nv}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use multibody_description::findings::{ExaminedSystem, Findings};
    use multibody_description::joint::Floating;
    use multibody_description::settings::Settings;
    use multibody_description::system::{Coordinate, ROOT_JOINT, System};
    use multibody_program::ir::{Builder, Program};

    /// Runs a check on a robot with a floating body.
    fn with_body<R>(wrench_links: &[usize], check: impl FnOnce(&Robot<'_>) -> R) -> R {
        let system = System {
            coordinates: vec![Coordinate {
                joint: ROOT_JOINT.into(),
                name: "root".into(),
                kind: std::sync::Arc::new(Floating),
                q: 0,
                v: 0,
                limits: None,
            }],
            ..System::empty(Builder::new())
        };
        let system = ExaminedSystem {
            system,
            findings: Findings::default(),
        };
        let robot = Robot {
            name: "Body",
            settings: &Settings::default(),
            system: &system,
            wrench_links,
            functions: &[],
            chosen: &[],
            bundles: &[],
            prepare: &Program::default(),
            visibility: "pub",
            singular: None,
            equations: None,
            derived: true,
        };
        check(&robot)
    }

    fn head(wrench_links: &[usize], function: Function, name: &str, generics: Generics) -> String {
        with_body(wrench_links, |robot| {
            Signature::of(robot, function).head(robot, "pub ", name, generics)
        })
    }

    #[test]
    fn a_long_implementation_has_its_type_on_a_line() {
        let line = |head: &str| with_body(&[], |robot| impl_line(robot, head));
        assert_eq!(line("impl A for B"), "impl A for B {\n");
        let (of, name) = (
            "impl multibody::PreparedConstrainedInverseDynamics<T, 2, 2, 1>",
            "R".repeat(40),
        );
        let wrapped = format!("{of}\n    for {name}\n{{\n");
        assert_eq!(line(&format!("{of} for {name}")), wrapped);
    }

    #[test]
    fn many_arguments_are_allowed() {
        let text = with_body(&[0], |robot| {
            let mut signature = Signature::of(robot, Function::ForwardDynamicsWithWrenches);
            let few = signature.head(robot, "pub ", "few", Generics::PREPARED);
            signature.arguments.extend([
                InputKind::Weight,
                InputKind::Restitution,
                InputKind::Time,
            ]);
            [
                few,
                signature.head_in_place(robot, "many", Generics::PREPARED),
            ]
        });
        let allowed = text.map(|text| text.starts_with("    #[allow(clippy::too_many_arguments"));
        assert_eq!(allowed, [false, true]);
    }

    #[test]
    fn a_short_head_is_one_line() {
        assert_eq!(
            head(
                &[],
                Function::MassMatrix,
                "mass_matrix",
                Generics::OfFunction
            ),
            "    pub fn mass_matrix<T: multibody::Real>(&self, q: &[T; 7]) -> [[T; 6]; 6] {\n"
        );
        assert_eq!(
            head(&[], Function::TotalMass, "total_mass", Generics::PREPARED),
            "    pub fn total_mass(&self) -> T {\n"
        );
        assert_eq!(
            head(&[], Function::TotalMass, "total_mass", Generics::OfFunction),
            "    pub fn total_mass(&self) -> f64 {\n"
        );
    }

    #[test]
    fn a_long_head_has_a_line_for_each_argument() {
        let function = Function::ForwardDynamicsWithWrenches;
        assert_eq!(
            head(&[3, 1], function, function.name(), Generics::OfFunction),
            "    pub fn forward_dynamics_with_wrenches<T: multibody::Real>(
        &self,
        q: &[T; 7],
        qd: &[T; 6],
        tau: &[T; 6],
        wrenches: &[[T; 6]; 2],
    ) -> [T; 6] {
"
        );
    }
}
