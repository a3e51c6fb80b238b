//! The command line, read into [`Settings`].

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::builder::NonEmptyStringValueParser;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use multibody_codegen::exact::Rational;
use multibody_codegen::settings::{Effort, Function, Mimic, Root, Weld};
use multibody_codegen::{Cache, Settings};

use crate::values::{self, Format, Switch};

/// Derives the dynamics of a robot from Lagrange's equations, proves every function equal to them,
/// and writes it as Rust without allocation, branch or dependency on this tool.
#[derive(Debug, Parser)]
#[command(name = "cargo-multibody", bin_name = "cargo multibody", version)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Write the dynamics of a robot to a Rust file, or check that a file holds them
    Generate(Generate),
    /// Report operation counts, proofs, tree and times; write no code
    Report(Report),
}

/// `cargo multibody generate`
#[derive(Debug, Args)]
pub struct Generate {
    #[command(flatten)]
    pub robot: Robot,
    /// Name of the emitted type
    #[arg(long, value_name = "TYPE", value_parser = values::type_name)]
    pub name: String,
    /// Rust file to write
    #[arg(long, value_name = "FILE.rs")]
    pub out: PathBuf,
    /// Write nothing; exit with 1 if the file is not what would be written, and say where
    #[arg(long)]
    pub check: bool,
}

/// `cargo multibody report`
#[derive(Debug, Args)]
pub struct Report {
    #[command(flatten)]
    pub robot: Robot,
    /// Name of the type; default: made from the name of the file
    #[arg(long, value_name = "TYPE", value_parser = values::type_name)]
    pub name: Option<String>,
    /// As text for people, or as one line of JSON
    #[arg(long, default_value = "text", value_parser = values::one_of::<Format>(Format::NAMES))]
    pub format: Format,
    /// File to write the report to; default: stdout, after Symbolica's banner, so that JSON is its last line
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// A robot and the choices about it.
#[derive(Debug, Args)]
pub struct Robot {
    /// URDF file
    pub file: PathBuf,
    /// How the root link is joined to the world
    #[arg(long, default_value = "fixed", value_parser = values::one_of::<Root>(Root::NAMES))]
    root: Root,
    /// Hold a joint, and what mimics it, at a position (default 0, rad or m); may be repeated
    #[arg(long = "weld", value_name = "JOINT[=POS]", value_parser = values::weld)]
    welds: Vec<Weld>,
    /// Whether mimic joints follow their leaders or are coordinates of their own
    #[arg(long, default_value = "resolve", value_parser = values::one_of::<Mimic>(Mimic::NAMES))]
    mimic: Mimic,
    /// Acceleration of gravity in world axes, m/s^2
    #[arg(long, value_name = "X,Y,Z", default_value = "0,0,-9.81", allow_hyphen_values = true, value_parser = values::gravity)]
    gravity: [Rational; 3],
    /// Take angles, axes and rotations next to a quarter turn to be that; 0 keeps the file to the letter
    #[arg(long, value_name = "0|1", default_value = "1", value_parser = values::one_of::<Switch>(Switch::NAMES), hide_possible_values = true)]
    snap: Switch,
    /// Functions, separated by commas; default: all that need no link named
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = values::one_of::<Function>(Function::NAMES))]
    functions: Option<Vec<Function>>,
    /// Links whose poses and Jacobians are wanted, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    links: Vec<String>,
    /// Links on which external wrenches act, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = NonEmptyStringValueParser::new())]
    wrenches: Vec<String>,
    /// Skip the proof that each function equals Lagrange's equations
    #[arg(long)]
    no_proof: bool,
    /// Whether forms written by hand may replace derived ones they are proved equal to
    #[arg(long, value_name = "on|off", default_value = "on", value_parser = values::one_of::<Switch>(Switch::NAMES), hide_possible_values = true)]
    written_forms: Switch,
    /// How long to search for the fewest operations; `high` is for output that is committed
    #[arg(long, default_value = "default", value_parser = values::one_of::<Effort>(Effort::NAMES))]
    effort: Effort,
    /// Derive anew what an earlier run has left in the cache, and leave nothing there
    #[arg(long)]
    no_cache: bool,
}

impl Arguments {
    /// Reads the command line, as of `cargo multibody ..` or of `cargo-multibody ..`; ends the process
    /// with code 2 where it is faulty.
    pub fn read(line: impl IntoIterator<Item = OsString>) -> Self {
        Self::try_read(line).unwrap_or_else(|error| error.exit())
    }

    fn try_read(line: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut line: Vec<OsString> = line.into_iter().collect();
        if line.get(1).is_some_and(|first| first == "multibody") {
            line.remove(1); // cargo passes the name of the subcommand on
        }
        let arguments = Self::try_parse_from(line)?;
        arguments.robot().check()?;
        Ok(arguments)
    }

    fn robot(&self) -> &Robot {
        match &self.command {
            Command::Generate(generate) => &generate.robot,
            Command::Report(report) => &report.robot,
        }
    }
}

impl Generate {
    /// The choices that were made.
    pub fn settings(&self) -> Settings {
        self.robot.settings(self.name.clone())
    }
}

impl Report {
    /// The choices that were made.
    pub fn settings(&self) -> Settings {
        let from_file = || values::type_name_from(&self.robot.file);
        let name = self.name.clone().unwrap_or_else(from_file);
        Settings {
            count_derived: true,
            ..self.robot.settings(name)
        }
    }
}

impl Robot {
    /// Where results of earlier runs are.
    pub fn cache(&self) -> Cache {
        match self.no_cache {
            true => Cache::none(),
            false => Cache::of_user(),
        }
    }

    fn settings(&self, name: String) -> Settings {
        Settings {
            name,
            root: self.root,
            welds: self.welds.clone(),
            mimic: self.mimic,
            gravity: self.gravity.clone(),
            snap: self.snap.is_on(),
            functions: self.functions.clone(),
            links: self.links.clone(),
            wrenches: self.wrenches.clone(),
            proof: !self.no_proof,
            written_forms: self.written_forms.is_on(),
            effort: self.effort,
            ..Settings::default()
        }
    }

    /// What only shows in several options together.
    fn check(&self) -> Result<(), clap::Error> {
        for (at, weld) in self.welds.iter().enumerate() {
            if self.welds[..at]
                .iter()
                .any(|other| other.joint == weld.joint)
            {
                let message = format!("joint `{}` is welded twice\n", weld.joint);
                return Err(Arguments::command().error(ErrorKind::ArgumentConflict, message));
            }
        }
        Ok(())
    }
}

/// The last part of a path, as text.
pub fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

#[cfg(test)]
mod tests {
    use multibody_codegen::exact::{decimal, integer};

    use super::*;

    fn read(line: &str) -> Result<Arguments, clap::Error> {
        Arguments::try_read(line.split_whitespace().map(OsString::from))
    }

    fn settings(options: &str) -> Settings {
        let line = format!("cargo-multibody generate arm.urdf --name Arm --out arm.rs {options}");
        match read(&line).expect("a command line").command {
            Command::Generate(generate) => generate.settings(),
            Command::Report(_) => panic!("not a report"),
        }
    }

    fn complaint(line: &str) -> String {
        let error = read(line).expect_err("a faulty command line");
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn what_is_not_said_is_the_default() {
        assert_eq!(
            settings(""),
            Settings {
                name: "Arm".into(),
                ..Settings::default()
            }
        );
    }

    #[test]
    fn every_option_reaches_its_setting() {
        let found = settings(
            "--root floating --weld elbow=-0.5 --weld wrist --mimic independent --gravity -1,0,9.81 \
             --snap 0 --functions bias,mass_matrix --links a,b --wrenches c --no-proof --written-forms off",
        );
        let weld = |joint: &str, position| Weld {
            joint: joint.into(),
            position,
        };
        let expected = Settings {
            name: "Arm".into(),
            root: Root::Floating,
            welds: vec![
                weld("elbow", decimal("-0.5").unwrap()),
                weld("wrist", integer(0)),
            ],
            mimic: Mimic::Independent,
            gravity: [integer(-1), integer(0), decimal("9.81").unwrap()],
            snap: false,
            functions: Some(vec![Function::Bias, Function::MassMatrix]),
            links: vec!["a".into(), "b".into()],
            wrenches: vec!["c".into()],
            proof: false,
            written_forms: false,
            ..Settings::default()
        };
        assert_eq!(found, expected);
    }

    #[test]
    fn cargo_may_pass_its_subcommand() {
        let found = read("cargo-multibody multibody report my-arm_2.urdf --format json").unwrap();
        let Command::Report(report) = found.command else {
            panic!("not a report")
        };
        assert_eq!(report.settings().name, "MyArm2");
        assert!(report.settings().count_derived);
        assert_eq!(report.format, Format::Json);
    }

    #[test]
    fn a_misspelt_value_gets_the_nearest() {
        let text = complaint("cargo-multibody report arm.urdf --functions mass_matrix,bais");
        assert!(text.contains("'bais'") && text.contains("'bias'"), "{text}");
        let text = complaint("cargo-multibody report arm.urdf --root floting");
        assert!(text.contains("'floating'"), "{text}");
        let text = complaint("cargo-multibody report arm.urdf --gravty 0,0,0");
        assert!(text.contains("'--gravity'"), "{text}");
    }

    #[test]
    fn a_joint_is_welded_once() {
        let text = complaint("cargo-multibody report arm.urdf --weld a=1 --weld b --weld a");
        assert!(text.contains("joint `a` is welded twice"), "{text}");
    }

    #[test]
    fn clap_finds_no_fault_in_the_definition() {
        Arguments::command().debug_assert();
    }
}
