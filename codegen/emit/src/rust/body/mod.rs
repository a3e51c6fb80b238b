//! The statements of a function, as Rust writes them.

mod packs;

use super::dispatch::Arithmetic;
use super::signature::{Signature, argument_name};
use crate::schedule::{Block, Pair, Schedule, ScheduledStatement, ValueName, negated};
use multibody_description::function::Layout;
use multibody_program::exact::nearest_f64;
use multibody_program::ir::{
    Circle, Class, Contraction, InputKind, Limbs, Node, Program, Value, WIDTHS,
};

/// All lines between the braces.
pub fn body(
    signature: &Signature,
    program: &Program,
    limbs: &Limbs,
    arithmetic: Arithmetic,
) -> String {
    let schedule = Schedule::new(program, limbs);
    let mut text = unused_arguments(signature, &schedule);
    let scope = Scope::of_function(&schedule, arithmetic);
    let first = schedule.first.iter();
    text.extend(first.map(|statement| scope.statement(statement, "        ")));
    for (rank, block) in schedule.blocks.iter().enumerate() {
        text += &Scope::of_block(&schedule, rank, arithmetic).block(rank, block, &[]);
    }
    text += &result(signature.layout, &scope);
    text
}

/// All lines between the braces of a function that writes its outputs to the given places.
pub fn in_place(
    signature: &Signature,
    program: &Program,
    limbs: &Limbs,
    places: &[String],
    arithmetic: Arithmetic,
) -> String {
    let schedule = Schedule::in_place(program, limbs);
    let mut text = unused_arguments(signature, &schedule);
    let scope = Scope::of_function(&schedule, arithmetic);
    for statement in &schedule.first {
        text += &scope.statement_and_stores(statement, places, "        ");
    }
    for (rank, block) in schedule.blocks.iter().enumerate() {
        text += &Scope::of_block(&schedule, rank, arithmetic).block(rank, block, places);
    }
    let last = schedule.stored_last();
    text.extend(last.map(|at| scope.store(at, places, "        ")));
    text
}

/// All lines between the braces of a function without arguments, whose value is a constant.
pub fn number(program: &Program) -> String {
    let value = program.as_constant(program.outputs()[0]);
    let value = value.expect("parameters are prepared, and nothing else is there");
    format!("        {:?}\n", nearest_f64(value))
}

/// All lines between the braces if there is no program: an endless loop, which fits every result type.
pub fn endless(signature: &Signature) -> String {
    let nothing = Program::default();
    let unused = unused_arguments(signature, &Schedule::new(&nothing, &Limbs::default()));
    format!("{unused}        loop {{}}\n")
}

/// The statements of a program, and its outputs as expressions that can follow them.
pub fn statements(program: &Program) -> (String, Vec<String>) {
    let schedule = Schedule::in_one_scope(program, &Limbs::default());
    let scope = Scope::of_function(&schedule, Arithmetic::OfNumbers);
    let first = schedule.first.iter();
    let text = first.map(|statement| scope.statement(statement, "            "));
    let outputs = program.outputs().iter();
    (
        text.collect(),
        outputs.map(|&output| scope.operand(output)).collect(),
    )
}

/// Names the unused arguments, so that there is no warning: a gravity that is structurally zero, for example, needs no positions.
fn unused_arguments(signature: &Signature, schedule: &Schedule<'_>) -> String {
    let used = schedule.inputs();
    let unused: Vec<&str> = (signature.arguments.iter())
        .filter(|kind| !used.contains(kind))
        .map(|&kind| argument_name(kind))
        .collect();
    match unused.as_slice() {
        [] => String::new(),
        [one] => format!("        let _ = {one};\n"),
        several => format!("        let _ = ({});\n", several.join(", ")),
    }
}

/// Maximum length of a line, with its line break.
const LINE: usize = 101;

/// The scope of a statement, which determines the names of its operands.
struct Scope<'a> {
    schedule: &'a Schedule<'a>,
    /// The block; `None` for the function's own scope.
    block: Option<usize>,
    arithmetic: Arithmetic,
}

impl<'a> Scope<'a> {
    fn of_function(schedule: &'a Schedule<'a>, arithmetic: Arithmetic) -> Self {
        Self {
            schedule,
            block: None,
            arithmetic,
        }
    }

    fn of_block(schedule: &'a Schedule<'a>, rank: usize, arithmetic: Arithmetic) -> Self {
        Self {
            schedule,
            block: Some(rank),
            arithmetic,
        }
    }

    /// A block, which returns an array of the values that later blocks need.
    fn block(&self, rank: usize, block: &Block, places: &[String]) -> String {
        let lines = block.statements.iter();
        let lines: String = lines
            .map(|statement| self.statement_and_stores(statement, places, "            "))
            .collect();
        let (opening, closing) = self.braces();
        if block.gives.is_empty() && block.gives_packs.iter().all(Vec::is_empty) {
            let end = if self.is_outlined() { ";" } else { "" };
            return format!("        {opening}\n{lines}        {closing}{end}\n");
        }
        let gives: Vec<String> = block
            .gives
            .iter()
            .map(|&value| self.operand(value))
            .collect();
        let mut parts = vec![(format!("b{rank}"), gives)];
        for (width, packs) in block.gives_packs.iter().enumerate() {
            let packs = packs.iter().map(|&pack| self.pack(pack));
            parts.push((format!("g{rank}_{}", WIDTHS[width]), packs.collect()));
        }
        parts.retain(|(_, items)| !items.is_empty());
        let names: Vec<&str> = parts.iter().map(|(name, _)| name.as_str()).collect();
        let (names, gives) = match (&names[..], &parts[..]) {
            ([name], [(_, items)]) => ((*name).to_owned(), array(items, "            ")),
            _ => {
                let arrays = parts.iter().map(|(_, items)| {
                    let array = array(items, "                ");
                    format!("                {array},\n")
                });
                let arrays: String = arrays.collect();
                let names = format!("({})", names.join(", "));
                (names, format!("(\n{arrays}            )"))
            }
        };
        format!("        let {names} = {opening}\n{lines}            {gives}\n        {closing};\n")
    }

    /// The opening and closing of a block.
    fn braces(&self) -> (&'static str, &'static str) {
        match self.is_outlined() {
            true => ("multibody::apart(|| {", "})"),
            false => ("{", "}"),
        }
    }

    /// Whether blocks are outlined chunks, that is, functions of their own. A body that is compiled for several
    /// instruction sets stays in one piece, since functions within it would not be compiled for them.
    fn is_outlined(&self) -> bool {
        self.schedule.is_long && matches!(self.arithmetic, Arithmetic::OfNumbers)
    }

    /// The line of a statement, and the lines that store the outputs available right after it.
    fn statement_and_stores(
        &self,
        statement: &ScheduledStatement,
        places: &[String],
        indent: &str,
    ) -> String {
        let mut text = self.statement(statement, indent);
        let named = match *statement {
            ScheduledStatement::Let(value) => vec![value],
            ScheduledStatement::Pack(pack) => {
                self.schedule.read(pack).into_iter().flatten().collect()
            }
            ScheduledStatement::Pass(_) => Vec::new(),
        };
        for value in named {
            let stored = self.schedule.stored(value).iter();
            text.extend(stored.map(|&at| self.store(at, places, indent)));
        }
        text
    }

    /// The line that stores an output.
    fn store(&self, at: usize, places: &[String], indent: &str) -> String {
        let operand = self.operand(self.schedule.program.outputs()[at]);
        let line = format!("{indent}{} = {operand};\n", places[at]);
        match line.len() <= LINE {
            true => line,
            false => format!("{indent}{} =\n{indent}    {operand};\n", places[at]),
        }
    }

    /// The line of a statement.
    fn statement(&self, statement: &ScheduledStatement, indent: &str) -> String {
        match statement {
            ScheduledStatement::Let(value) => {
                let expression = self.expression(*value, indent);
                let line = format!("{indent}let x{} = {expression};\n", value.index());
                match line.len() <= LINE || expression.contains('\n') {
                    true => line,
                    false => format!(
                        "{indent}let x{} =\n{indent}    {expression};\n",
                        value.index()
                    ),
                }
            }
            ScheduledStatement::Pack(pack) => self.pack_statement(*pack, indent),
            ScheduledStatement::Pass(pass) => match self.schedule.passes[*pass].as_slice() {
                [one] => self.angle(one, indent),
                several => self.angles(*pass, several, indent),
            },
        }
    }

    /// The line of a single angle.
    fn angle(&self, pair: &Pair, indent: &str) -> String {
        let receiver = self.receiver(pair.angle);
        let parts = [pair.sin, pair.cos].map(|value| value.map(|value| self.operand(value)));
        let (names, method) = match parts {
            [Some(sin), Some(cos)] => (format!("({sin}, {cos})"), "sin_cos"),
            [Some(sin), None] => (sin, "sin"),
            [None, Some(cos)] => (cos, "cos"),
            [None, None] => return String::new(),
        };
        format!("{indent}let {names} = {receiver}.{method}();\n")
    }

    /// The line that computes the sines and cosines of several angles at once.
    fn angles(&self, pass: usize, pairs: &[Pair], indent: &str) -> String {
        let name = |of: Circle, is_needed: bool| match is_needed {
            true => circle(of, pass),
            false => "_".to_owned(),
        };
        let sines = name(Circle::Sine, pairs.iter().any(|pair| pair.sin.is_some()));
        let cosines = name(Circle::Cosine, pairs.iter().any(|pair| pair.cos.is_some()));
        let angles: Vec<String> = pairs.iter().map(|pair| self.operand(pair.angle)).collect();
        let angles = array(&angles, indent);
        let of = self.arithmetic.name();
        format!("{indent}let ({sines}, {cosines}) = {of}::sin_cos_all({angles});\n")
    }

    /// The expression that a value's statement computes.
    fn expression(&self, value: Value, indent: &str) -> String {
        let o = |value: Value| self.operand(value);
        let program = self.schedule.program;
        if let Some(contraction) = self.schedule.contracted.get(&value) {
            return self.contraction(contraction, indent);
        }
        match program.nodes()[value.index()] {
            Node::Add(a, b) => match program.as_constant(a) {
                // A negative constant reads better as a subtraction.
                Some(constant) if *constant < multibody_program::exact::Rational::ZERO => {
                    format!("{} - {}", o(b), literal(&-constant.clone()))
                }
                _ => format!("{} + {}", o(a), o(b)),
            },
            Node::Sub(a, b) => format!("{} - {}", o(a), o(b)),
            Node::Mul(a, b) => format!("{} * {}", o(a), o(b)),
            Node::Div(a, b) => format!("{} / {}", o(a), o(b)),
            Node::Call(function, a) => match function.class() {
                Class::Stumpff(k) => format!("{}.stumpff({k})", self.receiver(a)),
                _ => format!("{}.{}()", self.receiver(a), function.name()),
            },
            Node::Input(_) | Node::Constant(_) | Node::Angle(_) | Node::Neg(_) => o(value),
        }
    }

    /// A product plus a term, rounded once. Signs move into constants where possible, and a constant is never the receiver.
    fn contraction(&self, contraction: &Contraction, indent: &str) -> String {
        let is_constant = |value: Value| self.schedule.program.as_constant(value).is_some();
        let [mut receiver, mut factor] = contraction.factors;
        if is_constant(receiver) {
            std::mem::swap(&mut receiver, &mut factor);
        }
        let (receiver, factor) = match contraction.product_is_negative {
            false => (self.operand(receiver), self.operand(factor)),
            true if is_constant(factor) => (self.operand(receiver), self.minus(factor)),
            true => (self.minus(receiver), self.operand(factor)),
        };
        let term = match contraction.term_is_negative {
            false => self.operand(contraction.term),
            true => self.minus(contraction.term),
        };
        match self.arithmetic {
            Arithmetic::OfNumbers => {
                let method = format!("{}.mul_add", as_receiver(receiver));
                call(&method, &[factor, term], indent)
            }
            Arithmetic::Chosen => call("A::mul_add", &[receiver, factor, term], indent),
        }
    }

    /// The negative of a value, as an operand.
    fn minus(&self, value: Value) -> String {
        let program = self.schedule.program;
        if let Some(constant) = program.as_constant(value) {
            return literal(&-constant.clone());
        }
        match negated(program, value) {
            Some(positive) => self.operand(positive),
            None => format!("-{}", self.operand(value)),
        }
    }

    fn receiver(&self, value: Value) -> String {
        as_receiver(self.operand(value))
    }

    /// A value as an operand.
    fn operand(&self, value: Value) -> String {
        let program = self.schedule.program;
        match program.nodes()[value.index()] {
            Node::Input(input) => match input.kind {
                InputKind::Time | InputKind::Weight => input.kind.name().to_owned(),
                InputKind::Restitution => "restitution".to_owned(),
                InputKind::Feedback => format!("feedback[{}]", input.index),
                InputKind::Selector => format!("selectors[{}]", input.index),
                InputKind::Wrench => format!("wrenches[{}][{}]", input.index / 6, input.index % 6),
                kind => format!("{}[{}]", kind.name(), input.index),
            },
            Node::Constant(_) => literal(program.as_constant(value).expect("a constant is one")),
            Node::Angle(pool) => float(program.angles()[pool as usize].radians()),
            Node::Neg(a) => format!("-{}", self.operand(a)),
            _ => match self.schedule.name(value, self.block) {
                ValueName::Node(rank) => format!("x{rank}"),
                ValueName::Circle { of, pass, place } => {
                    let place = place.map_or(String::new(), |place| format!("[{place}]"));
                    circle(of, pass) + place.as_str()
                }
                ValueName::Given { block, place } => format!("b{block}[{place}]"),
            },
        }
    }
}

/// A call of a function in a statement, as rustfmt formats it.
fn call(function: &str, arguments: &[String], indent: &str) -> String {
    const SHORT: usize = 60;
    let line = arguments.join(", ");
    if line.len() <= SHORT {
        return format!("{function}({line})");
    }
    let each = arguments.iter();
    let lines: String = each
        .map(|argument| format!("{indent}    {argument},\n"))
        .collect();
    format!("{function}(\n{lines}{indent})")
}

fn as_receiver(operand: String) -> String {
    match operand.starts_with('-') {
        true => format!("({operand})"),
        false => operand,
    }
}

/// The name of the array of sines or cosines that one call of `sin_cos_all` returns; `pass` numbers these calls.
fn circle(of: Circle, pass: usize) -> String {
    let letter = match of {
        Circle::Sine => 's',
        Circle::Cosine => 'c',
    };
    match pass {
        0 => letter.to_string(),
        later => format!("{letter}{later}"),
    }
}

fn literal(value: &multibody_program::exact::Rational) -> String {
    if *value == multibody_program::exact::Rational::ZERO {
        return "T::ZERO".into();
    }
    if *value == multibody_program::exact::Rational::ONE {
        return "T::ONE".into();
    }
    float(nearest_f64(value))
}

fn float(value: f64) -> String {
    format!("T::lit({value:?})")
}

fn result(layout: Layout, scope: &Scope<'_>) -> String {
    let program = scope.schedule.program;
    let outputs = program.outputs();
    let is_zero = |value: Value| {
        program.as_constant(value) == Some(&multibody_program::exact::Rational::ZERO)
    };
    let assign =
        |name: &str, from: usize, place: &dyn Fn(usize) -> String, count: usize| -> String {
            (0..count)
                .filter(|&k| !is_zero(outputs[from + k]))
                .map(|k| {
                    format!(
                        "        {name}{} = {};\n",
                        place(k),
                        scope.operand(outputs[from + k])
                    )
                })
                .collect()
        };
    // `let mut` only where something is assigned.
    let declare = |name: &str, assigned: &str, rest: &str| {
        let mutable = if assigned.is_empty() { "" } else { "mut " };
        format!("        let {mutable}{name} = {rest};\n{assigned}")
    };
    let arrays = |parts: &[(&str, usize)]| -> String {
        let (mut lines, mut from) = (String::new(), 0);
        for &(name, count) in parts {
            let assigned = assign(name, from, &|k| format!("[{k}]"), count);
            lines += &declare(name, &assigned, &format!("[T::ZERO; {count}]"));
            from += count;
        }
        let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
        format!("{lines}        ({})\n", names.join(", "))
    };
    match layout {
        Layout::Scalar => format!("        {}\n", scope.operand(outputs[0])),
        Layout::Vector(n) => {
            let lines = assign("out", 0, &|k| format!("[{k}]"), n);
            declare("out", &lines, &format!("[T::ZERO; {n}]")) + "        out\n"
        }
        Layout::Matrix(rows, columns) => {
            let place = |k: usize| format!("[{}][{}]", k / columns, k % columns);
            let lines = assign("out", 0, &place, rows * columns);
            declare("out", &lines, &format!("[[T::ZERO; {columns}]; {rows}]")) + "        out\n"
        }
        Layout::Cube(n) => {
            let place = |k: usize| format!("[{}][{}][{}]", k / (n * n), k / n % n, k % n);
            let lines = assign("out", 0, &place, n * n * n);
            declare("out", &lines, &format!("[[[T::ZERO; {n}]; {n}]; {n}]")) + "        out\n"
        }
        Layout::Pair(first, second) => arrays(&[("first", first), ("second", second)]),
        Layout::Triple(first, second, third) => {
            arrays(&[("first", first), ("second", second), ("third", third)])
        }
        Layout::Pose => {
            let rotation = assign("rotation", 0, &|k| format!("[{}][{}]", k / 3, k % 3), 9);
            let translation = assign("translation", 9, &|k| format!("[{k}]"), 3);
            format!(
                "{}{}        (rotation, translation)\n",
                declare("rotation", &rotation, "[[T::ZERO; 3]; 3]"),
                declare("translation", &translation, "[T::ZERO; 3]"),
            )
        }
    }
}

/// An array literal as rustfmt formats it, if the text before it on its line is short enough to stay there.
fn array(items: &[String], indent: &str) -> String {
    const WIDTH: usize = 99;
    const SHORT: usize = 60;
    const SHORT_ITEM: usize = 10;
    let line = items.join(", ");
    if line.len() + 2 <= SHORT {
        return format!("[{line}]");
    }
    let inner = format!("{indent}    ");
    let has_long = items.iter().any(|item| item.len() > SHORT_ITEM);
    let mut text = String::from("[");
    let mut width = WIDTH;
    for item in items {
        if has_long || width + item.len() + 2 > WIDTH {
            text.truncate(text.trim_end().len());
            text += "\n";
            text += &inner;
            width = inner.len() - 1;
        }
        text += item;
        text += ", ";
        width += item.len() + 2;
    }
    format!("{}\n{indent}]", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    use crate::schedule::{BLOCK, LONGEST_FUNCTION, LONGEST_SCOPE};
    use multibody_program::ir::{Builder, parse};

    fn text(arguments: &[InputKind], layout: Layout, program: &Program) -> String {
        text_in(arguments, layout, program, Arithmetic::OfNumbers)
    }

    fn text_in(
        arguments: &[InputKind],
        layout: Layout,
        program: &Program,
        arithmetic: Arithmetic,
    ) -> String {
        let (arguments, result) = (arguments.to_vec(), String::new());
        body(
            &Signature {
                arguments,
                result,
                layout,
                takes_link: None,
                number: "T",
            },
            program,
            &Limbs::default(),
            arithmetic,
        )
    }

    #[test]
    fn a_program_becomes_one_statement_a_value() {
        let program = parse(
            "v0 = q0\nv1 = const 333/1000\nv2 = const 0\nv3 = sin v0\nv4 = cos v0\nv5 = mul v1 v4\n\
             v6 = neg v3\nv7 = const -1/2\nv8 = add v7 v5\nout v5 v2 v6 v8",
        )
        .unwrap();
        assert_eq!(
            text(
                &[InputKind::Q, InputKind::Qd],
                Layout::Matrix(2, 2),
                &program
            ),
            "        let _ = qd;
        let (s, c) = q[0].sin_cos();
        let x5 = T::lit(0.333) * c;
        let x8 = x5 - T::lit(0.5);
        let mut out = [[T::ZERO; 2]; 2];
        out[0][0] = x5;
        out[1][0] = -s;
        out[1][1] = x8;
        out
"
        );
    }

    #[test]
    fn several_angles_are_one_call() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = add v0 v1\nv3 = sin v0\nv4 = sin v2\nv5 = mul v3 v4\nv6 = cos v5\nv7 = cos v4\n\
             out v6 v7",
        )
        .unwrap();
        assert_eq!(
            text(&[InputKind::Q], Layout::Vector(2), &program),
            "        let x2 = q[0] + q[1];
        let (s, _) = T::sin_cos_all([q[0], x2]);
        let x5 = s[0] * s[1];
        let (_, c1) = T::sin_cos_all([s[1], x5]);
        let mut out = [T::ZERO; 2];
        out[0] = c1[1];
        out[1] = c1[0];
        out
"
        );
    }

    #[test]
    fn a_lonely_sine_and_a_turned_angle_are_written_so() {
        let program = parse(
            "v0 = q1\nv1 = angle 0 1\nv2 = add v0 v1\nv3 = cos v2\nv4 = neg v0\nv5 = sqrt v4\n\
             v6 = div v3 v5\nout v6",
        )
        .unwrap();
        assert_eq!(
            text(&[InputKind::Q], Layout::Scalar, &program),
            "        let x2 = q[1] + T::lit(1.5707963267948966);
        let c = x2.cos();
        let x5 = (-q[1]).sqrt();
        let x6 = c / x5;
        x6
"
        );
    }

    #[test]
    fn nothing_is_mutable_that_is_not_assigned() {
        let program = parse("v0 = const 0\nv1 = const 1\nout v0 v0 v0").unwrap();
        let expected = "        let _ = q;\n        let out = [T::ZERO; 3];\n        out\n";
        assert_eq!(text(&[InputKind::Q], Layout::Vector(3), &program), expected);
        let expected = "        let _ = (q, qd);\n        T::ZERO\n";
        let none = parse("v0 = const 0\nout v0").unwrap();
        assert_eq!(
            text(&[InputKind::Q, InputKind::Qd], Layout::Scalar, &none),
            expected
        );
    }

    #[test]
    fn signs_of_what_is_rounded_once_go_to_constants() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = const 1/2\nv3 = mul v2 v0\nv4 = sub v1 v3\nv5 = mul v4 v1\nv6 = sub v0 v5\n\
             v7 = neg v1\nv8 = mul v6 v7\nv9 = sub v8 v6\nv10 = mul v9 v0\nv11 = add v2 v10\nout v11",
        )
        .unwrap();
        assert_eq!(
            text(&[InputKind::Q], Layout::Scalar, &program),
            "        let x4 = q[0].mul_add(T::lit(-0.5), q[1]);
        let x6 = (-x4).mul_add(q[1], q[0]);
        let x9 = x6.mul_add(-q[1], -x6);
        let x11 = x9.mul_add(q[0], T::lit(0.5));
        x11
"
        );
    }

    #[test]
    fn long_constants_have_lines_of_their_own() {
        let program =
            parse("v0 = q0\nv1 = const 1/300\nv2 = mul v1 v0\nv3 = sub v2 v1\nout v3").unwrap();
        assert_eq!(
            text(&[InputKind::Q], Layout::Scalar, &program),
            "        let x3 = q[0].mul_add(
            T::lit(0.0033333333333333335),
            T::lit(-0.0033333333333333335),
        );
        x3
"
        );
        let program =
            parse("v0 = q1234567890\nv1 = const 1/300\nv2 = mul v1 v0\nv3 = add v2 v1\nout v3");
        let text = text(&[InputKind::Q], Layout::Scalar, &program.unwrap());
        let own = "        let x3 =
            q[1234567890].mul_add(T::lit(0.0033333333333333335), T::lit(0.0033333333333333335));
";
        assert!(text.starts_with(own), "{text}");
    }

    #[test]
    fn in_place_a_number_is_stored_as_soon_as_it_is_there() {
        let signature = Signature {
            arguments: vec![InputKind::Q],
            result: String::new(),
            layout: Layout::Vector(3),
            takes_link: None,
            number: "T",
        };
        let places = ["out[0]", "out[1]", "out[2]"].map(str::to_owned);
        let short =
            parse("v0 = q0\nv1 = const 0\nv2 = mul v0 v0\nv3 = neg v2\nout v2 v1 v3").unwrap();
        assert_eq!(
            in_place(
                &signature,
                &short,
                &Limbs::default(),
                &places,
                Arithmetic::OfNumbers
            ),
            "        let x2 = q[0] * q[0];
        out[0] = x2;
        out[2] = -x2;
        out[1] = T::ZERO;
"
        );
        let mut b = Builder::new();
        let first = b.input(InputKind::Q, 0);
        let mut chain = vec![first];
        for k in 0..LONGEST_SCOPE + 1 {
            chain.push(b.mul(chain[k], first));
        }
        let minus = b.neg(chain[2]);
        let long = b.finish(&[chain[2], chain[LONGEST_SCOPE + 1], minus]);
        let text = in_place(
            &signature,
            &long,
            &Limbs::default(),
            &places,
            Arithmetic::OfNumbers,
        );
        let at_once = "            let x2 = q[0] * x1;
            out[0] = x2;
            out[2] = -x2;
            let x3 = q[0] * x2;
";
        assert!(text.contains(at_once), "{text}");
        assert_eq!(text.matches("out[").count(), 3);
    }

    /// An even longer function is cut into several, unless it is compiled for several processors.
    #[test]
    fn a_very_long_program_is_cut_into_functions() {
        let arguments = [InputKind::Q];
        let blocks = |statements: usize, arithmetic: Arithmetic| {
            let mut b = Builder::new();
            let first = b.input(InputKind::Q, 0);
            let mut last = first;
            for _ in 0..statements {
                last = b.mul(last, first);
            }
            let program = b.finish(&[last]);
            let text = text_in(&arguments, Layout::Vector(1), &program, arithmetic);
            let chunks = text.matches(" = multibody::apart(|| {\n").count();
            assert_eq!(chunks, text.matches("\n        });\n").count());
            (chunks, text.matches(" = {\n").count())
        };
        let long = LONGEST_FUNCTION;
        assert_eq!(blocks(long, Arithmetic::OfNumbers), (0, long / BLOCK));
        assert_eq!(
            blocks(long + 1, Arithmetic::OfNumbers),
            (long / BLOCK + 1, 0)
        );
        assert_eq!(blocks(long + 1, Arithmetic::Chosen), (0, long / BLOCK + 1));
    }

    /// Every name is bound before it is used and visible where it is used.
    #[test]
    fn a_long_program_is_cut_into_blocks() {
        let mut b = Builder::new();
        let (first, second) = (b.input(InputKind::Q, 0), b.input(InputKind::Q, 1));
        let (sin, _) = b.sin_cos(first);
        let mut chain = vec![sin, second];
        for k in 0..2 * LONGEST_SCOPE {
            let next = b.mul(chain[k], chain[k + 1]);
            chain.push(b.add(next, first));
        }
        let program = b.finish(&[chain[2 * LONGEST_SCOPE], chain[10]]);
        let text = text(&[InputKind::Q], Layout::Vector(2), &program);
        assert!(
            text.contains("let b0 = {\n") && text.contains("let b1 = {\n"),
            "{text}"
        );
        let mut bound: BTreeSet<String> = ["s", "q", "T", "out"].map(str::to_owned).into();
        let mut inside: BTreeSet<String> = BTreeSet::new();
        for line in text.lines().map(str::trim) {
            let (name, expression) =
                match line.strip_prefix("let ").and_then(|l| l.split_once(" = ")) {
                    Some((name, expression)) => (name.trim_start_matches("mut "), expression),
                    None => (
                        "",
                        line.split_once(" = ")
                            .map_or(line, |(_, expression)| expression),
                    ),
                };
            let used = expression
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| word.starts_with('x') || word.starts_with('b'));
            for word in used {
                assert!(
                    bound.contains(word) || inside.contains(word),
                    "{word} in {line}"
                );
            }
            match (name, expression) {
                ("", "};") => inside.clear(),
                (name, "{") => drop(bound.insert(name.to_owned())),
                (name, _) => drop(inside.insert(name.to_owned())),
            }
        }
    }
}
