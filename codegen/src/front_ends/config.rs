//! A robot in a build script.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::robot_file::{self, RobotFromFile};
use crate::cache::Cache;
use crate::committed::{self, FileOrigin};
use crate::failure::Failure;
use crate::generated::Generated;
use crate::output::Destination;
use multibody_description::model::Source;
use multibody_description::options::{IntoSetting, with_options};
use multibody_description::settings::Settings;
use multibody_description::settings::type_name;
use multibody_support::foreign::{self, path_to_watch};

/// Generates a robot in a build script.
///
/// ```no_run
/// // build.rs
/// fn main() -> Result<(), multibody_codegen::Failure> {
///     multibody_codegen::Config::new()
///         .urdf("robots/panda.urdf")
///         .name("Panda")
///         .weld([("panda_finger_joint1", 0.0)])
///         .out_file("panda.rs")
///         .generate()?;
///     Ok(())
/// }
/// // src/lib.rs
/// // include!(concat!(env!("OUT_DIR"), "/panda.rs"));
/// ```
///
/// The methods for options of the attribute have the names of these options.
#[derive(Clone, Debug, Default)]
#[must_use = "nothing happens before `generate`"]
pub struct Config {
    base: Option<Base>,
    name: Option<String>,
    out_file: Option<PathBuf>,
    committed: Option<PathBuf>,
    settings: Settings,
    faults: Vec<String>,
}

/// The description of the robot.
#[derive(Clone, Debug)]
enum Base {
    File(PathBuf),
    RustFile(PathBuf),
    RustText(String),
}

impl Config {
    /// A robot without a description and with the default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// The URDF that describes the robot; the path starts from the folder of `Cargo.toml`.
    pub fn urdf(mut self, path: impl Into<PathBuf>) -> Self {
        self.base = Some(Base::File(path.into()));
        self
    }

    /// The MJCF that describes the robot; the path starts from the folder of `Cargo.toml`. Files that it includes belong to it.
    pub fn mjcf(self, path: impl Into<PathBuf>) -> Self {
        self.urdf(path)
    }

    /// A Rust file with one struct that carries `#[multibody(..)]`; the path starts from the folder of
    /// `Cargo.toml`. The written file contains this struct. The options are those of its attribute.
    pub fn rust_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.base = Some(Base::RustFile(path.into()));
        self
    }

    /// The text of a Rust file, otherwise as [`rust_file`](Self::rust_file).
    pub fn rust(mut self, text: impl Into<String>) -> Self {
        self.base = Some(Base::RustText(text.into()));
        self
    }

    /// Name of the emitted type; by default, it is made from the name of the description's file.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        match type_name::type_name(&name.into()) {
            Ok(name) => self.name = Some(name),
            Err(message) => self.fault("name", &message),
        }
        self
    }

    /// The file to write; the path starts from `OUT_DIR`. By default it is named after the description.
    pub fn out_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.out_file = Some(path.into());
        self
    }

    /// Takes the robot of a URDF or an MJCF from a Rust file that `cargo multibody generate` has made, instead of deriving it;
    /// the path starts from the folder of `Cargo.toml`. It is a fault if the file differs from what would be
    /// generated now.
    pub fn committed(mut self, path: impl Into<PathBuf>) -> Self {
        self.committed = Some(path.into());
        self
    }

    /// Adds a fault of an argument, which [`generate`](Self::generate) reports.
    fn fault(&mut self, method: &str, message: &str) {
        self.faults.push(format!("error: {method}: {message}"));
    }

    /// Generates the robot, writes struct and items to the file, and returns its path. Tells cargo to run the
    /// build script again when the description changes.
    ///
    /// # Errors
    /// Everything that is wrong with the values given to this `Config`, with the description or with the file to write, as
    /// readable text: return it from `main`.
    pub fn generate(self) -> Result<PathBuf, Failure> {
        let package_folder = folder("CARGO_MANIFEST_DIR")?;
        let out = match &self.out_file {
            Some(path) if path.is_absolute() => path.clone(),
            path => folder("OUT_DIR")?.join(self.out_name(path.as_deref())),
        };
        let destination = self.destination(&out, &package_folder)?;
        let reservation = Reservation::new(&destination)?;
        let text = self.generate_text(&package_folder, &out, &destination)?;
        // `write` leaves an equal file as it is, so that cargo does not compile it again.
        destination.write(&(committed::first_line() + text.as_str()))?;
        reservation.keep();
        Ok(out)
    }

    /// The file to write, if it can be written, and replaces neither an input nor the user's own file.
    fn destination(&self, out: &Path, package_folder: &Path) -> Result<Destination, Failure> {
        const HELP: &str = "give out_file another name, or remove the file";
        let base = match &self.base {
            Some(Base::File(path) | Base::RustFile(path)) => Some(path),
            _ => None,
        };
        let destination = Destination::new(out, &package_folder.join("Cargo.toml"))?;
        for input in base.into_iter().chain(&self.committed) {
            destination.check_is_not_input(&package_folder.join(input))?;
        }
        // Earlier builds may have left files without the first line in the folder where build scripts write.
        let is_in_out_dir = env::var_os("OUT_DIR").is_some_and(|folder| out.starts_with(folder));
        let is_ours = |text: &str| {
            committed::is_generated(text) || is_in_out_dir && text.contains(committed::BEGINNING)
        };
        destination.check_kind(is_ours, HELP)?;
        if !out.exists() {
            destination.check_is_writable()?;
        }
        Ok(destination)
    }

    /// Generates the robot, and returns the text of the file to write.
    fn generate_text(
        self,
        package_folder: &Path,
        out: &Path,
        destination: &Destination,
    ) -> Result<String, Failure> {
        if !self.faults.is_empty() {
            return Err(Failure::complete(self.faults.join("\n")));
        }
        let robot = match &self.base {
            None => {
                return Err(Failure::new(
                    "no robot is described",
                    "write e.g. Config::new().urdf(\"robots/arm.urdf\")",
                ));
            }
            Some(Base::File(path)) => {
                let path = package_folder.join(path);
                watch(&path);
                let name = (self.name.clone()).unwrap_or_else(|| type_name::type_name_from(&path));
                let source = robot_file::read(&path)?;
                source.included_paths().for_each(watch);
                let settings = Settings {
                    name,
                    ..self.settings
                };
                if let Some(file) = &self.committed {
                    return take_committed(file, &source, &settings, package_folder);
                }
                // Progress is not shown in a build.
                robot_file::from_description(&source, settings, &Cache::of_user(), &mut |_| ())?
            }
            Some(Base::RustFile(path)) => {
                let path = package_folder.join(path);
                watch(&path);
                self.generate_from_rust(&robot_file::read(&path)?, package_folder)?
            }
            Some(Base::RustText(text)) => {
                let source = Source::new(foreign::file_name(out), text.as_str());
                // Without any watched file, cargo would watch the whole package. It watches the script itself anyway. `Cargo.toml`
                // exists: a file that does not exist would count as changed at each build.
                watch(&package_folder.join("Cargo.toml"));
                self.generate_from_rust(&source, package_folder)?
            }
        };
        destination.check_is_not_inputs(&robot.other_files)?;
        // The reader of stderr may have closed it.
        let _ = write!(std::io::stderr(), "{}", robot.remarks);
        warn(&robot.remarks);
        let RobotFromFile { generated, .. } = robot;
        let verification = committed::verification_line(&generated.report.verification);
        let Generated {
            declarations,
            definitions,
            ..
        } = generated;
        Ok(format!("{verification}\n{declarations}\n{definitions}"))
    }

    /// Generates the robot of a Rust text with one annotated struct.
    fn generate_from_rust(
        &self,
        source: &Source,
        package_folder: &Path,
    ) -> Result<RobotFromFile, Failure> {
        let is_default = self.settings == Settings::default();
        if !is_default || self.name.is_some() || self.committed.is_some() {
            return Err(Failure::new(
                "a struct with #[multibody(..)] has its name and its options itself",
                "write them there, and none in the build script",
            ));
        }
        // The settings are those of the file, and progress is not shown in a build.
        let robot = robot_file::from_rust(
            source,
            package_folder,
            &Cache::of_user(),
            |_| (),
            &mut |_| (),
        );
        let other_files = robot.iter().flat_map(|robot| &robot.other_files);
        other_files.for_each(|file| watch(file));
        robot
    }

    /// Name of the file to write.
    fn out_name(&self, out_file: Option<&Path>) -> PathBuf {
        let base_name = || match &self.base {
            Some(Base::File(path) | Base::RustFile(path)) => {
                Path::new(&foreign::file_name(path)).with_extension("rs")
            }
            _ => "robot.rs".into(),
        };
        out_file.map_or_else(base_name, Path::to_owned)
    }
}

/// Defines a method for each option.
macro_rules! methods {
    ($(
        $(#[doc = $doc:literal])+
        $name:literal $method:ident($($field:ident).+: $type:ty) $example:literal
    )+) => {
        impl Config {
            $(
                $(#[doc = $doc])+
                ///
                #[doc = concat!("In the attribute: `", $example, "`. A text is read as on the command line.")]
                pub fn $method(mut self, value: impl IntoSetting<$type>) -> Self {
                    match value.into_setting() {
                        Ok(value) => self.settings.$($field).+ = value,
                        Err(message) => self.fault($name, &message),
                    }
                    self
                }
            )+
        }
    };
}
with_options!(methods);

/// The identity of a file: its folder and its name.
type FileIdentity = (PathBuf, Option<OsString>);

/// The files that this build script has written, or is about to write.
static WRITTEN_FILES: Mutex<BTreeSet<FileIdentity>> = Mutex::new(BTreeSet::new());

/// The reservation of a file for one robot of this build script. Dropping it releases the file, unless it was kept.
struct Reservation(Option<FileIdentity>);

impl Reservation {
    /// Reserves a file. It is a failure if another robot of this build script has reserved it.
    fn new(destination: &Destination) -> Result<Self, Failure> {
        let identity = destination.identity();
        let mut files = WRITTEN_FILES.lock().unwrap_or_else(PoisonError::into_inner);
        if files.insert(identity.clone()) {
            Ok(Self(Some(identity)))
        } else {
            let (folder, name) = identity;
            Err(Failure::new(
                format_args!(
                    "this build script writes two robots to `{}`",
                    foreign::path(&folder.join(name.unwrap_or_default()))
                ),
                "give each an out_file of its own",
            ))
        }
    }

    /// Keeps the file reserved after the value is dropped, since it has been written.
    fn keep(mut self) {
        self.0 = None;
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        if let Some(identity) = &self.0 {
            let mut files = WRITTEN_FILES.lock().unwrap_or_else(PoisonError::into_inner);
            files.remove(identity);
        }
    }
}

/// The struct and items of a committed file, as text.
fn take_committed(
    file: &Path,
    source: &Source,
    settings: &Settings,
    package_folder: &Path,
) -> Result<String, Failure> {
    let path = package_folder.join(file);
    watch(&path);
    let origin = FileOrigin {
        description: &source.text,
        settings,
    };
    let source_path = Path::new(&*source.name);
    let description = source_path
        .strip_prefix(package_folder)
        .unwrap_or(source_path);
    let [description_text, file_text] = [description, file].map(|path| path.display().to_string());
    let command = committed::command(&description_text, &file_text, settings);
    let robot = committed::take(&path, &origin, &command)
        .map_err(|fault| Failure::complete(fault.render_whole(&file_text).trim_end()))?;
    Ok(format!("{}\n{}", robot.declarations, robot.definitions))
}

/// A folder that cargo names in an environment variable.
fn folder(variable: &str) -> Result<PathBuf, Failure> {
    let folder = env::var_os(variable).map(PathBuf::from);
    folder.ok_or_else(|| {
        Failure::new(
            format_args!("there is no environment variable `{variable}`"),
            "call this from a build script, or give out_file an absolute path and set it",
        )
    })
}

/// Tells cargo to run the build script again when a file changes.
fn watch(file: &Path) {
    println!("cargo:rerun-if-changed={}", path_to_watch(file).display());
}

/// Shows the warnings of a report to the person who builds, each on a line.
fn warn(remarks: &str) {
    let mut lines = remarks.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(message) = line.strip_prefix("warning: ") {
            let next_line = lines.peek().map_or("", |line| line.trim_start());
            let place = next_line.strip_prefix("--> ").unwrap_or_default();
            println!("cargo:warning={message} ({place})");
        }
    }
}
