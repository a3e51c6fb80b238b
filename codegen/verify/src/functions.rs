//! The verdicts on all functions of a file.

use std::collections::BTreeMap;

use syn::ImplItemFn;

use crate::body::{Body, path};
use crate::constants::Constants;
use crate::fixed::Fixed;
use crate::forward::Callees;
use crate::items::{Items, plain, syn_tokens};
use crate::owner::{Base, Owner, is_same};
use crate::proof::{Claim, flatten, mirror, unwritten};
use crate::refusal::{Refusal, shown};
use crate::report::{Report, Verdict};
use crate::robot::Robot;
use crate::role::{Computed, Form, Role, Roles, head};
use crate::shape::Shape;
use crate::term::Term;
use multibody_description::function::{BODY, IN_PLACE, Target};
use multibody_description::settings::Triangle;
use multibody_program::ir::{InputKind, Program};

/// The name of the function that prepares parameters.
const PREPARE: &str = "prepare";
/// The name of the function that prepares a position.
const AT: &str = "at";

/// The functions of a file, and what they are verified against.
pub struct Functions<'a> {
    pub found: &'a Items<'a>,
    pub robot: &'a Robot,
    pub constants: &'a Constants,
    pub claim: Claim<'a>,
    pub roles: Roles,
}

impl Functions<'_> {
    /// Adds the verdicts on all functions.
    ///
    /// # Errors
    /// A function has something that is not emitted.
    pub fn check(&self, report: &mut Report) -> Result<(), Refusal> {
        for ((owner, name), function) in &self.found.functions {
            let verdict = self.verdict(*owner, name, function, report)?;
            report.add(&owner.titled(name), line(function), verdict);
        }
        self.check_traits(report)?;
        self.check_structs(report)
    }

    /// The verdict on a function of a type.
    fn verdict(
        &self,
        owner: Owner,
        name: &str,
        function: &ImplItemFn,
        report: &mut Report,
    ) -> Result<Verdict, Refusal> {
        let whole = name.strip_suffix(BODY).unwrap_or(name);
        let (base, is_in_place) = match whole.strip_suffix(IN_PLACE) {
            Some(base) => (base, true),
            None => (whole, false),
        };
        let Some(role) = self.roles.get(owner, base) else {
            return self.fixed(owner, name, function);
        };
        let is_body = whole != name;
        let form = match is_body {
            true => Form::Body(owner),
            false => Form::Inherent(owner),
        };
        let expected = head(self.robot, role, name, form, is_in_place);
        if !is_same(&function.sig, &expected) {
            return Ok(Verdict::Wrong(format!("its head is not `{expected}`")));
        }
        let callees = self.callees();
        let calls = match is_body {
            true => None,
            false => callees
                .dispatched(owner, function, role, is_in_place)
                .or_else(|| callees.verdict(owner, function, role, is_in_place)),
        };
        let in_place = || {
            let is_mirrored = self.has_lower(&role.computed);
            callees.of_in_place(owner, function, role, is_mirrored).filter(|_| !is_in_place)
        };
        match calls.or_else(in_place) {
            Some(verdict) => Ok(verdict),
            None if owner.is_view() => Ok(Verdict::Wrong("it is no call of the robot".into())),
            None => self.computed((owner, name), function, role, is_in_place, report),
        }
    }

    fn callees(&self) -> Callees<'_> {
        Callees {
            robot: self.robot,
            roles: &self.roles,
            functions: &self.found.functions,
        }
    }

    /// The verdict on a function that has a fixed text, or prepares parameters.
    fn fixed(&self, owner: Owner, name: &str, function: &ImplItemFn) -> Result<Verdict, Refusal> {
        if owner == Owner::of(Base::Parameters) && name == PREPARE {
            let expected = Owner::of(Base::Prepared).type_of(&self.robot.settings.name);
            return Ok(match is_same(&function.sig, &format!("fn prepare(&self) -> {expected}")) {
                true => self.through(Base::Prepared),
                false => Verdict::Wrong("it has another signature".into()),
            });
        }
        match Fixed::of(self.robot).function(owner, function) {
            Some(true) => Ok(Verdict::Equal),
            Some(false) => Ok(Verdict::Wrong("it is not what is emitted".into())),
            None => {
                let what = format!("`{}` is no function of a generated file", shown(name));
                Err(Refusal::at(function.sig.ident.span(), what))
            }
        }
    }

    /// The verdict on what only functions of this type use.
    fn through(&self, base: Base) -> Verdict {
        let owner = Owner::of(base);
        let functions = self.found.functions.keys().filter(|(of, name)| {
            *of == owner && self.roles.get(*of, name).is_some_and(|of| of.computed != Computed::Position)
        });
        Verdict::CallsAll(functions.map(|(_, name)| owner.titled(name)).collect())
    }

    /// The verdict on a function with a body of its own.
    fn computed(
        &self,
        (owner, name): (Owner, &str),
        function: &ImplItemFn,
        role: &Role,
        is_in_place: bool,
        report: &mut Report,
    ) -> Result<Verdict, Refusal> {
        let span = function.sig.ident.span();
        let (Some(shape), false) = (role.result(self.robot), role.takes_link()) else {
            return match role.computed {
                Computed::Position => Ok(self.through(Base::At)),
                _ => Err(Refusal::at(span, "it does not call a function for each link")),
            };
        };
        let program = self.program(owner, function, role, &shape, is_in_place)?;
        let title = owner.titled(name);
        let bundle = match role.computed {
            Computed::Target(target) => return Ok(self.proved(&title, target, &program)),
            Computed::Bundle(at) => &self.robot.bundles[at],
            Computed::OfAnyLink(_) | Computed::Position => unreachable!("they have no program"),
        };
        let (mut first, mut members) = (0, Vec::new());
        for target in bundle.targets() {
            let count = Shape::of_function(self.robot, target.function).count();
            let outputs = program.outputs()[first..first + count].to_vec();
            first += count;
            let member = format!("{title}.{}", self.robot.shown_name(target));
            let verdict = self.proved(&member, target, &program.giving(&outputs));
            report.add(&member, line(function), verdict);
            members.push(member);
        }
        Ok(Verdict::CallsAll(members))
    }

    /// The verdict on a program of one function of the robot.
    fn proved(&self, title: &str, target: Target, program: &Program) -> Verdict {
        let verdict = Verdict::from(self.claim.proved(title, target, program));
        let has_pivots = target.function.options().contains(&"pivots");
        match (verdict, has_pivots) {
            (Verdict::Proved(_), true) => Verdict::NotVerified(
                "accelerations and multipliers satisfy their equation; the pivots are not verified"
                    .into(),
            ),
            (verdict, _) => verdict,
        }
    }

    /// The program of a body.
    fn program(
        &self,
        owner: Owner,
        function: &ImplItemFn,
        role: &Role,
        shape: &Shape,
        is_in_place: bool,
    ) -> Result<Program, Refusal> {
        let span = function.sig.ident.span();
        let mut body = Body::new(&self.found.functions, self.constants);
        let own = self.own(owner.base, &mut body)?;
        let arguments = self.arguments(&role.arguments, &mut body);
        let out = is_in_place.then(|| unwritten(shape));
        let (result, out) = body.run((owner, own), function, arguments, out)?;
        let result = match (is_in_place, result, out) {
            (true, None, out) => out,
            (false, result, _) => result,
            _ => None,
        };
        let mut entries = Vec::new();
        let has_shape = result.is_some_and(|term| flatten(&term, shape, &mut entries));
        if !has_shape {
            return Err(Refusal::at(span, "the result has another type"));
        }
        if is_in_place && self.has_lower(&role.computed) {
            mirror(&mut entries, self.robot.system.nv());
        }
        let outputs: Option<Vec<_>> = entries.into_iter().collect();
        let outputs =
            outputs.ok_or_else(|| Refusal::at(span, "an entry of the result is never written"))?;
        let program = body.code.finish(&outputs);
        program.map_err(|what| Refusal::at(span, what))
    }

    fn arguments(&self, kinds: &[InputKind], body: &mut Body<'_>) -> Vec<Term> {
        let kinds = kinds.iter();
        let terms = kinds.map(|&kind| {
            let sizes = self.robot.sizes(kind);
            Term::of_inputs(&mut body.code, kind, &sizes, &mut 0)
        });
        terms.collect()
    }

    /// What `self` stands for in the functions of a type.
    fn own(&self, base: Base, body: &mut Body<'_>) -> Result<Term, Refusal> {
        let maker = |owner: Owner, name: &str| {
            let body = format!("{name}{BODY}");
            let functions = &self.found.functions;
            let dispatched = functions.get(&(owner, body));
            dispatched.or_else(|| functions.get(&(owner, name.to_owned()))).copied()
        };
        let made = match base {
            Base::Robot => return Ok(Term::Record(Vec::new())),
            Base::Parameters => return Ok(self.parameters(body)),
            Base::Prepared => {
                let parameters = self.own(Base::Parameters, body)?;
                let owner = Owner::of(Base::Parameters);
                maker(owner, PREPARE).map(|function| (owner, parameters, function, Vec::new()))
            }
            Base::At => {
                let is_parametric = !self.robot.system.parameters.is_empty();
                let base = if is_parametric { Base::Prepared } else { Base::Robot };
                let (owner, own) = (Owner::of(base), self.own(base, body)?);
                let role = self.roles.get(owner, AT).expect("every robot may have it");
                let arguments = self.arguments(&role.arguments, body);
                maker(owner, AT).map(|function| (owner, own, function, arguments))
            }
        };
        let missing = || {
            let of = Owner::of(base).type_of(&self.robot.settings.name);
            let help = "regenerate it with `cargo multibody generate`";
            Refusal::of_file(format!("the file has no function that makes `{of}`"), help)
        };
        let (owner, own, function, arguments) = made.ok_or_else(missing)?;
        let (result, _) = body.run((owner, own), function, arguments, None)?;
        result.ok_or_else(missing)
    }

    /// The run-time parameters.
    fn parameters(&self, body: &mut Body<'_>) -> Term {
        let mut next = 0;
        let fields = self.robot.system.parameters.iter().map(|parameter| {
            let sizes: Vec<usize> = parameter.shape.array().into_iter().collect();
            let kind = InputKind::Parameter;
            let term = Term::of_inputs(&mut body.code, kind, &sizes, &mut next);
            (parameter.field.value.clone(), term)
        });
        Term::Record(fields.collect())
    }

    /// Whether the in-place form of a function writes only the lower triangle.
    fn has_lower(&self, computed: &Computed) -> bool {
        let is_lower = self.robot.settings.triangle == Triangle::Lower;
        let symmetric = |of: &Target| of.function.quantity().is_symmetric();
        is_lower && matches!(computed, Computed::Target(target) if symmetric(target))
    }

    /// Checks the implementations of traits.
    fn check_traits(&self, report: &mut Report) -> Result<(), Refusal> {
        let (system, name) = (&self.robot.system, &self.robot.settings.name);
        let (nq, nv, nc) = (system.nq(), system.nv(), system.nc());
        for (owner, of) in &self.found.traits {
            let (_, found, _) = of.trait_.as_ref().expect("an implementation of a trait");
            let of_trait = found.segments.last().map(|segment| segment.ident.to_string());
            let of_trait = of_trait.unwrap_or_default();
            let paths = [
                format!("multibody::{of_trait}"),
                format!("multibody::{of_trait}<T, {nq}, {nv}>"),
                format!("multibody::{of_trait}<T, {nq}, {nv}, {nc}>"),
            ];
            let titled = |function: &str| match *owner {
                Owner::ROBOT => format!("{of_trait}::{function}"),
                _ => format!("{of_trait} for {}::{function}", owner.title()),
            };
            if !paths.iter().any(|text| is_same(found, text)) {
                let span = syn::spanned::Spanned::span(found);
                return Err(Refusal::at(span, "a generated file implements no such trait"));
            }
            for item in &of.items {
                let function = match item {
                    syn::ImplItem::Fn(function) => function,
                    other if is_same(other, &format!("type Link = {name}Link;")) => continue,
                    other => {
                        let span = syn::spanned::Spanned::span(other);
                        return Err(Refusal::at(span, "a generated file has no such item"));
                    }
                };
                let own = function.sig.ident.to_string();
                let verdict = self.of_trait(*owner, &of_trait, function)?;
                report.add(&titled(&own), line(function), verdict);
            }
        }
        Ok(())
    }

    /// The verdict on a function of a trait.
    fn of_trait(
        &self,
        owner: Owner,
        of_trait: &str,
        function: &ImplItemFn,
    ) -> Result<Verdict, Refusal> {
        let name = function.sig.ident.to_string();
        let Some(role) = Role::of_trait(self.robot, owner, of_trait, &name) else {
            return self.fixed(owner, &name, function);
        };
        let form = match of_trait {
            "Acceleration" => Form::OfAcceleration,
            _ => Form::OfTrait,
        };
        let expected = head(self.robot, &role, &name, form, false);
        if !is_same(&function.sig, &expected) {
            return Ok(Verdict::Wrong(format!("its head is not `{expected}`")));
        }
        let verdict = self.callees().verdict(owner, function, &role, false);
        Ok(verdict.unwrap_or_else(|| Verdict::Wrong("it is not the call of one function".into())))
    }

    /// Checks declarations of structs, and what has a fixed text.
    fn check_structs(&self, report: &mut Report) -> Result<(), Refusal> {
        let mut slots = BTreeMap::new();
        for base in [Base::Prepared, Base::At] {
            let name = Owner::of(base).name(&self.robot.settings.name);
            if self.found.structs.contains_key(&name) {
                let mut body = Body::new(&self.found.functions, self.constants);
                if let Term::Record(fields) = self.own(base, &mut body)? {
                    slots.insert(base, fields.iter().map(|(_, term)| term.size()).sum());
                }
            }
        }
        let fixed = Fixed::of(self.robot);
        for name in fixed.wrong_structs(&self.found.structs, &slots) {
            let of = self.found.structs[&name];
            let what = "a generated file has no such struct";
            return Err(Refusal::at(of.ident.span(), what));
        }
        for name in self.found.structs.keys() {
            let line = self.found.structs[name].ident.span().start().line;
            report.add(name, line, Verdict::Equal);
        }
        for item in &self.found.fixed {
            plain(syn_tokens(item))?;
            if !fixed.is_item(item) {
                let span = syn::spanned::Spanned::span(item);
                return Err(Refusal::at(span, "a generated file has no such item"));
            }
        }
        Ok(())
    }
}

fn line(function: &ImplItemFn) -> usize {
    function.sig.ident.span().start().line
}

/// Whether the struct of the robot has fields if and only if the robot has parameters.
///
/// # Errors
/// It has fields without a meaning, or none for the parameters.
pub fn check_fields(of: &syn::ItemStruct, robot: &Robot) -> Result<(), Refusal> {
    let names = of.fields.iter().map(|field| field.ident.as_ref().map(ToString::to_string));
    let names: Option<Vec<String>> = names.collect();
    let parameters = robot.system.parameters.iter();
    let expected: Vec<String> = parameters.map(|of| of.field.value.clone()).collect();
    let is_plain = of.generics.params.is_empty() && of.generics.where_clause.is_none();
    let has_types = of.fields.iter().all(|field| match &field.ty {
        syn::Type::Path(of) => matches!(path(&of.path).as_deref(), Some("f64" | "f32")),
        syn::Type::Array(_) => true,
        _ => false,
    });
    match is_plain && has_types && names == Some(expected) {
        true => Ok(()),
        false => Err(Refusal {
            help: "give a file of this robot".into(),
            ..Refusal::at(of.ident.span(), "the struct has other fields than the robot has parameters")
        }),
    }
}
