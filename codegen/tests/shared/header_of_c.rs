//! The functions that a header of C declares.

/// A function of a header.
pub struct Declared {
    pub name: String,
    /// The arguments before the result.
    pub arguments: Vec<Argument>,
    /// The type of the result, and its name with sizes.
    pub result: String,
}

/// An argument of a function.
pub enum Argument {
    /// A struct of this type: parameters, or what another function has computed.
    Struct(String),
    /// A number, by its name.
    Number(String),
    /// An array, by its name and how many numbers it has.
    Array(String, usize),
}

/// The ends of the names of steps along positions.
const STEPS: [&str; 4] = ["_normalize", "_position_rate", "_integrate", "_difference"];

/// The functions that a header declares, without steps along positions, which no derived program computes.
pub fn declared(header: &str) -> Vec<Declared> {
    let lines = header
        .lines()
        .filter_map(|line| line.strip_prefix("MULTIBODY_API void "));
    let is_step = |line: &&str| {
        let (name, _) = line.split_once('(').expect("arguments");
        STEPS.iter().any(|end| name.ends_with(end))
    };
    lines.filter(|line| !is_step(line)).map(function).collect()
}

fn function(line: &str) -> Declared {
    let (name, rest) = line.split_once('(').expect("arguments");
    let list = rest.strip_suffix(");").expect("the end of a declaration");
    let mut declarations: Vec<&str> = list.split(", ").collect();
    let result = declarations.pop().expect("a result").to_owned();
    let argument = |text: &str| {
        let text = text.strip_prefix("const ").unwrap_or(text);
        let (kind, name) = text.split_once(' ').expect("a type and a name");
        if name.starts_with('*') {
            return Argument::Struct(kind.to_owned());
        }
        assert_eq!(kind, "real", "{line}");
        let Some((name, sizes)) = name.split_once('[') else {
            return Argument::Number(name.to_owned());
        };
        let sizes = sizes.trim_end_matches(']').split("][");
        let sizes = sizes.map(|size| size.parse::<usize>().expect("a size"));
        Argument::Array(name.to_owned(), sizes.product())
    };
    Declared {
        name: name.to_owned(),
        arguments: declarations.into_iter().map(argument).collect(),
        result,
    }
}
