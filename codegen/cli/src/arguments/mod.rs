//! The command line, read into [`Settings`].

mod choices;
mod layout;
mod package;

use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::builder::TypedValueParser as _;
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Parser, Subcommand};
use multibody_codegen::internal::foreign;
use multibody_codegen::internal::language::{Language, Layout};
use multibody_codegen::internal::options::new_name;
use multibody_codegen::internal::simulate::Method;
use multibody_codegen::internal::source::is_rust;
use multibody_codegen::internal::type_name::{type_name, type_name_from};
use multibody_codegen::{Cache, Settings};

use crate::output::{self, ReportFormat};
use choices::ChosenOptions;
use layout::LayoutOptions;
pub use package::PackageArguments;

/// Derives the dynamics of a robot, proves every function equal to Lagrange's equations, and writes them as Rust
/// code that neither allocates nor depends on this tool.
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
    /// Write the dynamics of a robot to a file in Rust or C, or check that a file holds them
    Generate(Generate),
    /// Write the dynamics of a robot as a folder that a build tool of another language takes, or check that a folder holds them
    Package(PackageArguments),
    /// Report operation counts, proofs, tree, equations and times; write no code
    Report(ReportArguments),
    /// Simulate a robot, and plot coordinates, energies and momenta over time; needs no compiler
    Simulate(Simulate),
    /// Prove that the text of a generated file satisfies Lagrange's equations of its description
    Verify(VerifyArguments),
}

/// `cargo multibody verify`
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Rust file that was generated, changed by hand, or written by hand
    pub file: PathBuf,
    /// The description [default: the one in the file's head]
    #[arg(long, value_name = "DESCRIPTION")]
    pub against: Option<PathBuf>,
    /// Fail if an item is not verified, as if it were wrong
    #[arg(long)]
    pub require_all: bool,
    /// Print only the items that make the exit code 1, and errors
    #[arg(long)]
    pub quiet: bool,
}

/// `cargo multibody generate`
#[derive(Debug, Args)]
pub struct Generate {
    #[command(flatten)]
    pub robot: RobotArguments,
    /// Rust file to write, or C file, beside which a header is written; `-`: Rust on stdout
    #[arg(long, value_name = "FILE.rs|FILE.c")]
    pub out: PathBuf,
    #[command(flatten)]
    layout_options: LayoutOptions,
    /// Write nothing; exit with 1 if the file differs from what would be written, and show where
    #[arg(long)]
    pub check: bool,
    /// Replace the file even if it is not a generated file
    #[arg(long, conflicts_with = "check")]
    pub force: bool,
}

/// `cargo multibody report`
#[derive(Debug, Args)]
pub struct ReportArguments {
    #[command(flatten)]
    pub robot: RobotArguments,
    /// Also report, for each optimization, how many more operations each function needs without it
    #[arg(long)]
    pub ablation: bool,
    /// Also compile the functions for f64 and for f32 at opt-level 3, for this machine or an installed target, and report how
    /// many bytes of code and stack each takes; run it in a package that depends on `multibody`
    #[arg(long, value_name = "TARGET", num_args = 0..=1, require_equals = true)]
    pub machine_code: Option<Option<String>>,
    /// Print text, or one line of JSON; or only the equations of motion, as plain text or LaTeX
    #[arg(long, default_value = "text", value_parser = clap::builder::PossibleValuesParser::new(ReportFormat::NAMES).try_map(|name| name.parse::<ReportFormat>()))]
    pub format: ReportFormat,
    /// File to write the report to; `-`: stdout [default: stdout]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// HTML page to write instead: warnings, a drawing, the tree, masses, equations and counts in one file
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["format", "out"])]
    pub html: Option<PathBuf>,
    /// Write a page on which nothing moves
    #[arg(long = "static", requires = "html")]
    pub is_static: bool,
    /// Positions at which the page shows the robot, rad or m, in the order of the joints; e.g. 0.3,-0.5 [default: neutral]
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers, allow_hyphen_values = true, requires = "html")]
    pub q: Option<NumberList>,
    /// Replace the file even if it is not such a report
    #[arg(long)]
    pub force: bool,
}

/// `cargo multibody simulate`
#[derive(Debug, Args)]
pub struct Simulate {
    #[command(flatten)]
    pub robot: RobotArguments,
    /// State at the start to which the description gives a name, such as a keyframe; `--q` and `--qd` replace its numbers
    #[arg(long, value_name = "NAME")]
    pub state: Option<String>,
    /// Positions at the start, rad or m, in the order of the joints; e.g. 0.3,-0.5 [default: neutral]
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers, allow_hyphen_values = true)]
    pub q: Option<NumberList>,
    /// Rates at the start, per s; e.g. 0,1.5 [default: 0]
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers, allow_hyphen_values = true)]
    pub qd: Option<NumberList>,
    /// Constant generalized force, N m or N; e.g. 0,0.2 [default: 0]
    #[arg(long, value_name = "NUMBERS", value_parser = parse_numbers, allow_hyphen_values = true)]
    pub tau: Option<NumberList>,
    /// Value or values of one field of the robot's struct, e.g. length=0.5; may be repeated
    #[arg(long = "field", value_name = "NAME=NUMBERS", value_parser = parse_field)]
    pub fields: Vec<FieldValues>,
    /// Duration, s
    #[arg(
        long = "t",
        value_name = "SECONDS",
        default_value = "5",
        allow_hyphen_values = true
    )]
    pub time: f64,
    /// Longest time step, s; steps are shortened so that one ends at each frame
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "0.001",
        allow_hyphen_values = true
    )]
    pub step: f64,
    /// Frames per second; the last frame is at the end
    #[arg(
        long,
        value_name = "NUMBER",
        default_value = "30",
        allow_hyphen_values = true
    )]
    pub fps: f64,
    /// Runge-Kutta method of fourth order, semi-implicit Euler of first order, or implicit midpoint of second order, whose energy
    /// does not drift
    #[arg(long, default_value = "rk4", value_parser = clap::builder::PossibleValuesParser::new(Method::NAMES).try_map(|name| name.parse::<Method>()))]
    pub method: Method,
    /// Time constant with which errors of constraints decay, s [default: 20 steps]
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    pub feedback: Option<f64>,
    /// Plot to write: coordinates, energies and momenta over time, and errors and multipliers of constraints
    #[arg(long, value_name = "FILE.svg")]
    pub plot: Option<PathBuf>,
    /// Table to write, with a row for each frame; `-`: stdout
    #[arg(long, value_name = "FILE.csv")]
    pub csv: Option<PathBuf>,
    /// Replace files even if they are not such a plot or table
    #[arg(long)]
    pub force: bool,
}

/// The numbers of an option.
#[derive(Clone, Debug, PartialEq)]
pub struct NumberList(pub Vec<f64>);

fn parse_numbers(text: &str) -> Result<NumberList, String> {
    let number = |part: &str| {
        let value = part.trim().parse().ok().filter(|x: &f64| x.is_finite());
        // `visible` does not shorten the text, and shows characters that a terminal would obey.
        value.ok_or_else(|| format!("`{}` is no number", foreign::visible(part)))
    };
    text.split(',')
        .map(number)
        .collect::<Result<_, _>>()
        .map(NumberList)
}

/// The values of a field.
#[derive(Clone, Debug)]
pub struct FieldValues {
    /// The field.
    pub name: String,
    /// Its values.
    pub values: NumberList,
}

fn parse_field(text: &str) -> Result<FieldValues, String> {
    let (name, values) = text.split_once('=').ok_or("write NAME=NUMBER")?;
    Ok(FieldValues {
        name: name.trim().to_owned(),
        values: parse_numbers(values)?,
    })
}

/// A robot and the choices about it.
#[derive(Debug, Args)]
pub struct RobotArguments {
    /// URDF or MJCF file, or `-` for one on stdin; or a Rust file with one struct annotated with #[multibody(..)],
    /// whose options then apply. `report` and `simulate` also take a generated file that is up to date
    pub file: PathBuf,
    /// Name of the emitted type [default: from the name of the file]
    #[arg(long, value_name = "TYPE", value_parser = type_name)]
    name: Option<String>,
    #[command(flatten)]
    choices: ChosenOptions,
    /// Neither read nor write the cache of derivations
    #[arg(long)]
    no_cache: bool,
}

/// The maximum length of the beginning and of the end of a line of a message, in characters. A line may list all
/// functions, and the fault of a value comes after the list.
const MAX_LENGTHS: [usize; 2] = [1000, 600];

/// The message about a fault of the command line. Control characters, which a terminal would obey, are replaced.
fn message_text(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let line = |line: &str| foreign::visible(&shorten(line));
    let lines: Vec<String> = text.trim_end().lines().map(line).collect();
    lines.join("\n")
}

/// A line without its middle, if it is too long.
fn shorten(line: &str) -> String {
    let [begin, end] = MAX_LENGTHS;
    let chars: Vec<char> = line.chars().collect();
    if chars.len() <= begin + end {
        line.to_owned()
    } else {
        let text = |chars: &[char]| chars.iter().collect::<String>();
        let end_of_line = text(&chars[chars.len() - end..]);
        format!("{} ... {end_of_line}", text(&chars[..begin]))
    }
}

impl Arguments {
    /// Reads the command line of `cargo multibody ..` or of `cargo-multibody ..`; ends the process with code 2 if it is faulty.
    pub fn read(line: impl IntoIterator<Item = OsString>) -> Self {
        Self::try_read(line).unwrap_or_else(|error| {
            if error.use_stderr() {
                output::log(message_text(&error));
                std::process::exit(error.exit_code())
            }
            // This is no fault, but the help or the version.
            match output::printing_outcome(error.print().and_then(|()| io::stdout().flush())) {
                Ok(()) => std::process::exit(error.exit_code()),
                Err(failure) => {
                    output::log(failure);
                    std::process::exit(1)
                }
            }
        })
    }

    /// Reads the command line, or returns its fault.
    fn try_read(line: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let mut line: Vec<OsString> = line.into_iter().collect();
        if line.get(1).is_some_and(|word| word == "multibody") {
            line.remove(1); // cargo passes the name of the subcommand on
        }
        Self::reject_former_names(&line)?;
        let arguments = Self::try_parse_from(line)?;
        if let Some(robot) = arguments.robot() {
            robot.check()?;
        }
        match &arguments.command {
            Command::Generate(generate) => generate.check()?,
            Command::Simulate(simulate) => simulate.check()?,
            Command::Package(package) => package.check()?,
            Command::Report(_) | Command::Verify(_) => {}
        }
        Ok(arguments)
    }

    /// Rejects options that are given by a former name.
    fn reject_former_names(line: &[OsString]) -> Result<(), clap::Error> {
        let options = line.iter().take_while(|word| *word != "--");
        for option in options.filter_map(|word| word.to_str()?.strip_prefix("--")) {
            let flag = option.split_once('=').map_or(option, |(name, _)| name);
            if let Some(current_name) = new_name(&flag.replace('-', "_")) {
                let message = format!(
                    "--{flag} is now called --{}",
                    current_name.replace('_', "-")
                );
                return Err(Self::command().error(ErrorKind::UnknownArgument, message));
            }
        }
        Ok(())
    }

    /// The robot of the command. `None`: the command has no robot.
    fn robot(&self) -> Option<&RobotArguments> {
        match &self.command {
            Command::Generate(generate) => Some(&generate.robot),
            Command::Package(package) => Some(&package.robot),
            Command::Report(report) => Some(&report.robot),
            Command::Simulate(simulate) => Some(&simulate.robot),
            Command::Verify(_) => None,
        }
    }
}

impl Generate {
    /// The layout of the text: the file's name ends with its language.
    pub fn layout(&self) -> Layout {
        self.layout_options.of(Language::of_file(&self.out))
    }

    /// Rejects files whose names promise another language, options that the language of the file does not have, and files of C that
    /// no `#include` can name.
    fn check(&self) -> Result<(), clap::Error> {
        const OTHER_C_SUFFIXES: [&str; 6] = ["h", "hpp", "hh", "cc", "cpp", "cxx"];
        let layout = self.layout();
        let suffix = self.out.extension().unwrap_or_default();
        if OTHER_C_SUFFIXES.iter().any(|name| suffix == *name) {
            let message = format!(
                "`{}` would not be C; name the file that ends in .c, beside which a header is written\n",
                foreign::path(&self.out)
            );
            return Err(Arguments::command().error(ErrorKind::ValueValidation, message));
        }
        let options = self.layout_options.names();
        if layout.language == Language::Rust && !options.is_empty() {
            let message = format!(
                "{} cannot be given with a Rust file; --out FILE.c writes C\n",
                options.join(", ")
            );
            return Err(Arguments::command().error(ErrorKind::ArgumentConflict, message));
        }
        let name = foreign::file_name(&self.out);
        let can_be_included = |c: char| c.is_ascii_alphanumeric() || "_-. ".contains(c);
        if layout.language == Language::C && !name.chars().all(can_be_included) {
            let message = format!(
                "`{}` cannot be included in C; name it with letters, digits and `_`\n",
                foreign::visible(&name)
            );
            return Err(Arguments::command().error(ErrorKind::ValueValidation, message));
        }
        Ok(())
    }
}

impl ReportArguments {
    /// The chosen settings.
    pub fn settings(&self) -> Settings {
        let mut settings = self.robot.settings();
        self.adjust(&mut settings);
        settings
    }

    /// Changes settings for generating code into settings for this report.
    pub fn adjust(&self, settings: &mut Settings) {
        settings.equations = self.html.is_some() || self.format.is_of_equations();
        // The report also has the operations that functions would take without hand-written kernels.
        settings.count_derived = !self.format.is_of_equations();
        if self.machine_code.is_some() {
            // The functions are compiled in a crate that knows the runtime by its default name.
            settings.krate = Default::default();
        }
        if self.format.is_of_equations() {
            // Nothing is derived for functions that are not shown.
            settings.functions = Vec::new().into();
        }
    }
}

impl Simulate {
    /// The chosen settings.
    pub fn settings(&self) -> Settings {
        self.robot.settings()
    }

    /// Rejects options about emitted code and its cache, since this command writes no code.
    fn check(&self) -> Result<(), clap::Error> {
        const CODE_OPTIONS: [&str; 10] = [
            "--name",
            "--functions",
            "--links",
            "--wrenches",
            "--rename",
            "--crate",
            "--pinocchio",
            "--equations",
            "--effort",
            "--no-cache",
        ];
        let name = self.robot.name.iter().map(|_| "--name".to_owned());
        let cache = self.robot.no_cache.then(|| "--no-cache".to_owned());
        let flags = name
            .chain(cache)
            .chain(self.robot.choices.flags.iter().cloned());
        let rejected: Vec<String> = flags
            .filter(|flag| CODE_OPTIONS.contains(&flag.as_str()))
            .collect();
        if rejected.is_empty() {
            return Ok(());
        }
        let message = format!(
            "{} cannot be given to simulate, which writes no code\n",
            rejected.join(", ")
        );
        Err(Arguments::command().error(ErrorKind::ArgumentConflict, message))
    }
}

impl RobotArguments {
    /// The cache with the results of earlier runs.
    pub fn cache(&self) -> Cache {
        if self.no_cache { Cache::none() } else { Cache::of_user() }
    }

    /// Whether the description comes on standard input.
    pub fn is_stdin(&self) -> bool {
        self.file == Path::new("-")
    }

    /// The chosen settings, but for the layout.
    pub fn settings(&self) -> Settings {
        let name_of_file = || type_name_from(&self.file);
        Settings {
            name: self.name.clone().unwrap_or_else(name_of_file),
            ..self.choices.settings.clone()
        }
    }

    /// Rejects options of a robot from a Rust file, since the attribute in the file sets them.
    fn check(&self) -> Result<(), clap::Error> {
        let name = self.name.iter().map(|_| "--name".to_owned());
        let flags: Vec<String> = name.chain(self.choices.flags.iter().cloned()).collect();
        if is_rust(&self.file) && !flags.is_empty() {
            let message = format!(
                "{} cannot be given with a Rust file: its attribute #[multibody(..)] has these options\n",
                flags.join(", ")
            );
            return Err(Arguments::command().error(ErrorKind::ArgumentConflict, message));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use multibody_codegen::settings::{Armature, Mimic, Positive, Root, Spring, Verify, Weld};
    use multibody_codegen::{Function, decimal, integer};

    use super::*;

    fn read(line: &str) -> Result<Arguments, clap::Error> {
        Arguments::try_read(line.split_whitespace().map(OsString::from))
    }

    fn settings(options: &str) -> Settings {
        let line = format!("cargo-multibody generate arm.urdf --name Arm --out arm.rs {options}");
        match read(&line).expect("a command line").command {
            Command::Generate(generate) => generate.robot.settings(),
            _ => panic!("not generated"),
        }
    }

    fn complaint(line: &str) -> String {
        let error = read(line).expect_err("a faulty command line");
        assert_eq!(error.exit_code(), 2);
        error.to_string()
    }

    #[test]
    fn for_an_old_name_of_an_option_the_message_has_the_new_one() {
        for (option, expected) in [
            ("--detect true", "--detect is now called --dispatch"),
            (
                "--side-by-side=true",
                "--side-by-side is now called --pack-limbs",
            ),
        ] {
            let line =
                format!("cargo-multibody generate arm.urdf --name Arm --out arm.rs {option}");
            let text = complaint(&line);
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn options_that_are_not_given_have_their_defaults() {
        assert_eq!(
            settings(""),
            Settings {
                name: "Arm".into(),
                ..Settings::default()
            }
        );
    }

    #[test]
    fn options_reach_their_settings() {
        let result = settings(
            "--root floating --weld elbow=-0.5 --weld wrist,ankle=1 --mimic independent --gravity -1,0,9.81 --armature knee=0.01 \
             --spring knee=20,hip=1.5 --friction-rate 0.001 --snap 0 --functions bias,mass_matrix --links a,b --wrenches c --proof false --verify true --hand-written-kernels 0 --equations true",
        );
        let weld = |joint: &str, position| Weld {
            joint: joint.into(),
            position,
        };
        let spring = |joint: &str, stiffness| Spring {
            joint: joint.into(),
            stiffness,
            rest: integer(0),
        };
        let expected = Settings {
            name: "Arm".into(),
            root: Root::FLOATING,
            welds: vec![
                weld("elbow", decimal("-0.5").unwrap()),
                weld("wrist", integer(0)),
                weld("ankle", integer(1)),
            ],
            mimic: Mimic::Independent,
            gravity: Some([integer(-1), integer(0), decimal("9.81").unwrap()]),
            armatures: vec![Armature {
                joint: "knee".into(),
                inertia: decimal("0.01").unwrap(),
            }],
            springs: vec![
                spring("knee", integer(20)),
                spring("hip", decimal("1.5").unwrap()),
            ],
            friction_rate: Positive(decimal("0.001").unwrap()),
            snap: false,
            functions: [Function::Bias, Function::MassMatrix].into(),
            links: vec!["a".into(), "b".into()],
            wrenches: vec!["c".into()],
            proof: false,
            verify: Verify::True,
            hand_written_kernels: false,
            equations: true,
            ..Settings::default()
        };
        assert_eq!(result, expected);
    }

    #[test]
    fn a_switch_that_is_on_has_a_flag_that_turns_it_off() {
        let result = settings("--no-proof --hand-written-kernels off --no-snap");
        assert!(!result.proof && !result.hand_written_kernels && !result.snap);
        let text = complaint("cargo-multibody report arm.urdf --no-proof --proof true");
        assert!(text.contains("cannot be used with"), "{text}");
    }

    #[test]
    fn cargo_may_pass_its_subcommand() {
        let arguments =
            read("cargo-multibody multibody report my-arm_2.urdf --format json").unwrap();
        let Command::Report(report) = arguments.command else {
            panic!("not a report")
        };
        assert_eq!(report.settings().name, "MyArm2");
        assert!(report.settings().count_derived);
        assert_eq!(report.format, ReportFormat::Json);
    }

    #[test]
    fn formats_of_equations_derive_no_functions() {
        for format in ["plain", "latex"] {
            let line = format!("cargo-multibody report arm.urdf --format {format}");
            let Command::Report(report) = read(&line).unwrap().command else {
                panic!("not a report")
            };
            let settings = report.settings();
            assert!(settings.equations && settings.functions == Vec::new().into());
        }
        let page = read("cargo-multibody report arm.urdf --html arm.html").unwrap();
        let Command::Report(page) = page.command else {
            panic!("not a report")
        };
        assert!(page.settings().equations && page.settings().functions.default);
        let text = complaint("cargo-multibody report arm.urdf --html arm.html --format json");
        assert!(text.contains("cannot be used with"), "{text}");
    }

    #[test]
    fn a_list_of_words_may_be_empty() {
        let line = "cargo-multibody report arm.urdf --functions none --links hand";
        let Command::Report(report) = read(line).unwrap().command else {
            panic!("not a report")
        };
        assert_eq!(report.settings().functions, Vec::new().into());
        let text = complaint("cargo-multibody report arm.urdf --functions none,bias");
        assert!(text.contains("none"), "{text}");
    }

    #[test]
    fn functions_add_to_the_default() {
        let functions = |options: &str| {
            let line = format!("cargo-multibody report arm.urdf {options}");
            let Command::Report(report) = read(&line).unwrap().command else {
                panic!("not a report")
            };
            report.settings().functions
        };
        assert_eq!(functions("--functions default"), functions(""));
        let list = functions("--functions default,momentum");
        assert!(
            list.default && list.named == [Function::Momentum],
            "{list:?}"
        );
        assert_eq!(functions("--functions momentum --functions default"), list);
        let text = complaint("cargo-multibody report arm.urdf --functions defalt,momentum");
        assert!(text.contains("'default'"), "{text}");
    }

    #[test]
    fn functions_have_options_in_parentheses() {
        let line = |list: &str| format!("cargo-multibody report arm.urdf --functions {list}");
        let names = "forward_dynamics(wrenches),constrained_forward_dynamics(wrenches,selectors)";
        let Command::Report(report) = read(&line(names)).unwrap().command else {
            panic!("not a report")
        };
        let expected = [
            Function::ForwardDynamicsWithWrenches,
            Function::ConstrainedForwardDynamicsWithSelectorsAndWrenches,
        ];
        assert_eq!(report.settings().functions, expected.into());
        let text = complaint(&line("bias,forward_dynamics_with_wrenches"));
        let expected =
            "`forward_dynamics_with_wrenches` is now called `forward_dynamics(wrenches)`";
        assert!(text.contains(expected), "{text}");
        for (absent, instead) in [
            (
                "constrained_forward_dynamics_derivatives",
                "not emitted so far",
            ),
            ("bias,joint_torque_regressor", "dual numbers"),
            ("regresor", "dual numbers"),
            ("pose_of_hand", "--links hand"),
        ] {
            let text = complaint(&line(absent));
            assert!(
                text.contains(instead) && !text.contains("possible values"),
                "{text}"
            );
        }
        let text = complaint(&line("forward_dynamics(wrench)"));
        assert!(text.contains("'forward_dynamics(wrenches)'"), "{text}");
    }

    #[test]
    fn messages_show_values_without_control_characters() {
        let line = [
            "cargo-multibody",
            "report",
            "arm.urdf",
            "--functions",
            "\u{1b}[31mred\u{202e}",
        ];
        let error = Arguments::try_read(line.map(OsString::from)).expect_err("a fault");
        let text = message_text(&error);
        assert!(
            text.contains("[31mred") && text.lines().count() > 1,
            "{text}"
        );
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }

    #[test]
    fn messages_show_the_reason_after_a_long_value() {
        let value = "1,".repeat(100_000) + "x";
        let line = ["cargo-multibody", "simulate", "arm.urdf", "--q", &value];
        let error = Arguments::try_read(line.map(OsString::from)).expect_err("a fault");
        let text = message_text(&error);
        assert!(text.contains("`x` is no number"), "{text}");
        assert!(text.len() < 4000, "{text}");
    }

    #[test]
    fn for_a_misspelt_value_the_nearest_is_suggested() {
        let text = complaint("cargo-multibody report arm.urdf --functions mass_matrix,bais");
        assert!(text.contains("'bais'") && text.contains("'bias'"), "{text}");
        let text = complaint("cargo-multibody report arm.urdf --root floting");
        assert!(text.contains("'floating'"), "{text}");
        let text = complaint("cargo-multibody report arm.urdf --gravty 0,0,0");
        assert!(text.contains("'--gravity'"), "{text}");
    }

    #[test]
    fn a_number_with_a_unit_is_rejected() {
        for (option, number) in [
            (["--weld", "j=1 rad"], "1 rad"),
            (["--gravity", "0,0,-9.81m/s^2"], "-9.81m/s^2"),
            (["--armature", "knee=1e-3 kgm2"], "1e-3 kgm2"),
        ] {
            let words = ["cargo-multibody", "report", "arm.urdf"].into_iter();
            let line = words.chain(option).map(OsString::from);
            let text = Arguments::try_read(line).expect_err("a fault").to_string();
            let expected = format!("`{number}` is not a number alone; leave out the unit");
            assert!(text.contains(&expected), "{text}");
        }
        let text = complaint("cargo-multibody report arm.urdf --gravity 0,0,down");
        assert!(
            text.contains("`down` is not a number; write e.g."),
            "{text}"
        );
    }

    #[test]
    fn options_are_rejected_for_a_rust_file() {
        let text = complaint("cargo-multibody report robot.rs --snap 0 --name Arm");
        assert!(text.contains("--name, --snap cannot be given"), "{text}");
        let text = complaint("cargo-multibody report robot.rs --no-proof");
        assert!(text.contains("--no-proof cannot be given"), "{text}");
        assert!(read("cargo-multibody report robot.rs --format json").is_ok());
    }

    #[test]
    fn clap_finds_no_fault_in_the_definition() {
        Arguments::command().debug_assert();
    }
}
