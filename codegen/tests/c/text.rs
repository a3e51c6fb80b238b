//! The text of a robot: what it includes, and its documentation in comments of Doxygen.

use crate::header_of_c::{Argument, declared};
use crate::robots::{CRobot, small_robots};

/// The files that a text includes.
fn includes(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim_start);
    lines
        .filter_map(|line| line.strip_prefix("#include "))
        .collect()
}

/// Expects that a source includes three headers of the C library besides its own, and that a header includes nothing.
pub fn check_includes(robot: &CRobot) {
    let expected = ["\"robot.h\"", "<math.h>", "<stdint.h>", "<string.h>"];
    assert_eq!(includes(&robot.source), expected, "{}", robot.name);
    assert!(includes(&robot.header).is_empty(), "{}", robot.name);
}

#[test]
fn texts_include_three_headers_of_the_library() {
    small_robots(false).iter().for_each(check_includes);
}

/// Every function has a comment that names its arguments in their order, and its result if that is an array or a number.
#[test]
fn functions_are_documented_for_doxygen() {
    for robot in small_robots(false) {
        assert!(
            robot.header.starts_with("/**\n * @file\n"),
            "{}",
            robot.name
        );
        let mut results = 0;
        for function in declared(&robot.header) {
            let name = &function.name;
            let head = format!("MULTIBODY_API void {name}(");
            let (before, _) = robot.header.split_once(&head).expect("a declaration");
            let (_, comment) = before.rsplit_once("/**").expect("a comment");
            assert!(comment.ends_with("*/\n"), "{name}");
            let lines = comment
                .lines()
                .filter_map(|line| line.strip_prefix(" * @param[in] "));
            let documented: Vec<&str> = lines.filter_map(|line| line.split(' ').next()).collect();
            let arguments = function.arguments.iter();
            let numbers: Vec<&str> = arguments
                .filter_map(|argument| match argument {
                    Argument::Struct(_) => None,
                    Argument::Number(name) | Argument::Array(name, _) => Some(name.as_str()),
                })
                .collect();
            assert_eq!(documented, numbers, "{name}");
            if numbers.len() == function.arguments.len() && function.result.starts_with("real ") {
                assert!(comment.contains("\n * @param[out] out "), "{name}");
                results += 1;
            }
        }
        let has_fields = robot.parameters > 0;
        assert!(has_fields || results > 3, "{}", robot.name);
    }
}
