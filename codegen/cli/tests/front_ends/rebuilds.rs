//! Cargo compiles a package with a robot in its build script anew where the description has changed, and not else, whatever
//! the script is called.
//!
//! The script starts this very program, which then does what it would do, and speaks to cargo in its place: a package that
//! depends on the generator would compile the computer algebra once more.

use std::fs;
use std::process::Command;

use multibody_codegen::Config;
use multibody_codegen::settings::Effort;

use crate::package::{Package, TOKENS};

/// Names what the build script describes its robot by.
const ROLE: &str = "MULTIBODY_TEST_DESCRIBED_BY";

/// Where there is no build script, its text is that which the others compile.
#[test]
fn what_the_build_script_does() {
    let role = std::env::var(ROLE).unwrap_or_default();
    // Cargo reads whole lines, and the name of this test stands in one.
    println!();
    let config = match role.as_str() {
        "text" => Config::new().rust(TOKENS),
        "rust" => Config::new().rust_file("src/pendulum.rs"),
        "urdf" => Config::new().urdf("arm.urdf").effort(Effort::None),
        "mjcf" => Config::new().mjcf("arm.xml").effort(Effort::None),
        _ => {
            let package = Package::new("script");
            let config = Config::new().rust(TOKENS);
            let out = config.out_file(package.0.join("out.rs")).generate();
            let text = fs::read_to_string(out.unwrap()).unwrap();
            assert!(text.contains("pub struct Pendulum {"), "{text}");
            return;
        }
    };
    config.out_file("robot.rs").generate().unwrap();
}

impl Package {
    /// With a build script.
    fn with_script(test: &str, script: &str) -> Self {
        let package = Self::new(test);
        let manifest = format!(
            "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\nbuild = {script:?}\n[workspace]\n"
        );
        package.file("Cargo.toml", &manifest);
        let robot =
            "pub const ROBOT: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/robot.rs\"));\n";
        package.file("src/lib.rs", robot);
        package.file("src/pendulum.rs", TOKENS);
        let program = std::env::current_exe().unwrap();
        let text = format!(
            "fn main() {{
                let mut command = std::process::Command::new({program:?});
                command.args([\"--exact\", \"rebuilds::what_the_build_script_does\", \"--nocapture\"]);
                assert!(command.status().expect(\"a process\").success());
            }}\n"
        );
        fs::create_dir_all(package.0.join(script).parent().unwrap()).unwrap();
        package.file(script, &text);
        package
    }

    /// Whether a build compiles the package.
    fn is_compiled(&self, described_by: &str) -> bool {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(["build", "--offline", "--verbose", "--color", "never"]);
        cargo.current_dir(&self.0).env(ROLE, described_by);
        cargo.env("CARGO_TARGET_DIR", self.0.join("target"));
        let output = cargo.output().unwrap();
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success(), "{text}");
        let [fresh, compiled] = ["Fresh user ", "Compiling user "].map(|what| text.contains(what));
        assert_ne!(fresh, compiled, "{text}");
        compiled
    }
}

#[test]
fn what_has_not_changed_is_not_compiled_again() {
    for (index, (described_by, script, description)) in [
        ("text", "make.rs", "make.rs"),
        ("text", "scripts/robot.rs", "scripts/robot.rs"),
        ("rust", "make.rs", "src/pendulum.rs"),
        ("urdf", "make.rs", "arm.urdf"),
        ("mjcf", "make.rs", "parts/rod.xml"),
    ]
    .into_iter()
    .enumerate()
    {
        let package = Package::with_script(&format!("rebuilds-{index}"), script);
        let builds = || [(); 2].map(|()| package.is_compiled(described_by));
        assert_eq!(builds(), [true, false], "{described_by} in {script}");
        let text = package.text(description);
        package.file(description, &format!("{text}\n"));
        assert_eq!(builds(), [true, false], "{described_by}: {description}");
    }
}
