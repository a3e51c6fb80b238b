//! The function that computes what depends only on parameters, and calls of it.

use super::body;
use super::dispatch::Arithmetic;
use super::robot::Robot;
use super::signature::{Generics, Signature, WIDTH};
use multibody_description::function::Layout;
use multibody_program::ir::{Count, InputKind, Limbs, Node, Program};

/// Maximum length of an array's contents that rustfmt leaves on one line.
const ARRAY_WIDTH: usize = 60;

/// The function `prepare` of the robot.
pub fn function(robot: &Robot<'_>) -> String {
    let (name, prepare, visibility) = (robot.name, robot.prepare, robot.spaced_visibility());
    if !robot.derived {
        let head = format!("{visibility}fn prepare<T: multibody::Real>(&self)");
        return format!(
            "\n    /// Does once what only the parameters decide; the result has the same functions.\n    \
             {head} -> {name}Prepared<T> {{\n        loop {{}}\n    }}\n"
        );
    }
    let (cost, slots) = (Count::of_all(prepare), prepare.outputs().len());
    let signature = Signature {
        arguments: vec![InputKind::Parameter],
        result: format!("{name}Prepared<T>"),
        layout: Layout::Vector(slots),
        takes_link: None,
        number: "T",
    };
    let (limbs, arithmetic) = (Limbs::default(), Arithmetic::OfNumbers);
    let body = body::body(&signature, prepare, &limbs, arithmetic);
    let body = body.strip_suffix("        out\n").unwrap_or(&body);
    format!(
        "\n    /// Does once what only the parameters decide; the result has the same functions, which then do\n    \
         /// only the rest.\n    ///\n    \
         /// Cost: {cost}. The fields are rounded to `T` once; all else is computed in `T`.\n    \
         #[allow(\n        clippy::useless_conversion,\n        \
             reason = \"generated: a field may be f32 or f64\"\n    )]\n    \
         {visibility}fn prepare<T: multibody::Real>(&self) -> {name}Prepared<T> {{\n\
         {}{body}        {name}Prepared {{ p: out }}\n    }}\n",
        parameters(robot, "T::lit(f64::from(", "))"),
    )
}

/// The additional cost of a function of the struct, for its documentation: the function prepares first.
pub fn before(robot: &Robot<'_>, generics: Generics) -> String {
    match robot.is_parametric() && generics == Generics::OfFunction {
        true => format!(
            ", and before that `{PREPARE}`: {}",
            Count::of_all(robot.prepare)
        ),
        false => String::new(),
    }
}

/// The name of the function that prepares.
pub const PREPARE: &str = "prepare";

/// The parameters as an array `p`, each one between `before` and `after`.
pub fn parameters(robot: &Robot<'_>, before: &str, after: &str) -> String {
    let reads = robot.system.parameters.iter().flat_map(|p| p.reads());
    let items: Vec<String> = reads.map(|read| format!("{before}{read}{after}")).collect();
    let line = items.join(", ");
    if line.len() + 2 <= ARRAY_WIDTH {
        return format!("        let p = [{line}];\n");
    }
    let lines: String = items
        .iter()
        .map(|item| format!("            {item},\n"))
        .collect();
    format!("        let p = [\n{lines}        ];\n")
}

/// The line that prepares and then calls.
pub fn prepared_call(signature: &Signature, name: &str, arguments: &[&str]) -> String {
    let arguments = arguments.join(", ");
    let prepared = format!("self.prepare::<{}>()", signature.number);
    let chain = format!("{prepared}.{name}({arguments})");
    let line = format!("            .{name}({arguments})");
    if chain.len() <= CHAIN_WIDTH {
        format!("        {chain}\n")
    } else if line.len() <= WIDTH {
        format!("        {prepared}\n{line}\n")
    } else {
        let arguments = format!("                {arguments},\n");
        format!("        {prepared}\n            .{name}(\n{arguments}            )\n")
    }
}

/// Maximum length of a chain of calls that rustfmt leaves on one line.
const CHAIN_WIDTH: usize = 60;

/// The line that gives a prepared robot access to its parameters.
pub fn prelude(program: &Program, generics: Generics) -> &'static str {
    match generics {
        Generics::OfType(_) if has_parameters(program) => "        let p = &self.p;\n",
        _ => "",
    }
}

/// Whether a program reads prepared parameters.
pub fn has_parameters(program: &Program) -> bool {
    let is_parameter =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Parameter);
    program.nodes().iter().any(is_parameter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_call_has_its_arguments_on_a_line() {
        let signature = Signature {
            arguments: Vec::new(),
            result: String::new(),
            layout: Layout::Scalar,
            takes_link: None,
            number: "T",
        };
        let call = |name: &str| prepared_call(&signature, name, &["t", "q"]);
        assert_eq!(call("a"), "        self.prepare::<T>().a(t, q)\n");
        let longest = "a".repeat(WIDTH - 19);
        let line = format!("        self.prepare::<T>()\n            .{longest}(t, q)\n");
        assert_eq!(call(&longest), line);
        let longer = longest + "a";
        let lines = format!(
            "        self.prepare::<T>()\n            .{longer}(\n                t, q,\n            )\n"
        );
        assert_eq!(call(&longer), lines);
    }
}
