//! A program in C that reads arguments from a file, calls every function of a header with them, and writes the results.

use std::fmt::Write as _;

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

/// The program, for the header `robot.h`: of all functions in turn, so many calls each. Parameters are read first. Where
/// values at a position are an argument, the arguments of the function `at` are read before.
pub fn program(functions: &[Declared], calls: usize) -> String {
    let mut text = String::from(
        "#include \"robot.h\"\n#include <stdio.h>\n#include <stdlib.h>\n#ifndef real\n#define real double\n#endif\n\
         static FILE *numbers;\nstatic void get(void *to, size_t size) { if (fread(to, 1, size, numbers) != size) abort(); }\n\
         static void put(const void *from, size_t size) { if (fwrite(from, 1, size, stdout) != size) abort(); }\n",
    );
    let mut main = String::new();
    for (index, function) in functions.iter().enumerate() {
        let (mut lines, mut passed) = (String::new(), Vec::new());
        for argument in &function.arguments {
            passed.push(match argument {
                Argument::Struct(name) => {
                    let maker = functions[..index]
                        .iter()
                        .position(|other| other.result.split(' ').next() == Some(name.as_str()));
                    match maker {
                        // Parameters are read once.
                        None => {
                            let _ = writeln!(text, "static {name} parameters;");
                            main += "get(&parameters, sizeof parameters);\n";
                            "&parameters".to_owned()
                        }
                        Some(maker) => {
                            if name.ends_with("At") {
                                let _ = writeln!(lines, "call{maker}();");
                            }
                            format!("&out{maker}")
                        }
                    }
                }
                Argument::Number(name) => {
                    let _ = writeln!(lines, "real {name}; get(&{name}, sizeof {name});");
                    name.clone()
                }
                Argument::Array(name, count) => {
                    let _ = writeln!(lines, "real {name}[{count}]; get({name}, sizeof {name});");
                    // Whatever its sizes are.
                    format!("(const void *){name}")
                }
            });
        }
        let (kind, name) = function.result.split_once(' ').expect("a type and a name");
        let (pointer, name) = match name.strip_prefix('*') {
            Some(name) => ("&", name),
            None => ("", name),
        };
        let variable = name.replacen("out", &format!("out{index}"), 1);
        let _ = writeln!(text, "static {kind} {variable};");
        passed.push(format!("{pointer}out{index}"));
        let call = format!("{}({});", function.name, passed.join(", "));
        let _ = writeln!(text, "static void call{index}(void) {{\n{lines}{call}\n}}");
        let _ = writeln!(
            main,
            "for (k = 0; k < {calls}; ++k) {{ call{index}(); put(&out{index}, sizeof out{index}); }}"
        );
    }
    let begin =
        "int main(int count, char **words) {\nint k;\nnumbers = fopen(words[count - 1], \"rb\");\n";
    [text.as_str(), begin, &main, "return 0;\n}\n"].concat()
}
