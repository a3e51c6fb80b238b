//! An editor's language server builds with a variable in its environment, and gets functions on bodies that do not end, since it
//! must not wait for a derivation. A build of the same folder without the variable has to make them anew.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::built;

/// What the language server sets.
const VARIABLE: &str = "RUST_ANALYZER_INTERNALS_DO_NOT_USE";

/// A package of a user.
struct Package(PathBuf);

impl Package {
    fn new() -> Self {
        let path = std::env::temp_dir().join(format!("multibody-editors-{}", std::process::id()));
        fs::create_dir_all(path.join("src")).expect("a folder for the test");
        let manifest =
            "[package]\nname = \"user\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[workspace]\n";
        fs::write(path.join("Cargo.toml"), manifest).expect("a file of the test");
        let robot = "use multibody::multibody;

#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: z },
    body cart { mass: 2 },
    gravity = [0, 0, -10],
    effort = none,
)]
pub struct Cart;

fn main() {
    let [force] = Cart.gravity::<f64>(&[0.5]);
    println!(\"{force}\");
}
";
        fs::write(path.join("src/main.rs"), robot).expect("a file of the test");
        Self(path)
    }

    fn program(&self) -> PathBuf {
        let name = format!("user{}", std::env::consts::EXE_SUFFIX);
        self.0.join("target/debug").join(name)
    }

    /// Builds it with the libraries of this test. Whether anything was compiled.
    fn is_compiled(&self, by_editor: bool) -> bool {
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
        cargo.args(["build", "--offline", "--color", "never"]);
        let path_text = |path: &Path| path.display().to_string();
        let flags = [
            "--extern".to_owned(),
            format!("multibody={}", path_text(&built::library())),
            "-L".to_owned(),
            format!("dependency={}", path_text(&built::libraries())),
        ];
        cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        cargo.env("CARGO_TARGET_DIR", self.0.join("target"));
        // Nothing is derived before.
        cargo.env("MULTIBODY_CACHE_DIR", "").env_remove(VARIABLE);
        if by_editor {
            cargo.env(VARIABLE, "1");
        }
        let output = cargo.current_dir(&self.0).output().expect("cargo");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        text.contains("Compiling user ")
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        // Best effort: it is in the folder for temporary files.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_build_after_that_of_an_editor_has_functions_that_end() {
    let package = Package::new();
    assert!(package.is_compiled(true));
    let mut child = Command::new(package.program())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    std::thread::sleep(Duration::from_secs(1));
    let status = child.try_wait().expect("a process");
    child.kill().expect("it runs");
    child.wait().expect("its end");
    assert_eq!(status, None, "an editor has waited for a derivation");

    assert!(
        package.is_compiled(false),
        "cargo does not see the variable"
    );
    let output = Command::new(package.program())
        .output()
        .expect("the program");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "20\n");
    assert!(!package.is_compiled(false));
}
