//! Functions that only call others: those of traits and views, in-place forms, and those that dispatch by processor or by link.

use syn::{Expr, Pat, Stmt, StmtMacro};

use crate::clean_item::DISPATCHED;
use crate::functions::{Functions, Subject};
use crate::owner::{BaseType, Owner, is_same, path, token_text, tokens_of};
use crate::report::Verdict;
use crate::role::{Computed, Role, type_of_result};
use crate::syntax::{Form, parts};
use crate::term::Step;
use multibody_description::function::{BODY, Function, IN_PLACE};
use multibody_description::signature::argument_name;
use multibody_program::ir::InputKind;

/// The statement after the call of an in-place form that computes one triangle.
const MIRROR: &str = "multibody::dense::mirror(&mut out);";

/// A call: the type of the receiver, the name of the function, and the arguments.
type Call<'a> = (Owner, &'a str, &'a [&'a Expr]);

impl Functions<'_> {
    /// The verdict on a function that only calls others. `None`: it does more.
    pub fn call_verdict(&self, subject @ Subject { owner, .. }: Subject<'_>) -> Option<Verdict> {
        if let Some(verdict) = self.in_place_verdict(subject) {
            return Some(verdict);
        }
        let expression = match &subject.function.block.stmts[..] {
            [Stmt::Macro(macro_call)] => return self.dispatch_verdict(subject, macro_call),
            [Stmt::Expr(expression, None)] => expression,
            _ => return None,
        };
        let form = match (Form::of(expression).ok()?, &subject.role.computed) {
            (Form::Match(value, arms), Computed::OfAnyLink(function)) => {
                let verdict = self.link_verdict(subject, value, &arms, *function);
                return Some(verdict.unwrap_or_else(Verdict::Wrong));
            }
            // A function of the robot without arguments, such as the mass, returns `f64`; a caller in T converts the result.
            (Form::Call(name, list), _) if name == "T::lit" && subject.role.names().is_empty() => {
                Form::of(list.first()?).ok()?
            }
            (form, _) => form,
        };
        let (receiver, name, arguments) = match &form {
            Form::OwnCall(name, arguments) => (owner, name.as_str(), &arguments[..]),
            Form::Call(name, list) => {
                let (place, arguments) = list.split_first()?;
                (receiver(owner, place)?, name.strip_prefix('.')?, arguments)
            }
            _ => return None,
        };
        match self.call(subject, (receiver, name, arguments), subject.role) {
            Ok(title) => Some(Verdict::Calls(title)),
            // A call of another function of the same type may still be right: its body is read and proved like any other.
            Err(_) if receiver == owner && !owner.is_view() => None,
            Err(reason) => Some(Verdict::Wrong(reason)),
        }
    }

    /// Checks that a call computes what a role says, and returns the title of the called function. The error says why it does not.
    fn call(&self, subject: Subject<'_>, call: Call<'_>, role: &Role) -> Result<String, String> {
        let (receiver, name, arguments) = call;
        let plain_name = name.strip_suffix(if subject.is_in_place { IN_PLACE } else { "" });
        let is_companion = !subject.is_in_place || self.has_companion(receiver, name);
        let entry = self.items.functions.get(&(receiver, name.to_owned()));
        // A function that only calls itself computes nothing.
        let is_other = entry.is_some_and(|callee| !std::ptr::eq(*callee, subject.function));
        let candidate = plain_name.and_then(|name| self.roles.get(receiver, name));
        let callee_role = candidate.filter(|_| is_other && is_companion);
        let callee = callee_role.ok_or_else(|| format!("it calls `{name}`, which is not there"))?;
        let mut inputs = role.signature.arguments.iter();
        let takes_all = inputs.all(|kind| callee.signature.arguments.contains(kind));
        if callee.computed != role.computed || !takes_all {
            return Err(format!("it calls `{name}`, which computes something else"));
        }
        let link = callee.signature.takes_link.then_some("link");
        let kinds = callee.signature.arguments.iter();
        let others = kinds.map(|kind| argument(subject.owner, role, *kind).unwrap_or_default());
        let out = subject.is_in_place.then_some("out");
        let expected: Vec<&str> = link.into_iter().chain(others).chain(out).collect();
        let mut pairs = expected.iter().zip(arguments);
        if expected.len() == arguments.len() && pairs.all(|(text, value)| is_same(*value, text)) {
            Ok(receiver.title_of(name))
        } else {
            Err(format!("it does not pass its arguments to `{name}`"))
        }
    }

    /// The verdict on a function that matches on the link, and calls the function of each. The error says what is wrong.
    fn link_verdict(
        &self,
        subject: Subject<'_>,
        value: &Expr,
        arms: &[(&Pat, &Expr)],
        function: Function,
    ) -> Result<Verdict, String> {
        let links = &self.robot.links;
        if !is_same(value, "link") || arms.len() != links.len() {
            return Err("it does not distinguish the links".into());
        }
        let titles = arms.iter().zip(links).map(|((pattern, value), variant)| {
            let name = format!("{}Link::{}", self.robot.settings.name, variant.name);
            let link_role = Role {
                computed: Computed::Target(variant.target(function)),
                ..subject.role.clone()
            };
            match Form::of(value) {
                Ok(Form::OwnCall(method, arguments)) if is_same(*pattern, &name) => {
                    self.call(subject, (subject.owner, &method, &arguments), &link_role)
                }
                _ => Err(format!("its arm for `{name}` is another")),
            }
        });
        Ok(Verdict::CallsAll(titles.collect::<Result<_, _>>()?))
    }

    /// The verdict on a function that is dispatched by processor. `None`: the macro is another one.
    fn dispatch_verdict(&self, subject: Subject<'_>, macro_call: &StmtMacro) -> Option<Verdict> {
        let call = parts!(macro_call, StmtMacro: mac; no semi_token; any attrs)?;
        let (name, tokens) = parts!(call, Macro: path tokens; any bang_token delimiter)?;
        (path(name)? == DISPATCHED).then_some(())?;
        let name = format!("{}{BODY}", subject.name());
        let self_type = subject.owner.type_of(&self.robot.settings.name);
        let arguments = subject.role.signature.arguments.iter().map(|kind| {
            let argument_type = (self.robot.argument_type(*kind, "T")).replacen('&', "&'a ", 1);
            format!("{}: {argument_type},", argument_name(*kind))
        });
        let mut arguments: String = arguments.collect();
        let mut result = type_of_result(self.robot, subject.role, "T");
        if subject.is_in_place {
            arguments += &format!("out: &'a mut {result},");
            result = "()".into();
        }
        let is_generic = subject.owner == Owner::ROBOT;
        // A is the arithmetic of the processor, and T the number type. Types other than the robot have T as their own parameter.
        let numbers = if is_generic { "T, A" } else { "A" };
        let head = format!("self: {self_type}, {name}<{numbers}>({arguments}) -> {result}");
        let expected = tokens_of(&format!("{head}, is_long: true,"))?;
        // `is_long` only decides which processors have a body of their own: either value is right.
        let tokens = token_text(tokens).replace("is_long : false", "is_long : true");
        let is_expected = self.has_companion(subject.owner, &name) && expected == tokens;
        let reason = format!("it is not the call of `{name}` with its arguments");
        Some(Verdict::Calls(subject.owner.title_of(&name)).or_wrong_unless(is_expected, &reason))
    }

    /// Whether a type has a function of this name that is the in-place form of another, or the body of a dispatched one. A
    /// function with a role of its own is neither, even if its name ends like theirs.
    fn has_companion(&self, owner: Owner, name: &str) -> bool {
        self.items.has(owner, name) && self.roles.get(owner, name).is_none()
    }

    /// The verdict on a function that only calls its in-place form. `None`: it does more.
    fn in_place_verdict(&self, subject: Subject<'_>) -> Option<Verdict> {
        (subject.function.block.stmts.len() <= 4).then_some(())?;
        let zeros = subject.role.result(self.robot)?.fill("T::ZERO");
        let name = format!("{}{IN_PLACE}", subject.name());
        let names = [subject.role.names(), vec!["&mut out"]].concat();
        let mirror = if self.writes_lower(subject.role) { MIRROR } else { "" };
        let call = format!("self.{name}({}); {mirror}", names.join(", "));
        let text = format!("{{ let mut out = {zeros}; {call} out }}");
        let has_callee = !subject.is_in_place && self.has_companion(subject.owner, &name);
        let is_its_call = has_callee && is_same(&subject.function.block, &text);
        is_its_call.then(|| Verdict::Calls(subject.owner.title_of(&name)))
    }
}

/// The expression that a function of this owner and role has to pass for an argument of the function that it calls.
fn argument(owner: Owner, role: &Role, kind: InputKind) -> Option<&'static str> {
    Some(match kind {
        _ if role.signature.arguments.contains(&kind) => argument_name(kind),
        InputKind::Time if owner.viewed() == Some(Owner::ROBOT) => "T::lit(self.t)",
        InputKind::Time => "self.t",
        InputKind::Wrench if owner.has_selectors => "self.robot.wrenches",
        InputKind::Wrench => "self.wrenches",
        InputKind::Selector => "self.selectors",
        InputKind::Feedback if role.is_feedback_zero => "&[T::ZERO; 2]",
        _ => return None,
    })
}

/// The type of the receiver of a call. `None`: no emitted call has such a receiver.
fn receiver(owner: Owner, expression: &Expr) -> Option<Owner> {
    let prepared = ["self.prepare::<T>()", "self.prepare::<f64>()"];
    if owner == Owner::ROBOT && prepared.iter().any(|text| is_same(expression, text)) {
        return Some(Owner::of(BaseType::Prepared));
    }
    match Form::of(expression).ok()? {
        Form::Name(name) if name == "self" => Some(owner),
        Form::Part(base, Step::Field(name)) if name == "robot" => receiver(owner, base)?.viewed(),
        _ => None,
    }
}
