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
use multibody_description::requested::argument_name;
use multibody_program::ir::InputKind;

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
                return Some(self.by_link(of, value, &arms, *called));
            }
            // What takes no argument has the number type of the fields.
            (Form::Call(name, arguments), _) if name == "T::lit" && of.role.names().is_empty() => {
                Form::of(arguments.first()?).ok()?
            }
            (form, _) => form,
        };
        let Form::Method(on, name, arguments) = form else {
            return None;
        };
        let receiver = receiver(of.owner, on)?;
        match self.call(of, receiver, (name, arguments), of.role) {
            Ok(called) => Some(Verdict::Calls(called)),
            // A body that consists of such a call is proved like any other.
            Err(_) if receiver == of.owner && !of.owner.is_view() => None,
            Err(why) => Some(Verdict::Wrong(why)),
        }
    }

    /// The title of the function that is called. The error says why the call does not compute what the role says.
    fn call(
        &self,
        of: Subject<'_>,
        receiver: Owner,
        (name, arguments): (String, Vec<&Expr>),
        role: &Role,
    ) -> Result<String, String> {
        let base = match of.is_in_place {
            true => name.strip_suffix(IN_PLACE),
            false => Some(name.as_str()),
        };
        let found = self.found.functions.get(&(receiver, name.clone()));
        let is_there = found.is_some_and(|called| !std::ptr::eq(*called, of.function));
        let callee = base.and_then(|base| self.roles.get(receiver, base));
        let callee = callee.filter(|_| is_there);
        let callee = callee.ok_or_else(|| format!("it calls `{name}`, which is not there"))?;
        let mut own = role.arguments.iter();
        let takes_all = own.all(|kind| callee.arguments.contains(kind));
        if callee.computed != role.computed || !takes_all {
            return Err(format!("it calls `{name}`, which computes something else"));
        }
        let link = callee.takes_link().then_some("link");
        let others = callee.arguments.iter();
        let others = others.map(|kind| passed(of.owner, role, *kind).unwrap_or_default());
        let out = of.is_in_place.then_some("out");
        let expected: Vec<&str> = link.into_iter().chain(others).chain(out).collect();
        let mut pairs = expected.iter().zip(&arguments);
        match expected.len() == arguments.len() && pairs.all(|(text, of)| is_same(of, text)) {
            true => Ok(receiver.titled(&name)),
            false => Err(format!("it does not pass its arguments to `{name}`")),
        }
    }

    /// The verdict on a function that calls another for each link.
    fn by_link(
        &self,
        of: Subject<'_>,
        value: &Expr,
        arms: &[(&Pat, &Expr)],
        function: Function,
    ) -> Verdict {
        let links = &self.robot.links;
        let mut called = Vec::new();
        let is_on_link = is_same(value, "link") && arms.len() == links.len();
        for ((pattern, value), variant) in arms.iter().zip(links) {
            let of_link = Role {
                computed: Computed::Target(variant.target(function)),
                ..of.role.clone()
            };
            let name = format!("{}Link::{}", self.robot.settings.name, variant.name);
            let title = match Form::of(value) {
                Ok(Form::Method(on, method, arguments))
                    if is_same(pattern, &name) && is_same(on, "self") =>
                {
                    self.call(of, of.owner, (method, arguments), &of_link)
                }
                _ => Err(format!("its arm for `{name}` is another")),
            };
            match title {
                Ok(title) => called.push(title),
                Err(why) => return Verdict::Wrong(why),
            }
        }
        match is_on_link {
            true => Verdict::CallsAll(called),
            false => Verdict::Wrong("it does not distinguish the links".into()),
        }
    }

    /// The verdict on a function that is dispatched by processor. `None`: it is not.
    fn dispatched(&self, of: Subject<'_>, found: &StmtMacro) -> Option<Verdict> {
        let of_macro = parts!(found, StmtMacro: mac; semi_token; attrs)?;
        let (called, tokens) = parts!(of_macro, Macro: path tokens; ; bang_token delimiter)?;
        (path(called)? == DISPATCHED).then_some(())?;
        let name = format!("{}{BODY}", of.name());
        let own = of.owner.type_of(&self.robot.settings.name);
        let arguments = of.role.arguments.iter().map(|kind| {
            let of = self.robot.argument_type(*kind, "T");
            format!("{}: {},", argument_name(*kind), of.replacen('&', "&'a ", 1))
        });
        let mut arguments: String = arguments.collect();
        let mut result = type_of_result(self.robot, of.role, "T");
        if of.is_in_place {
            arguments += &format!("out: &'a mut {result},");
            result = "()".into();
        }
        let numbers = match of.owner {
            Owner::ROBOT => "T, A",
            _ => "A",
        };
        let head = format!("self: {own}, {name}<{numbers}>({arguments}) -> {result}");
        let expected = text_of(&format!("{head}, is_long: true,"))?;
        let tokens = bare(tokens).replace("is_long : false", "is_long : true");
        Some(
            match self.found.has(of.owner, &name) && expected == tokens {
                true => Verdict::Calls(of.owner.titled(&name)),
                false => {
                    Verdict::Wrong(format!("it is not the call of `{name}` with its arguments"))
                }
            },
        )
    }

    /// The verdict on a function that only calls its in-place form. `None`: it does more.
    fn of_in_place(&self, of: Subject<'_>) -> Option<Verdict> {
        (of.function.block.stmts.len() <= 4).then_some(())?;
        let zeros = of.role.result(self.robot)?.filled("T::ZERO");
        let name = format!("{}{IN_PLACE}", of.name());
        let mut names = of.role.names();
        names.push("&mut out");
        let mirror = match self.has_lower(of.role) {
            true => "multibody::dense::mirror(&mut out);",
            false => "",
        };
        let call = format!("self.{name}({})", names.join(", "));
        let text = format!("{{ let mut out = {zeros}; {call}; {mirror} out }}");
        let is_there = self.found.has(of.owner, &name);
        let is_it = !of.is_in_place && is_there && is_same(&of.function.block, &text);
        is_it.then(|| Verdict::Calls(of.owner.titled(&name)))
    }
}

/// What has to be passed for an argument of the function that is called.
fn passed(owner: Owner, role: &Role, kind: InputKind) -> Option<&'static str> {
    Some(match kind {
        _ if role.arguments.contains(&kind) => argument_name(kind),
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
