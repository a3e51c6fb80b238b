//! Packages of users, each for one test.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

pub const URDF: &str = r#"<robot name="arm"><link name="base"/>
<joint name="elbow" type="continuous"><parent link="base"/><child link="fore-arm"/><axis xyz="0 1 0"/></joint>
<link name="fore-arm"><inertial><origin xyz="0 0.1 0.3"/><mass value="2"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link></robot>
"#;

/// The same robot, most of it in [`PART`], the file `parts/rod.xml`.
pub const MJCF: &str = "<mujoco model=\"arm\">
<compiler angle=\"radian\"/>
<include file=\"parts/rod.xml\"/>
</mujoco>
";

pub const PART: &str = r#"<mujocoinclude><worldbody><body name="fore-arm">
<joint name="elbow" axis="0 1 0"/>
<inertial pos="0 0.1 0.3" mass="2" diaginertia="0.1 0.1 0.1"/>
</body></worldbody></mujocoinclude>
"#;

pub const TOKENS: &str = "//! A pendulum.
use multibody::multibody;

/// It swings.
#[multibody(
    gravity = [0, 0, -g],
    joint hinge { revolute, parent: world, child: bob, axis: y },
    body bob { mass: m, com: [0, 0, -l] },
    effort = none,
    links(bob),
)]
#[derive(Clone, Copy, Debug)]
pub struct Pendulum {
    /// m/s^2
    pub g: f64,
    pub m: f64,
    pub l: f64,
}
";

/// A package of its own for one test.
pub struct Package(pub PathBuf);

impl Package {
    pub fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!(
            "multibody-front-ends-{}-{test}",
            std::process::id()
        ));
        fs::create_dir_all(path.join("src")).unwrap();
        fs::write(path.join("Cargo.toml"), "[package]\n").unwrap();
        fs::write(path.join("arm.urdf"), URDF).unwrap();
        fs::create_dir_all(path.join("parts")).unwrap();
        fs::write(path.join("arm.xml"), MJCF).unwrap();
        fs::write(path.join("parts/rod.xml"), PART).unwrap();
        Self(path)
    }

    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    pub fn command(&self, line: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_cargo-multibody"))
            .args(line)
            .current_dir(&self.0)
            .output()
            .unwrap()
    }

    /// Runs a command with a text on its standard input.
    pub fn piped(&self, line: &[&str], text: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-multibody"));
        command.args(line).current_dir(&self.0);
        command.stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(text.as_bytes()).unwrap();
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    /// Runs a command that goes well.
    pub fn run(&self, line: &[&str]) {
        let output = self.command(line);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    /// What a command that ends badly says.
    pub fn complaint(&self, line: &[&str]) -> String {
        let output = self.command(line);
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    }

    pub fn text(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
