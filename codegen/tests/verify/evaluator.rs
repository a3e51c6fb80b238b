//! An evaluator of texts that shares nothing with the verifier but syn: functions at random states modulo a prime. It decides
//! which mutants are equal to the original as functions. It computes what the text says, whether or not that is emitted.

use std::collections::{BTreeMap, HashMap};

use crate::residues::{Number, PRIME, input, inverse, mixed, residue, times};
use crate::things::{Thing, circle_of, invert, list_of, matrix, vector};
use quote::ToTokens as _;
use syn::{
    BinOp, Block, Expr, FnArg, ImplItem, ImplItemFn, Item, ItemStruct, Lit, Member, Pat, Stmt,
    Type, UnOp,
};

/// Functions that call the runtime with tables, or make views: they have one text and are not evaluated.
pub const FIXED: [&str; 16] = [
    "joint",
    "joints",
    "link",
    "links",
    "constraints",
    "neutral",
    "normalize",
    "position_rate",
    "integrate",
    "difference",
    "without_constraints",
    "at_time",
    "under",
    "selecting",
    "parameters",
    "derivatives_of_acceleration",
];

/// The functions and constants of a text.
pub struct Text {
    robot: String,
    /// By the title of the type, and by name; that of a trait's function begins with the trait.
    functions: HashMap<(String, String), ImplItemFn>,
    structs: HashMap<String, ItemStruct>,
    links: Vec<String>,
    /// The exact values of literals: numbers, or cosine and sine.
    table: HashMap<String, Vec<u128>>,
}

/// The names that are visible, and what they stand for.
type Scope = HashMap<String, Thing>;

/// The title of a type as the verifier's report has it: that of `ArmSelecting<'_, ArmAt<T>, T>` is `Selecting<At>`. `None`:
/// it is no type of the robot.
pub fn title(self_type: &Type, robot: &str) -> Option<String> {
    let path = match self_type {
        Type::Reference(reference) => return title(&reference.elem, robot),
        Type::Path(self_type) => self_type.path.segments.last()?,
        _ => return None,
    };
    let name = path.ident.to_string().strip_prefix(robot)?.to_owned();
    let syn::PathArguments::AngleBracketed(arguments) = &path.arguments else {
        return Some(name);
    };
    let mut inner = arguments.args.iter().filter_map(|argument| match argument {
        syn::GenericArgument::Type(argument_type) => title(argument_type, robot),
        _ => None,
    });
    Some(match inner.next() {
        Some(inner) if !inner.is_empty() => format!("{name}<{inner}>"),
        _ => name,
    })
}

/// The name of a function in the verifier's report.
pub fn titled(of_trait: Option<&str>, owner: &str, function: &str) -> String {
    match (of_trait, owner) {
        (None, "") => function.to_owned(),
        (None, owner) => format!("{owner}::{function}"),
        (Some(of_trait), "") => format!("{of_trait}::{function}"),
        (Some(of_trait), owner) => format!("{of_trait} for {owner}::{function}"),
    }
}

/// The name of the trait of an implementation.
pub fn of_trait(implementation: &syn::ItemImpl) -> Option<String> {
    let (_, path, _) = implementation.trait_.as_ref()?;
    Some(path.segments.last()?.ident.to_string())
}

impl Text {
    /// The functions of a text. None: it is no Rust.
    pub fn read(text: &str, robot: &str) -> Option<Self> {
        let (mut functions, mut structs) = (HashMap::new(), HashMap::new());
        let mut links = Vec::new();
        for item in syn::parse_file(text).ok()?.items {
            match item {
                Item::Impl(implementation) => {
                    let Some(owner) = title(&implementation.self_ty, robot) else {
                        continue;
                    };
                    let prefix = of_trait(&implementation)
                        .map_or(String::new(), |implementation| {
                            format!("{implementation}::")
                        });
                    for item in implementation.items {
                        if let ImplItem::Fn(function) = item {
                            let name = format!("{prefix}{}", function.sig.ident);
                            functions.insert((owner.clone(), name), function);
                        }
                    }
                }
                Item::Struct(structure) => {
                    let name = structure.ident.to_string();
                    structs.insert(name.strip_prefix(robot)?.to_owned(), structure);
                }
                Item::Enum(enumeration) => {
                    links = enumeration
                        .variants
                        .iter()
                        .map(|enumeration| enumeration.ident.to_string())
                        .collect();
                }
                _ => {}
            }
        }
        let rows = text
            .lines()
            .skip_while(|line| !line.starts_with("// Exact values"))
            .skip(1);
        let rows = rows.filter_map(|line| {
            let (literal, value) = line.strip_prefix("// ")?.split_once(" = ")?;
            let words = value.trim_start_matches("angle ").split(' ');
            Some((
                literal.to_owned(),
                words.map(residue).collect::<Option<_>>()?,
            ))
        });
        Some(Self {
            robot: robot.to_owned(),
            table: rows.collect(),
            functions,
            structs,
            links,
        })
    }

    /// All functions that are evaluated, by their names in the verifier's report.
    pub fn names(&self) -> Vec<(String, (String, String))> {
        let keys = self.functions.keys().filter(|(_, name)| {
            let name = name.split("::").last().unwrap_or(name);
            !FIXED.contains(&name)
        });
        let keyed_names = keys.map(|key| {
            let title = match key.1.split_once("::") {
                Some((of_trait, name)) => titled(Some(of_trait), &key.0, name),
                None => titled(None, &key.0, &key.1),
            };
            (title, key.clone())
        });
        let mut keyed_names: Vec<_> = keyed_names.collect();
        keyed_names.sort();
        keyed_names
    }

    /// The result of a function at the state of a seed. None: the text means nothing.
    pub fn evaluate(&self, key: &(String, String), seed: u64) -> Option<Thing> {
        let function = self.functions.get(key)?;
        let mut scope = Scope::from([("self".to_owned(), self.own(&key.0, seed)?)]);
        for argument in &function.sig.inputs {
            if let FnArg::Typed(typed_argument) = argument {
                let Pat::Ident(name) = &*typed_argument.pat else {
                    continue;
                };
                let name = name.ident.to_string();
                let value = self.inputs(&typed_argument.ty, &name, seed, &mut 0)?;
                scope.insert(name, value);
            }
        }
        let result = self.block(&function.block, &mut scope)?;
        result.or_else(|| scope.remove("out"))
    }

    /// `self` at the state of a seed, in the functions of a type.
    fn own(&self, title: &str, seed: u64) -> Option<Thing> {
        let made_by = |owner: &str, name: &str| {
            let key = (owner.to_owned(), name.to_owned());
            self.functions.get(&key)?;
            self.evaluate(&key, seed)
        };
        match title {
            "At" => return made_by("Prepared", "at").or_else(|| made_by("", "at")),
            "Prepared" => return made_by("Parameters", "prepare"),
            _ => {}
        }
        let (name, inner) = match title.split_once('<') {
            Some((name, inner)) => (name, inner.strip_suffix('>')?),
            None => (title, ""),
        };
        let mut fields = BTreeMap::new();
        for field in &self.structs.get(name)?.fields {
            let name = field.ident.as_ref()?.to_string();
            let value = match name.as_str() {
                "robot" => self.own(inner, seed)?,
                _ => self.inputs(&field.ty, &name, seed, &mut 0)?,
            };
            fields.insert(name, value);
        }
        Some(Thing::Struct(title.to_owned(), fields))
    }

    /// Inputs of a type.
    fn inputs(&self, input_type: &Type, name: &str, seed: u64, next: &mut usize) -> Option<Thing> {
        match input_type {
            Type::Reference(reference) => self.inputs(&reference.elem, name, seed, next),
            Type::Array(array) => {
                let entries = 0..index(&array.len)?.min(64);
                let entries = entries.map(|_| self.inputs(&array.elem, name, seed, next));
                Some(Thing::List(entries.collect::<Option<_>>()?))
            }
            Type::Tuple(tuple) => {
                let entries = tuple.elems.iter();
                let entries = entries.map(|entry| self.inputs(entry, name, seed, next));
                Some(Thing::List(entries.collect::<Option<_>>()?))
            }
            Type::Path(node) if node.path.is_ident("T") || node.path.is_ident("f64") => {
                *next += 1;
                Some(Thing::Number(input(seed, name, *next)))
            }
            Type::Path(node) if node.path.is_ident(&format!("{}Link", self.robot)) => {
                let count = self.links.len();
                let link = usize::try_from(seed).ok()?.checked_rem(count)?;
                Some(Thing::Link(self.links[link].clone()))
            }
            Type::Path(_) => {
                if let Some((title_of_type, types)) = of_runtime(input_type) {
                    let fields = types.into_iter().map(|(name, field)| {
                        let value = self.inputs(&field, name, seed, next)?;
                        Some((name.to_owned(), value))
                    });
                    return Some(Thing::Struct(title_of_type, fields.collect::<Option<_>>()?));
                }
                let title_of_type = title(input_type, &self.robot)?;
                let mut fields = BTreeMap::new();
                for field in &self.structs.get(&title_of_type)?.fields {
                    let name = field.ident.as_ref()?.to_string();
                    fields.insert(name.clone(), self.inputs(&field.ty, &name, seed, next)?);
                }
                Some(Thing::Struct(title_of_type, fields))
            }
            _ => None,
        }
    }

    fn block(&self, block: &Block, scope: &mut Scope) -> Option<Option<Thing>> {
        let outer: Vec<String> = scope.keys().cloned().collect();
        let result = self.statements(block, scope);
        scope.retain(|name, _| outer.contains(name));
        result
    }

    fn statements(&self, block: &Block, scope: &mut Scope) -> Option<Option<Thing>> {
        let count = block.stmts.len();
        for (index, statement) in block.stmts.iter().enumerate() {
            match statement {
                Stmt::Local(local) => {
                    let value = self.expression(&local.init.as_ref()?.expr, scope)?;
                    bind(&local.pat, value, scope)?;
                }
                Stmt::Expr(Expr::Assign(assignment), Some(_)) => {
                    let value = self.expression(&assignment.right, scope)?;
                    *place(&assignment.left, scope)? = value;
                }
                Stmt::Expr(Expr::Block(node), end) if end.is_some() || index + 1 < count => {
                    self.block(&node.block, scope)?;
                }
                Stmt::Expr(Expr::Block(node), None) => return self.block(&node.block, scope),
                Stmt::Expr(Expr::MethodCall(call), Some(_)) => {
                    self.method(call, scope)?;
                }
                Stmt::Expr(Expr::Call(node), Some(_)) => {
                    self.call(node, scope)?;
                }
                Stmt::Expr(Expr::Macro(invocation), None) => {
                    return self.dispatched(&invocation.mac, scope);
                }
                Stmt::Macro(invocation) => return self.dispatched(&invocation.mac, scope),
                Stmt::Expr(Expr::MethodCall(call), None) => return self.method(call, scope),
                Stmt::Expr(expression, None) => {
                    return Some(Some(self.expression(expression, scope)?));
                }
                _ => return None,
            }
        }
        Some(None)
    }

    /// The result of `multibody::dispatched!`, which calls one function of `self` with the names that it lists.
    fn dispatched(&self, invocation: &syn::Macro, scope: &mut Scope) -> Option<Option<Thing>> {
        (invocation.path.segments.last()?.ident == "dispatched").then_some(())?;
        let text = invocation.tokens.to_string();
        let (_, rest) = text.split_once(',')?;
        let (name, rest) = rest.split_once('<')?;
        let (_, rest) = rest.split_once('(')?;
        let (arguments, _) = rest.split_once("->")?;
        let parts = arguments
            .split(" : ")
            .filter_map(|part| part.split_whitespace().last());
        // All but the last part end with a name.
        let names: Vec<&str> = parts.collect();
        let (_, names) = names.split_last()?;
        let text = format!("self.{}({})", name.trim(), names.join(", "));
        match syn::parse_str(&text).ok()? {
            Expr::MethodCall(call) => self.method(&call, scope),
            _ => None,
        }
    }

    /// The result of a function of the text, with what it writes to its arguments.
    fn run(
        &self,
        key: &(String, String),
        receiver: Thing,
        arguments: &[&Expr],
        scope: &mut Scope,
    ) -> Option<Option<Thing>> {
        let function = self.functions.get(key)?;
        let mut inner = Scope::from([("self".to_owned(), receiver)]);
        let mut outputs = Vec::new();
        let formal = function
            .sig
            .inputs
            .iter()
            .filter_map(|argument| match argument {
                FnArg::Typed(argument) => Some(argument),
                FnArg::Receiver(_) => None,
            });
        let formal: Vec<_> = formal.collect();
        (formal.len() == arguments.len()).then_some(())?;
        for (formal, actual) in formal.into_iter().zip(arguments) {
            bind(&formal.pat, self.expression(actual, scope)?, &mut inner)?;
            if let (Type::Reference(reference), Pat::Ident(name)) = (&*formal.ty, &*formal.pat)
                && reference.mutability.is_some()
            {
                outputs.push((name.ident.to_string(), lent(actual)));
            }
        }
        let result = self.block(&function.block, &mut inner)?;
        for (name, actual) in outputs {
            *place(actual, scope)? = inner.remove(&name)?;
        }
        Some(result)
    }

    fn number(&self, expression: &Expr, scope: &mut Scope) -> Option<Number> {
        match self.expression(expression, scope)? {
            Thing::Number(number) => Some(number),
            _ => None,
        }
    }

    fn expression(&self, expression: &Expr, scope: &mut Scope) -> Option<Thing> {
        match expression {
            Expr::Path(node) => {
                let segments = &node.path.segments;
                let name = segments.last()?.ident.to_string();
                match name.as_str() {
                    "ZERO" => Some(Thing::Number(Number::plain(0))),
                    "ONE" => Some(Thing::Number(Number::plain(1))),
                    _ if segments.len() == 1 => scope.get(&name).cloned(),
                    _ => None,
                }
            }
            Expr::Index(_) => place(expression, scope).map(|thing| thing.clone()),
            Expr::Field(field) => match (self.expression(&field.base, scope)?, &field.member) {
                (Thing::Struct(_, fields), Member::Named(name)) => {
                    fields.get(&name.to_string()).cloned()
                }
                (Thing::Lanes(lanes), Member::Unnamed(member)) if member.index == 0 => {
                    Some(Thing::List(lanes.into_iter().map(Thing::Number).collect()))
                }
                (Thing::List(parts), Member::Unnamed(member)) => {
                    parts.get(member.index as usize).cloned()
                }
                _ => None,
            },
            Expr::Paren(parentheses) => self.expression(&parentheses.expr, scope),
            Expr::Reference(reference) => self.expression(&reference.expr, scope),
            Expr::Block(node) => self.block(&node.block, scope)?,
            Expr::Lit(node) => Some(Thing::Number(self.literal(&node.lit)?)),
            Expr::Unary(negation) if matches!(negation.op, UnOp::Neg(_)) => {
                Some(Thing::Number(self.number(&negation.expr, scope)?.minus()))
            }
            Expr::Binary(operation) => {
                let a = self.expression(&operation.left, scope)?;
                let b = self.expression(&operation.right, scope)?;
                match (a, b) {
                    (Thing::Number(a), Thing::Number(b)) => {
                        binary(&operation.op, a, b).map(Thing::Number)
                    }
                    (Thing::Lanes(a), Thing::Lanes(b)) if a.len() == b.len() => {
                        let pairs = a.into_iter().zip(b);
                        let lanes = pairs.map(|(a, b)| binary(&operation.op, a, b));
                        lanes.collect::<Option<_>>().map(Thing::Lanes)
                    }
                    _ => None,
                }
            }
            Expr::MethodCall(call) => self.method(call, scope)?,
            Expr::Call(node) => self.call(node, scope)?,
            Expr::Array(array) => self.list(&array.elems, scope),
            Expr::Tuple(tuple) => self.list(&tuple.elems, scope),
            Expr::Repeat(array) => {
                let entry = self.expression(&array.expr, scope)?;
                Some(Thing::List(vec![entry; index(&array.len)?.min(64)]))
            }
            Expr::Struct(structure) => {
                let name = structure.path.segments.last()?.ident.to_string();
                let title = name.strip_prefix(&self.robot).unwrap_or(&name).to_owned();
                let fields = structure.fields.iter().map(|field| match &field.member {
                    Member::Named(name) => {
                        Some((name.to_string(), self.expression(&field.expr, scope)?))
                    }
                    Member::Unnamed(_) => None,
                });
                Some(Thing::Struct(title, fields.collect::<Option<_>>()?))
            }
            Expr::Match(choice) => {
                let Thing::Link(link) = self.expression(&choice.expr, scope)? else {
                    return None;
                };
                let arm = choice.arms.iter().find(|arm| match &arm.pat {
                    Pat::Path(choice) => choice
                        .path
                        .segments
                        .last()
                        .is_some_and(|path| path.ident == link),
                    _ => false,
                });
                self.expression(&arm?.body, scope)
            }
            _ => None,
        }
    }

    fn method(&self, call: &syn::ExprMethodCall, scope: &mut Scope) -> Option<Option<Thing>> {
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let numbers = match self.expression(&call.receiver, scope)? {
            Thing::Struct(title, fields) => {
                let robot = Thing::Struct(title.clone(), fields);
                return self.run(&(title, name), robot, &arguments, scope);
            }
            Thing::Lanes(a) => {
                let [b, c] = arguments[..] else {
                    return None;
                };
                let (b, c) = (self.expression(b, scope)?, self.expression(c, scope)?);
                let (Thing::Lanes(b), Thing::Lanes(c)) = (b, c) else {
                    return None;
                };
                (a.len() == b.len() && a.len() == c.len()).then_some(())?;
                let lanes = (0..a.len()).map(|lane| {
                    let product = Number::plain(times(a[lane].value, b[lane].value));
                    Some(match name.as_str() {
                        "mul_add" => product.plus(c[lane]),
                        "mul_sub" => product.plus(c[lane].minus()),
                        "mul_neg_add" => c[lane].plus(product.minus()),
                        _ => return None,
                    })
                });
                return Some(Some(Thing::Lanes(lanes.collect::<Option<_>>()?)));
            }
            Thing::Number(number) => number,
            _ => return None,
        };
        let [cos, sin] = numbers.circle().map(Number::plain);
        let number = match (name.as_str(), &arguments[..]) {
            ("sin", []) => sin,
            ("cos", []) => cos,
            ("sin_cos", []) => {
                return Some(Some(Thing::List([sin, cos].map(Thing::Number).into())));
            }
            ("mul_add", [a, b]) => {
                let (a, b) = (self.number(a, scope)?, self.number(b, scope)?);
                Number::plain(times(numbers.value, a.value)).plus(b)
            }
            // Another function of one number: a value that has nothing to do with it.
            ("sqrt" | "exp" | "ln" | "tanh", []) => mixed(numbers, &name, 0),
            ("stumpff", [order]) => mixed(numbers, &name, index(order)?),
            _ => return None,
        };
        Some(Some(Thing::Number(number)))
    }

    fn call(&self, node: &syn::ExprCall, scope: &mut Scope) -> Option<Option<Thing>> {
        let Expr::Path(name) = &*node.func else {
            return None;
        };
        let name = name.path.to_token_stream().to_string().replace(' ', "");
        let arguments: Vec<&Expr> = node.args.iter().collect();
        let thing = match (name.as_str(), &arguments[..]) {
            ("T::lit" | "A::lit" | "f64::from", [argument]) => self.expression(argument, scope)?,
            ("T::sin_cos_all" | "A::sin_cos_all", [angles]) => {
                let Thing::List(angles) = self.expression(angles, scope)? else {
                    return None;
                };
                let points: Vec<_> = angles.iter().map(circle_of).collect::<Option<_>>()?;
                let list = |part: usize| {
                    Thing::List(
                        points
                            .iter()
                            .map(|node| Thing::Number(node[part]))
                            .collect(),
                    )
                };
                Thing::List(vec![list(1), list(0)])
            }
            ("A::load" | "A::store", [number]) => Thing::Number(self.number(number, scope)?),
            ("multibody::outlined_chunk", [Expr::Closure(closure)])
                if closure.inputs.is_empty() =>
            {
                return match &*closure.body {
                    Expr::Block(closure) => self.block(&closure.block, scope),
                    _ => None,
                };
            }
            ("multibody::Two" | "multibody::Four", [lanes]) => {
                let count = if name.ends_with("Two") { 2 } else { 4 };
                let lanes = vector(&self.expression(lanes, scope)?)?;
                (lanes.len() == count).then_some(Thing::Lanes(lanes))?
            }
            ("multibody::Two::same", [number]) => {
                Thing::Lanes(vec![self.number(number, scope)?; 2])
            }
            ("multibody::Four::same", [number]) => {
                Thing::Lanes(vec![self.number(number, scope)?; 4])
            }
            _ => return self.dense(name.strip_prefix("multibody::dense::")?, &arguments, scope),
        };
        Some(Some(thing))
    }

    /// The runtime's functions of matrices: of symmetric ones they read the lower triangle.
    fn dense(&self, name: &str, entries: &[&Expr], scope: &mut Scope) -> Option<Option<Thing>> {
        let things: Option<Vec<Thing>> = entries
            .iter()
            .map(|entries| self.expression(entries, scope))
            .collect();
        let things = things?;
        let square = matrix(things.first()?)?;
        let size = square.len();
        square.iter().all(|row| row.len() == size).then_some(())?;
        let lower: Vec<Vec<Number>> = (0..size)
            .map(|row| {
                (0..size)
                    .map(|at| square[row.max(at)][row.min(at)])
                    .collect()
            })
            .collect();
        let dot = |a: &[Number], b: &[Number]| {
            let pairs = a.iter().zip(b);
            pairs.fold(0, |sum, (a, b)| (sum + times(a.value, b.value)) % PRIME)
        };
        let rows =
            |entries: Vec<Vec<Number>>| Thing::List(entries.into_iter().map(list_of).collect());
        Some(match (name, &things[..]) {
            ("product", [_, x]) => {
                let x = vector(x)?;
                let rows = square.iter().map(|row| Number::plain(dot(row, &x)));
                Some(list_of(rows.collect()))
            }
            ("negative_product", [_, other, _]) => {
                let other = matrix(other)?;
                let width = other.first().map_or(0, Vec::len);
                let column = |at: usize| other.iter().map(|row| row[at]).collect::<Vec<_>>();
                let entry = |row: &[Number], at| Number::plain(dot(row, &column(at))).minus();
                let inverse_rows = square
                    .iter()
                    .map(|row| (0..width).map(|at| entry(row, at)).collect());
                *place(lent(entries[2]), scope)? = rows(inverse_rows.collect());
                None
            }
            ("energy", [_, x]) => {
                let x = vector(x)?;
                let rows = lower.iter().map(|row| Number::plain(dot(row, &x)));
                let double = dot(&rows.collect::<Vec<_>>(), &x);
                Some(Thing::Number(Number::plain(times(double, inverse(2)))))
            }
            ("accelerations", [_, tau, f]) => {
                let pairs = vector(tau)?.into_iter().zip(vector(f)?);
                let forces: Vec<Number> = pairs.map(|(tau, f)| tau.plus(f.minus())).collect();
                let rows = invert(&lower).into_iter();
                Some(list_of(
                    rows.map(|row| Number::plain(dot(&row, &forces))).collect(),
                ))
            }
            ("mirror", [_]) => {
                *place(lent(entries[0]), scope)? = rows(lower);
                None
            }
            ("inverse", [_, _]) => {
                *place(lent(entries[1]), scope)? = rows(invert(&lower));
                None
            }
            ("inverse_lower", [_, out]) => {
                let mut out = matrix(out)?;
                for (row, entries) in invert(&lower).into_iter().enumerate() {
                    out[row][..=row].copy_from_slice(&entries[..=row]);
                }
                *place(lent(entries[1]), scope)? = rows(out);
                None
            }
            _ => return None,
        })
    }

    fn list(
        &self,
        expressions: &syn::punctuated::Punctuated<Expr, syn::Token![,]>,
        scope: &mut Scope,
    ) -> Option<Thing> {
        let things: Option<_> = expressions
            .iter()
            .map(|expressions| self.expression(expressions, scope))
            .collect();
        Some(Thing::List(things?))
    }

    fn literal(&self, literal: &Lit) -> Option<Number> {
        let Lit::Float(number) = literal else {
            return None;
        };
        let text = number.to_string();
        match self.table.get(&text).map(Vec::as_slice) {
            Some([cos, sin]) => Some(Number {
                value: residue(&text)?,
                point: Some([*cos, *sin]),
            }),
            Some([value]) => Some(Number::plain(*value)),
            _ => Some(Number::plain(residue(&text)?)),
        }
    }
}

fn binary(operation: &BinOp, a: Number, b: Number) -> Option<Number> {
    Some(match operation {
        BinOp::Add(_) => a.plus(b),
        BinOp::Sub(_) => a.plus(b.minus()),
        BinOp::Mul(_) => Number::plain(times(a.value, b.value)),
        BinOp::Div(_) => Number::plain(times(a.value, inverse(b.value))),
        _ => return None,
    })
}

/// The fields of a record of the runtime, which in-place forms are lent, with their types.
fn of_runtime(field_type: &Type) -> Option<(String, Vec<(&'static str, Type)>)> {
    let Type::Path(path) = field_type else {
        return None;
    };
    let last = path.path.segments.last()?;
    let name = last.ident.to_string();
    let fields = match name.as_str() {
        "InverseDynamicsDerivatives" => "dq dqd mass_matrix",
        "InverseDynamicsDerivativesUnderWrenches" => "dq dqd mass_matrix dwrenches",
        "GravityStiffness" => "dq mass_matrix",
        "ForwardDynamicsDerivatives" => "qdd dq dqd dtau",
        "ForwardDynamicsDerivativesUnderWrenches" => "qdd dq dqd dtau dwrenches",
        "VelocityDerivatives" => "dq dqd",
        "AccelerationDerivatives" => "dq dqd dqdd",
        _ => return None,
    };
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let sizes = arguments.args.iter().skip(1);
    let sizes: Vec<String> = sizes
        .map(|size| size.to_token_stream().to_string())
        .collect();
    let nv = sizes.first()?;
    let is_of_link = ["VelocityDerivatives", "AccelerationDerivatives"].contains(&&*name);
    let rows = if is_of_link { "6" } else { nv };
    let typed = |field| {
        let text = match field {
            "qdd" => format!("[T; {nv}]"),
            "dwrenches" => format!("[[T; {}]; {rows}]", sizes.get(1)?),
            _ => format!("[[T; {nv}]; {rows}]"),
        };
        Some((field, syn::parse_str(&text).ok()?))
    };
    let fields = fields.split(' ').map(typed);
    Some((name, fields.collect::<Option<_>>()?))
}

/// The place that is lent to a function.
fn lent(argument: &Expr) -> &Expr {
    match argument {
        Expr::Reference(reference) => &reference.expr,
        other => other,
    }
}

fn bind(pattern: &Pat, value: Thing, scope: &mut Scope) -> Option<()> {
    let patterns = match pattern {
        Pat::Wild(_) => return Some(()),
        Pat::Ident(name) => {
            scope.insert(name.ident.to_string(), value);
            return Some(());
        }
        Pat::Slice(slice) => &slice.elems,
        Pat::Tuple(tuple) => &tuple.elems,
        _ => return None,
    };
    let Thing::List(values) = value else {
        return None;
    };
    (patterns.len() == values.len()).then_some(())?;
    let mut pairs = patterns.iter().zip(values);
    pairs.try_for_each(|(pattern, value)| bind(pattern, value, scope))
}

fn place<'a>(expression: &Expr, scope: &'a mut Scope) -> Option<&'a mut Thing> {
    match expression {
        Expr::Path(node) => scope.get_mut(&node.path.get_ident()?.to_string()),
        Expr::Index(entry) => match place(&entry.expr, scope)? {
            Thing::List(things) => things.get_mut(index(&entry.index)?),
            _ => None,
        },
        Expr::Field(field) => match (place(&field.base, scope)?, &field.member) {
            (Thing::Struct(_, fields), Member::Named(name)) => fields.get_mut(&name.to_string()),
            (Thing::List(parts), Member::Unnamed(member)) => parts.get_mut(member.index as usize),
            _ => None,
        },
        Expr::Unary(reference) if matches!(reference.op, UnOp::Deref(_)) => {
            place(&reference.expr, scope)
        }
        _ => None,
    }
}

fn index(expression: &Expr) -> Option<usize> {
    match expression {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
