//! Texts compile without a warning as C99 and as C++17.

use crate::compiler::{Folder, WARNINGS, installed};
use crate::robots::{CRobot, small_robots};

/// A program of another author, who includes the header.
const USER: &str = "#include \"robot.h\"\n#ifdef __cplusplus\n#include <complex>\n#include <vector>\n#else\n#include <complex.h>\n\
                    #endif\nint main(void) { return 0; }\n";

/// Compiles a robot in both languages, as double and as float.
pub fn compile(robot: &CRobot) {
    let folder = Folder::new(&format!("{}-warnings", robot.name));
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write("user.c", USER);
    for compiler in installed() {
        for language in [&["-std=c99"][..], &["-x", "c++", "-std=c++17"]] {
            for real in [&[][..], &["-Dreal=float"]] {
                let flags = [&WARNINGS[..], language, real, &["-O1", "-c", "robot.c"]];
                folder.compile(compiler, &flags.concat());
            }
            let flags = [&WARNINGS[..], language, &["-c", "user.c"]];
            folder.compile(compiler, &flags.concat());
        }
    }
}

#[test]
fn small_robots_compile_without_a_warning() {
    for columns in [false, true] {
        small_robots(columns).iter().for_each(compile);
    }
}
