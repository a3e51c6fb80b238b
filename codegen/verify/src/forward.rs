//! Functions that only call others: those of traits and views, in-place forms, and dispatch by processor or by link.

use syn::{Expr, ExprMatch, ExprMethodCall, ImplItemFn, Member, Pat, Stmt};

use crate::body::path;
use crate::functions::Functions;
use crate::owner::{Base, Owner, is_same};
use crate::report::Verdict;
use crate::role::{Computed, Role, type_of_result};
use crate::shape::argument_name;
use multibody_description::function::{BODY, Function, IN_PLACE, Target};
use multibody_program::ir::InputKind;

impl Functions<'_> {
    /// The verdict on a function that only calls others. `None`: it does more.
    pub fn calls(
        &self,
        owner: Owner,
        function: &ImplItemFn,
        role: &Role,
        is_in_place: bool,
    ) -> Option<Verdict> {
        let name = function.sig.ident.to_string();
        if let Some(verdict) = self.of_in_place(owner, function, role, is_in_place) {
            return Some(verdict);
        }
        let expression = match &function.block.stmts[..] {
            [Stmt::Macro(of)] => return self.dispatched(owner, &name, &of.mac, role, is_in_place),
            [Stmt::Expr(expression, None)] => expression,
            _ => return None,
        };
        let call = match (expression, &role.computed) {
            (Expr::Macro(of), _) => {
                return self.dispatched(owner, &name, &of.mac, role, is_in_place);
            }
            (Expr::Match(of), Computed::OfAnyLink(called)) => {
                return Some(self.by_link(owner, of, *called, role));
            }
            (Expr::MethodCall(call), _) => call,
            // What takes no argument has the number type of the fields.
            (Expr::Call(of), _) if role.names().is_empty() && of.args.len() == 1 => {
                match (&*of.func, of.args.first()?) {
                    (Expr::Path(lit), Expr::MethodCall(call))
                        if path(&lit.path).as_deref() == Some("T::lit") =>
                    {
                        call
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let receiver = receiver(owner, &call.receiver)?;
        match self.call(owner, receiver, call, role, is_in_place) {
            Ok(called) => Some(Verdict::Calls(called)),
            // A body that consists of such a call is proved like any other.
            Err(_) if receiver == owner && !owner.is_view() => None,
            Err(why) => Some(Verdict::Wrong(why)),
        }
    }

    /// The title of the function that is called. The error says why the call does not compute what the role says.
    fn call(
        &self,
        owner: Owner,
        receiver: Owner,
        call: &ExprMethodCall,
        role: &Role,
        is_in_place: bool,
    ) -> Result<String, String> {
        let name = call.method.to_string();
        let base = match is_in_place {
            true => name.strip_suffix(IN_PLACE),
            false => Some(name.as_str()),
        };
        let is_there = self.found.functions.contains_key(&(receiver, name.clone()));
        let callee = base.and_then(|base| self.roles.get(receiver, base));
        let is_plain = is_there && call.turbofish.is_none() && call.attrs.is_empty();
        let callee = callee.filter(|_| is_plain);
        let callee = callee.ok_or_else(|| format!("it calls `{name}`, which is not there"))?;
        if callee.computed != role.computed {
            return Err(format!("it calls `{name}`, which computes something else"));
        }
        let link = callee.takes_link().then_some("link");
        let others = callee.arguments.iter();
        let others = others.map(|kind| passed(owner, role, *kind).unwrap_or_default());
        let out = is_in_place.then_some("out");
        let expected: Vec<&str> = link.into_iter().chain(others).chain(out).collect();
        let mut pairs = expected.iter().zip(&call.args);
        match expected.len() == call.args.len() && pairs.all(|(text, of)| is_same(of, text)) {
            true => Ok(receiver.titled(&name)),
            false => Err(format!("it does not pass its arguments to `{name}`")),
        }
    }

    /// The verdict on a function that calls another for each link.
    fn by_link(&self, owner: Owner, of: &ExprMatch, function: Function, role: &Role) -> Verdict {
        let links = &self.robot.links;
        let mut called = Vec::new();
        let is_on_link = is_same(&*of.expr, "link") && of.arms.len() == links.len();
        for (arm, (variant, link)) in of.arms.iter().zip(links) {
            let link = Some(*link);
            let of_link = Role {
                computed: Computed::Target(Target { function, link }),
                ..role.clone()
            };
            let name = format!("{}Link::{variant}", self.robot.settings.name);
            let is_plain = arm.guard.is_none() && arm.attrs.is_empty() && of.attrs.is_empty();
            let title = match (&arm.pat, &*arm.body) {
                (Pat::Path(of), Expr::MethodCall(call))
                    if is_plain && is_same(of, &name) && is_same(&*call.receiver, "self") =>
                {
                    self.call(owner, owner, call, &of_link, false)
                }
                _ => Err(format!("its arm for `{variant}` is another")),
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
    fn dispatched(
        &self,
        owner: Owner,
        name: &str,
        found: &syn::Macro,
        role: &Role,
        is_in_place: bool,
    ) -> Option<Verdict> {
        if path(&found.path).as_deref() != Some("multibody::dispatched") {
            return None;
        }
        let (name, of) = (
            format!("{name}{BODY}"),
            owner.type_of(&self.robot.settings.name),
        );
        let arguments = role.arguments.iter().map(|kind| {
            let of = self
                .robot
                .argument_type(*kind, "T")
                .replacen('&', "&'a ", 1);
            format!("{}: {of},", argument_name(*kind))
        });
        let arguments: String = arguments.collect();
        let result = type_of_result(self.robot, role, "T");
        let (out, result) = match is_in_place {
            true => (format!("out: &'a mut {result},"), "()".to_owned()),
            false => (String::new(), result),
        };
        let numbers = if owner == Owner::ROBOT { "T, A" } else { "A" };
        let is_it = |is_long: bool| {
            let head = format!("self: {of}, {name}<{numbers}>({arguments} {out}) -> {result}");
            let text = format!("multibody::dispatched!({head}, is_long: {is_long},)");
            let expected = syn::parse_str::<syn::Macro>(&text);
            expected.is_ok_and(|of| of.tokens.to_string() == found.tokens.to_string())
        };
        let is_there = self.found.functions.contains_key(&(owner, name.clone()));
        Some(match is_there && (is_it(true) || is_it(false)) {
            true => Verdict::Calls(owner.titled(&name)),
            false => Verdict::Wrong(format!("it is not the call of `{name}` with its arguments")),
        })
    }

    /// The verdict on a function that only calls its in-place form. `None`: it does more.
    fn of_in_place(
        &self,
        owner: Owner,
        function: &ImplItemFn,
        role: &Role,
        is_in_place: bool,
    ) -> Option<Verdict> {
        let zeros = role.result(self.robot)?.filled("T::ZERO");
        let name = format!("{}{IN_PLACE}", function.sig.ident);
        let names: String = role
            .names()
            .iter()
            .map(|name| format!("{name}, "))
            .collect();
        let mirror = match self.has_lower(role) {
            true => "multibody::dense::mirror(&mut out);",
            false => "",
        };
        let text =
            format!("{{ let mut out = {zeros}; self.{name}({names}&mut out); {mirror} out }}");
        let is_there = self.found.functions.contains_key(&(owner, name.clone()));
        let is_it = !is_in_place && is_there && is_same(&function.block, &text);
        is_it.then(|| Verdict::Calls(owner.titled(&name)))
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
