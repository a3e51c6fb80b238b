//! Robots in C, with the programs that their functions compute.

use multibody_codegen::Settings;
use multibody_codegen::fault::Faults;
use multibody_codegen::internal::derive::{
    Derivation, FunctionProgram, derive_with_progress, split_outputs,
};
use multibody_codegen::internal::emit::c::texts;
use multibody_codegen::internal::emit::{BundleProgram, ProgramNotes, Robot as EmittedRobot};
use multibody_codegen::internal::ir::{InputKind, Program};
use multibody_codegen::internal::passes::Prepared;
use multibody_codegen::internal::requested::{Request, bundles};
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::settings::{AT, Effort, Root};

use crate::support::Robot;

/// A robot in C.
pub struct CRobot {
    pub name: &'static str,
    pub header: String,
    /// The source, with the line that includes the header.
    pub source: String,
    /// The programs of the functions of the header, in order. A function at a position continues from the values of `at`, others
    /// from those of `prepare`.
    pub programs: Vec<Program>,
    /// How many parameters there are.
    pub parameters: usize,
}

/// The settings of these tests, which are about text.
pub fn settings(name: &str, root: Root) -> Settings {
    Settings {
        name: name.into(),
        root,
        effort: Effort::None,
        ..Settings::default()
    }
}

impl CRobot {
    /// Derives a robot, and writes it in C.
    pub fn of(name: &'static str, robot: Robot) -> Self {
        let Robot {
            settings,
            system,
            wrench_links,
        } = &robot;
        let targets = robot.targets();
        let mut faults = Faults::new();
        let bundles = bundles(system, settings, &targets, &mut faults);
        let report = faults.finish();
        assert!(!report.has_errors(), "{:?}", report.diagnostics);
        let request = Request { targets, bundles };
        let tree = place_bodies(system);
        let derivations = derive_with_progress(&tree, wrench_links, &request, settings, &|_| ());
        let derivations = derivations.unwrap_or_else(|shut| panic!("{shut}"));
        let bodies: Vec<Program> = derivations.functions.iter().map(Derivation::body).collect();
        let bundled = derivations.bundles.iter().map(|bundle| &bundle.program);
        let prepared = Prepared::of(bodies.iter().chain(bundled));
        let mut programs = prepared.functions.iter().cloned();
        let functions = derivations.functions.iter().zip(&mut programs);
        let functions: Vec<FunctionProgram> = functions
            .map(|(derivation, program)| FunctionProgram {
                target: derivation.target,
                program,
            })
            .collect();
        let notes = derivations.functions.iter().map(|derivation| ProgramNotes {
            rounding: derivation.rounding,
            route: derivation.route,
            count: derivation.count,
            nonzeros: match derivation.target.function.pattern() {
                Some(_) => derivation.program.nonzeros(),
                None => Vec::new(),
            },
        });
        let bundles = request.bundles.iter().zip(programs);
        let bundles: Vec<BundleProgram<'_>> = bundles
            .map(|(bundle, program)| BundleProgram {
                bundle,
                program,
                rounding: None,
            })
            .collect();
        let emitted = EmittedRobot {
            name: &settings.name,
            settings,
            system,
            wrench_links,
            functions: &functions,
            notes: &notes.collect::<Vec<_>>(),
            bundles: &bundles,
            prepare: &prepared.prepare,
            visibility: "pub",
            singular: None,
            equations: None,
            is_derived: true,
        };
        let [header, source] = texts(&emitted);
        let parameters = system.parameters.iter();
        let at = bundles.iter().find(|bundle| bundle.bundle.name == AT);
        let counts: Vec<usize> = (at.iter().flat_map(|at| at.bundle.targets()))
            .map(|target| {
                let mut functions = derivations.functions.iter();
                let derivation = functions.find(|derivation| derivation.target == target);
                derivation.expect("it is derived").program.outputs().len()
            })
            .collect();
        let at = at.map(|at| Prepared::up_to(InputKind::Q, &split_outputs(&at.program, &counts)));
        let plain = bundles.iter().filter(|bundle| bundle.bundle.name != AT);
        let has_fields = !system.parameters.is_empty();
        let programs = (has_fields.then_some(&prepared.prepare).into_iter())
            .chain(functions.iter().map(|function| &function.program))
            .chain(plain.map(|bundle| &bundle.program))
            .chain(
                at.iter()
                    .flat_map(|at| [&at.prepare].into_iter().chain(&at.functions)),
            );
        Self {
            name,
            header,
            source: format!("#include \"robot.h\"\n{source}"),
            programs: programs.cloned().collect(),
            parameters: parameters.map(|parameter| parameter.shape.count()).sum(),
        }
    }
}
