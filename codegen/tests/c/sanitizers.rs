//! No function reads or writes memory that is not its own, and none depends on what C leaves undefined: neither at ordinary states nor
//! at angles as large as numbers are.

use crate::compiler::{Folder, installed};
use crate::driver::program;
use crate::header_of_c::declared;
use crate::numbers::{Draws, Number};
use crate::robots::{CRobot, settings, small_robots};
use crate::support::{Robot, corpus};

/// Calls of each function.
const CALLS: usize = 100;

/// Calls all functions of a robot under sanitizers, which end the process at the first fault.
fn check<T: Number>(robot: &CRobot) {
    let functions = declared(&robot.header);
    let mut draws = Draws::new();
    let numbers = (0..CALLS * functions.len() * 400).map(|index| {
        let scale = if index % 97 == 0 { 1e25 } else { 4.0 };
        T::lit((draws.next() - 0.5) * scale)
    });
    let input: Vec<u8> = numbers.flat_map(|number| number.bytes()).collect();
    let folder = Folder::new(&format!("{}-sanitized", robot.name));
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write("main.c", program(&functions, CALLS));
    folder.write("numbers", input);
    // Both compilers have the same sanitizers.
    for compiler in installed().into_iter().take(1) {
        let words = [
            "-fsanitize=address,undefined",
            "-fno-sanitize-recover=all",
            "-std=c99",
            "-O1",
            "main.c",
            "robot.c",
            "-lm",
            "-o",
            "main",
        ];
        folder.compile(compiler, &[T::FLAGS, &words].concat());
        let results = T::all(&folder.run("main", "numbers"));
        assert!(results.len() >= CALLS * functions.len(), "{}", robot.name);
    }
}

#[test]
fn small_robots_run_under_sanitizers() {
    for robot in small_robots(true) {
        check::<f64>(&robot);
    }
}

#[test]
#[cfg_attr(
    not(all(all_tests, corpus)),
    ignore = "needs MULTIBODY_CORPUS, and MULTIBODY_TESTS=all, for the build"
)]
fn real_robots_run_under_sanitizers() {
    let folder = corpus::folder();
    for name in ["ur5", "panda", "anymal_b"] {
        let settings = settings("Robot", folder.root(name));
        let robot = CRobot::of(name, Robot::of(&folder.robot(name), settings));
        check::<f64>(&robot);
        check::<f32>(&robot);
    }
}
