//! A robot, ready to be written in a language: its system, its settings and its programs.

use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Target, in_rust};
use multibody_description::requested::{self, RobotBundle};
use multibody_description::settings::{AT, Settings, Triangle};
use multibody_description::signature::{Signature, argument_sizes};
use multibody_outputs::report::{Equations, Rounding};
use multibody_outputs::{Call, FunctionProgram, Route};
use multibody_program::exact::Rational;
use multibody_program::ir::{Count, InputKind, Limbs, Node, Program};

/// Notes on the program that was selected for a function.
#[derive(Clone, Debug)]
pub struct ProgramNotes {
    /// Its rounding error; `None` if nothing could be measured.
    pub rounding: Option<Rounding>,
    /// How it was derived.
    pub route: Route,
    /// The cost of a call with prepared parameters.
    pub count: Count,
    /// Whether each number of the result may be nonzero; empty for functions without a pattern.
    pub nonzeros: Vec<bool>,
}

/// A program that computes several functions, and its rounding error.
#[derive(Clone, Debug)]
pub struct BundleProgram<'a> {
    /// The functions.
    pub bundle: &'a RobotBundle,
    /// Computes the outputs of the functions, one function after the other.
    pub program: Program,
    /// The largest rounding error of the functions; `None` if one of them could not be measured.
    pub rounding: Option<Rounding>,
}

/// The type that has a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The robot, whose functions take any number type.
    Robot,
    /// The robot with prepared parameters, which are of one number type.
    Prepared,
    /// The robot at a position, which is of one number type.
    At,
}

impl Owner {
    /// The name of the type.
    pub fn type_name(self, robot: &Robot<'_>) -> String {
        let suffix = match self {
            Self::Robot => "",
            Self::Prepared => "Prepared",
            Self::At => "At",
        };
        format!("{}{suffix}", robot.name)
    }

    /// The documentation of the type, and of the values that it has. The robot itself has none, and users write its type.
    pub fn documentation(self, robot: &Robot<'_>) -> [String; 2] {
        let structure = robot.name;
        match self {
            Self::Robot => [String::new(), String::new()],
            Self::Prepared => [
                format!(
                    "[`{structure}`] with its parameters prepared, see [`{structure}::prepare`]: the same functions at less cost."
                ),
                "What only the parameters decide.".to_owned(),
            ],
            Self::At => [
                format!("[`{structure}`] at a position, see [`{structure}::{AT}`]."),
                "What only the position decides.".to_owned(),
            ],
        }
    }
}

/// A robot's programs, ready to be written as text.
#[derive(Clone, Copy, Debug)]
pub struct Robot<'a> {
    /// Name of the type.
    pub name: &'a str,
    /// The settings of the derivation.
    pub settings: &'a Settings,
    /// The system from which the programs were derived.
    pub system: &'a ExaminedSystem,
    /// Links on which wrenches act.
    pub wrench_links: &'a [usize],
    /// Its functions in the order of emission; `prepare` computes what depends only on parameters.
    pub functions: &'a [FunctionProgram],
    /// The notes on each function's program; empty if the programs are not derived.
    pub notes: &'a [ProgramNotes],
    /// Bundles of several functions; the functions at a position are one of them.
    pub bundles: &'a [BundleProgram<'a>],
    /// The program that computes from the parameters what the functions need of them.
    pub prepare: &'a Program,
    /// The visibility of the struct, e.g. `pub`.
    pub visibility: &'a str,
    /// The reason why forward dynamics is absent, if it is.
    pub singular: Option<&'a str>,
    /// The equations as text, if they are requested.
    pub equations: Option<&'a Equations>,
    /// Whether the programs have been derived; otherwise only signatures are emitted, with bodies that never end.
    pub is_derived: bool,
}

/// The text of a robot in one language.
#[derive(Clone, Debug, Default)]
pub struct RobotText {
    /// The declarations.
    pub declarations: String,
    /// The definitions.
    pub definitions: String,
    /// The names of functions for CasADi that have no Jacobian.
    pub without_jacobian: Vec<String>,
}

/// A function with fewer multiplications, additions and divisions than this finishes sooner than a test of the processor.
const MIN_DISPATCHED_OPERATIONS: usize = 60;

impl Robot<'_> {
    /// The name in Rust of the function of a target. If a view calls it, it is private, and users call the view's method.
    #[must_use]
    pub fn function_name(&self, target: Target) -> String {
        in_rust(&self.shown_name(target))
    }

    /// The name of the method by which users call a function: of the robot, or of a view.
    pub(crate) fn method_name(&self, target: Target) -> String {
        target.function.method(&self.shown_name(target))
    }

    /// The name of a function with its options, as tables and messages show it.
    #[must_use]
    pub fn shown_name(&self, target: Target) -> String {
        requested::display_name(self.system, self.settings, target)
    }

    /// The signature of a function.
    pub(crate) fn signature(&self, function: Function) -> Signature {
        Signature::of(self.system, self.wrench_links.len(), function)
    }

    /// The signature of the function that a type has.
    pub(crate) fn signature_of(&self, owner: Owner, function: Function) -> Signature {
        match owner {
            Owner::At => self.signature(function).at_position(),
            Owner::Robot | Owner::Prepared => self.signature(function),
        }
    }

    /// The signature of a bundle.
    pub(crate) fn signature_of_bundle(&self, bundle: &RobotBundle) -> Signature {
        Signature::of_bundle(self.system, self.wrench_links.len(), bundle)
    }

    /// The sizes of an argument that is an array; with two sizes, of an array of arrays. A number has none.
    pub(crate) fn argument_sizes(&self, kind: InputKind) -> Vec<usize> {
        argument_sizes(self.system, self.wrench_links.len(), kind)
    }

    /// The names of positions: each is the name of its joint, with a number if the joint has several positions.
    pub(crate) fn position_names(&self) -> Vec<String> {
        let coordinates = self.system.coordinates.iter();
        let names = coordinates.flat_map(|coordinate| {
            let name = &coordinate.name;
            let count = coordinate.kind.positions().len();
            (0..count).map(move |index| match count {
                1 => name.clone(),
                _ => format!("{name}_{index}"),
            })
        });
        names.collect()
    }

    /// The names of bodies: each elementary motion has one, which is named by the link that the joint moves.
    pub(crate) fn body_names(&self) -> Vec<String> {
        let tree = &self.system.tree;
        let names = tree.joints.iter().flat_map(|joint| {
            let name = &tree.links[tree.body(joint.child)].name;
            joint.motions.iter().map(|_| name.clone())
        });
        names.collect()
    }

    /// Whether the robot has run-time parameters.
    pub(crate) fn is_parametric(&self) -> bool {
        !self.system.parameters.is_empty()
    }

    /// Whether there are fields, and the description gives a value to each.
    pub(crate) fn has_default(&self) -> bool {
        let fields = &self.system.parameters;
        !fields.is_empty() && fields.iter().all(|field| field.default.is_some())
    }

    /// The targets of the functions.
    pub(crate) fn targets(&self) -> impl Iterator<Item = Target> {
        self.functions.iter().map(|function| function.target)
    }

    /// The notes on a function's program, if it is derived.
    pub(crate) fn notes(&self, target: Target) -> Option<&ProgramNotes> {
        let mut functions = self.functions.iter().zip(self.notes);
        functions.find_map(|(function, notes)| (function.target == target).then_some(notes))
    }

    /// How a function calls others, if it does. Functions at a position never do: their own programs share what the position
    /// determines.
    pub(crate) fn call_for(&self, target: Target, owner: Owner) -> Option<Call> {
        let call = self.notes(target)?.route.algorithm().as_call();
        call.filter(|_| owner != Owner::At)
    }

    /// The half of a symmetric matrix that a function writes into the caller's memory.
    pub(crate) fn triangle(&self, target: Target) -> Triangle {
        if target.function.quantity().is_symmetric() {
            self.settings.triangle
        } else {
            Triangle::Both
        }
    }

    /// The isomorphic limbs, such as legs, whose values are packed together.
    pub(crate) fn limbs(&self) -> Limbs {
        if self.settings.pack_limbs { self.system.limbs() } else { Limbs::default() }
    }

    /// The bundles that are functions of the robot.
    pub(crate) fn bundle_functions(&self) -> impl Iterator<Item = &BundleProgram<'_>> {
        self.bundles.iter().filter(|b| b.bundle.name != AT)
    }

    /// The bundle of the functions at a position, if it is requested.
    pub(crate) fn position_bundle(&self) -> Option<&BundleProgram<'_>> {
        self.bundles.iter().find(|b| b.bundle.name == AT)
    }

    /// Whether the function of a program tests the processor.
    pub(crate) fn is_dispatched(&self, program: &Program, has_arguments: bool) -> bool {
        self.settings.dispatch
            && has_arguments
            && operation_count(program) >= MIN_DISPATCHED_OPERATIONS
    }
}

/// Whether a program has parameters among its inputs.
pub fn reads_parameters(program: &Program) -> bool {
    let is_parameter =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Parameter);
    program.nodes().iter().any(is_parameter)
}

/// The number of multiplications, additions and divisions of a program.
pub fn operation_count(program: &Program) -> usize {
    let Count { mul, add, div, .. } = Count::of_all(program);
    mul + add + div
}

/// The value of a function without arguments, which is a constant.
pub fn constant_value(program: &Program) -> &Rational {
    let value = program.as_constant(program.outputs()[0]);
    value.expect("parameters are prepared, and nothing else is there")
}
