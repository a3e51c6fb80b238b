//! The machine code for a microcontroller is short.

use std::process::Command;

use multibody_codegen::Function;
use multibody_codegen::settings::Effort;

use crate::compiler::{Folder, installed};
use crate::robots::{CRobot, settings};
use crate::support::{Robot, corpus};

/// What the text includes, as far as it uses it: few machines have headers for microcontrollers.
const MATH: &str = "float sqrtf(float); float fabsf(float); float floorf(float); float ldexpf(float, int);\n\
    double sqrt(double); double fabs(double); double floor(double); double ldexp(double, int);\n\
    #define NAN __builtin_nanf(\"\")\n#define HUGE_VAL __builtin_huge_val()\n";
const STRING: &str = "#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\nvoid *memset(void *, int, size_t);\n";

/// The most bytes of code, tables and constants of the three functions in float.
const MOST_OF_UR5: usize = 8192;

#[test]
#[cfg_attr(
    not(all(all_tests, corpus)),
    ignore = "needs MULTIBODY_CORPUS, and MULTIBODY_TESTS=all, for the build"
)]
fn a_ur5_is_short_on_a_microcontroller() {
    if !installed().contains(&"clang") {
        return;
    }
    let corpus = corpus::folder();
    let mut settings = settings("Ur5", corpus.root("ur5"));
    settings.effort = Effort::default();
    settings.functions = [
        Function::MassMatrix,
        Function::InverseDynamics,
        Function::ForwardDynamics,
    ]
    .into();
    let robot = CRobot::of("size", Robot::of(&corpus.robot("ur5"), settings));
    let folder = Folder::new("size");
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write("math.h", MATH);
    folder.write("string.h", STRING);
    let target = "--target=thumbv7em-none-eabihf -mcpu=cortex-m7 -Os -Dreal=float -ffreestanding -Werror -isystem . -c robot.c";
    folder.compile("clang", &target.split(' ').collect::<Vec<_>>());
    let output = Command::new("size")
        .arg(folder.path("robot.o"))
        .output()
        .expect("`size` of binutils");
    let text = String::from_utf8_lossy(&output.stdout);
    let row = text.lines().nth(1).expect("a row of `size`");
    let bytes: usize = row
        .split_whitespace()
        .nth(3)
        .expect("the sum")
        .parse()
        .expect("a number");
    assert!(bytes > 1000 && bytes <= MOST_OF_UR5, "{bytes} bytes");
}
