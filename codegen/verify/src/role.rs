//! The role of each function of a file: what it has to compute, by its name and its type.

use std::collections::BTreeMap;

use crate::owner::{BaseType, Owner};
use crate::robot::Robot;
use crate::shape::Shape;
use multibody_description::function::{Function, Target};
use multibody_description::settings::AT;
use multibody_description::signature::{
    Returned, Signature, argument_name, function_with_views, view_arguments,
};
use multibody_program::ir::InputKind;

/// What a function computes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Computed {
    /// A function of the robot, or of one of its links.
    Target(Target),
    /// A function of the link that is its first argument.
    OfAnyLink(Function),
    /// The bundle with this index.
    Bundle(usize),
    /// A value of this type: the function makes it.
    Maker(BaseType),
}

/// The role of a function: what it has to compute, and from which arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Role {
    pub computed: Computed,
    /// The arguments of the function, without those that a view binds, and its result.
    pub signature: Signature,
    /// Whether the function has no argument for feedback, and computes with 0 in its place.
    pub is_feedback_zero: bool,
}

/// The roles of all functions that a robot can have, by their types and names. `None`: functions with different roles would have
/// this name.
#[derive(Default)]
pub struct Roles(BTreeMap<(Owner, String), Option<Role>>);

impl Roles {
    /// The roles of a robot's functions.
    pub fn of(robot: &Robot) -> Self {
        const BODY_BASES: [BaseType; 3] = [BaseType::Robot, BaseType::Prepared, BaseType::At];
        // The robot at a position has neither bundles nor functions that take a link as an argument.
        let (bases, wrenches) = (&BODY_BASES[..2], robot.wrench_links.len());
        let mut roles = Self::default();
        for (name, target) in robot.targets() {
            let function = target.function;
            let content = (Computed::Target(target), robot.signature(function));
            roles.add(&BODY_BASES, &[], &name, content.clone());
            let method = function.method(&robot.shown_name(target));
            let bound = view_arguments(function);
            if !bound.is_empty() {
                roles.add(&BODY_BASES, &bound, &method, content);
            }
        }
        for function in Function::ALL.into_iter().filter(|f| f.is_of_link()) {
            let name = function.method(function.name());
            let signature = robot.signature(function).of_any_link();
            let content = (Computed::OfAnyLink(function), signature);
            roles.add(bases, &view_arguments(function), &name, content);
        }
        let bundles = robot.bundles.iter().enumerate();
        for (k, bundle) in bundles.filter(|(_, bundle)| bundle.name != AT) {
            let signature = Signature::of_bundle(&robot.system, wrenches, bundle);
            roles.add(bases, &[], &bundle.name, (Computed::Bundle(k), signature));
        }
        let position = Signature::of_position(&robot.system, 0);
        let prepare = Signature {
            result: Returned::Prepared(0),
            ..position.clone().at_position()
        };
        roles.add(bases, &[], AT, (Computed::Maker(BaseType::At), position));
        let prepared = (Computed::Maker(BaseType::Prepared), prepare);
        roles.add(&[BaseType::Parameters], &[], "prepare", prepared);
        roles
    }

    /// Adds the roles of a function for these types or, if arguments are bound, for the views of these types that bind them. A
    /// function of a view whose name ends in `_with_feedback` also has a form without feedback.
    fn add(
        &mut self,
        bases: &[BaseType],
        bound: &[InputKind],
        name: &str,
        (computed, signature): (Computed, Signature),
    ) {
        for &base in bases {
            let owner = Owner {
                has_wrenches: bound.contains(&InputKind::Wrench),
                has_selectors: bound.contains(&InputKind::Selector),
                ..Owner::of(base)
            };
            let signature = signature.clone().without(bound);
            let mut role = Role {
                computed: computed.clone(),
                signature: match base {
                    BaseType::At => signature.at_position(),
                    _ => signature,
                },
                is_feedback_zero: false,
            };
            self.insert(owner, name, role.clone());
            if let (true, Some(name)) = (owner.is_view(), name.strip_suffix("_with_feedback")) {
                role.signature = role.signature.without(&[InputKind::Feedback]);
                role.is_feedback_zero = true;
                self.insert(owner, name, role);
            }
        }
    }

    /// Adds the role of a name. A name that already has another role loses it.
    fn insert(&mut self, owner: Owner, name: &str, role: Role) {
        let entry = self.0.entry((owner, name.to_owned()));
        let slot = entry.or_insert_with(|| Some(role.clone()));
        *slot = slot.take().filter(|known_role| *known_role == role);
    }

    /// The role of an inherent function.
    pub fn get(&self, owner: Owner, name: &str) -> Option<&Role> {
        self.0.get(&(owner, name.to_owned()))?.as_ref()
    }
}

impl Role {
    /// The role of a trait's function. `None`: the trait has no such function.
    pub fn of_trait(robot: &Robot, owner: Owner, trait_name: &str, name: &str) -> Option<Self> {
        const LINK_TRAITS: [&str; 3] = ["Links", "LinkMotions", "LinkForces"];
        let is_of_links = LINK_TRAITS.contains(&trait_name);
        let is_declared = |function: &Function| match trait_name {
            "Acceleration" => *function == Function::ForwardDynamics && name == "acceleration",
            _ if function.method(function.name()) != name => false,
            _ if is_of_links => function.is_of_link() && view_arguments(*function).is_empty(),
            _ => function.row().trait_name == Some(trait_name),
        };
        let declared = Function::ALL.into_iter().find(is_declared)?;
        let changed = function_with_views(declared, &owner.bindings());
        // A view with selectors has only functions whose results depend on the selectors.
        let function = changed.or((!owner.has_selectors).then_some(declared))?;
        let takes = |function: Function, kind| function.row().arguments.contains(&kind);
        let time = owner.has_time.then_some(InputKind::Time);
        let signature = robot.signature(declared).without(time.as_slice());
        let link = None;
        Some(Self {
            computed: if is_of_links {
                Computed::OfAnyLink(function)
            } else {
                Computed::Target(Target { function, link })
            },
            signature: Signature {
                takes_link: is_of_links,
                ..signature
            },
            is_feedback_zero: takes(function, InputKind::Feedback)
                && !takes(declared, InputKind::Feedback),
        })
    }

    /// The shape of the function's result. `None`: the result is a prepared form.
    pub fn result(&self, robot: &Robot) -> Option<Shape> {
        match self.computed {
            Computed::Maker(_) => None,
            _ => Some(Shape::of(robot, &self.signature.result)),
        }
    }

    /// The names of the function's arguments, in the order of a call.
    pub fn names(&self) -> Vec<&'static str> {
        let link = self.signature.takes_link.then_some("link");
        let others = (self.signature.arguments.iter()).map(|kind| argument_name(*kind));
        link.into_iter().chain(others).collect()
    }
}

/// The type of a result.
pub fn type_of_result(robot: &Robot, role: &Role, number: &str) -> String {
    match (role.result(robot), &role.computed) {
        (Some(shape), _) => shape.rust(number),
        (None, Computed::Maker(base)) => Owner::of(*base).type_of(&robot.settings.name),
        (None, _) => String::new(),
    }
}

/// Where a function is, which decides on the form of its head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Site {
    /// The function of a type.
    Inherent(Owner),
    /// The body of a function that is dispatched by processor.
    Dispatched(Owner),
    /// The function of a trait.
    OfTrait,
}

/// The head that a function has to have.
pub fn head(robot: &Robot, role: &Role, name: &str, site: Site, is_in_place: bool) -> String {
    let is_constant = role.names().is_empty() && matches!(role.computed, Computed::Target(_));
    let arithmetic = "A: multibody::dispatch::Arithmetic<T>";
    let (number, generics, condition) = match site {
        Site::Inherent(Owner::ROBOT) if is_constant && !is_in_place => ("f64", "", String::new()),
        Site::Inherent(Owner::ROBOT) => ("T", "<T: multibody::Real>", String::new()),
        Site::Dispatched(Owner::ROBOT) => {
            let condition = format!(" where T: multibody::Real, {arithmetic}");
            ("T", "<T, A>", condition)
        }
        Site::Dispatched(_) => ("T", "<A>", format!(" where {arithmetic}")),
        Site::Inherent(_) | Site::OfTrait => ("T", "", String::new()),
    };
    let result = type_of_result(robot, role, number);
    let link_text = format!(", link: {}Link", robot.settings.name);
    let link = role.signature.takes_link.then_some(link_text);
    let arguments = role.signature.arguments.iter().map(|kind| {
        let argument_type = robot.argument_type(*kind, number);
        format!(", {}: {argument_type}", argument_name(*kind))
    });
    // The function of the trait `Acceleration` takes time even if nothing of the robot depends on it.
    let takes_time = site == Site::OfTrait && name == "acceleration" && !role.signature.takes_link;
    let is_unused = takes_time && !role.signature.arguments.contains(&InputKind::Time);
    let time = is_unused.then(|| ", _: T".to_owned());
    let arguments: String = link.into_iter().chain(time).chain(arguments).collect();
    if is_in_place {
        format!("fn {name}{generics}(&self{arguments}, out: &mut {result}){condition}")
    } else {
        format!("fn {name}{generics}(&self{arguments}) -> {result}{condition}")
    }
}
