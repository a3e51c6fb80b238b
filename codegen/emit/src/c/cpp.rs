//! A header of C++17 with the functions of the header of C by value: with `std::array`, and with vectors and matrices of Eigen where
//! there is Eigen.

use super::documentation::{REST_STAYS, comment};
use super::functions::{self, CFunction, FunctionNames};
use super::macros;
use super::steps;
use super::writer::CWriter;
use crate::interface::{Returned, Robot, summary_of_robot};
use multibody_description::settings::Triangle;
use multibody_support::foreign::{c_identifier, rust_name};

/// Names that build tools, file systems or the namespaces of C++ use already.
const RESERVED: &str = "\
    all aux clean con default_target depend edit_cache help install list_install_components multibody nul package package_source \
    preinstall prn rebuild_cache std test";

/// The name of a package with a robot in it: of its target, of its files and of its namespace.
#[must_use]
pub fn package_name(robot: &str) -> String {
    let name = c_identifier(&rust_name(robot));
    if RESERVED.split(' ').any(|word| word == name) {
        name + "_robot"
    } else {
        name
    }
}

/// The beginning of the names of macros and of options of a package.
#[must_use]
pub fn macro_prefix(package: &str) -> String {
    package.trim_end_matches('_').to_uppercase()
}

/// The header. It includes that of C, which is beside it and has the name of the package.
#[must_use]
pub fn header(robot: &Robot<'_>) -> String {
    let writer = &CWriter::new(robot);
    let package = &package_name(robot.name);
    let mut names = FunctionNames::of(writer);
    let mut functions = functions::all(writer, &mut names);
    let steps = steps::all(writer, &mut names).into_iter();
    functions.extend(steps.filter(|step| step.has_result));
    let overloads = functions.iter().flat_map(|function| {
        let standard = overload(writer, function, Library::Standard);
        let has_array = function
            .arguments
            .iter()
            .any(|argument| !argument.sizes.is_empty());
        // Without an array, two overloads would differ by their results alone.
        let eigen = has_array.then(|| {
            let text = overload(writer, function, Library::Eigen);
            format!("#ifdef MULTIBODY_HAS_EIGEN\n{text}#endif\n")
        });
        [Some(standard), eigen].into_iter().flatten()
    });
    let overloads: Vec<String> = overloads.collect();
    let prefix = macro_prefix(package);
    let flag = format!("MULTIBODY_{prefix}_DEFINES_REAL");
    let [real, no_real] = macros::real(&prefix, &flag);
    // The template of `as_eigen` has the sizes R and C as parameters, in the order in which arrays are nested.
    let (outer, option) = if writer.settings.layout.columns {
        ("C", "ColMajor")
    } else {
        ("R", "RowMajor")
    };
    let text = include_str!("text/cpp.hpp")
        .replace("@about@", &about(writer, package))
        .replace("@real@\n", &real)
        .replace("@no_real@\n", &no_real)
        .replace("@package@", package)
        .replace("@PACKAGE@", &prefix)
        .replace("@outer@", outer)
        .replace("@inner@", if outer == "R" { "C" } else { "R" })
        .replace("@option@", option);
    text.replace("@functions@\n", &overloads.join("\n"))
}

/// What the header is about.
fn about(writer: &CWriter<'_>, package: &str) -> String {
    let lines = [
        "@file".to_owned(),
        format!("{}.", summary_of_robot(writer)),
        String::new(),
        format!("The functions of `{package}.h` by value: with `std::array`, and where `Eigen/Core` can be included, with Eigen's vectors"),
        "and matrices. They allocate nothing. A result in a struct has the arrays of C, which `as_eigen` shows as matrices.".to_owned(),
    ];
    comment(&lines, "")
}

/// The library whose arrays an overload takes and returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Library {
    Standard,
    Eigen,
}

/// An array in C, or a single object.
struct Memory {
    /// The type of an element.
    element: String,
    /// The sizes of the array as it is stored; a single object has none.
    sizes: Vec<usize>,
    /// Whether a matrix is stored by columns: of two sizes, the first is the number of columns.
    is_by_columns: bool,
    /// Whether it is several results, one for each link.
    is_list: bool,
}

impl Memory {
    fn of_argument(sizes: &[usize]) -> Self {
        Self {
            element: "real".to_owned(),
            sizes: sizes.iter().map(|&size| size.max(1)).collect(),
            is_by_columns: false,
            is_list: false,
        }
    }

    fn of_result(writer: &CWriter<'_>, returned: &Returned) -> Self {
        let is_by_columns = writer.settings.layout.columns;
        match returned {
            Returned::Array(sizes) => {
                let mut memory = Self::of_argument(sizes);
                if is_by_columns {
                    memory.sizes.reverse();
                }
                Self {
                    is_by_columns,
                    ..memory
                }
            }
            Returned::OfLinks(result, count) => {
                let mut memory = Self::of_result(writer, result);
                memory.sizes.insert(0, *count.max(&1));
                Self {
                    is_list: true,
                    ..memory
                }
            }
            _ => Self {
                element: format!("::{}", writer.declaration(returned, "").trim_end()),
                ..Self::of_argument(&[])
            },
        }
    }

    /// The type, made of arrays of the standard library.
    fn standard(&self) -> String {
        let sizes = self.sizes.iter().rev();
        sizes.fold(self.element.clone(), |inner, size| {
            format!("::std::array<{inner}, {size}>")
        })
    }

    /// The type, as a vector or a matrix of Eigen.
    fn eigen(&self) -> String {
        let [rows, columns] = match self.sizes[..] {
            [rows] => [rows, 1],
            [columns, rows] if self.is_by_columns => [rows, columns],
            [rows, columns] => [rows, columns],
            _ => unreachable!("it has one size or two"),
        };
        // Eigen has only one order for a matrix of one row or of one column.
        let order = match (rows, columns) {
            (1, 1) => "",
            (1, _) => ", ::Eigen::RowMajor",
            (_, 1) => "",
            _ if self.is_by_columns => ", ::Eigen::ColMajor",
            _ => ", ::Eigen::RowMajor",
        };
        format!(
            "::Eigen::Matrix<{}, {rows}, {columns}{order}>",
            self.element
        )
    }

    /// Whether it can be a vector or a matrix.
    fn is_in_eigen(&self) -> bool {
        !self.is_list && matches!(self.sizes.len(), 1 | 2)
    }

    /// The type of such a value.
    fn value_type(&self, library: Library) -> String {
        match library {
            Library::Eigen if self.is_in_eigen() => self.eigen(),
            Library::Eigen | Library::Standard => self.standard(),
        }
    }

    /// The type of an argument that has such a value.
    fn argument_type(&self, library: Library) -> String {
        let value = self.value_type(library);
        match (library, self.sizes.len()) {
            (_, 0) => value,
            // An `Eigen::Ref` to a part of a matrix could have gaps between its numbers; one to a vector has none.
            (Library::Eigen, 1) => format!("const ::Eigen::Ref<const {value}> &"),
            _ => format!("const {value} &"),
        }
    }

    /// The pointer that C takes for such a value.
    fn pointer(&self, name: &str, constness: &str) -> String {
        match &self.sizes[..] {
            [] => format!("&{name}"),
            [_] => format!("{name}.data()"),
            [_, inner @ ..] => {
                let inner: String = inner.iter().map(|size| format!("[{size}]")).collect();
                let element = &self.element;
                format!("reinterpret_cast<{constness}{element} (*){inner}>({name}.data())")
            }
        }
    }
}

/// The overload of a function that takes and returns arrays of a library.
fn overload(writer: &CWriter<'_>, function: &CFunction, library: Library) -> String {
    let (mut parameters, mut call_arguments) = (Vec::new(), Vec::new());
    if let Some(argument) = &function.struct_argument {
        parameters.push(format!("const ::{} &{}", argument.type_name, argument.name));
        call_arguments.push(format!("&{}", argument.name));
    }
    for argument in &function.arguments {
        let (name, memory) = (argument.name, Memory::of_argument(&argument.sizes));
        let parameter = format!("{} {name}", memory.argument_type(library));
        parameters.push(parameter.replace("& ", "&"));
        call_arguments.push(match memory.sizes[..] {
            [] => name.to_owned(),
            _ => memory.pointer(name, "const "),
        });
    }
    let result = Memory::of_result(writer, &function.signature.result);
    let (value, name) = (result.value_type(library), &function.name);
    call_arguments.push(result.pointer("out", ""));
    // With the setting for the lower triangle, C leaves the other entries as they are, so they need a value.
    let pattern = match writer.settings.triangle {
        Triangle::Both => "",
        Triangle::Lower if library == Library::Eigen && result.is_in_eigen() => " = Value::Zero()",
        Triangle::Lower => "{}",
    };
    let initial_value = pattern.replace("Value", &value);
    let documentation = match library {
        Library::Standard => documentation(function),
        Library::Eigen => comment(&["The same with Eigen.".to_owned()], ""),
    };
    format!(
        "{documentation}[[nodiscard]] inline {value} {}({})\n{{\n  {value} out{initial_value};\n  ::{name}({});\n  return out;\n}}\n",
        name_in_namespace(writer, name),
        parameters.join(", "),
        call_arguments.join(", ")
    )
}

/// The documentation of the function of C, in which the result is returned instead of written to `out`.
fn documentation(function: &CFunction) -> String {
    let lines = function.documentation.iter();
    let lines: Vec<String> = lines
        .map(|line| match line.strip_prefix("@param[out] out ") {
            Some(result) => format!("@return {}", result.replace(REST_STAYS, "the rest is 0")),
            None => line.clone(),
        })
        .collect();
    comment(&lines, "")
}

/// The name of a function of C without the name of the robot. A word that is reserved gets an underscore.
fn name_in_namespace(writer: &CWriter<'_>, name: &str) -> String {
    let prefix = writer.prefix.trim_end_matches('_');
    let marked_name = name
        .strip_prefix(prefix)
        .unwrap_or(name)
        .trim_start_matches('_');
    let word = marked_name
        .strip_prefix(writer.mark())
        .unwrap_or(marked_name);
    // Underscores at the end distinguish functions.
    let stem = word.trim_end_matches('_');
    c_identifier(stem) + &word[stem.len()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reserved_name_of_a_package_gets_a_suffix() {
        for (robot, package) in [
            ("Panda", "panda"),
            ("Ur5", "ur5"),
            ("Std", "std_robot"),
            ("Test", "test_robot"),
            ("Multibody", "multibody_robot"),
            ("Class", "class_"),
            ("Main", "main"),
        ] {
            assert_eq!(package_name(robot), package);
        }
        assert_eq!(macro_prefix("class_"), "CLASS");
    }

    #[test]
    fn a_single_row_or_column_has_the_order_that_eigen_requires() {
        let eigen = |sizes: &[usize], is_by_columns| {
            let memory = Memory::of_argument(sizes);
            Memory {
                is_by_columns,
                ..memory
            }
            .eigen()
        };
        for (sizes, is_by_columns, expected) in [
            (&[7][..], false, "7, 1"),
            (&[1], true, "1, 1"),
            (&[1, 6], false, "1, 6, ::Eigen::RowMajor"),
            (&[3, 1], false, "3, 1"),
            (&[2, 6], false, "2, 6, ::Eigen::RowMajor"),
            (&[2, 6], true, "6, 2, ::Eigen::ColMajor"),
            (&[6, 1], true, "1, 6, ::Eigen::RowMajor"),
        ] {
            assert_eq!(
                eigen(sizes, is_by_columns),
                format!("::Eigen::Matrix<real, {expected}>")
            );
        }
    }
}
