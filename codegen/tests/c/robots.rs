//! Robots in C, with the programs that their functions compute.

use multibody_codegen::Settings;
use multibody_codegen::fault::Faults;
use multibody_codegen::internal::derive::{
    Derivation, FunctionProgram, derive_with_progress, split_outputs,
};
use multibody_codegen::internal::emit::c::cpp::{self, package_name};
use multibody_codegen::internal::emit::c::texts;
use multibody_codegen::internal::emit::{BundleProgram, ProgramNotes, Robot as EmittedRobot};
use multibody_codegen::internal::ir::{InputKind, Program};
use multibody_codegen::internal::language::{Language, Layout};
use multibody_codegen::internal::passes::Prepared;
use multibody_codegen::internal::requested::{Request, bundles};
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::settings::{AT, Bundle, Effort, Root};

use crate::support::{FOUR_BAR, Robot, fixture, shared_fixture};

/// A robot in C.
pub struct CRobot {
    pub name: &'static str,
    pub header: String,
    /// The source, with the line that includes the header.
    pub source: String,
    /// The header of C++, which includes that of C by the name of the package.
    pub binding: String,
    /// The name of its package.
    pub package: String,
    /// The programs of the functions of the header, in order. A function at a position continues from the values of `at`, others
    /// from those of `prepare`.
    pub programs: Vec<Program>,
    /// How many parameters there are.
    pub parameters: usize,
    /// How many rates there are.
    pub rates: usize,
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
            binding: cpp::header(&emitted),
            package: package_name(&settings.name),
            source: format!("#include \"robot.h\"\n{source}"),
            programs: programs.cloned().collect(),
            parameters: parameters.map(|parameter| parameter.shape.count()).sum(),
            rates: system.nv(),
        }
    }
}

/// A cart-pole with fields, of which one is an array.
const CART_POLE: [&str; 2] = [
    "struct CartPole { g: f64, masses: [f64; 2], length: f64, friction: f64 }",
    "gravity = [0, 0, -g],
     joint rail { prismatic, parent: world, child: cart, axis: x },
     joint hinge { revolute, parent: cart, child: pole, axis: y, damping: friction },
     body cart { mass: masses[0] },
     body pole { mass: masses[1], com: [0, 0, length / 2] }",
];

/// One angle, whose sine another method computes than those of several.
const PENDULUM: &str =
    "gravity = [0, 0, -9.81], joint hinge { revolute, parent: world, child: bob, axis: y },
                        body bob { mass: 2, com: [0.1, 0, -1], inertia: diag(1, 1, 1) }";

/// Arms, a floating robot, fields, constraints, a single angle; wrenches, functions of links, bundles, functions at a position.
pub fn small_robots(columns: bool) -> Vec<CRobot> {
    let bundle = |name: &str, functions: &[&str]| Bundle {
        name: name.into(),
        functions: functions.iter().map(|&name| name.into()).collect(),
    };
    let mut arm = settings("SixAxes", Root::Fixed);
    arm.links = vec!["link_3".into(), "tool".into()];
    arm.wrenches = vec!["tool".into(), "link_5".into()];
    arm.bundles = vec![
        bundle("poses", &["pose"]),
        bundle(
            "motion",
            &[
                "mass_matrix",
                "bias",
                "pose",
                "kinetic_energy",
                "forward_dynamics_derivatives",
            ],
        ),
    ];
    arm.at = vec!["mass_matrix".into(), "forward_dynamics(wrenches)".into()];
    let mut cart_pole = settings("CartPole", Root::Fixed);
    cart_pole.at = vec!["bias".into(), "mass_matrix".into()];
    let language = Language::C;
    for settings in [&mut arm, &mut cart_pole] {
        settings.layout = Layout {
            language,
            columns,
            ..Layout::default()
        };
    }
    let plain = |name: &str, root| Settings {
        layout: Layout {
            language,
            columns,
            ..Layout::default()
        },
        ..settings(name, root)
    };
    let tokens = |items: &str, settings| Robot::of_tokens(items, settings);
    vec![
        CRobot::of("six_axes", Robot::of(&fixture("six_axes.urdf"), arm)),
        CRobot::of(
            "two_limbs",
            Robot::of(
                &shared_fixture("two_limbs.urdf"),
                plain("TwoLimbs", Root::FLOATING),
            ),
        ),
        CRobot::of(
            "cart_pole",
            Robot::of_struct(CART_POLE[0], CART_POLE[1], cart_pole),
        ),
        CRobot::of("four_bar", tokens(FOUR_BAR, plain("FourBar", Root::Fixed))),
        CRobot::of("pendulum", tokens(PENDULUM, plain("Pendulum", Root::Fixed))),
    ]
}
