//! A robot between the stages of the generator.

use std::path::Path;

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::check::check;
use multibody_codegen::internal::derive::{self, Derivation, Derivations};
use multibody_codegen::internal::examination::examine;
use multibody_codegen::internal::findings::ExaminedSystem;
use multibody_codegen::internal::function::Target;
use multibody_codegen::internal::ir::Program;
use multibody_codegen::internal::joint::PositionKind;
use multibody_codegen::internal::lower::lower;
use multibody_codegen::internal::model::Model;
use multibody_codegen::internal::prove;
use multibody_codegen::internal::source::tokens::{
    Context, Places, read_additions, read_struct, read_tokens,
};
use multibody_codegen::internal::source::{read as read_any, urdf};
use multibody_codegen::internal::system::System;
use multibody_codegen::internal::tree::place_bodies;
use multibody_codegen::{Function, Settings, Source, read_file};

use super::State;

/// The text of one of this folder's robots.
pub fn fixture(name: &str) -> Source {
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/robots")
            .join(name),
    )
}

/// The text of one of the robots that all crates test with.
pub fn shared_fixture(name: &str) -> Source {
    read(
        &Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../tests/robots")
            .join(name),
    )
}

/// The text of a file.
pub fn read(path: &Path) -> Source {
    match read_file(path) {
        Ok(source) => source,
        Err(fault) => panic!("{}: {}", path.display(), fault.texts().message),
    }
}

/// A description with its name.
pub fn source(text: &str) -> Source {
    Source::new("robot.urdf", text)
}

/// A robot as read, ready to be derived and proved.
#[derive(Clone)]
pub struct Robot {
    pub settings: Settings,
    pub system: ExaminedSystem,
    pub wrench_links: Vec<usize>,
}

impl Robot {
    /// Reads, checks and reduces; the description has no fault.
    pub fn of(source: &Source, settings: Settings) -> Self {
        Self::read(|faults| urdf(source, faults), settings)
    }

    /// The same of a description in any format.
    pub fn of_any(source: &Source, settings: Settings) -> Self {
        Self::read(|faults| read_any(source, faults), settings)
    }

    /// The same of joints, bodies and gravity as written in an attribute.
    pub fn of_tokens(items: &str, settings: Settings) -> Self {
        Self::of_struct("struct Robot;", items, settings)
    }

    /// The same of a struct whose fields are parameters.
    pub fn of_struct(item: &str, items: &str, settings: Settings) -> Self {
        let mut places = Places::default();
        let read = |faults: &mut Faults| {
            let of = read_struct(item.parse().unwrap(), &mut places, faults)?;
            Some(read_tokens(items.parse().unwrap(), of, &mut places, faults))
        };
        Self::read(read, settings)
    }

    /// The same of tokens, with a change of the model as read.
    pub fn of_changed_tokens(
        items: &str,
        change: impl FnOnce(&mut Model),
        settings: Settings,
    ) -> Self {
        let mut places = Places::default();
        let read = |faults: &mut Faults| {
            let of = read_struct("struct Robot;".parse().unwrap(), &mut places, faults)?;
            let mut model = read_tokens(items.parse().unwrap(), of, &mut places, faults);
            change(&mut model);
            Some(model)
        };
        Self::read(read, settings)
    }

    /// The same of a file, with tokens beside it in an attribute.
    pub fn of_both(source: &Source, items: &str, settings: Settings) -> Self {
        let mut places = Places::default();
        let read = |faults: &mut Faults| {
            let mut model = urdf(source, faults)?;
            let places = &mut places;
            read_additions(
                items.parse().unwrap(),
                &[],
                &mut model,
                &mut Context { places, faults },
            );
            Some(model)
        };
        Self::read(read, settings)
    }

    fn read(read: impl FnOnce(&mut Faults) -> Option<Model>, settings: Settings) -> Self {
        let mut faults = Faults::new();
        let system = read(&mut faults).and_then(|model| {
            let structure = check(&model, &mut faults)?;
            let system = lower(&model, &structure, &settings, &mut faults)?;
            Some(examine(system))
        });
        let report = faults.finish();
        assert!(!report.has_errors(), "{:?}", report.diagnostics);
        let system = system.expect("a robot without a fault");
        let wrench_links = link_positions(&system, &settings.wrenches);
        Self {
            settings,
            system,
            wrench_links,
        }
    }

    /// All that the settings request and the robot has.
    pub fn targets(&self) -> Vec<Target> {
        let regular = prove::mass_matrix_rank(&self.system) == self.system.nv();
        let is_inverse = |function: Function| function.quantity().inverts_mass_matrix();
        let links = link_positions(&self.system, &self.settings.links);
        let mut targets = Vec::new();
        for function in self.settings.select_functions(self.system.acting_forces()) {
            match function {
                _ if function.is_of_link() => targets.extend(links.iter().map(|&link| Target {
                    function,
                    link: Some(link),
                })),
                _ if !regular && is_inverse(function) => {}
                _ => targets.push(Target {
                    function,
                    link: None,
                }),
            }
        }
        targets
    }

    /// Derives all that the settings request.
    pub fn derive(self) -> Derived {
        let tree = place_bodies(&self.system);
        let (targets, links) = (self.targets(), &self.wrench_links);
        let derivations = derive::derive(&tree, links, &targets, &self.settings);
        Derived {
            robot: self,
            derivations,
        }
    }

    /// Joints that move by an angle: as many sines and cosines are needed at most.
    pub fn angles(&self) -> usize {
        let motions = self
            .system
            .tree
            .joints
            .iter()
            .flat_map(|joint| &joint.motions);
        motions
            .filter(|motion| motion.kind.positions().contains(&PositionKind::Angle))
            .count()
    }
}

fn link_positions(system: &System, names: &[String]) -> Vec<usize> {
    names
        .iter()
        .map(|name| system.tree.link(name).expect("a link of the robot"))
        .collect()
}

/// A robot with its programs.
pub struct Derived {
    pub robot: Robot,
    pub derivations: Derivations,
}

impl Derived {
    /// The program of a function that belongs to no link.
    pub fn program(&self, function: Function) -> &Program {
        let result = self
            .derivations
            .functions
            .iter()
            .find(|d| d.target.function == function);
        &result
            .unwrap_or_else(|| panic!("{function} was not derived"))
            .program
    }

    /// The result of a function at a state.
    pub fn at(&self, function: Function, state: &State) -> Vec<f64> {
        state.evaluate(self.program(function))
    }

    /// Proves every program.
    #[track_caller]
    pub fn assert_proved(&self) {
        assert!(
            !self.derivations.functions.is_empty(),
            "nothing was derived"
        );
        for derivation in &self.derivations.functions {
            let proof = self.prove(derivation);
            assert_eq!(proof, Ok(()), "{}", derivation.target.function);
        }
    }

    /// Proves one program.
    pub fn prove(&self, derivation: &Derivation) -> Result<(), prove::Refutation> {
        self.prove_program(derivation.target, &derivation.program)
    }

    /// Proves a program to be what a target is.
    pub fn prove_program(
        &self,
        target: Target,
        program: &Program,
    ) -> Result<(), prove::Refutation> {
        let Robot {
            system,
            wrench_links,
            ..
        } = &self.robot;
        prove::prove(system, wrench_links, target, program)
    }
}
