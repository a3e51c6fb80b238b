//! Functions that only call others: those of traits and views, in-place forms, and dispatch by processor or by link.

use syn::{Expr, Pat, Stmt, StmtMacro};

use crate::clean::DISPATCHED;
use crate::functions::{Functions, Subject};
use crate::owner::{Base, Owner, bare, is_same, path, text_of};
use crate::report::Verdict;
use crate::role::{Computed, Role, type_of_result};
use crate::syntax::{Form, parts};
use crate::term::Step;
use multibody_description::function::{BODY, Function, IN_PLACE};
use multibody_description::signature::argument_name;
use multibody_program::ir::InputKind;

/// What follows an in-place form that computes one triangle.
const MIRROR: &str = "multibody::dense::mirror(&mut out);";

/// A call: the type of the receiver, the name of the function, and the arguments.
type Called<'a> = (Owner, &'a str, &'a [&'a Expr]);

impl Functions<'_> {
    /// The verdict on a function that only calls others. `None`: it does more.
    pub fn calls(&self, of: Subject<'_>) -> Option<Verdict> {
        if let Some(verdict) = self.of_in_place(of) {
            return Some(verdict);
        }
        let expression = match &of.function.block.stmts[..] {
            [Stmt::Macro(found)] => return self.dispatched(of, found),
            [Stmt::Expr(expression, None)] => expression,
            _ => return None,
        };
        let form = match (Form::of(expression).ok()?, &of.role.computed) {
            (Form::Match(value, arms), Computed::OfAnyLink(called)) => {
                let verdict = self.by_link(of, value, &arms, *called);
                return Some(verdict.unwrap_or_else(Verdict::Wrong));
            }
            // What takes no argument has the number type of the fields.
            (Form::Call(name, arguments), _) if name == "T::lit" && of.role.names().is_empty() => {
                Form::of(arguments.first()?).ok()?
            }
            (form, _) => form,
        };
        let (receiver, name, arguments) = match &form {
            Form::OwnCall(name, arguments) => (of.owner, name.as_str(), &arguments[..]),
            Form::Call(name, all) => {
                let (on, arguments) = all.split_first()?;
                (receiver(of.owner, on)?, name.strip_prefix('.')?, arguments)
            }
            _ => return None,
        };
        match self.call(of, (receiver, name, arguments), of.role) {
            Ok(called) => Some(Verdict::Calls(called)),
            // A body that consists of such a call is proved like any other.
            Err(_) if receiver == of.owner && !of.owner.is_view() => None,
            Err(why) => Some(Verdict::Wrong(why)),
        }
    }

    /// The title of the function that is called. The error says why the call does not compute what the role says.
    fn call(&self, of: Subject<'_>, called: Called<'_>, role: &Role) -> Result<String, String> {
        let (receiver, name, arguments) = called;
        let base = name.strip_suffix(if of.is_in_place { IN_PLACE } else { "" });
        let is_form = !of.is_in_place || self.has_form(receiver, name);
        let found = self.found.functions.get(&(receiver, name.to_owned()));
        let is_there = found.is_some_and(|called| !std::ptr::eq(*called, of.function));
        let callee = base.and_then(|base| self.roles.get(receiver, base));
        let callee = callee.filter(|_| is_there && is_form);
        let callee = callee.ok_or_else(|| format!("it calls `{name}`, which is not there"))?;
        let mut own = role.signature.arguments.iter();
        let takes_all = own.all(|kind| callee.signature.arguments.contains(kind));
        if callee.computed != role.computed || !takes_all {
            return Err(format!("it calls `{name}`, which computes something else"));
        }
        let link = callee.signature.takes_link.then_some("link");
        let others = callee.signature.arguments.iter();
        let others = others.map(|kind| passed(of.owner, role, *kind).unwrap_or_default());
        let out = of.is_in_place.then_some("out");
        let expected: Vec<&str> = link.into_iter().chain(others).chain(out).collect();
        let mut pairs = expected.iter().zip(arguments);
        if expected.len() == arguments.len() && pairs.all(|(text, of)| is_same(*of, text)) {
            Ok(receiver.titled(name))
        } else {
            Err(format!("it does not pass its arguments to `{name}`"))
        }
    }

    /// The verdict on a function that calls another for each link. The error says why it does not.
    fn by_link(
        &self,
        of: Subject<'_>,
        value: &Expr,
        arms: &[(&Pat, &Expr)],
        function: Function,
    ) -> Result<Verdict, String> {
        let links = &self.robot.links;
        if !is_same(value, "link") || arms.len() != links.len() {
            return Err("it does not distinguish the links".into());
        }
        let called = arms.iter().zip(links).map(|((pattern, value), variant)| {
            let name = format!("{}Link::{}", self.robot.settings.name, variant.name);
            let of_link = Role {
                computed: Computed::Target(variant.target(function)),
                ..of.role.clone()
            };
            match Form::of(value) {
                Ok(Form::OwnCall(method, arguments)) if is_same(*pattern, &name) => {
                    self.call(of, (of.owner, &method, &arguments), &of_link)
                }
                _ => Err(format!("its arm for `{name}` is another")),
            }
        });
        Ok(Verdict::CallsAll(called.collect::<Result<_, _>>()?))
    }

    /// The verdict on a function that is dispatched by processor. `None`: it is not.
    fn dispatched(&self, of: Subject<'_>, found: &StmtMacro) -> Option<Verdict> {
        let of_macro = parts!(found, StmtMacro: mac; semi_token; attrs)?;
        let (called, tokens) = parts!(of_macro, Macro: path tokens; ; bang_token delimiter)?;
        (path(called)? == DISPATCHED).then_some(())?;
        let name = format!("{}{BODY}", of.name());
        let own = of.owner.type_of(&self.robot.settings.name);
        let arguments = of.role.signature.arguments.iter().map(|kind| {
            let of = self.robot.argument_type(*kind, "T");
            format!("{}: {},", argument_name(*kind), of.replacen('&', "&'a ", 1))
        });
        let mut arguments: String = arguments.collect();
        let mut result = type_of_result(self.robot, of.role, "T");
        if of.is_in_place {
            arguments += &format!("out: &'a mut {result},");
            result = "()".into();
        }
        let is_generic = of.owner == Owner::ROBOT;
        let numbers = if is_generic { "T, A" } else { "A" };
        let head = format!("self: {own}, {name}<{numbers}>({arguments}) -> {result}");
        let expected = text_of(&format!("{head}, is_long: true,"))?;
        let tokens = bare(tokens).replace("is_long : false", "is_long : true");
        let is_it = self.has_form(of.owner, &name) && expected == tokens;
        let why = format!("it is not the call of `{name}` with its arguments");
        Some(Verdict::Calls(of.owner.titled(&name)).provided(is_it, &why))
    }

    /// Whether a type has a form of a function. A function of its own may have a name like that of a form.
    fn has_form(&self, owner: Owner, name: &str) -> bool {
        self.found.has(owner, name) && self.roles.get(owner, name).is_none()
    }

    /// The verdict on a function that only calls its in-place form. `None`: it does more.
    fn of_in_place(&self, of: Subject<'_>) -> Option<Verdict> {
        (of.function.block.stmts.len() <= 4).then_some(())?;
        let zeros = of.role.result(self.robot)?.filled("T::ZERO");
        let name = format!("{}{IN_PLACE}", of.name());
        let names = [of.role.names(), vec!["&mut out"]].concat();
        let mirror = if self.has_lower(of.role) { MIRROR } else { "" };
        let call = format!("self.{name}({}); {mirror}", names.join(", "));
        let text = format!("{{ let mut out = {zeros}; {call} out }}");
        let is_there = self.has_form(of.owner, &name);
        let is_it = !of.is_in_place && is_there && is_same(&of.function.block, &text);
        is_it.then(|| Verdict::Calls(of.owner.titled(&name)))
    }
}

/// What has to be passed for an argument of the function that is called.
fn passed(owner: Owner, role: &Role, kind: InputKind) -> Option<&'static str> {
    Some(match kind {
        _ if role.signature.arguments.contains(&kind) => argument_name(kind),
        InputKind::Time if owner.viewed() == Some(Owner::ROBOT) => "T::lit(self.t)",
        InputKind::Time => "self.t",
        InputKind::Wrench if owner.selecting => "self.robot.wrenches",
        InputKind::Wrench => "self.wrenches",
        InputKind::Selector => "self.selectors",
        InputKind::Feedback if role.without_feedback => "&[T::ZERO; 2]",
        _ => return None,
    })
}

/// The type of the receiver of a call. `None`: it is no receiver of a function that only calls another.
fn receiver(owner: Owner, expression: &Expr) -> Option<Owner> {
    let prepared = ["self.prepare::<T>()", "self.prepare::<f64>()"];
    if owner == Owner::ROBOT && prepared.iter().any(|text| is_same(expression, text)) {
        return Some(Owner::of(Base::Prepared));
    }
    match Form::of(expression).ok()? {
        Form::Name(name) if name == "self" => Some(owner),
        Form::Part(of, Step::Field(name)) if name == "robot" => receiver(owner, of)?.viewed(),
        _ => None,
    }
}
