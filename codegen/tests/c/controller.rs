//! The controller in the guide compiles, and holds a robot against gravity.

use multibody_codegen::Function;
use multibody_codegen::settings::Root;

use crate::compiler::{Folder, WARNINGS, installed};
use crate::package::of_cpp;
use crate::robots::{CRobot, settings};
use crate::support::{Robot, fixture};

const GUIDE: &str = include_str!("../../../runtime/guide/c.md");

/// The controller, at rest where it is activated, and away from there.
const MAIN: &str = r#"
#include <cmath>

int main()
{
  double numbers[3][PANDA_NQ];
  std::vector<hardware_interface::LoanedInterface> states, commands;
  for (auto &list : numbers)
    for (size_t i = 0; i < PANDA_NQ; ++i) {
      list[i] = &list == numbers ? 0.1 * double(i + 1) : 0;
      (&list == numbers + 2 ? commands : states).emplace_back(list[i]);
    }
  std::array<double, PANDA_NQ> q;
  for (size_t i = 0; i < PANDA_NQ; ++i) q[i] = numbers[0][i];
  const auto gravity = multibody::panda::gravity(q);
  Hold controller;
  const auto names = controller.state_interface_configuration().names;
  if (names.size() != 2 * PANDA_NQ || names[PANDA_NQ] != panda_joints[0].name + std::string("/velocity")) return 1;
  controller.assign_interfaces(std::move(commands), std::move(states));
  controller.on_init();
  controller.on_activate({});
  controller.update({}, {});
  for (size_t i = 0; i < PANDA_NQ; ++i)
    if (std::abs(numbers[2][i] - gravity[i]) > 1e-9) return 2;
  numbers[0][0] -= 0.1;
  controller.update({}, {});
  return numbers[2][0] > gravity[0] + 1e-3 ? 0 : 3;
}
"#;

#[test]
fn the_controller_in_the_guide_stays_at_its_position() {
    let (_, rest) = GUIDE.split_once("```cpp\n").expect("a controller");
    let (controller, _) = rest.split_once("```\n").expect("its end");
    let mut of_panda = settings("Panda", Root::Fixed);
    of_panda.functions = [Function::Gravity, Function::InverseDynamics].into();
    let robot = CRobot::of("panda", Robot::of(&fixture("six_axes.urdf"), of_panda));
    let folder = Folder::new("controller");
    for name in ["panda", "controller_interface", "pluginlib"] {
        std::fs::create_dir(folder.path(name)).expect("a folder");
    }
    folder.write("panda/panda.h", &robot.header);
    folder.write("panda/panda.hpp", &robot.binding);
    folder.write("robot.h", &robot.header);
    folder.write("robot.c", &robot.source);
    folder.write(
        "controller_interface/controller_interface.hpp",
        include_str!("ros2_control/controller_interface.hpp"),
    );
    folder.write(
        "pluginlib/class_list_macros.hpp",
        "#define PLUGINLIB_EXPORT_CLASS(name, base) static_assert(std::is_base_of_v<base, name>);\n",
    );
    folder.write("main.cpp", format!("{controller}{MAIN}"));
    for compiler in installed() {
        folder.compile(compiler, &["-c", "robot.c"]);
        let words = [
            "-std=c++17",
            "-I.",
            "main.cpp",
            "robot.o",
            "-lm",
            "-o",
            "main",
        ];
        folder.compile(of_cpp(compiler), &[&WARNINGS[..], &words].concat());
        folder.run("main", "");
    }
}
