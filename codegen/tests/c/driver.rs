//! A program in C that reads arguments from a file, calls every function of a header with them, and writes the results.

use std::fmt::Write as _;

use crate::header_of_c::{Argument, Declared};

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
