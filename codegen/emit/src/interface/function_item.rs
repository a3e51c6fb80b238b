//! A function as it is emitted: its documentation, its head, and what its body does.

use std::borrow::Cow;

use super::documentation::Documentation;
use super::places::InPlaceEntries;
use super::robot::Owner;
use super::views::{View, ViewOf};
use multibody_description::function::{Function, IN_PLACE};
use multibody_description::settings::Triangle;
use multibody_description::signature::Signature;
use multibody_program::exact::Rational;
use multibody_program::ir::{InputKind, Program};

/// A function.
pub struct FunctionItem<'a> {
    /// What it computes.
    pub documentation: FunctionDocumentation,
    /// Everything before the body.
    pub head: FunctionHead,
    /// What it does.
    pub body: FunctionBody<'a>,
}

/// The documentation of a function.
pub enum FunctionDocumentation {
    /// The documentation of the function of a target.
    Of(Box<Documentation>),
    /// These lines.
    Lines(Vec<String>),
    /// A trait of the runtime, and the name of its function, which documents this one.
    OfTrait(&'static str, String),
    /// The function computes what the method of this name of the same type computes without feedback of constraint errors.
    WithoutFeedback(String),
    /// There is none: the trait has it.
    None,
}

/// How a function passes on its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultForm {
    /// It returns the result.
    ByValue,
    /// It writes the result into memory of the caller.
    InPlace,
}

/// A function up to its body.
#[derive(Clone, Debug)]
pub struct FunctionHead {
    /// The name.
    pub name: String,
    /// Arguments and result.
    pub signature: Signature,
    /// How it passes on its result.
    pub form: ResultForm,
    /// The type that has it. Views and implementations of traits count as [`Owner::Prepared`]: they have one number type, as
    /// the robot with prepared parameters does.
    pub owner: Owner,
    /// Whether callers of a function without arguments name its number type, which cannot be inferred. Otherwise the function has the
    /// number type of the robot's fields.
    pub names_number: bool,
    /// Whether it has no `pub`: it is for this type only, or a trait decides its visibility.
    pub is_private: bool,
}

impl FunctionHead {
    /// A function that returns its result.
    pub fn by_value(name: impl Into<String>, signature: Signature, owner: Owner) -> Self {
        Self {
            name: name.into(),
            signature,
            form: ResultForm::ByValue,
            owner,
            names_number: false,
            is_private: false,
        }
    }

    /// Its in-place form.
    pub fn in_place(&self) -> Self {
        Self {
            name: format!("{}{IN_PLACE}", self.name),
            form: ResultForm::InPlace,
            ..self.clone()
        }
    }

    /// Whether it has the number type of the robot's fields, since it has no arguments from which another could be inferred.
    pub fn has_number_of_fields(&self) -> bool {
        let has_no_number = self.signature.arguments.is_empty() && !self.names_number;
        has_no_number && self.owner == Owner::Robot && self.form == ResultForm::ByValue
    }
}

/// What the body of a function does.
pub enum FunctionBody<'a> {
    /// Nothing is derived: it never ends.
    Never,
    /// It prepares the parameters, and calls the function of the same name that the prepared robot has.
    Prepares,
    /// It returns a constant.
    Constant(Rational),
    /// It returns the outputs of a program.
    Program(Cow<'a, Program>),
    /// It writes the outputs of a program into the memory of the caller.
    Stores(InPlaceEntries<'a>),
    /// It returns what its in-place form writes; of a symmetric matrix that may be one triangle only.
    CallsInPlaceForm(Triangle),
    /// It calls another function.
    Calls(FunctionCall),
    /// It computes its result from a matrix.
    ComputesFromMatrix(MatrixComputation),
    /// It computes derivatives of accelerations from what other functions return.
    ComputesDerivatives(DerivativeCalls),
    /// It calls the function of the link that it takes.
    MatchesLink(Vec<LinkCall>),
}

/// A call of another function.
#[derive(Clone)]
pub struct FunctionCall {
    /// The number of fields `robot` that lead from the caller's type, through views, to the type that has the function.
    pub depth: usize,
    /// The name of the function.
    pub name: String,
    /// Its arguments.
    pub arguments: Vec<CallArgument>,
    /// Whether the result is converted from the number type of the robot's fields.
    pub converts_result: bool,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallArgument {
    /// The link that the caller takes.
    Link,
    /// The same argument of the caller.
    Same(InputKind),
    /// What a view binds: with 0 the caller's own view, otherwise the view that this many fields `robot` lead to.
    Bound(InputKind, usize),
    /// What the caller's view binds, converted from the number type of the robot's fields.
    BoundInFields(InputKind),
    /// Zeros.
    Zero(InputKind),
    /// The accelerations that the caller has computed.
    Accelerations,
}

impl FunctionCall {
    /// The call of another function of the same type. It passes on the caller's own arguments, and zeros in place
    /// of those of which `is_zero` is true.
    pub fn of_own_type(
        name: impl Into<String>,
        arguments: &[InputKind],
        is_zero: impl Fn(InputKind) -> bool,
    ) -> Self {
        let passed_arguments = arguments.iter().map(|&kind| {
            if is_zero(kind) { CallArgument::Zero(kind) } else { CallArgument::Same(kind) }
        });
        Self {
            depth: 0,
            name: name.into(),
            arguments: passed_arguments.collect(),
            converts_result: false,
        }
    }

    /// The call by a view: `depth` fields `robot` lead to the type that has the function. The view passes what it binds.
    pub fn by_view(viewed: ViewOf, depth: usize, name: String, signature: &Signature) -> Self {
        let argument = |kind| match viewed.view.depth_of(kind) {
            None => CallArgument::Same(kind),
            // The time that is bound to the robot itself has the number type of its fields.
            Some(_) if viewed.owner == Owner::Robot && viewed.view == View::AtTime => {
                CallArgument::BoundInFields(kind)
            }
            Some(binding_depth) => CallArgument::Bound(kind, binding_depth),
        };
        let link = signature.takes_link.then_some(CallArgument::Link);
        let arguments = signature.arguments.iter().map(|&kind| argument(kind));
        Self {
            depth,
            name,
            arguments: link.into_iter().chain(arguments).collect(),
            converts_result: false,
        }
    }
}

/// The computation of a function's result from a matrix.
pub struct MatrixComputation {
    /// What it computes.
    pub result: MatrixResult,
    /// The function that gives the matrix.
    pub matrix: Function,
    /// The call of its in-place form, without the argument for the memory.
    pub call: FunctionCall,
}

/// What a function computes from a matrix.
pub enum MatrixResult {
    /// `M^-1 (tau - f)`, the accelerations under tau less the forces f that this call returns.
    Accelerations(FunctionCall),
    /// The inverse, or the lower triangle of it.
    Inverse(Triangle),
    /// The kinetic energy `qd^T M qd / 2`.
    Energy,
    /// The product with the rates.
    Product,
}

/// The calls by which derivatives of accelerations are computed.
pub struct DerivativeCalls {
    /// The call for the accelerations.
    pub accelerations: FunctionCall,
    /// The call for derivatives of forces at these accelerations.
    pub forces: FunctionCall,
    /// The call for the inverse of the mass matrix.
    pub inverse: FunctionCall,
}

/// The call of the function of a link.
pub struct LinkCall {
    /// The variant of the enum of links.
    pub variant: String,
    /// The name of the function.
    pub name: String,
}
