//! Functions that only call others: those of traits and views, in-place forms, and dispatch by processor or by link.

use proc_macro2::TokenStream;
use syn::{Expr, ExprMatch, ExprMethodCall, Macro, Member, Pat, Stmt};

use crate::functions::{Functions, Subject};
use crate::owner::{Base, Owner, bare, is_same, path};
use crate::report::Verdict;
use crate::role::{Computed, Role, type_of_result};
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
            [Stmt::Macro(found)] => {
                return self.dispatched(of, &found.mac);
            }
            [Stmt::Expr(expression, None)] => expression,
            _ => return None,
        };
        let call = match (expression, &of.role.computed) {
            (Expr::Match(found), Computed::OfAnyLink(called)) => {
                return Some(self.by_link(of, found, *called));
            }
            (Expr::MethodCall(call), _) => call,
            // What takes no argument has the number type of the fields.
            (Expr::Call(lit), _) if of.role.names().is_empty() => {
                match (is_same(&*lit.func, "T::lit"), lit.args.first()?) {
                    (true, Expr::MethodCall(call)) => call,
                    _ => return None,
                }
            }
            _ => return None,
        };
        let receiver = receiver(of.owner, &call.receiver)?;
        match self.call(of, receiver, call, of.role) {
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
        call: &ExprMethodCall,
        role: &Role,
    ) -> Result<String, String> {
        let name = call.method.to_string();
        let base = match of.is_in_place {
            true => name.strip_suffix(IN_PLACE),
            false => Some(name.as_str()),
        };
        let found = self.found.functions.get(&(receiver, name.clone()));
        let is_there = found.is_some_and(|called| !std::ptr::eq(*called, of.function));
        let callee = base.and_then(|base| self.roles.get(receiver, base));
        let is_plain = is_there && call.turbofish.is_none();
        let callee = callee.filter(|_| is_plain);
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
        let mut pairs = expected.iter().zip(&call.args);
        match expected.len() == call.args.len() && pairs.all(|(text, of)| is_same(of, text)) {
            true => Ok(receiver.titled(&name)),
            false => Err(format!("it does not pass its arguments to `{name}`")),
        }
    }

    /// The verdict on a function that calls another for each link.
    fn by_link(&self, of: Subject<'_>, found: &ExprMatch, function: Function) -> Verdict {
        let links = &self.robot.links;
        let mut called = Vec::new();
        let is_on_link = is_same(&*found.expr, "link") && found.arms.len() == links.len();
        for (arm, variant) in found.arms.iter().zip(links) {
            let of_link = Role {
                computed: Computed::Target(variant.target(function)),
                ..of.role.clone()
            };
            let name = format!("{}Link::{}", self.robot.settings.name, variant.name);
            let is_plain = arm.guard.is_none();
            let title = match (&arm.pat, &*arm.body) {
                (Pat::Path(pattern), Expr::MethodCall(call))
                    if is_plain && is_same(pattern, &name) && is_same(&*call.receiver, "self") =>
                {
                    self.call(of, of.owner, call, &of_link)
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
    fn dispatched(&self, of: Subject<'_>, found: &Macro) -> Option<Verdict> {
        if path(&found.path).as_deref() != Some("multibody::dispatched") {
            return None;
        }
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
        let text = format!("{head}, is_long: true,");
        let expected = syn::parse_str::<TokenStream>(&text).ok()?;
        let tokens = bare(&found.tokens).replace("is_long : false", "is_long : true");
        Some(
            match self.found.has(of.owner, &name) && bare(&expected) == tokens {
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
    match expression {
        Expr::Path(of) if of.path.is_ident("self") => Some(owner),
        Expr::Field(of) if matches!(&of.member, Member::Named(name) if name == "robot") => {
            receiver(owner, &of.base)?.viewed()
        }
        Expr::MethodCall(_) if owner == Owner::ROBOT => {
            let texts = ["self.prepare::<T>()", "self.prepare::<f64>()"];
            let is_prepared = texts.iter().any(|text| is_same(expression, text));
            is_prepared.then_some(Owner::of(Base::Prepared))
        }
        _ => None,
    }
}
