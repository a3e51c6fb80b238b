//! `cargo multibody package`: the kinds of packages are options, of which one has to be given.

use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgGroup, ArgMatches, Args, Command, CommandFactory, FromArgMatches};
use multibody_codegen::Settings;
use multibody_codegen::internal::language::{Language, Layout};
use multibody_codegen::internal::package::{KINDS, PackageKind, package_name};

use super::layout::LayoutOptions;
use super::{Arguments, RobotArguments};

/// `cargo multibody package`
#[derive(Debug, Args)]
pub struct PackageArguments {
    #[command(flatten)]
    pub robot: RobotArguments,
    #[command(flatten)]
    kind: Kind,
    /// Folder to write; it is made if it is not there [default: one named after the robot, here]
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    #[command(flatten)]
    layout_options: LayoutOptions,
    /// Add functions that JAX calls, in C with handlers in C++, to a wheel
    #[arg(long)]
    jax: bool,
    /// Write nothing; exit with 1 if the folder differs from what would be written, and show where
    #[arg(long)]
    pub check: bool,
    /// Write into the folder even if it is not such a package, and replace files there that were not generated
    #[arg(long, conflicts_with = "check")]
    pub force: bool,
}

/// The kind of a package.
#[derive(Clone, Copy, Debug)]
struct Kind(&'static PackageKind);

impl Args for Kind {
    fn augment_args(command: Command) -> Command {
        let options = KINDS.iter().map(|kind| {
            let option = Arg::new(kind.name).long(kind.name);
            option.action(ArgAction::SetTrue).help(kind.help)
        });
        let names = KINDS.iter().map(|kind| kind.name);
        let group = ArgGroup::new("kind").args(names).required(true);
        command.args(options).group(group)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for Kind {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut kinds = KINDS.iter();
        let kind = kinds.find(|kind| matches.get_flag(kind.name));
        let fault = || clap::Error::new(ErrorKind::MissingRequiredArgument);
        kind.map(Self).ok_or_else(fault)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl PackageArguments {
    /// The kind of the package.
    pub fn kind(&self) -> &'static PackageKind {
        self.kind.0
    }

    /// Changes settings to those of the package.
    pub fn adjust(&self, settings: &mut Settings) {
        settings.layout = self.layout();
        self.kind().adjust(settings);
    }

    /// The layout of the text.
    pub fn layout(&self) -> Layout {
        Layout {
            jax: self.jax,
            ..self.layout_options.of(self.kind().language)
        }
    }

    /// Rejects standard output, and options of another kind.
    pub fn check(&self) -> Result<(), clap::Error> {
        if self.out.as_deref() == Some(Path::new("-")) {
            let message = "a folder cannot be printed; name it with --out FOLDER\n";
            return Err(Arguments::command().error(ErrorKind::ValueValidation, message));
        }
        let (language, kind) = (self.kind().language, self.kind().name);
        let options_of_c = self.layout_options.names().join(", ");
        let message = if language != Language::C && !options_of_c.is_empty() {
            format!("{options_of_c} cannot be given with --{kind}; --c writes C\n")
        } else if language != Language::Rust && self.jax {
            format!("--jax cannot be given with --{kind}; --python writes a wheel\n")
        } else {
            return Ok(());
        };
        Err(Arguments::command().error(ErrorKind::ArgumentConflict, message))
    }

    /// The folder to write.
    pub fn folder(&self) -> PathBuf {
        let default = || package_name(&self.robot.settings().name).into();
        self.out.clone().unwrap_or_else(default)
    }
}
