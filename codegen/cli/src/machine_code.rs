//! The sizes of functions in machine code, as the user's compiler compiles them for `f64` and for `f32`. These are two
//! compilations, so that one does not change what is inlined in the other. Bytes of code are those of the symbols in the object
//! file. Bytes of stack are from LLVM's remarks on the prologues of functions.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use multibody_codegen::internal::function::in_rust;
use multibody_codegen::report::{CodeSize, CodeSizes, FunctionReport, MachineCode, Report};
use multibody_codegen::{Failure, Generated};
use object::{Object, ObjectSymbol, SymbolKind};
use rustc_demangle::demangle;
use serde_json::Value;

/// Features of the runtime that affect the machine code of functions.
const FEATURES: [&str; 4] = ["std", "avx512", "same-bits", "wide"];
/// The subset of [`FEATURES`] that needs an operating system.
const FEATURES_OF_STD: [&str; 2] = ["std", "avx512"];

/// Compiles all functions of the report, for the host or another target, and measures them.
///
/// # Errors
/// There is no folder to write to, the compiler fails (then its last lines of output are shown), or the object file is not an
/// ELF file.
pub fn measure_functions(
    package: &Package,
    generated: &Generated,
    triple: Option<&str>,
) -> Result<MachineCode, Failure> {
    let folder = Folder::lock_within(&package.target_folder)?;
    let write = |name: &str, text: &str| {
        let path = folder.path.join(name);
        fs::write(&path, text).map_err(|error| Failure::io("write to", &path, &error))
    };
    write("Cargo.toml", &package.manifest(triple))?;
    // Compiles the versions that the package has locked. If the file cannot be copied, cargo chooses versions.
    let _ = fs::copy(&package.cargo_lock, folder.path.join("Cargo.lock"));
    let measure = |number_type: &str| -> Result<CodeSizes, Failure> {
        write("lib.rs", &library_text(generated, number_type))?;
        let object_path = folder.path.join(number_type).with_extension("o");
        let stderr = compile(package, &object_path, triple)?;
        let object_bytes =
            fs::read(&object_path).map_err(|error| Failure::io("read", &object_path, &error))?;
        let sizes = read_sizes(&object_bytes)
            .map_err(|error| Failure::new(format_args!("no ELF object: {error}"), TARGET_HELP))?;
        Ok(assign_symbols(
            &generated.report,
            number_type,
            &sizes,
            &read_stacks(&stderr),
        ))
    };
    Ok(MachineCode {
        target: triple.map(str::to_owned),
        f64: measure("f64")?,
        f32: measure("f32")?,
    })
}

/// The function that refers to all others, so that they are compiled. It is not counted.
const ROOT_FUNCTION: &str = "functions";
/// The runtime's function whose instances are the chunks of long functions.
const CHUNK: &str = "multibody::emitted::outlined_chunk::outlined_chunk";
/// What follows a function's name in the names of its symbols: nothing for the function itself, `_into` for its in-place form. With
/// the option `dispatch`, `_with` and `_into_with` are the functions that contain the bodies of the first two.
const SUFFIXES: [&str; 4] = ["", "_into", "_with", "_into_with"];
/// Remedies in messages.
const OMIT_HELP: &str = "leave `--machine-code` out";
const TARGET_HELP: &str =
    "name a target with ELF objects, e.g. --machine-code=x86_64-unknown-linux-gnu";
const FOLDER_HELP: &str = "run the command in the folder of a package that depends on `multibody`: its version is compiled";

/// The package in whose folder the command runs, as far as it affects the machine code of functions.
#[derive(Debug)]
pub struct Package {
    /// The runtime's folder.
    runtime: PathBuf,
    /// The features of the runtime that the package enables.
    features: Vec<String>,
    /// The folder where cargo puts its output.
    target_folder: PathBuf,
    /// The path of `Cargo.lock`.
    cargo_lock: PathBuf,
}

impl Package {
    /// The package or workspace of the current folder.
    ///
    /// # Errors
    /// There is no cargo, no package that depends on the runtime, or no folder to write to.
    pub fn here() -> Result<Self, Failure> {
        let output = run(cargo().args(["metadata", "--format-version", "1"]))?;
        if !output.status.success() {
            return Err(failure("`cargo metadata`", &output, FOLDER_HELP));
        }
        let data: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        let package = Self::of_metadata(&data).ok_or_else(|| {
            Failure::new(
                "no package here depends on the crate `multibody`",
                FOLDER_HELP,
            )
        });
        // Fails before the robot is derived, which takes long, if the folder cannot be written to. The lock is released at once.
        package.and_then(|package| Folder::lock_within(&package.target_folder).map(|_| package))
    }

    /// The package in the output of `cargo metadata`. `None`: nothing here depends on the runtime.
    fn of_metadata(data: &Value) -> Option<Self> {
        let item_with = |list: &Value, key: &str, value: &str| {
            let mut items = list.as_array()?.iter();
            items.find(|item| item[key] == value).cloned()
        };
        let package = item_with(&data["packages"], "name", "multibody")?;
        let node = item_with(&data["resolve"]["nodes"], "id", package["id"].as_str()?)?;
        let has_feature = |feature: &&str| {
            node["features"]
                .as_array()
                .is_some_and(|all| all.iter().any(|f| f == feature))
        };
        let path = |value: &Value| value.as_str().map(PathBuf::from);
        Some(Self {
            runtime: path(&package["manifest_path"])?.parent()?.to_owned(),
            features: FEATURES
                .iter()
                .filter(|f| has_feature(f))
                .map(|&f| f.to_owned())
                .collect(),
            target_folder: path(&data["target_directory"])?,
            cargo_lock: path(&data["workspace_root"])?.join("Cargo.lock"),
        })
    }

    /// The manifest of a library that depends on the same runtime. Cargo lists the features that any package of the workspace
    /// enables. On a target without an operating system, features that need one are left out: only other packages can have
    /// enabled them.
    fn manifest(&self, triple: Option<&str>) -> String {
        let runtime = self.runtime.display().to_string();
        let has_system = triple.is_none_or(|triple| !triple.split('-').any(|part| part == "none"));
        let can_be_enabled =
            |feature: &&String| has_system || !FEATURES_OF_STD.contains(&feature.as_str());
        let features: Vec<&String> = self.features.iter().filter(can_be_enabled).collect();
        format!(
            "[package]\nname = \"measured\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[lib]\npath = \"lib.rs\"\n\n\
             [dependencies]\nmultibody = {{ path = {runtime:?}, default-features = false, features = {:?} }}\n\n\
             [profile.release]\ncodegen-units = 1\n\n[workspace]\n",
            features
        )
    }
}

/// A folder that one process uses at a time. Dropping it removes the folder. If a process is killed, the next one removes its
/// files.
struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Waits until no other process uses the folder below cargo's output folder, and empties it.
    fn lock_within(target_folder: &Path) -> Result<Self, Failure> {
        let path = target_folder.join("multibody").join("measured");
        let failure = |path: &Path, error| Failure::io("make", path, &error);
        fs::create_dir_all(&path).map_err(|error| failure(&path, error))?;
        let lock = path.with_extension("lock");
        let file = File::create(&lock).map_err(|error| failure(&lock, error))?;
        // Some file systems have no locks; on these, two processes at once may disturb each other.
        let _ = file.lock();
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).map_err(|error| failure(&path, error))?;
        Ok(Self { path, _lock: file })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// The text of a library: the struct of the robot, its emitted items, and a function that causes each function of the
/// robot to be compiled for numbers of this type.
fn library_text(generated: &Generated, number_type: &str) -> String {
    let Generated {
        declarations,
        definitions,
        report,
        ..
    } = generated;
    let pointer = |function: &FunctionReport| {
        // A function without arguments is not generic: it has no number whose type could vary.
        let name = in_rust(&function.name);
        let is_generic = definitions.contains(&format!("fn {name}<T"));
        is_generic.then(|| format!("{}::{name}::<{number_type}> as *const ()", report.name))
    };
    let pointers: Vec<String> = report.functions.iter().filter_map(pointer).collect();
    format!(
        "#![no_std]\n#![allow(warnings, reason = \"only its machine code is read\")]\n{declarations}\n{definitions}\n\
         #[unsafe(no_mangle)]\npub fn {ROOT_FUNCTION}() -> [*const (); {}] {{\n    [{}]\n}}\n",
        pointers.len(),
        pointers.join(", ")
    )
}

/// The profile with which everything is compiled, whatever profiles the user has set.
const PROFILE: [&str; 9] = [
    "opt-level=3",
    "debug=false",
    "debug-assertions=false",
    "overflow-checks=false",
    "panic=\"unwind\"",
    "codegen-units=1",
    "lto=\"off\"",
    "package.\"*\".opt-level=3",
    "package.multibody.opt-level=3",
];

/// Compiler flags without the ones that [`PROFILE`] also sets: on rustc's command line they would follow, and so override, those of
/// the profile.
fn without_profile(flags: &str, separator: char) -> String {
    const PROFILE_KEYS: [&str; 7] = [
        "opt-level",
        "debuginfo",
        "debug-assertions",
        "overflow-checks",
        "panic",
        "codegen-units",
        "lto",
    ];
    let is_of_profile = |option: &str| {
        let key = option.split('=').next().unwrap_or_default();
        PROFILE_KEYS.contains(&key.replace('_', "-").as_str())
    };
    let mut options = Vec::new();
    let mut words = flags.split(separator).filter(|flag| !flag.is_empty());
    while let Some(flag) = words.next() {
        let option = match flag {
            "--codegen" => Some(""),
            _ => flag.strip_prefix("-C").or(flag.strip_prefix("--codegen=")),
        };
        match option {
            _ if ["-O", "-g"].contains(&flag) => {}
            // The option is the next word.
            Some("") => match words.next() {
                Some(option) if !is_of_profile(option) => options.extend([flag, option]),
                _ => {}
            },
            Some(option) if is_of_profile(option) => {}
            _ => options.push(flag),
        }
    }
    options.join(&separator.to_string())
}

/// Compiles the library in the folder of `object_path` to this object file, and returns the messages of the compiler.
fn compile(package: &Package, object_path: &Path, triple: Option<&str>) -> Result<String, Failure> {
    // The host is named too, since a configuration may name another target.
    let target = triple.map_or_else(host, |triple| Ok(triple.to_owned()))?;
    let mut cargo = cargo();
    cargo.args(["rustc", "--release", "--lib", "--manifest-path"]);
    cargo.arg(object_path.with_file_name("Cargo.toml"));
    let target_folder = package.target_folder.join("multibody");
    cargo.arg("--target-dir").arg(target_folder);
    cargo.args(["--target", &target]);
    // Profile settings from the environment or a configuration must not influence the measurement. Link-time optimisation would
    // leave no machine code in the object file, and colours would put control characters into remarks.
    cargo.args(["--color", "never"]);
    for setting in PROFILE {
        cargo.args(["--config", &format!("profile.release.{setting}")]);
    }
    // The object file is named without its folder: cargo compiles in this folder, and the compiler would read a path with a comma
    // only up to the comma. The names for f64 and f32 differ, so cargo compiles for f32 even if it takes the library for unchanged.
    let object_name = object_path.file_name().unwrap_or_default().display();
    cargo.args(["--", &format!("--emit=obj={object_name}")]);
    cargo.args(["-Csymbol-mangling-version=v0", "-Cremark=prologepilog"]);
    cargo.envs(std::env::vars().filter_map(|(name, flags)| {
        let separator = match name.as_str() {
            "CARGO_ENCODED_RUSTFLAGS" => '\u{1f}',
            name if name.ends_with("RUSTFLAGS") => ' ',
            _ => return None,
        };
        Some((name, without_profile(&flags, separator)))
    }));
    let output = run(&mut cargo)?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stderr).into_owned())
    } else {
        Err(failure("the compiler", &output, OMIT_HELP))
    }
}

/// The target triple of this machine.
fn host() -> Result<String, Failure> {
    let output = run(cargo().arg("-vV"))?;
    let version = String::from_utf8_lossy(&output.stdout);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned)
        .ok_or_else(|| failure("`cargo -vV`", &output, OMIT_HELP))
}

/// The cargo that runs this command, or else the one in the path.
fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a program to its end.
fn run(command: &mut Command) -> Result<Output, Failure> {
    command.output().map_err(|error| {
        let name = command.get_program().display();
        Failure::new(format_args!("cannot run `{name}`: {error}"), OMIT_HELP)
    })
}

/// The failure of a program, with its last lines of output.
fn failure(program: &str, output: &Output, help: &'static str) -> Failure {
    const SHOWN_LINES: usize = 20;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = stderr.lines().collect();
    let last = lines[lines.len().saturating_sub(SHOWN_LINES)..].join("\n");
    Failure::new(format_args!("{program} has failed:\n{last}"), help)
}

/// The bytes of code of each function of an object file.
fn read_sizes(bytes: &[u8]) -> object::Result<BTreeMap<String, u64>> {
    let file = object::File::parse(bytes)?;
    let functions = file
        .symbols()
        .filter(|symbol| symbol.kind() == SymbolKind::Text);
    Ok(functions
        .filter_map(|symbol| Some((symbol.name().ok()?.to_owned(), symbol.size())))
        .collect())
}

/// The bytes of stack of each function for which LLVM has printed a remark.
fn read_stacks(stderr: &str) -> BTreeMap<&str, u64> {
    stderr.lines().filter_map(read_stack).collect()
}

/// Parses a line such as `.. 64 stack bytes in function 'NAME'`.
fn read_stack(line: &str) -> Option<(&str, u64)> {
    let (prefix, function) = line.split_once(" stack bytes in function '")?;
    let bytes = prefix.rsplit(' ').next()?.parse().ok()?;
    Some((function.trim_end_matches('\''), bytes))
}

/// Assigns symbols to functions by name. Besides its own symbol, a function has those of its parts, which also
/// contain its name: the in-place form, the versions for several processors, and the chunks of a long function.
fn assign_symbols(
    report: &Report,
    number_type: &str,
    sizes: &BTreeMap<String, u64>,
    stacks: &BTreeMap<&str, u64>,
) -> CodeSizes {
    // The demangled path of a symbol. Paths in expressions (`a::<b>`) and in types (`a<b>`) are written in the same way.
    let path = |symbol: &str| format!("{:#}", demangle(symbol)).replace("::<", "<");
    let bytes = sizes.iter().filter(|(symbol, _)| *symbol != ROOT_FUNCTION);
    let mut unassigned_sizes: BTreeMap<(&str, String), u64> = bytes
        .map(|(symbol, &bytes)| ((symbol.as_str(), path(symbol)), bytes))
        .collect();
    let functions = report.functions.iter().map(|function| {
        let name = in_rust(&function.name);
        let path_parts =
            SUFFIXES.map(|suffix| format!("::{}>::{name}{suffix}<{number_type}", report.name));
        let [own_path_part, ..] = &path_parts;
        let belongs_to_function =
            |(_, path): &&(&str, String)| path_parts.iter().any(|part| path.contains(part));
        let symbols: Vec<(&str, String)> = (unassigned_sizes.keys())
            .filter(belongs_to_function)
            .cloned()
            .collect();
        let is_own =
            |(_, path): &&(&str, String)| path.contains(own_path_part) && !path.contains(CHUNK);
        let (own_symbols, parts): (Vec<_>, Vec<_>) = symbols.iter().partition(is_own);
        let largest_stack = |group: &[&(&str, String)]| {
            let stacks = group.iter().filter_map(|(symbol, _)| stacks.get(symbol));
            stacks.max().copied()
        };
        // A part runs on top of its caller, so their stacks add up. Only the largest part is counted: if parts call parts, as a
        // dispatched body calls its chunks, the sum is a lower bound.
        let stack =
            largest_stack(&own_symbols).map(|stack| stack + largest_stack(&parts).unwrap_or(0));
        (!symbols.is_empty()).then(|| CodeSize {
            bytes: symbols
                .iter()
                .filter_map(|symbol| unassigned_sizes.remove(symbol))
                .sum(),
            stack,
        })
    });
    CodeSizes {
        functions: functions.collect(),
        shared: unassigned_sizes.values().sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_function_are_added_to_it() {
        let sizes = [
            (
                "_RINvMCsiFNDhvMzK30_8measuredNtB3_3Arm11mass_matrixdEB3_",
                10,
            ),
            (
                "_RINvMCsiFNDhvMzK30_8measuredNtB3_3Arm16mass_matrix_intodEB3_",
                200,
            ),
            (
                "_RINvNtNtCsbEVDvfHstK3_9multibody7emitted14outlined_chunk14outlined_chunkAdj3_NCINvMCsiFNDhvMzK30_8measuredNtB1j_3Arm4biasdE0EB1j_",
                30,
            ),
            (
                "_RINvNtNtCsbEVDvfHstK3_9multibody7emitted14outlined_chunk14outlined_chunkAdj4_NCINvMCsiFNDhvMzK30_8measuredNtB1j_3Arm4biasdEs_0EB1j_",
                40,
            ),
            ("_RINvMCsiFNDhvMzK30_8measuredNtB3_3Arm4biasdEB3_", 5),
            (
                "_RINvNtCsbEVDvfHstK3_9multibody5dense6solvedKj3_ECsiFNDhvMzK30_8measured",
                1,
            ),
            (ROOT_FUNCTION, 1000),
        ];
        let stderr = "note: <unknown file>:0:0 prologepilog (analysis): 64 stack bytes in function '_RINvMCsiFNDhvMzK30_8measuredNtB3_3Arm4biasdEB3_'\n\n\
                    note: <unknown file>:0:0 prologepilog (analysis): 8 stack bytes in function '_RINvNtNtCsbEVDvfHstK3_9multibody7emitted14outlined_chunk14outlined_chunkAdj3_NCINvMCsiFNDhvMzK30_8measuredNtB1j_3Arm4biasdE0EB1j_'\n\
                    note: <unknown file>:0:0 prologepilog (analysis): 16 stack bytes in function '_RINvNtNtCsbEVDvfHstK3_9multibody7emitted14outlined_chunk14outlined_chunkAdj4_NCINvMCsiFNDhvMzK30_8measuredNtB1j_3Arm4biasdEs_0EB1j_'\n\
                    warning: nothing of it\n";
        let code = code_of(
            "Arm",
            &["mass_matrix", "bias", "total_mass"],
            &sizes,
            stderr,
        );
        let size = |bytes, stack| Some(CodeSize { bytes, stack });
        assert_eq!(code.functions, [size(210, None), size(75, Some(80)), None]);
        assert_eq!(code.shared, 1);
    }

    /// The compiler separates the names in a symbol, and spells them in ASCII.
    #[test]
    fn functions_of_any_name_are_found() {
        let sizes = [
            (
                "_RINvMs_CsiFNDhvMzK30_8measuredNtB5_u7__rm_2ha4biasdEB5_",
                3,
            ),
            (
                "_RINvMCsiFNDhvMzK30_8measuredNtB3_3Armu19pose_of__gre_v9a53adEB3_",
                4,
            ),
        ];
        let functions_of = |robot, function| code_of(robot, &[function], &sizes, "").functions;
        let size = |bytes| {
            let stack = None;
            [Some(CodeSize { bytes, stack })]
        };
        assert_eq!(functions_of("_Ärm", "bias"), size(3));
        assert_eq!(functions_of("Arm", "pose_of__größe"), size(4));
        assert_eq!(functions_of("rm", "bias"), [None]);
    }

    fn code_of(robot: &str, functions: &[&str], sizes: &[(&str, u64)], stderr: &str) -> CodeSizes {
        let function = |name: &&str| FunctionReport {
            name: (*name).into(),
            count: multibody_codegen::Count::default(),
            fused: 0,
            with_derived_kernels: None,
            route: String::new(),
            others: Vec::new(),
            rounding: None,
            refused: Vec::new(),
            proved: true,
        };
        let report = Report {
            name: robot.into(),
            functions: functions.iter().map(function).collect(),
            ..Report::default()
        };
        let owned = sizes.iter().map(|&(name, bytes)| (name.to_owned(), bytes));
        assign_symbols(&report, "f64", &owned.collect(), &read_stacks(stderr))
    }

    #[test]
    fn flags_that_the_profile_sets_are_left_out() {
        let remainder = |flags: &str| without_profile(flags, ' ');
        assert_eq!(
            remainder("-O -C opt-level=1  -Copt_level=2 -C target-cpu=native -Dwarnings"),
            "-C target-cpu=native -Dwarnings"
        );
        assert_eq!(
            remainder("--codegen=lto=fat -Ctarget-feature=+avx2"),
            "-Ctarget-feature=+avx2"
        );
        assert_eq!(
            remainder("-g --codegen opt-level=1 -Cdebuginfo=2 --codegen target-cpu=native"),
            "--codegen target-cpu=native"
        );
        assert_eq!(
            without_profile("-C\u{1f}panic=abort\u{1f}--cfg=a b", '\u{1f}'),
            "--cfg=a b"
        );
    }

    #[test]
    fn objects_without_sizes_are_refused() {
        let mach_o = [0xcf, 0xfa, 0xed, 0xfe, 7, 0, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0];
        let result = read_sizes(&[&mach_o[..], &[0; 48]].concat());
        assert!(result.is_err());
    }

    #[test]
    fn what_a_killed_process_leaves_is_removed() {
        let target = std::env::temp_dir().join(format!("multibody-target-{}", std::process::id()));
        let first = Folder::lock_within(&target).expect("a folder");
        let path = first.path.clone();
        drop(first);
        assert!(!path.exists());
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join("f64.o"), "old").expect("a file");
        let next = Folder::lock_within(&target).expect("the same folder");
        assert_eq!(next.path, path);
        assert!(!path.join("f64.o").exists());
        drop(next);
        assert!(!path.exists());
        fs::remove_dir_all(&target).expect("it is there");
    }

    #[test]
    fn the_runtime_of_a_package_is_found_with_its_features() {
        let text = r#"{"packages": [{"name": "other", "id": "o"}, {"name": "multibody", "id": "m", "manifest_path": "/a/runtime/Cargo.toml"}],
            "resolve": {"nodes": [{"id": "m", "features": ["default", "std", "symbolica"]}]},
            "target_directory": "/t", "workspace_root": "/w"}"#;
        let data: Value = serde_json::from_str(text).unwrap();
        let package = Package::of_metadata(&data).expect("it is there");
        let manifest = package.manifest(None);
        assert!(
            manifest
                .contains("path = \"/a/runtime\", default-features = false, features = [\"std\"]"),
            "{manifest}"
        );
        let bare = package.manifest(Some("thumbv7em-none-eabihf"));
        assert!(bare.contains("features = []"), "{bare}");
        assert_eq!(package.cargo_lock, Path::new("/w/Cargo.lock"));
        let renaming: Value =
            serde_json::from_str(&text.replace("\"multibody\"", "\"more\"")).unwrap();
        assert!(Package::of_metadata(&renaming).is_none());
    }
}
