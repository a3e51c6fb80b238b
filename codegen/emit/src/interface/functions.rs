//! Which functions the emitted types have, in which forms, and what each of them does.
//!
//! An owner is the type that has a function: the robot, the robot with prepared parameters, or the robot at a position. A view of
//! an owner binds arguments, such as time or wrenches: see `views`.

use std::borrow::Cow;

use super::at_position::AtPosition;
use super::documentation::{
    Documentation, documentation_at_position, documentation_of_at, documentation_of_bundle,
};
use super::function_item::{
    CallArgument, DerivativeCalls, FunctionBody, FunctionCall, FunctionDocumentation, FunctionHead,
    FunctionItem, LinkCall, MatrixComputation, MatrixResult,
};
use super::links::{
    has_link_traits_under_wrenches, link_traits, link_traits_under_wrenches, link_variants,
};
use super::places::InPlaceEntries;
use super::robot::{BundleProgram, Owner, Robot, constant_value};
use super::views::{View, ViewOf, has_form_without_feedback};
use multibody_description::function::{Function, Target, in_rust};
use multibody_description::settings::{AT, Triangle};
use multibody_description::signature::Signature;
use multibody_description::signature::function_with_views;
use multibody_outputs::{Call, passes_zeros};
use multibody_program::ir::{InputKind, Program};

/// The functions of a type that programs compute, in the order of emission.
pub fn functions_of<'a>(robot: &Robot<'a>, owner: Owner) -> Vec<FunctionItem<'a>> {
    let at_position = AtPosition::of(robot);
    if owner == Owner::At {
        let Some(at_position) = at_position else {
            return Vec::new();
        };
        let programs = at_position.prepared.functions.into_iter().map(Cow::Owned);
        return (at_position.targets.into_iter().zip(programs))
            .flat_map(|(target, program)| target_items(robot, target, program, owner))
            .collect();
    }
    let functions = (robot.functions.iter()).flat_map(|function| {
        target_items(
            robot,
            function.target,
            Cow::Borrowed(&function.program),
            owner,
        )
    });
    let bundles = (robot.bundles.iter())
        .filter(|bundled| bundled.bundle.name != AT)
        .flat_map(|bundled| bundle_items(robot, bundled, owner));
    let position = at_position.map(|at_position| position_item(robot, at_position, owner));
    functions.chain(bundles).chain(position).collect()
}

/// The function of a target and, if its result is large, its in-place form.
fn target_items<'a>(
    robot: &Robot<'a>,
    target: Target,
    program: Cow<'a, Program>,
    owner: Owner,
) -> Vec<FunctionItem<'a>> {
    let function = target.function;
    let documentation = documentation(robot, target, &program, owner);
    let signature = robot.signature_of(owner, function);
    let triangle = robot.triangle(target);
    let head = FunctionHead {
        is_private: View::of(function) != View::Itself,
        ..FunctionHead::by_value(robot.function_name(target), signature, owner)
    };
    let simple_body = body_without_program(robot, owner);
    if function.is_in_place() {
        let in_place_body = simple_body
            .or_else(|| call_body(robot, target, owner, triangle))
            .unwrap_or_else(|| FunctionBody::Stores(InPlaceEntries::of(robot, target, program)));
        return items_in_both_forms(robot, documentation, head, triangle, in_place_body);
    }
    let is_constant = owner == Owner::Robot && head.signature.arguments.is_empty();
    let body = match simple_body {
        Some(body) => body,
        None if is_constant => FunctionBody::Constant(constant_value(&program).clone()),
        None => call_body(robot, target, owner, Triangle::Both)
            .unwrap_or(FunctionBody::Program(program)),
    };
    vec![FunctionItem {
        documentation,
        head,
        body,
    }]
}

/// The documentation of a function of a type, or of one that only a view calls.
fn documentation(
    robot: &Robot<'_>,
    target: Target,
    program: &Program,
    owner: Owner,
) -> FunctionDocumentation {
    let view = View::of(target.function);
    match (view.bindings().last(), owner) {
        (Some(bound), _) => {
            let (type_name, method) = (bound.type_name(robot), robot.method_name(target));
            FunctionDocumentation::Lines(vec![format!("What `{type_name}::{method}` computes.")])
        }
        (None, Owner::At) => {
            FunctionDocumentation::Lines(documentation_at_position(robot, robot.name, program))
        }
        (None, _) => full_documentation(robot, target, program, owner),
    }
}

/// The whole documentation of the function of a target.
fn full_documentation(
    robot: &Robot<'_>,
    target: Target,
    program: &Program,
    owner: Owner,
) -> FunctionDocumentation {
    let documentation = Documentation::of(robot, target, program, owner);
    FunctionDocumentation::Of(Box::new(documentation))
}

/// Both forms of a function with a large result. The one that returns the result calls the one that writes it in place.
fn items_in_both_forms<'a>(
    robot: &Robot<'_>,
    documentation: FunctionDocumentation,
    head: FunctionHead,
    triangle: Triangle,
    in_place_body: FunctionBody<'a>,
) -> Vec<FunctionItem<'a>> {
    let by_value_body = body_without_program(robot, head.owner);
    let in_place = FunctionItem {
        documentation: documentation_of_in_place_form(triangle),
        head: head.in_place(),
        body: in_place_body,
    };
    let by_value = FunctionItem {
        documentation,
        head,
        body: by_value_body.unwrap_or(FunctionBody::CallsInPlaceForm(triangle)),
    };
    vec![by_value, in_place]
}

/// The documentation of an in-place form, without names of links, which may have any length.
fn documentation_of_in_place_form(triangle: Triangle) -> FunctionDocumentation {
    let entries = match triangle {
        Triangle::Both => "every entry of it",
        Triangle::Lower => "its diagonal and what is below; the rest stays",
    };
    let line = format!("What the function without `_into` gives, into `out`: {entries}.");
    FunctionDocumentation::Lines(vec![line])
}

/// Both forms of a bundle.
fn bundle_items<'a>(
    robot: &Robot<'a>,
    bundled: &'a BundleProgram<'a>,
    owner: Owner,
) -> Vec<FunctionItem<'a>> {
    let signature = robot.signature_of_bundle(bundled.bundle);
    let in_place_body = body_without_program(robot, owner).unwrap_or_else(|| {
        FunctionBody::Stores(InPlaceEntries::all(&signature.result, &bundled.program))
    });
    let documentation = documentation_of_bundle(robot, bundled, owner);
    let documentation = FunctionDocumentation::Lines(documentation);
    let head = FunctionHead {
        names_number: true,
        ..FunctionHead::by_value(&bundled.bundle.name, signature, owner)
    };
    items_in_both_forms(robot, documentation, head, Triangle::Both, in_place_body)
}

/// The function that computes what the position determines.
fn position_item<'a>(robot: &Robot<'_>, at_position: AtPosition, owner: Owner) -> FunctionItem<'a> {
    let program = at_position.prepared.prepare;
    let documentation = documentation_of_at(robot, &program, owner);
    let signature = Signature::of_position(robot.system, program.outputs().len());
    let body = body_without_program(robot, owner);
    FunctionItem {
        documentation: FunctionDocumentation::Lines(documentation),
        head: FunctionHead::by_value(AT, signature, owner),
        body: body.unwrap_or(FunctionBody::Program(Cow::Owned(program))),
    }
}

/// The body of a function that needs no program of its own: it prepares parameters first, or is a stub. `None` if the function
/// needs its program.
fn body_without_program<'a>(robot: &Robot<'_>, owner: Owner) -> Option<FunctionBody<'a>> {
    match (
        robot.is_parametric() && owner == Owner::Robot,
        robot.is_derived,
    ) {
        (true, _) => Some(FunctionBody::Prepares),
        (false, false) => Some(FunctionBody::Never),
        (false, true) => None,
    }
}

/// The body of a function that calls other functions of the robot; `None` if it calls none. `triangle` is the half of a
/// matrix that it writes.
fn call_body<'a>(
    robot: &Robot<'_>,
    target: Target,
    owner: Owner,
    triangle: Triangle,
) -> Option<FunctionBody<'a>> {
    let caller = target.function;
    let call = |callee: Function| {
        let arguments = robot.signature(callee).arguments;
        let is_zero = |kind| passes_zeros(kind, caller, callee);
        FunctionCall::of_own_type(in_rust(callee.name()), &arguments, is_zero)
    };
    let body_from_matrix = |matrix: Function, result: MatrixResult| {
        FunctionBody::ComputesFromMatrix(MatrixComputation {
            result,
            matrix,
            call: call(matrix),
        })
    };
    let body_from_mass_matrix = |result| body_from_matrix(Function::MassMatrix, result);
    Some(match robot.call_for(target, owner)? {
        Call::AtZero(callee) => FunctionBody::Calls(call(callee)),
        Call::Solution(forces) => body_from_mass_matrix(MatrixResult::Accelerations(call(forces))),
        Call::Inverse => body_from_mass_matrix(MatrixResult::Inverse(triangle)),
        Call::Energy => body_from_mass_matrix(MatrixResult::Energy),
        Call::Product => body_from_matrix(Function::CoriolisMatrix, MatrixResult::Product),
        Call::Derivatives {
            accelerations,
            forces,
        } => {
            let mut forces = call(forces);
            for argument in &mut forces.arguments {
                if matches!(argument, CallArgument::Zero(_)) {
                    *argument = CallArgument::Accelerations;
                }
            }
            FunctionBody::ComputesDerivatives(DerivativeCalls {
                accelerations: call(accelerations),
                forces,
                inverse: call(Function::MassMatrixInverse),
            })
        }
    })
}

/// The methods of a view of a type, which call functions of the type.
pub fn methods<'a>(robot: &Robot<'a>, viewed: ViewOf) -> Vec<FunctionItem<'a>> {
    let ViewOf { owner, view } = viewed;
    if !view.exists_for(robot, owner) {
        return Vec::new();
    }
    if owner != Owner::At {
        let functions = robot.functions.iter();
        let view_functions =
            functions.filter(|function| View::of(function.target.function) == view);
        let methods = view_functions.flat_map(|function| {
            let documentation =
                full_documentation(robot, function.target, &function.program, owner);
            method_items(robot, function.target, viewed, documentation)
        });
        return methods.collect();
    }
    let Some(at_position) = AtPosition::of(robot) else {
        return Vec::new();
    };
    let programs = &at_position.prepared.functions;
    let functions = at_position.targets.iter().zip(programs);
    let view_functions = functions.filter(|(target, _)| View::of(target.function) == view);
    let last_binding = view.bindings().last();
    let type_name = last_binding.map_or(String::new(), |bound| bound.type_name(robot));
    let methods = view_functions.flat_map(|(&target, program)| {
        let documentation = documentation_at_position(robot, &type_name, program);
        method_items(
            robot,
            target,
            viewed,
            FunctionDocumentation::Lines(documentation),
        )
    });
    methods.collect()
}

/// The method that calls a function with what the view binds, and its in-place form if the function has one. If the function takes
/// feedback, there is also a method without feedback, which passes zeros.
fn method_items<'a>(
    robot: &Robot<'_>,
    target: Target,
    viewed: ViewOf,
    documentation: FunctionDocumentation,
) -> Vec<FunctionItem<'a>> {
    let callee = robot.signature_of(viewed.owner, target.function);
    let signature = callee.clone().without(&viewed.view.arguments());
    let name = robot.method_name(target);
    let depth = viewed.view.bindings().len();
    let call = FunctionCall::by_view(viewed, depth, robot.function_name(target), &callee);
    let method = |documentation, name: &str, signature, call| FunctionItem {
        documentation,
        head: FunctionHead::by_value(name, signature, Owner::Prepared),
        body: FunctionBody::Calls(call),
    };
    let mut methods = Vec::new();
    if has_form_without_feedback(target.function) {
        let is_feedback = |kind: InputKind| kind == InputKind::Feedback;
        let mut signature = signature.clone();
        signature.arguments.retain(|&kind| !is_feedback(kind));
        let arguments = call.arguments.iter().map(|&argument| match argument {
            CallArgument::Same(kind) if is_feedback(kind) => CallArgument::Zero(kind),
            other => other,
        });
        let call = FunctionCall {
            arguments: arguments.collect(),
            name: call.name.clone(),
            ..call
        };
        let plain_name = name.trim_end_matches("_with_feedback");
        let documentation = FunctionDocumentation::WithoutFeedback(name.clone());
        methods.push(method(documentation, plain_name, signature, call));
    }
    if target.function.is_in_place() {
        let head = FunctionHead::by_value(&name, signature.clone(), Owner::Prepared);
        methods.push(FunctionItem {
            documentation: documentation_of_in_place_form(Triangle::Both),
            head: head.in_place(),
            body: FunctionBody::Calls(call.clone()),
        });
    }
    methods.insert(0, method(documentation, &name, signature, call));
    methods
}

/// The functions of the traits over links, as functions of the type itself: to call these, no trait has to be imported.
pub fn functions_of_any_link<'a>(robot: &Robot<'_>, owner: Owner) -> Vec<FunctionItem<'a>> {
    let traits = link_traits(robot).into_iter();
    let items = traits.flat_map(|link_trait| {
        let functions = link_trait.functions.iter();
        functions.map(move |&function| link_item(robot, link_trait.name, function, owner))
    });
    items.collect()
}

/// The functions of the traits over links that wrenches change, as functions of the view of a type under external wrenches.
pub fn functions_of_any_link_under_wrenches<'a>(
    robot: &Robot<'_>,
    owner: Owner,
) -> Vec<FunctionItem<'a>> {
    if owner == Owner::At || !has_link_traits_under_wrenches(robot) {
        return Vec::new();
    }
    let traits = link_traits_under_wrenches(robot).into_iter();
    let functions = traits.flat_map(|link_trait| {
        let wrenches = [InputKind::Wrench];
        let functions = link_trait.functions.iter();
        let variants =
            functions.filter_map(move |&function| function_with_views(function, &wrenches));
        variants.map(|function| link_item(robot, link_trait.name, function, Owner::Prepared))
    });
    functions.collect()
}

/// A function of the trait `trait_name` that takes a link and calls the function of this link.
fn link_item<'a>(
    robot: &Robot<'_>,
    trait_name: &'static str,
    function: Function,
    owner: Owner,
) -> FunctionItem<'a> {
    let signature = robot
        .signature(function)
        .of_any_link()
        .without(&View::of(function).arguments());
    let arms = link_variants(robot).into_iter().map(|variant| LinkCall {
        name: robot.method_name(variant.target(function)),
        variant: variant.name,
    });
    let name = function.method(function.name());
    FunctionItem {
        documentation: FunctionDocumentation::OfTrait(trait_name, name.clone()),
        head: FunctionHead::by_value(name, signature, owner),
        body: FunctionBody::MatchesLink(arms.collect()),
    }
}

/// A function of a trait, for a type or view. It calls the function of the same name: that of the view if the view replaces the
/// function, else that of the type.
pub fn trait_fn<'a>(function: Function, signature: Signature, viewed: ViewOf) -> FunctionItem<'a> {
    let depth = match viewed.replacement(function) {
        None => viewed.view.bindings().len(),
        // A method of the view itself or, if that is at a time, of the view inside it.
        Some(_) => viewed.view.bindings().len() - viewed.view.without_time().len(),
    };
    let name = function.method(function.name());
    let call = FunctionCall::by_view(viewed, depth, name.clone(), &signature);
    let call = FunctionCall {
        // What takes no argument has the number type of the fields.
        converts_result: call.arguments.is_empty() && viewed.owner == Owner::Robot,
        ..call
    };
    let own_signature = signature.without(&viewed.view.arguments());
    FunctionItem {
        documentation: FunctionDocumentation::None,
        head: FunctionHead {
            is_private: true,
            ..FunctionHead::by_value(name, own_signature, Owner::Prepared)
        },
        body: FunctionBody::Calls(call),
    }
}
