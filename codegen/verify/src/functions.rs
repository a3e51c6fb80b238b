//! The verdicts on all functions of a file.
//!
//! The *role* of a function is what it has to compute, and from which arguments. Its *site* is where it is, such as in a trait.
//! Its *owner* is the type that has it. Owner and name determine the role, and the role determines the head. The form of the body
//! then decides how the function is judged:
//!
//! | body | verdict by |
//! |---|---|
//! | always the same text, as that of `neutral` | `fixed_text.rs`: it is that text |
//! | `self.robot.gravity(q)`, `let mut out = ..; self.gravity_into(q, &mut out); out`, `match link { .. }`, `dispatched! { .. }` | `calls.rs`: it passes its arguments to functions that compute the same |
//! | any other | `body.rs`: its program, which `proof.rs` judges by the equation of its quantity; a bundle has a verdict for each of its parts |
//! | that of `prepare` or `at`, which make a type | `body.rs`: its program is part of the programs of all functions of that type; it is verified if all of them are |
//!
//! Functions of traits and views may only call other functions.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use syn::{Field, ImplItem, ImplItemFn, Item, Stmt};

use crate::body::{Bodies, Reader};
use crate::constants::Constants;
use crate::fixed_text;
use crate::items::{Items, duplicate, function, is_plain, unknown};
use crate::owner::{BaseType, Owner, is_same, token_text, tokens_of};
use crate::refusal::{Checked, Refusal};
use crate::report::{Report, Verdict};
use crate::robot::Robot;
use crate::role::{Computed, Role, Roles, Site, head};
use crate::shape::{Shape, array, fill_upper};
use crate::syntax::parts;
use crate::term::{Kind, Term};
use multibody_description::function::{BODY, Function, IN_PLACE, Target};
use multibody_description::model::Parameter;
use multibody_description::settings::Triangle;
use multibody_program::ir::{InputKind, Program};

/// Traits that are not in the table of functions.
const TRAITS: &str = "Joints Acceleration Links LinkMotions LinkForces Linearizable";

/// A function that has a role, with its site. `None`: the function has no role.
type LocatedSubject<'a> = Option<(Subject<'a>, Site)>;

/// A verdict, or why the whole file is refused.
type Ruling = Result<Verdict, Refusal>;

/// The functions of a file, and what they are verified against.
pub struct Functions<'a> {
    pub items: &'a Items<'a>,
    pub robot: &'a Robot,
    pub constants: &'a Constants,
    pub roles: Roles,
    /// The seed of the proofs: with the name of a function, it determines the random states of its proof.
    pub seed: String,
    bodies: Bodies<'a>,
    /// For each function with a sparsity pattern, the entries of its result that may be nonzero in any program read so far. There
    /// are several programs if, for example, a bundle computes the function too.
    pub patterns: RefCell<BTreeMap<Function, Vec<bool>>>,
    /// The work of reading so far, in expressions and values; `body.rs` limits it.
    work: Cell<usize>,
}

/// A function that has a role.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub owner: Owner,
    pub function: &'a ImplItemFn,
    pub role: &'a Role,
    /// Whether it is the in-place form, which writes its result to `out`.
    pub is_in_place: bool,
}

impl Subject<'_> {
    /// The name of the function.
    pub fn name(&self) -> String {
        self.function.sig.ident.to_string()
    }
}

impl<'a> Functions<'a> {
    /// The functions of a file that has been generated for this robot.
    pub fn of(
        items: &'a Items<'a>,
        robot: &'a Robot,
        constants: &'a Constants,
        seed: String,
    ) -> Self {
        let mut functions = Self {
            items,
            robot,
            constants,
            roles: Roles::of(robot),
            seed,
            bodies: Bodies::new(),
            patterns: RefCell::default(),
            work: Cell::new(0),
        };
        let entries = items.functions.iter();
        let bodies = entries.map(|(key, function)| (key.clone(), functions.body(key.0, function)));
        functions.bodies = bodies.collect();
        functions
    }

    /// Adds the verdicts on all functions, constants, traits and structs.
    ///
    /// # Errors
    /// The file contains something that the generator never emits.
    pub fn check(&self, report: &mut Report) -> Checked {
        for ((owner, name), function) in &self.items.functions {
            let verdict = match self.verdict(*owner, function, report) {
                Err(refusal) if refusal.is_of_callee => Verdict::NotVerified(refusal.message),
                verdict => verdict?,
            };
            report.add(&owner.title_of(name), &function.sig.ident, verdict);
        }
        self.check_constants(report)?;
        self.check_traits(report)?;
        self.check_fields()?;
        self.check_fixed(report)
    }

    /// The verdict on a function of a type.
    fn verdict(&self, owner: Owner, function: &ImplItemFn, report: &mut Report) -> Ruling {
        let Some((subject, site)) = self.subject(owner, function) else {
            return self.text_verdict(owner, function);
        };
        if let Some(fault) = self.wrong_head(subject, site) {
            return Ok(fault);
        }
        let calls = self.call_verdict(subject);
        match calls.filter(|_| site != Site::Dispatched(owner)) {
            Some(verdict) => Ok(verdict),
            None if owner.is_view() => Ok(Verdict::Wrong("it is no call of the robot".into())),
            None => self.program_verdict(subject, report),
        }
    }

    /// The role of a function and its site, which follow from its name. `None`: it has no role.
    fn subject<'s>(&'s self, owner: Owner, function: &'s ImplItemFn) -> LocatedSubject<'s> {
        let name = &*function.sig.ident.to_string();
        // The name of a link may end in `_into`, as the name of an in-place form does.
        let has_role = self.roles.get(owner, name).is_some();
        let strip = |name, suffix| str::strip_suffix(name, suffix).filter(|_| !has_role);
        let stem = strip(name, BODY).unwrap_or(name);
        let plain_name = strip(stem, IN_PLACE).unwrap_or(stem);
        let site = if stem == name { Site::Inherent(owner) } else { Site::Dispatched(owner) };
        let subject = Subject {
            owner,
            function,
            role: self.roles.get(owner, plain_name)?,
            is_in_place: plain_name != stem,
        };
        Some((subject, site))
    }

    /// The function that has the body: the one with the suffix [`BODY`] if this function is dispatched by processor, else this
    /// function itself. `None`: the function has no role, one of the two has a wrong head, or the one with the body is missing.
    fn body(&self, owner: Owner, function: &'a ImplItemFn) -> Option<&'a ImplItemFn> {
        let has_head = |function: &ImplItemFn, expected: Site| {
            let pair = self.subject(owner, function);
            pair.is_some_and(|(it, site)| site == expected && self.wrong_head(it, site).is_none())
        };
        let (subject, _) = self.subject(owner, function)?;
        let body = match (&function.block.stmts[..], self.call_verdict(subject)) {
            ([Stmt::Macro(_)], Some(Verdict::Calls(_))) => {
                let body = self.items.functions.get(&(owner, subject.name() + BODY));
                *body.filter(|body| has_head(body, Site::Dispatched(owner)))?
            }
            ([Stmt::Macro(_)], _) => return None,
            _ => function,
        };
        has_head(function, Site::Inherent(owner)).then_some(body)
    }

    /// The verdict on a function whose head is wrong. `None`: its head is right.
    fn wrong_head(&self, subject: Subject<'_>, site: Site) -> Option<Verdict> {
        let (name, is_in_place) = (subject.name(), subject.is_in_place);
        let expected = head(self.robot, subject.role, &name, site, is_in_place);
        let text = token_text(&subject.function.sig);
        let is_expected = Some(&text) == tokens_of(&expected).as_ref();
        // A head written by hand may have another number type, or `Real` without its path.
        let has_floats = text.contains("f64") && !expected.contains("f64");
        let is_foreign = has_floats || ["f32", "T : Real"].iter().any(|name| text.contains(name));
        let help = if is_foreign { "; `T: multibody::Real` stands for the number" } else { "" };
        (!is_expected).then(|| Verdict::Wrong(format!("its head is not `{expected}`{help}")))
    }

    /// The verdict on a function that has a fixed text.
    fn text_verdict(&self, owner: Owner, function: &ImplItemFn) -> Ruling {
        let name = &function.sig.ident;
        let comparison = fixed_text::has_fixed_text(self.robot, owner, function);
        let no_function = || format!("`{name}` is no function of a generated file");
        let is_equal = comparison.ok_or_else(|| Refusal::at(name, no_function()))?;
        let text = token_text(&function.block);
        let mut tables = ["JOINTS", "LINKS", "CONSTRAINTS"].into_iter();
        let table = tables.find(|table| text.contains(table));
        let verdict = table.map_or(Verdict::Equal, |table| Verdict::Calls(table.into()));
        Ok(verdict.or_wrong_unless(is_equal, "it is not what is emitted"))
    }

    /// The verdict on a function with a body of its own.
    fn program_verdict(&self, subject: Subject<'_>, report: &mut Report) -> Ruling {
        match subject.role.computed {
            Computed::Target(target) => {
                let program = self.program(subject)?;
                Ok(self.prove(&subject.owner.title_of(&subject.name()), target, &program))
            }
            Computed::Maker(base) => self.maker_verdict(subject, base),
            Computed::Bundle(index) => self.bundle_verdict(subject, index, report),
            Computed::OfAnyLink(_) => {
                let message = "it does not call a function for each link";
                Err(Refusal::at(&subject.function.sig.ident, message))
            }
        }
    }

    /// The verdict on a maker, the function that makes a value of a type: it follows from the verdicts on all functions of this
    /// type.
    fn maker_verdict(&self, subject: Subject<'_>, base: BaseType) -> Ruling {
        let (_, _, maker) = self.maker(base);
        let is_maker = maker.is_some_and(|maker| std::ptr::eq(maker, subject.function));
        if !is_maker || subject.is_in_place {
            return Ok(Verdict::Wrong("no function uses it".into()));
        }
        self.instance_of(base, &mut self.reader())?;
        let owner = Owner::of(base);
        let methods = (self.items.functions.iter()).filter(|((holder, _), function)| {
            let entry = self.subject(*holder, function).filter(|_| *holder == owner);
            entry.is_some_and(|(subject, _)| subject.role.result(self.robot).is_some())
        });
        let titles = methods.map(|((_, name), _)| owner.title_of(name));
        Ok(Verdict::CallsAll(titles.collect()))
    }

    /// The verdict on a bundle: it follows from the verdicts on its members, which are added to the report.
    fn bundle_verdict(&self, subject: Subject<'_>, index: usize, report: &mut Report) -> Ruling {
        let title = subject.owner.title_of(&subject.name());
        let program = self.program(subject)?;
        let (mut start, mut members) = (0, Vec::new());
        for target in self.robot.bundles[index].targets() {
            let result = self.robot.signature(target.function).result;
            let term = Shape::of(self.robot, &result).unwritten();
            let outputs = program.outputs()[start..][..term.size()].to_vec();
            start += term.size();
            let member = format!("{title}.{}", self.robot.shown_name(target));
            let verdict = self.prove(&member, target, &program.with_outputs(&outputs));
            report.add(&member, &subject.function.sig.ident, verdict);
            members.push(member);
        }
        Ok(Verdict::CallsAll(members))
    }

    /// A reader of bodies that has read nothing yet.
    fn reader(&self) -> Reader<'_> {
        Reader::new(&self.bodies, self.constants, &self.work)
    }

    /// The program of a body.
    fn program(&self, subject: Subject<'_>) -> Result<Program, Refusal> {
        let shape = Shape::of(self.robot, &subject.role.signature.result);
        let fault = |message: &str| Refusal::at(&subject.function.sig.ident, message);
        let mut reader = self.reader();
        let instance = self.instance_of(subject.owner.base, &mut reader)?;
        let arguments = self.arguments(&subject.role.signature.arguments, &mut reader);
        let out = subject.is_in_place.then(|| shape.unwritten());
        let (result, output) =
            reader.run((subject.owner, instance), subject.function, arguments, out)?;
        // A function either returns its result or writes it to `out`.
        let (result, mut entries) = (result.xor(output), Vec::new());
        if !result.is_some_and(|term| shape.flatten(&term, &mut entries)) {
            return Err(fault("the result has another type"));
        }
        let is_triangular = subject.is_in_place && self.writes_lower(subject.role);
        if is_triangular && !fill_upper(&mut entries, self.robot.system.nv()) {
            return Err(fault("it writes above the diagonal"));
        }
        let outputs: Option<Vec<_>> = entries.into_iter().collect();
        let unwritten = || fault("an entry of the result is never written");
        let code = reader.code.finish(&outputs.ok_or_else(unwritten)?);
        code.map_err(|message| fault(&message))
    }

    /// An array of inputs of these sizes. `next` is the index of the first input, and is advanced past the last.
    fn inputs(kind: InputKind, sizes: &[usize], next: &mut usize, reader: &mut Reader<'_>) -> Term {
        Shape::array(sizes).term(&mut || {
            *next += 1;
            Term::Number(reader.code.input(kind, *next - 1))
        })
    }

    /// The terms of the arguments of these kinds.
    fn arguments(&self, kinds: &[InputKind], reader: &mut Reader<'_>) -> Vec<Term> {
        let list = kinds.iter();
        let terms = list.map(|&kind| Self::inputs(kind, &self.robot.sizes(kind), &mut 0, reader));
        terms.collect()
    }

    /// The function that makes a prepared form: its owner, its name, and the function with its body, if there is one.
    fn maker(&self, base: BaseType) -> (Owner, &'static str, Option<&ImplItemFn>) {
        let (maker, name) = match base {
            BaseType::At if self.robot.system.parameters.is_empty() => (BaseType::Robot, "at"),
            BaseType::At => (BaseType::Prepared, "at"),
            _ => (BaseType::Parameters, "prepare"),
        };
        let key = (Owner::of(maker), name.to_owned());
        (key.0, name, self.bodies.get(&key).copied().flatten())
    }

    /// The term of `self` in the functions of a type.
    fn instance_of(&self, base: BaseType, reader: &mut Reader<'_>) -> Result<Term, Refusal> {
        let (owner, name, function) = match base {
            BaseType::Robot => return Ok(Term::record(String::new(), Vec::new())),
            BaseType::Parameters => return Ok(self.parameters(reader)),
            _ => self.maker(base),
        };
        let instance = self.instance_of(owner.base, reader)?;
        let role = self.roles.get(owner, name);
        let kinds = role.map_or(&[][..], |role| &role.signature.arguments);
        let arguments = self.arguments(kinds, reader);
        let fault = || {
            let name = Owner::of(base).type_of(&self.robot.settings.name);
            let message = format!("the file has no function that makes `{name}`");
            Refusal::of_file(message, "regenerate it with `cargo multibody generate`")
        };
        let maker = function.ok_or_else(fault)?;
        let (result, _) = reader.run((owner, instance), maker, arguments, None)?;
        let name = Owner::of(base).name(&self.robot.settings.name);
        let has_type = |it: &Term| matches!(it, Term::Parts(Kind::Record(of, _), _) if *of == name);
        result.filter(has_type).ok_or_else(fault)
    }

    /// The run-time parameters.
    fn parameters(&self, reader: &mut Reader<'_>) -> Term {
        let mut next = 0;
        let fields = self.robot.system.parameters.iter().map(|parameter| {
            let sizes = parameter.shape.length();
            let term = Self::inputs(InputKind::Parameter, sizes.as_slice(), &mut next, reader);
            (parameter.field.value.clone(), term)
        });
        let name = Owner::of(BaseType::Parameters).name(&self.robot.settings.name);
        Term::record(name, fields.collect())
    }

    /// Whether the in-place form of a function writes only the lower triangle of its result.
    pub fn writes_lower(&self, role: &Role) -> bool {
        let is_triangular = self.robot.settings.triangle == Triangle::Lower;
        let is_symmetric = |target: &Target| target.function.quantity().is_symmetric();
        is_triangular && matches!(&role.computed, Computed::Target(target) if is_symmetric(target))
    }

    /// Checks the implementations of traits.
    fn check_traits(&self, report: &mut Report) -> Checked {
        let system = &self.robot.system;
        let (nq, nv, nc) = (system.nq(), system.nv(), system.nc());
        let joint_sizes = format!("<T, {nq}, {nv}>");
        let row_sizes = format!("<T, {nq}, {nv}, {nc}>");
        let mut previous_traits = BTreeSet::new();
        for &(owner, path, items) in &self.items.traits {
            let last = path.segments.last().expect("a path is not empty");
            let trait_name = last.ident.to_string();
            let is_known = TRAITS.split(' ').any(|known| known == trait_name)
                || (Function::ALL.iter()).any(|f| f.row().trait_name == Some(&trait_name));
            let has = |types: &&str| is_same(path, &format!("multibody::{trait_name}{types}"));
            if !is_known || !["", &joint_sizes, &row_sizes].iter().any(has) {
                return Err(unknown(path));
            }
            for item in items {
                self.check_trait_item(owner, &trait_name, item, report)?;
            }
            if !previous_traits.insert((owner, trait_name)) {
                return Err(duplicate(path));
            }
        }
        Ok(())
    }

    /// Checks a function or an associated type in the implementation of a trait.
    fn check_trait_item(
        &self,
        owner: Owner,
        trait_name: &str,
        item: &ImplItem,
        report: &mut Report,
    ) -> Checked {
        let link = format!("type Link = {}Link;", self.robot.settings.name);
        match (function(item), item) {
            (Some(function), _) => {
                let view = match owner {
                    Owner::ROBOT => String::new(),
                    _ => format!(" for {}", owner.title()),
                };
                let name = &function.sig.ident;
                let title = format!("{trait_name}{view}::{name}");
                report.add(&title, name, self.by_trait(owner, trait_name, function)?);
                Ok(())
            }
            (None, ImplItem::Type(definition)) if is_same(definition, &link) => Ok(()),
            _ => Err(unknown(item)),
        }
    }

    /// The verdict on a function of a trait.
    fn by_trait(&self, owner: Owner, trait_name: &str, function: &ImplItemFn) -> Ruling {
        let name = function.sig.ident.to_string();
        let Some(role) = Role::of_trait(self.robot, owner, trait_name, &name) else {
            return self.text_verdict(owner, function);
        };
        let subject = Subject {
            owner,
            function,
            role: &role,
            is_in_place: false,
        };
        let fault = self.wrong_head(subject, Site::OfTrait);
        let verdict = fault.or_else(|| self.call_verdict(subject));
        Ok(verdict.unwrap_or_else(|| Verdict::Wrong("it is not the call of one function".into())))
    }

    /// Checks that the struct of the robot has the parameters as fields.
    fn check_fields(&self) -> Checked {
        let robot = self.items.robot.as_ref();
        let (node, traits) = robot.expect("files without it are refused");
        let parameters = &self.robot.system.parameters;
        let pair =
            parts!(node, ItemStruct: generics fields; any attrs vis struct_token ident semi_token);
        let has_parameters = pair.is_some_and(|(generics, fields)| {
            let mut pairs = fields.iter().zip(parameters);
            let is_plain = is_plain(generics) && fields.len() == parameters.len();
            is_plain && pairs.all(|(field, parameter)| is_field(field, parameter).is_some())
        });
        // A derived `Default` would give zeros in place of the description's values.
        let derives = traits.contains("Default");
        let has_values = parameters.iter().all(|p| p.default.is_some());
        if has_parameters && (parameters.is_empty() || !derives || !has_values) {
            return Ok(());
        }
        let refusal = Refusal::at(node, "the fields are not the robot's parameters");
        Err((refusal.with_help("give the file of this robot")).of_valid_file())
    }

    /// Checks structs, and other items that have one fixed text.
    fn check_fixed(&self, report: &mut Report) -> Checked {
        let name = &self.robot.settings.name;
        let ident = |item: &Item| match item {
            Item::Struct(node) => Some(node.ident.clone()),
            Item::Enum(node) => Some(node.ident.clone()),
            _ => None,
        };
        let mut slots = BTreeMap::new();
        for base in [BaseType::Prepared, BaseType::At] {
            let type_name = Owner::of(base).name(name);
            let is_its_struct = |item: &&Item| ident(item).is_some_and(|ident| ident == type_name);
            if self.items.fixed.iter().any(is_its_struct) {
                slots.insert(base, self.instance_of(base, &mut self.reader())?.size());
            }
        }
        let mut expected = fixed_text::items(self.robot, &slots);
        for item in &self.items.fixed {
            // Each is expected at most once.
            if !expected.remove(&token_text(item)) {
                return Err(unknown(item));
            }
            if let Some(ident) = ident(item) {
                report.add(&ident.to_string(), &ident, Verdict::Equal);
            }
        }
        Ok(())
    }
}

/// `Some` if a field has the name and the type of a parameter.
fn is_field(field: &Field, parameter: &Parameter) -> Option<()> {
    let (name, field_type) = parts!(field, Field: ident ty; any attrs vis mutability colon_token)?;
    let sizes = parameter.shape.length();
    let has = |number: &&str| is_same(field_type, &array(sizes.as_slice(), number));
    let is_expected = *name.as_ref()? == parameter.field.value && ["f64", "f32"].iter().any(has);
    is_expected.then_some(())
}
