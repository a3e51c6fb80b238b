//! Functions that only call others: those of traits and views, in-place forms, and dispatch by processor or by link.

use syn::{Expr, ExprMethodCall, ImplItemFn, Stmt};

use crate::body::{Functions, path};
use crate::owner::{Base, Owner, is_same};
use crate::report::Verdict;
use crate::robot::Robot;
use crate::role::{Computed, Role, Roles};
use crate::shape::argument_name;
use multibody_description::function::{BODY, Target};
use multibody_program::ir::InputKind;

/// What is known about the functions of a file.
#[derive(Clone, Copy)]
pub struct Callees<'a> {
    pub robot: &'a Robot,
    pub roles: &'a Roles,
    pub functions: &'a Functions<'a>,
}

/// What a call passes, and to which function.
struct Called {
    owner: Owner,
    name: String,
}

impl Callees<'_> {
    /// The verdict on a function that only calls another. `None`: it does more.
    pub fn verdict(
        self,
        owner: Owner,
        function: &ImplItemFn,
        role: &Role,
        is_in_place: bool,
    ) -> Option<Verdict> {
        let [Stmt::Expr(expression, None)] = &function.block.stmts[..] else {
            return None;
        };
        if let (Expr::Match(of), Computed::OfAnyLink(_)) = (expression, &role.computed) {
            return Some(self.by_link(owner, of, role));
        }
        let call = match expression {
            Expr::MethodCall(call) => call,
            // What takes no argument has the number type of the fields.
            Expr::Call(of) if role.names().is_empty() => match (&*of.func, of.args.first()) {
                (Expr::Path(lit), Some(Expr::MethodCall(call)))
                    if path(&lit.path).as_deref() == Some("T::lit") && of.args.len() == 1 =>
                {
                    call
                }
                _ => return None,
            },
            _ => return None,
        };
        let receiver = receiver(owner, &call.receiver)?;
        match self.call(owner, receiver, call, role, is_in_place) {
            Ok(called) => Some(Verdict::Calls(called.owner.titled(&called.name))),
            // A body that consists of such a call is proved like any other.
            Err(_) if receiver == owner && !owner.is_view() => None,
            Err(why) => Some(Verdict::Wrong(why)),
        }
    }

    /// Checks that a call computes what the role says. The error says why it does not.
    fn call(
        self,
        owner: Owner,
        receiver: Owner,
        call: &ExprMethodCall,
        role: &Role,
        is_in_place: bool,
    ) -> Result<Called, String> {
        let name = call.method.to_string();
        let base = match is_in_place {
            true => name.strip_suffix(multibody_description::function::IN_PLACE),
            false => Some(name.as_str()),
        };
        let is_there = self.functions.contains_key(&(receiver, name.clone()));
        let callee = base.and_then(|base| self.roles.get(receiver, base));
        let callee = callee.filter(|_| is_there && call.turbofish.is_none() && call.attrs.is_empty());
        let callee = callee.ok_or_else(|| format!("it calls `{name}`, which is not there"))?;
        if callee.computed != role.computed {
            return Err(format!("it calls `{name}`, which computes something else"));
        }
        let link = callee.takes_link().then(|| vec!["link".to_owned()]);
        let kinds = callee.arguments.iter();
        let others = kinds.map(|kind| self.passed(owner, role, *kind));
        let out = is_in_place.then(|| vec!["out".to_owned()]);
        let expected: Vec<Vec<String>> = link.into_iter().chain(others).chain(out).collect();
        let is_right = expected.len() == call.args.len()
            && expected.iter().zip(&call.args).all(|(texts, found)| {
                texts.iter().any(|text| is_same(found, text))
            });
        match is_right {
            true => Ok(Called {
                owner: receiver,
                name,
            }),
            false => Err(format!("it does not pass its arguments to `{name}`")),
        }
    }

    /// What may be passed for an argument of the function that is called.
    fn passed(self, owner: Owner, role: &Role, kind: InputKind) -> Vec<String> {
        let texts: &[&str] = match kind {
            _ if role.arguments.contains(&kind) => &[argument_name(kind)],
            InputKind::Time if owner.at_time && owner.viewed() == Some(Owner::ROBOT) => {
                &["T::lit(self.t)"]
            }
            InputKind::Time if owner.at_time => &["self.t"],
            InputKind::Wrench if owner.selecting => &["self.robot.wrenches"],
            InputKind::Wrench if owner.under_wrenches => &["self.wrenches"],
            InputKind::Selector if owner.selecting => &["self.selectors"],
            InputKind::Feedback if role.without_feedback => &["&[T::ZERO; 2]"],
            _ => &[],
        };
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    /// The verdict on a function that calls another for each link.
    fn by_link(self, owner: Owner, found: &syn::ExprMatch, role: &Role) -> Verdict {
        let Computed::OfAnyLink(function) = role.computed else {
            return Verdict::Wrong("it is no function of links".into());
        };
        let is_on_link = matches!(&*found.expr, Expr::Path(of) if of.path.is_ident("link"));
        let variants = &self.robot.links;
        if !is_on_link || found.arms.len() != variants.len() || !found.attrs.is_empty() {
            return Verdict::Wrong("it does not distinguish the links".into());
        }
        let mut called = Vec::new();
        for (arm, (variant, link)) in found.arms.iter().zip(variants) {
            let name = format!("{}Link::{variant}", self.robot.settings.name);
            let is_variant = matches!(&arm.pat, syn::Pat::Path(found) if is_same(found, &name));
            let target = Target {
                function,
                link: Some(*link),
            };
            let of_link = Role {
                computed: Computed::Target(target),
                ..role.clone()
            };
            let verdict = match &*arm.body {
                Expr::MethodCall(call) if is_variant && arm.guard.is_none() && arm.attrs.is_empty() => {
                    let receiver = receiver(owner, &call.receiver).unwrap_or(owner);
                    self.call(owner, receiver, call, &of_link, false)
                }
                _ => Err(format!("its arm for `{variant}` is another")),
            };
            match verdict {
                Ok(of) => called.push(of.owner.titled(&of.name)),
                Err(why) => return Verdict::Wrong(why),
            }
        }
        Verdict::CallsAll(called)
    }

    /// The verdict on a function that is dispatched by processor. `None`: it is not.
    pub fn dispatched(
        self,
        owner: Owner,
        function: &ImplItemFn,
        role: &Role,
        is_in_place: bool,
    ) -> Option<Verdict> {
        let found = match &function.block.stmts[..] {
            [Stmt::Macro(of)] => &of.mac,
            [Stmt::Expr(Expr::Macro(of), None)] => &of.mac,
            _ => return None,
        };
        if path(&found.path).as_deref() != Some("multibody::dispatched") {
            return None;
        }
        let name = format!("{}{BODY}", function.sig.ident);
        let of = owner.type_of(&self.robot.settings.name);
        let lent = |text: String| text.replacen('&', "&'a ", 1);
        let arguments = role.arguments.iter().map(|kind| {
            let of = lent(self.robot.argument_type(*kind, "T"));
            format!("{}: {of},", argument_name(*kind))
        });
        let mut arguments: String = arguments.collect();
        let mut result = match role.result(self.robot) {
            Some(shape) => shape.rust("T"),
            None => Owner::of(Base::At).type_of(&self.robot.settings.name),
        };
        if is_in_place {
            arguments += &format!("out: &'a mut {result},");
            result = "()".into();
        }
        let numbers = if owner == Owner::ROBOT { "T, A" } else { "A" };
        let is_it = |is_long: bool| {
            let text = format!(
                "self: {of}, {name}<{numbers}>({arguments}) -> {result}, is_long: {is_long},"
            );
            let expected = text.parse::<proc_macro2::TokenStream>();
            expected.is_ok_and(|of| of.to_string() == found.tokens.to_string())
        };
        Some(match is_it(true) || is_it(false) {
            true if self.functions.contains_key(&(owner, name.clone())) => {
                Verdict::Calls(owner.titled(&name))
            }
            _ => Verdict::Wrong(format!("it is not the call of `{name}` with its arguments")),
        })
    }

    /// The verdict on a function that only calls its in-place form. `None`: it does more.
    pub fn of_in_place(
        self,
        owner: Owner,
        function: &ImplItemFn,
        role: &Role,
        is_mirrored: bool,
    ) -> Option<Verdict> {
        let zeros = role.result(self.robot)?.filled("T::ZERO");
        let name = format!("{}{}", function.sig.ident, multibody_description::function::IN_PLACE);
        let names: String = role.names().iter().map(|name| format!("{name}, ")).collect();
        let mirror = if is_mirrored { "multibody::dense::mirror(&mut out);" } else { "" };
        let text =
            format!("{{ let mut out = {zeros}; self.{name}({names}&mut out); {mirror} out }}");
        is_same(&function.block, &text).then(|| {
            match self.functions.contains_key(&(owner, name.clone())) {
                true => Verdict::Calls(owner.titled(&name)),
                false => Verdict::Wrong(format!("it calls `{name}`, which is not there")),
            }
        })
    }
}

/// The type of the receiver of a call. `None`: it is no receiver of a function that only calls another.
fn receiver(owner: Owner, expression: &Expr) -> Option<Owner> {
    match expression {
        Expr::Path(of) if of.path.is_ident("self") => Some(owner),
        Expr::Field(of) if matches!(&of.member, syn::Member::Named(name) if name == "robot") => {
            receiver(owner, &of.base)?.viewed()
        }
        Expr::MethodCall(_) if owner == Owner::ROBOT => {
            let texts = ["self.prepare::<T>()", "self.prepare::<f64>()"];
            texts.iter().any(|text| is_same(expression, text)).then_some(Owner::of(Base::Prepared))
        }
        _ => None,
    }
}

