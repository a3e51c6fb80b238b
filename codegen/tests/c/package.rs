//! The header of C++ in a package compiles without a warning, with and without Eigen, and its functions give the bytes of C's.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use multibody_codegen::Function;
use multibody_codegen::internal::language::{Language, Layout};
use multibody_codegen::settings::{Root, Triangle};

use crate::compiler::{Folder, WARNINGS, installed};
use crate::header_of_c::{Argument, Declared, declared};
use crate::robots::{CRobot, settings, small_robots};
use crate::support::Robot;

/// The options for no Eigen, and for Eigen where it is installed. Nobody finds it there without an option.
pub fn libraries() -> Vec<&'static [&'static str]> {
    const FOLDER: &str = "/usr/include/eigen3";
    if Path::new(FOLDER).is_dir() {
        return vec![&[], &["-isystem", FOLDER]];
    }
    println!("Eigen is not installed: nothing is compiled with it");
    vec![&[]]
}

/// The name of the C++ compiler beside one of C.
pub fn of_cpp(compiler: &str) -> &'static str {
    if compiler == "gcc" { "g++" } else { "clang++" }
}

/// Arguments that take the type of any array, and what compares results.
const START: &str = r#"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#ifdef FLOAT
#define real float
#else
#define real double
#endif
[[maybe_unused]] static void draw(void *to, std::size_t size)
{
  real *numbers = static_cast<real *>(to);
  for (std::size_t k = 0; k < size / sizeof(real); ++k) numbers[k] = real(std::rand()) / real(RAND_MAX) + real(0.25);
}
struct Pointer {
  void *from;
  template <class T> operator T *() const { return static_cast<T *>(from); }
};
struct Standard {
  const void *from;
  template <class T, std::size_t size> operator std::array<T, size>() const
  {
    std::array<T, size> to;
    std::memcpy(static_cast<void *>(&to), from, sizeof to);
    return to;
  }
};
#ifdef EIGEN_WORLD_VERSION
struct OfEigen {
  const real *from;
  template <class T, class Plain = typename T::PlainObject> operator T() const { return T(Eigen::Map<const Plain>(from)); }
};
#endif
static int compared, different;
template <class Result, class Expected> static void compare(const Result &result, const Expected &expected)
{
  static_assert(sizeof result == sizeof expected);
  ++compared;
  different += std::memcmp(static_cast<const void *>(&result), static_cast<const void *>(&expected), sizeof result) != 0;
}
"#;

/// A program that calls all functions of robots in C and C++, and compares the results.
fn program(robots: &[CRobot]) -> String {
    let headers = robots
        .iter()
        .map(|robot| format!("#include \"{}.hpp\"\n", robot.package));
    let mut text = headers.collect::<String>() + START;
    for robot in robots {
        let functions = declared(&robot.header);
        let _ = writeln!(text, "static void check_{}()\n{{", robot.package);
        for index in 0..functions.len() {
            add_calls(&mut text, &robot.package, &functions, index);
        }
        text += "}\n";
    }
    text += "int main()\n{\n";
    for robot in robots {
        let _ = writeln!(text, "  check_{}();", robot.package);
    }
    text + "  std::printf(\"%d %d\\n\", compared, different);\n  return 0;\n}\n"
}

/// Calls a function in all its forms.
fn add_calls(text: &mut String, package: &str, functions: &[Declared], index: usize) {
    let function = &functions[index];
    let mut passed: [Vec<String>; 3] = Default::default();
    for argument in &function.arguments {
        let forms = match argument {
            Argument::Struct(name) => {
                let is_maker = |other: &Declared| other.result.starts_with(&format!("{name} "));
                let maker = functions[..index].iter().position(is_maker);
                let object = maker.map_or("parameters".to_owned(), |maker| format!("out{maker}"));
                if maker.is_none() {
                    let _ = writeln!(
                        text,
                        "  static {name} parameters; draw(&parameters, sizeof parameters);"
                    );
                }
                [format!("&{object}"), object.clone(), object]
            }
            Argument::Number(name) => {
                let variable = format!("{name}{index}");
                let _ = writeln!(
                    text,
                    "  real {variable}; draw(&{variable}, sizeof {variable});"
                );
                [variable.clone(), variable.clone(), variable]
            }
            Argument::Array(name, count) => {
                let variable = format!("{name}{index}");
                let _ = writeln!(
                    text,
                    "  real {variable}[{count}]; draw({variable}, sizeof {variable});"
                );
                ["Pointer", "Standard", "OfEigen"].map(|form| format!("{form}{{{variable}}}"))
            }
        };
        for (list, form) in passed.iter_mut().zip(forms) {
            list.push(form);
        }
    }
    let (kind, name) = function.result.split_once(' ').expect("a type and a name");
    let (pointer, name) = match name.strip_prefix('*') {
        Some(name) => ("&", name),
        None => ("", name),
    };
    let variable = name.replacen("out", &format!("out{index}"), 1);
    passed[0].push(format!("{pointer}out{index}"));
    let [of_c, standard, eigen] = passed.map(|list| list.join(", "));
    let word = function.name.strip_prefix(package).expect("the prefix");
    let called = format!(
        "multibody::{package}::{}",
        word.strip_prefix('_').expect("a word")
    );
    let name = &function.name;
    let _ = writeln!(text, "  static {kind} {variable};\n  {name}({of_c});");
    let _ = writeln!(text, "  compare({called}({standard}), out{index});");
    if eigen.contains("OfEigen") {
        let _ = writeln!(
            text,
            "#ifdef EIGEN_WORLD_VERSION\n  compare({called}({eigen}), out{index});\n#endif"
        );
    }
}

/// Compares all functions of robots, as double and as float.
fn check(robots: &[CRobot]) {
    let folder = Folder::new("package");
    let (mut objects, mut reals) = (Vec::new(), vec!["-DFLOAT".to_owned()]);
    for robot in robots {
        let package = &robot.package;
        folder.write("robot.h", &robot.header);
        folder.write(&format!("{package}.h"), &robot.header);
        folder.write(&format!("{package}.hpp"), &robot.binding);
        folder.write(
            &format!("{package}.c"),
            robot.source.replacen("robot.h", &format!("{package}.h"), 1),
        );
        objects.push(format!("{package}.c"));
        reals.push(format!("-D{}_REAL=float", package.to_uppercase()));
    }
    folder.write("main.cpp", program(robots));
    let sources: Vec<&str> = objects.iter().map(String::as_str).collect();
    let reals: Vec<&str> = reals.iter().map(String::as_str).collect();
    let least: usize = robots.iter().map(|it| declared(&it.header).len()).sum();
    // Each number by one of the two compilers.
    for (compiler, is_float) in installed().into_iter().zip([false, true]) {
        let (of_c, of_cpp_text) =
            if is_float { (&["-Dreal=float"][..], &reals[..]) } else { (&[][..], &[][..]) };
        let words = [of_c, &["-std=c99", "-c"], &sources].concat();
        folder.compile(compiler, &words);
        let objects: Vec<String> = sources
            .iter()
            .map(|name| name.replace(".c", ".o"))
            .collect();
        let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
        for library in libraries() {
            let words = [
                &["-std=c++17", "main.cpp"],
                &objects[..],
                &["-lm", "-o", "main"],
            ];
            let words = [&WARNINGS[..], of_cpp_text, library, &words.concat()].concat();
            folder.compile(of_cpp(compiler), &words);
            let output = String::from_utf8(folder.run("main", "")).expect("text");
            let counts: Vec<usize> = output
                .split_whitespace()
                .map(|count| count.parse().expect("a count"))
                .collect();
            assert!(counts[0] >= least && counts[1] == 0, "{output}");
            assert!(library.is_empty() || counts[0] > least, "{output}");
        }
    }
}

#[test]
fn functions_of_cpp_give_the_bytes_of_c() {
    for columns in [false, true] {
        check(&small_robots(columns));
    }
}

/// A chain of hinges about y.
fn named(name: &str) -> CRobot {
    let items = "gravity = [0, 0, -9.81], joint hinge { revolute, parent: world, child: bob, axis: y }, body bob { mass: 2, com: [0.1, 0, -1] }";
    let mut settings = settings(name, Root::Fixed);
    settings.triangle = Triangle::Lower;
    CRobot::of(
        "hostile",
        Robot::of_struct(&format!("struct {name};"), items, settings),
    )
}

/// All in one text: no namespace, no file and no macro is another's, nor the standard library's.
#[test]
fn robots_may_have_any_names() {
    const NAMES: [&str; 19] = [
        "Std",
        "Main",
        "Class",
        "Template",
        "Namespace",
        "Multibody",
        "Real",
        "Eigen",
        "Time",
        "Math",
        "String",
        "M",
        "Test",
        "Install",
        "Near",
        "Linux",
        "Con",
        "\u{c4}rm",
        "Panda",
    ];
    let folder = Folder::new("names");
    let (mut user, mut calls) = (String::new(), String::new());
    let mut packages = BTreeSet::new();
    for robot in NAMES.map(named) {
        let package = &robot.package;
        assert!(packages.insert(package.clone()), "{package}");
        assert!(
            package
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || c == '_'),
            "{package}"
        );
        std::fs::create_dir(folder.path(package)).expect("a folder");
        folder.write(&format!("{package}/{package}.h"), &robot.header);
        folder.write(&format!("{package}/{package}.hpp"), &robot.binding);
        let _ = writeln!(user, "#include \"{package}/{package}.hpp\"");
        let _ = writeln!(
            calls,
            "(void)multibody::{package}::gravity(std::array<double, 1>{{{{0.5}}}});"
        );
    }
    let standard = "#include <ctime>\n#include <cmath>\n#include <complex>\n#include <string>\n";
    folder.write(
        "user.cpp",
        format!("{standard}{user}int main()\n{{\n{calls}}}\n"),
    );
    for compiler in installed() {
        for library in libraries() {
            for dialect in ["-std=c++17", "-std=gnu++17"] {
                let words = [dialect, "-I.", "-fsyntax-only", "user.cpp"];
                folder.compile(of_cpp(compiler), &[&WARNINGS[..], library, &words].concat());
            }
        }
    }
}

#[test]
fn documentation_names_the_triangle_that_is_written() {
    let robot = named("Arm");
    for (text, line) in [
        (
            &robot.header,
            "@param[out] out `M` by rows, its diagonal and what is below (the rest stays); kg m^2",
        ),
        (
            &robot.binding,
            "@return `M` by rows, its diagonal and what is below (the rest is 0); kg m^2",
        ),
    ] {
        assert!(
            text.contains(line) && !text.contains("both triangles"),
            "{text}"
        );
    }
}

/// Rows are rows in Eigen too, however they are stored.
#[test]
fn matrices_of_eigen_have_their_rows() {
    for columns in [false, true] {
        let mut of_arm = settings("Arm", Root::Fixed);
        of_arm.functions = [
            Function::InverseDynamicsDerivatives,
            Function::CoriolisMatrix,
        ]
        .into();
        of_arm.layout = Layout {
            language: Language::C,
            columns,
            ..Layout::default()
        };
        let items = "gravity = [0, 0, -9.81], joint a { revolute, parent: world, child: upper, axis: y },
            body upper { mass: 2, com: [0.1, 0, -1] }, joint b { revolute, parent: upper, child: lower, origin: [0, 0, -1], axis: y },
            body lower { mass: 1, com: [0, 0, -1] }";
        let robot = CRobot::of("matrices", Robot::of_struct("struct Arm;", items, of_arm));
        let folder = Folder::new("matrices");
        folder.write("arm.h", &robot.header);
        folder.write("robot.h", &robot.header);
        folder.write("robot.c", &robot.source);
        folder.write("arm.hpp", &robot.binding);
        // At rest the torques' derivatives by the position differ above and below the diagonal if an acceleration is given.
        let entry = if columns { "[1][0]" } else { "[0][1]" };
        folder.write(
            "main.cpp",
            format!(
                "#include \"arm.hpp\"\nint main()\n{{\n  const Eigen::Vector2d q(0.3, 0.9), qd(1, 2), qdd(3, 5);\n  \
                 const auto d = multibody::arm::inverse_dynamics_derivatives(q, qd, qdd);\n  \
                 const auto arrays = multibody::arm::coriolis_matrix(std::array<double, 2>{{{{0.3, 0.9}}}}, std::array<double, 2>{{{{1, 2}}}});\n  \
                 return multibody::arm::as_eigen(d.dq)(0, 1) == d.dq{entry} && d.dq[1][0] != d.dq[0][1] &&\n    \
                 multibody::arm::coriolis_matrix(q, qd)(0, 1) == arrays{entry} && arrays[1][0] != arrays[0][1] ? 0 : 1;\n}}\n"
            ),
        );
        for library in &libraries()[1..] {
            for compiler in installed() {
                folder.compile(compiler, &["-c", "robot.c"]);
                let words = ["-std=c++17", "main.cpp", "robot.o", "-lm", "-o", "main"];
                folder.compile(of_cpp(compiler), &[&WARNINGS[..], library, &words].concat());
                folder.run("main", "");
            }
        }
    }
}
