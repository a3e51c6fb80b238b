//! The same text compiles for graphics processors, if the Python that `MULTIBODY_CASADI` names has NVRTC too.

use crate::compiler::Folder;
use crate::header_of_c::declared;
use crate::python::{python, run};
use crate::robots::small_robots;

const NVRTC: &str = include_str!("nvrtc.py");

#[test]
fn functions_compile_for_graphics_processors() {
    let Some(python) = python() else {
        return;
    };
    for robot in small_robots(false) {
        let folder = Folder::new(&format!("{}-nvrtc", robot.name));
        folder.write("robot.h", &robot.header);
        folder.write("robot.c", &robot.source);
        let text = run(&python, NVRTC, &[folder.path("")]);
        if text == "absent\n" {
            println!("NVRTC is not installed: nothing is compiled for graphics processors");
            return;
        }
        for function in declared(&robot.header) {
            let head = format!(".visible .func {}(", function.name);
            assert!(text.contains(&head), "{}", function.name);
        }
    }
}
