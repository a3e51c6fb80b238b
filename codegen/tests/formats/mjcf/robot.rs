//! A robot of a file, whose programs run without a compiler: the emitted text is verified to compute the same.

use std::cell::RefCell;

use multibody_codegen::fault::{Faults, Severity};
use multibody_codegen::internal::check::check;
use multibody_codegen::internal::derive::derive;
use multibody_codegen::internal::exact::nearest_f64;
use multibody_codegen::internal::examination::examine;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::generate::generate_cached;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::ir::{InputKind, Machine};
use multibody_codegen::internal::lower::lower;
use multibody_codegen::internal::passes::Prepared;
use multibody_codegen::internal::prove::prove;
use multibody_codegen::internal::source::read;
use multibody_codegen::internal::system::{Link, System};
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::settings::{Effort, Verify};
use multibody_codegen::{Cache, Function, Generated, Settings, Source};

use multibody_description::extend::extend;

/// A robot with the functions that are compared.
pub struct Robot {
    programs: Programs,
    /// The programs in the order of the targets, ready to run.
    machines: RefCell<Vec<Machine>>,
    /// The kinds of the notes and warnings, each with its text.
    pub remarks: Vec<(&'static str, String)>,
}

/// What is compared.
#[derive(Clone, Copy, PartialEq)]
pub enum Compared {
    All,
    /// What depends on forces of springs and dampers.
    Forces,
    /// The constraint function.
    Constraints,
}

/// A state, in our conventions.
#[derive(Clone, Default)]
pub struct State {
    pub q: Vec<f64>,
    pub qd: Vec<f64>,
    pub qdd: Vec<f64>,
    pub tau: Vec<f64>,
    /// Controls of the actuators.
    pub ctrl: Vec<f64>,
}

/// Mass, centre of mass and inertia of a link.
pub struct Inertial {
    pub mass: f64,
    pub com: Vec<f64>,
    /// About the centre of mass, in the link's axes, by rows.
    pub inertia: Vec<f64>,
}

impl Robot {
    /// Reads, derives and proves: all that is compared of the robot, and what is requested besides. An error is the text of all
    /// faults.
    pub fn of(
        source: &Source,
        (passive, compared, links): (bool, Compared, Vec<String>),
        functions: &[Function],
    ) -> Result<Self, String> {
        let plain = settings(passive);
        let generated = |settings: &Settings, cache: &Cache| {
            let result = generate_cached(source, settings, cache, &mut |_| ());
            result.map_err(|report| report.render(source))
        };
        let cache = Cache::of_programs();
        let sketch = Self::of_generated(generated(&plain, &cache.clone().without_deriving())?);
        let system = &sketch.programs.system;
        let mut named = functions_of(system, compared);
        let is_there =
            |function: &&Function| **function != Function::SpringEnergy || system.has_springs();
        named.extend(functions.iter().filter(is_there));
        if named.is_empty() {
            // It was read, checked and lowered without an error, and nothing that is compared needs a program.
            return Ok(sketch);
        }
        let settings = Settings {
            functions: named.into_iter().collect(),
            links,
            ..plain
        };
        Ok(Self::of_generated(generated(&settings, &cache)?))
    }

    fn of_generated(generated: Generated) -> Self {
        let diagnostics = generated.diagnostics.diagnostics.iter();
        let remarks =
            diagnostics.filter(|diagnostic| diagnostic.fault.severity() != Severity::Error);
        let remarks = remarks.map(|remark| (remark.fault.kind(), remark.fault.texts().message));
        let programs = generated.programs.expect("they are kept");
        Self::with_programs(remarks.collect(), *programs)
    }

    /// The same of a robot that is refused after it was read, since nothing satisfies its constraints or nothing can move.
    pub fn before_judgement(
        source: &Source,
        (passive, compared, links): (bool, Compared, Vec<String>),
    ) -> Self {
        let settings = Settings {
            links,
            ..settings(passive)
        };
        let mut faults = Faults::new();
        let mut model = read(source, &mut faults).expect("a model");
        let settings = extend(&mut model, &settings, &mut faults);
        let structure = check(&model, &mut faults).expect("a structure");
        let system = lower(&model, &structure, &settings, &mut faults).expect("a system");
        let report = faults.finish();
        assert!(!report.has_errors(), "{}", report.render(source));
        let system = examine(system);
        let links: Vec<_> = settings
            .links
            .iter()
            .map(|link| system.tree.link(link))
            .collect();
        let functions = functions_of(&system, compared).into_iter();
        let targets: Vec<Target> = functions
            .flat_map(|function| {
                let links = if function.is_of_link() { &links[..] } else { &[None] };
                links.iter().map(move |&link| Target { function, link })
            })
            .collect();
        let derived = if targets.is_empty() {
            Vec::new()
        } else {
            derive(&place_bodies(&system), &[], &targets, &settings).functions
        };
        for of in &derived {
            assert_eq!(
                prove(&system, &[], of.target, &of.program),
                Ok(()),
                "{}",
                of.target.function
            );
        }
        let programs = Programs {
            targets: derived.iter().map(|of| of.target).collect(),
            prepared: Prepared::of(derived.iter().map(|of| &of.program)),
            system,
        };
        Self::with_programs(Vec::new(), programs)
    }

    fn with_programs(remarks: Vec<(&'static str, String)>, programs: Programs) -> Self {
        let machines = programs.prepared.functions.iter().map(Machine::of);
        Self {
            machines: RefCell::new(machines.collect()),
            programs,
            remarks,
        }
    }

    /// The number of constraint rows.
    pub fn nc(&self) -> usize {
        self.programs.system.nc()
    }

    /// The number of rates.
    pub fn nv(&self) -> usize {
        self.programs.system.nv()
    }

    /// The number of positions.
    pub fn nq(&self) -> usize {
        self.programs.system.nq()
    }

    /// The names of the coordinates.
    pub fn coordinates(&self) -> Vec<&str> {
        let coordinates = self.programs.system.coordinates.iter();
        coordinates
            .map(|coordinate| coordinate.name.as_str())
            .collect()
    }

    /// The limits of the position of a coordinate.
    pub fn limits(&self, name: &str) -> [Option<f64>; 2] {
        let mut coordinates = self.programs.system.coordinates.iter();
        let coordinate = coordinates.find(|coordinate| coordinate.name == name);
        let limits = coordinate.and_then(|coordinate| coordinate.limits.as_ref());
        let ends = limits.map_or([None, None], |limits| {
            [limits.lower.as_ref(), limits.upper.as_ref()]
        });
        ends.map(|end| end.map(|number| nearest_f64(&number.value)))
    }

    /// The names of the links.
    pub fn links(&self) -> Vec<&str> {
        let links = self.programs.system.tree.links.iter();
        links.map(|link| link.name.as_str()).collect()
    }

    /// The inertia of a link as read.
    pub fn inertial(&self, name: &str) -> Option<Inertial> {
        let system = &self.programs.system;
        let Link {
            mass, com, inertia, ..
        } = &system.tree.links[system.tree.link(name)?];
        let values: Vec<_> = [*mass]
            .iter()
            .chain(com)
            .chain(inertia.as_flattened())
            .copied()
            .collect();
        let program = system.builder.finish(&values);
        let numbers = Machine::of(&program).run(|input| panic!("{input:?} is no constant"));
        Some(Inertial {
            mass: numbers[0],
            com: numbers[1..4].to_vec(),
            inertia: numbers[4..].to_vec(),
        })
    }

    /// The value of a function at a state; `None` if the robot does not have it.
    pub fn value(&self, function: Function, state: &State) -> Option<Vec<f64>> {
        self.run(
            Target {
                function,
                link: None,
            },
            state,
        )
    }

    /// The value of a function of a link.
    pub fn value_of_link(&self, function: Function, link: &str, state: &State) -> Option<Vec<f64>> {
        let link = Some(self.programs.system.tree.link(link)?);
        self.run(Target { function, link }, state)
    }

    fn run(&self, target: Target, state: &State) -> Option<Vec<f64>> {
        let index = (self.programs.targets.iter()).position(|of| *of == target)?;
        let values = self.machines.borrow_mut()[index].run(|input| {
            let values = match input.kind {
                InputKind::Q => &state.q,
                InputKind::Qd => &state.qd,
                InputKind::Qdd => &state.qdd,
                InputKind::Tau => &state.tau,
                InputKind::Control => &state.ctrl,
                kind => panic!("{} has no value", kind.name()),
            };
            values[input.index as usize]
        });
        Some(values)
    }
}

fn settings(passive: bool) -> Settings {
    Settings {
        snap: false,
        passive,
        effort: Effort::None,
        verify: Verify::True,
        ..Settings::default()
    }
}

fn functions_of(system: &System, compared: Compared) -> Vec<Function> {
    let of_constraints = [Function::Constraint, Function::ConstraintJacobian];
    let mut named = match compared {
        Compared::All => vec![
            Function::MassMatrix,
            Function::Bias,
            Function::InverseDynamics,
            Function::Pose,
            Function::Jacobian,
        ],
        Compared::Forces if system.has_forces() => vec![Function::InverseDynamics],
        Compared::Forces => Vec::new(),
        Compared::Constraints => vec![Function::Constraint],
    };
    if system.has_forces() {
        named.push(Function::GeneralizedForce);
    }
    if compared == Compared::All && !system.actuators.is_empty() {
        named.push(Function::Actuate);
    }
    if compared == Compared::All && system.nc() > 0 {
        named.extend(of_constraints);
    }
    named
}
