//! The statements of a function, as Rust writes them.

mod packs;
mod result;

use super::dispatch::BodyNumber;
use super::text::Writer;
use crate::infix::{InfixLanguage, StatementWriter, argument_entry};
use crate::interface::{EntryPath, ExactConstants, InPlaceEntries, Signature, Step, argument_name};
use crate::schedule::{AnglePair, Block, RobotNames, Schedule, ValuePlace};
use multibody_passes::pack::WIDTHS;
use multibody_program::exact::{Angle, Rational};
use multibody_program::ir::{Class, Function, Input, Limbs, Program, SinCos, Value};

/// How the body of a function is written.
#[derive(Clone, Copy)]
pub struct BodyStyle<'a> {
    /// The isomorphic limbs, such as legs, whose values are packed together.
    pub limbs: &'a Limbs,
    /// The names of positions, of bodies, and of definitions in expressions.
    pub names: &'a RobotNames,
    /// The number type in which the body computes.
    pub number: BodyNumber,
    /// The literals of constants, and their exact values.
    pub exact: &'a ExactConstants,
    /// The number of the robot's rates, `NV`.
    pub nv: usize,
}

impl<'a> BodyStyle<'a> {
    /// The style of a robot's functions.
    pub fn of(writer: &'a Writer<'_>, number: BodyNumber) -> Self {
        Self {
            limbs: &writer.limbs,
            names: &writer.names,
            number,
            exact: &writer.exact,
            nv: writer.system.nv(),
        }
    }

    /// A body that is compiled for several instruction sets stays in one piece, since functions within it would not be
    /// compiled for them.
    fn is_in_one_piece(&self) -> bool {
        self.number == BodyNumber::OfProcessor
    }
}

/// The statements and the result of a body.
pub struct BodyParts {
    /// The lines of statements.
    pub lines: String,
    /// The arrays and numbers that the result consists of.
    pub values: Vec<String>,
}

/// The statements and the result of a function.
pub fn parts(signature: &Signature, program: &Program, style: BodyStyle<'_>) -> BodyParts {
    let schedule = Schedule::new(program, style.limbs, style.names, style.is_in_one_piece());
    let scope = Scope::new(&schedule, &[], RustLanguage::of(style));
    let mut lines = scope.function_lines(signature);
    let values = scope.write_result(&signature.result, &mut lines);
    BodyParts { lines, values }
}

/// All lines between the braces of a function that writes its outputs to the given places.
pub fn in_place(
    signature: &Signature,
    entries: &InPlaceEntries<'_>,
    style: BodyStyle<'_>,
) -> String {
    let schedule = Schedule::in_place(
        &entries.program,
        style.limbs,
        style.names,
        style.is_in_one_piece(),
    );
    let places: Vec<String> = entries.places.iter().map(out_access).collect();
    let scope = Scope::new(&schedule, &places, RustLanguage::of(style));
    let mut text = scope.function_lines(signature);
    let outputs = schedule.last_stores();
    outputs.for_each(|output| text.extend([scope.store(output), "\n".into()]));
    text
}

/// The expression of a place in the memory of the caller, `out`.
fn out_access(steps: &EntryPath) -> String {
    if steps.is_empty() { "*out".into() } else { access("out", steps) }
}

/// The expression of the part of a variable that the steps lead to.
pub fn access(variable: &str, steps: &EntryPath) -> String {
    let step = |step: &Step| match step {
        Step::Field(name) => format!(".{name}"),
        Step::Part(index) => format!(".{index}"),
        Step::Entry(index) => format!("[{index}]"),
    };
    let steps: String = steps.iter().map(step).collect();
    format!("{variable}{steps}")
}

/// The statement that discards unused arguments, so that rustc does not warn. Gravity that is structurally zero, for example,
/// reads no positions.
pub fn discard(names: &str) -> String {
    match (names.is_empty(), names.contains(',')) {
        (true, _) => String::new(),
        (false, false) => format!("let _ = {names};\n"),
        (false, true) => format!("let _ = ({names});\n"),
    }
}

/// The statements of a program, and its outputs as expressions that can follow them.
pub fn statements(program: &Program) -> (String, Vec<String>) {
    let schedule = Schedule::in_one_scope(program);
    let language = RustLanguage {
        number: BodyNumber::OfArguments,
        exact: &ExactConstants::default(),
        // Only inputs in a matrix with a column for each rate need this number, and these programs have none.
        nv: 0,
    };
    let scope = Scope::new(&schedule, &[], language);
    let mut text = String::new();
    scope.write(&schedule.outer_statements, "", &mut text);
    let outputs = program.outputs().iter();
    (text, outputs.map(|&output| scope.value(output)).collect())
}

/// Writes the statements of a scope. A value may have another name in a block than after it.
type Scope<'a> = StatementWriter<'a, RustLanguage<'a>>;

/// How Rust spells numbers and operations.
#[derive(Clone, Copy)]
struct RustLanguage<'a> {
    number: BodyNumber,
    exact: &'a ExactConstants,
    nv: usize,
}

impl<'a> RustLanguage<'a> {
    fn of(style: BodyStyle<'a>) -> Self {
        Self {
            number: style.number,
            exact: style.exact,
            nv: style.nv,
        }
    }
}

impl InfixLanguage for RustLanguage<'_> {
    fn definition(&self, name: &str, expression: &str) -> String {
        format!("let {name} = {expression};")
    }

    fn constant(&self, value: &Rational) -> String {
        let number = self.number.name();
        match value {
            value if *value == Rational::ZERO => format!("{number}::ZERO"),
            value if *value == Rational::ONE => format!("{number}::ONE"),
            value => format!("{number}::lit({})", self.exact.number(value)),
        }
    }

    fn angle(&self, angle: &Angle) -> String {
        format!("{}::lit({})", self.number.name(), self.exact.angle(angle))
    }

    fn input(&self, input: Input) -> String {
        self.number.load(argument_entry(input, self.nv))
    }

    fn call(&self, function: Function, argument: &str) -> String {
        let receiver = as_receiver(argument);
        match function.class() {
            Class::Stumpff(k) => format!("{receiver}.stumpff({k})"),
            _ => format!("{receiver}.{}()", function.name()),
        }
    }

    fn mul_add(&self, [a, b]: [&str; 2], term: &str) -> String {
        format!("{}.mul_add({b}, {term})", as_receiver(a))
    }

    fn sines(scope: &Scope<'_>, pass: usize) -> Vec<String> {
        vec![match scope.schedule.passes[pass].as_slice() {
            [pair] => scope.angle_statement(pair),
            pairs => scope.statement_of_angles(pass, pairs),
        }]
    }

    fn pack(scope: &Scope<'_>, pack: usize) -> Vec<String> {
        scope.pack_statements(pack)
    }

    fn variable(&self, name: &str, place: ValuePlace) -> String {
        match place {
            ValuePlace::Variable => name.to_owned(),
            ValuePlace::SinCos { of, pass, index } => format!("{}[{index}]", array_name(of, pass)),
            ValuePlace::Returned { block, index } => format!("b{block}[{index}]"),
        }
    }

    fn result_number(&self, value: String) -> String {
        self.number.store(value)
    }
}

impl Scope<'_> {
    /// The lines of a function before its result.
    fn function_lines(&self, signature: &Signature) -> String {
        let inputs = self.schedule.inputs();
        let unused_names: Vec<&str> = signature
            .arguments
            .iter()
            .filter(|kind| !inputs.contains(kind))
            .map(|&kind| argument_name(kind))
            .collect();
        let mut text = discard(&unused_names.join(", "));
        self.write(&self.schedule.outer_statements, "", &mut text);
        for (index, block) in self.schedule.blocks.iter().enumerate() {
            let scope = Self {
                block: Some(index),
                ..*self
            };
            scope.write_block(index, block, &mut text);
        }
        text
    }

    /// Writes a block, which returns what later blocks need: block 0 the values as an array `b0`, and the packs of width 2 as an array
    /// `g0_2`.
    fn write_block(&self, index: usize, block: &Block, text: &mut String) {
        let results = block.results.iter().map(|&value| self.value(value));
        let mut parts = vec![(format!("b{index}"), array(results))];
        for (width, packs) in block.result_packs.iter().enumerate() {
            let items = packs.iter().map(|&pack| self.pack(pack));
            parts.push((format!("g{index}_{}", WIDTHS[width]), array(items)));
        }
        parts.retain(|(_, items)| items != "[]");
        let (names, values): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
        let tuple = |list: &[String]| match list {
            [item] => item.clone(),
            items => format!("({})", items.join(", ")),
        };
        let (opening, closing) = self.braces();
        if names.is_empty() {
            text.extend([opening, "\n"])
        } else {
            *text += &format!("let {} = {opening}\n", tuple(&names))
        }
        self.write(&block.statements, "    ", text);
        if !names.is_empty() {
            *text += &format!("    {}\n", tuple(&values));
        }
        let end = if names.is_empty() || closing.ends_with(';') { "" } else { ";" };
        text.extend([closing, end, "\n"]);
    }

    /// The opening and closing of a block. In a long function blocks are outlined chunks, that is, functions of their own.
    fn braces(&self) -> (&'static str, &'static str) {
        if self.schedule.is_outlined {
            ("multibody::outlined_chunk(|| {", "});")
        } else {
            ("{", "}")
        }
    }

    /// The statement that computes the sine and cosine of one angle.
    fn angle_statement(&self, pair: &AnglePair) -> String {
        let receiver = as_receiver(&self.value(pair.angle));
        let results = [pair.sin, pair.cos].map(|value| value.map(|value| self.value(value)));
        let (names, method) = match results {
            [Some(sin), Some(cos)] => (format!("({sin}, {cos})"), "sin_cos"),
            [Some(sin), None] => (sin, "sin"),
            [None, Some(cos)] => (cos, "cos"),
            [None, None] => return String::new(),
        };
        format!("let {names} = {receiver}.{method}();")
    }

    /// The statement that computes the sines and cosines of several angles at once.
    fn statement_of_angles(&self, pass: usize, pairs: &[AnglePair]) -> String {
        let names_of = |function: SinCos, value: fn(&AnglePair) -> Option<Value>| {
            let values: Vec<Option<Value>> = pairs.iter().map(value).collect();
            self.pattern(function, pass, &values)
        };
        let sines = names_of(SinCos::Sine, |pair| pair.sin);
        let cosines = names_of(SinCos::Cosine, |pair| pair.cos);
        let angles = array(pairs.iter().map(|pair| self.value(pair.angle)));
        let number = self.language.number.name();
        format!("let ({sines}, {cosines}) = {number}::sin_cos_all({angles});")
    }

    /// The pattern that binds the sines or cosines of a pass: the name of their array, or the names of its elements.
    fn pattern(&self, function: SinCos, pass: usize, values: &[Option<Value>]) -> String {
        let place = |value: Value| self.schedule.place(value, self.block);
        let first_value = values.iter().flatten().copied().next();
        match first_value.map(place) {
            None => "_".to_owned(),
            Some(ValuePlace::Variable) => {
                let name = |value: &Option<Value>| match value {
                    Some(value) => self.schedule.name(*value).to_owned(),
                    None => "_".to_owned(),
                };
                array(values.iter().map(name))
            }
            Some(_) => array_name(function, pass),
        }
    }
}

/// An operand as the receiver of a method. A method call binds more tightly than a sign.
fn as_receiver(operand: &str) -> String {
    if operand.starts_with('-') {
        format!("({operand})")
    } else {
        operand.to_owned()
    }
}

/// The name of the array of sines or cosines that one call of `sin_cos_all` returns; `pass` numbers these calls.
fn array_name(function: SinCos, pass: usize) -> String {
    let letter = match function {
        SinCos::Sine => 's',
        SinCos::Cosine => 'c',
    };
    match pass {
        0 => letter.to_string(),
        later => format!("{letter}{later}"),
    }
}

/// An array literal.
fn array(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interface::{Record, RecordType, Returned, entries};
    use multibody_description::signature::RecordField;
    use std::borrow::Cow;
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    use crate::schedule::blocks::{
        BLOCK_LENGTH, CHUNK_LENGTH, MAX_FUNCTION_LENGTH, MAX_SCOPE_LENGTH,
    };
    use multibody_program::ir::{Builder, InputKind, SymbolIndex, ValueHint, ValueSymbol, parse};

    fn text(arguments: &[InputKind], result: Returned, program: &Program) -> String {
        text_in(arguments, result, program, BodyNumber::OfArguments)
    }

    fn text_in(
        arguments: &[InputKind],
        result: Returned,
        program: &Program,
        number: BodyNumber,
    ) -> String {
        let signature = Signature {
            arguments: arguments.to_vec(),
            result,
            takes_link: false,
        };
        let BodyParts { lines, values } = parts(&signature, program, plain_style(number));
        format!("{lines}{}\n", values.concat())
    }

    fn plain_style(number: BodyNumber) -> BodyStyle<'static> {
        static NONE: LazyLock<(Limbs, RobotNames, ExactConstants)> =
            LazyLock::new(Default::default);
        let (limbs, names, exact) = &*NONE;
        BodyStyle {
            limbs,
            names,
            number,
            exact,
            nv: 0,
        }
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
                Returned::Array(vec![2, 2]),
                &program
            ),
            "let _ = qd;
let (s_q0, c_q0) = q[0].sin_cos();
let x1 = T::lit(0.333) * c_q0;
let x2 = x1 - T::lit(0.5);
let mut out = [[T::ZERO; 2]; 2];
out[0][0] = x1;
out[1][0] = -s_q0;
out[1][1] = x2;
out
"
        );
    }

    #[test]
    fn a_body_has_a_heading_where_several_of_its_values_are_in_sequence() {
        let mut b = Builder::new();
        let [x, y] = [0, 1].map(|index| b.input(InputKind::Qd, index));
        let mut last = x;
        let force = ValueSymbol::new("f", SymbolIndex::Body);
        let lengths = [(0, 4), (1, 3), (0, 4), (1, 5)];
        for (body, length) in lengths {
            for axis in 0..length {
                last = b.mul(last, y);
                b.hint(last, ValueHint::along(force, body, axis % 3));
            }
        }
        let program = b.finish(&[last]);
        let text = text(&[InputKind::Qd], Returned::Array(vec![]), &program);
        let lines: Vec<&str> = text.lines().collect();
        let headings = (0..lines.len()).filter(|&index| lines[index].starts_with("//"));
        let headings: Vec<(&str, &str)> = headings
            .map(|index| (lines[index], lines[index + 1]))
            .collect();
        let expected = [
            ("// body 0", "let f0_x = qd[0] * qd[1];"),
            ("// body 1", "let f1_x_1 = qd[1] * f0_x_3;"),
        ];
        assert_eq!(headings, expected);
    }

    #[test]
    fn several_angles_are_one_call() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = add v0 v1\nv3 = sin v0\nv4 = sin v2\nv5 = mul v3 v4\nv6 = cos v5\nv7 = cos v4\n\
             out v6 v7",
        )
        .unwrap();
        assert_eq!(
            text(&[InputKind::Q], Returned::Array(vec![2]), &program),
            "let angle_q0_q1 = q[0] + q[1];
let ([s_q0, s_q0_q1], _) = T::sin_cos_all([q[0], angle_q0_q1]);
let x1 = s_q0 * s_q0_q1;
let (_, [c_angle, c_angle_2]) = T::sin_cos_all([s_q0_q1, x1]);
let mut out = [T::ZERO; 2];
out[0] = c_angle_2;
out[1] = c_angle;
out
"
        );
    }

    #[test]
    fn the_cosine_of_a_single_angle_is_a_method_call() {
        let program = parse(
            "v0 = q1\nv1 = angle 0 1\nv2 = add v0 v1\nv3 = cos v2\nv4 = neg v0\nv5 = sqrt v4\n\
             v6 = div v3 v5\nout v6",
        )
        .unwrap();
        assert_eq!(
            text(&[InputKind::Q], Returned::Array(vec![]), &program),
            "let angle_q1_offset = q[1] + T::lit(1.5707963267948966);
let c_q1_offset = angle_q1_offset.cos();
let x1 = (-q[1]).sqrt();
let x2 = c_q1_offset / x1;
x2
"
        );
    }

    #[test]
    fn nothing_is_mutable_that_is_not_assigned() {
        let program = parse("v0 = const 0\nv1 = const 1\nout v0 v0 v0").unwrap();
        let expected = "let _ = q;\nlet out = [T::ZERO; 3];\nout\n";
        assert_eq!(
            text(&[InputKind::Q], Returned::Array(vec![3]), &program),
            expected
        );
        let expected = "let _ = (q, qd);\nT::ZERO\n";
        let zero_program = parse("v0 = const 0\nout v0").unwrap();
        assert_eq!(
            text(
                &[InputKind::Q, InputKind::Qd],
                Returned::Array(vec![]),
                &zero_program
            ),
            expected
        );
    }

    #[test]
    fn signs_in_a_fused_product_move_into_constants() {
        let program = parse(
            "v0 = q0\nv1 = q1\nv2 = const 1/2\nv3 = mul v2 v0\nv4 = sub v1 v3\nv5 = mul v4 v1\nv6 = sub v0 v5\n\
             v7 = neg v1\nv8 = mul v6 v7\nv9 = sub v8 v6\nv10 = mul v9 v0\nv11 = add v2 v10\nout v11",
        )
        .unwrap();
        assert_eq!(
            text(&[InputKind::Q], Returned::Array(vec![]), &program),
            "let x1 = q[0].mul_add(T::lit(-0.5), q[1]);
let x2 = (-x1).mul_add(q[1], q[0]);
let x3 = x2.mul_add(-q[1], -x2);
let x4 = x3.mul_add(q[0], T::lit(0.5));
x4
"
        );
    }

    #[test]
    fn a_statement_is_a_line_however_long() {
        let program =
            parse("v0 = q0\nv1 = const 1/300\nv2 = mul v1 v0\nv3 = sub v2 v1\nout v3").unwrap();
        assert_eq!(
            text(&[InputKind::Q], Returned::Array(vec![]), &program),
            "let x1 = q[0].mul_add(T::lit(0.0033333333333333335), T::lit(-0.0033333333333333335));
x1
"
        );
    }

    /// Also where no function of the table returns such a record yet.
    #[test]
    fn the_parts_of_a_record_have_names() {
        let field = |name: &str, result| RecordField {
            name: name.into(),
            result,
            summary: "",
            has_reference: true,
        };
        let fields = vec![
            field("size", Returned::Array(vec![])),
            field("pose", Returned::Pose),
            field("rows", Returned::Array(vec![1, 2])),
        ];
        let record_type = RecordType::OfFunction("found".into());
        let signature = Signature {
            takes_link: false,
            arguments: vec![InputKind::Q],
            result: Returned::Record(Record {
                of: record_type,
                fields,
            }),
        };
        let outputs = " v0".repeat(15);
        let program = parse(&format!("v0 = q0\nout{outputs}")).unwrap();
        let body = parts(&signature, &program, plain_style(BodyNumber::OfArguments));
        let names = [
            "q[0]",
            "out_pose_rotation",
            "out_pose_translation",
            "out_rows",
        ];
        assert_eq!(body.values, names);
        assert!(body.lines.contains("let mut out_rows = [[T::ZERO; 2]; 1];"));
        assert!(body.lines.contains("out_pose_translation[2] = q[0];"));
    }

    #[test]
    fn in_place_a_number_is_stored_as_soon_as_it_is_computed() {
        let signature = Signature {
            arguments: vec![InputKind::Q],
            result: Returned::Array(vec![3]),
            takes_link: false,
        };
        let places = entries(EntryPath::new(), &[3]);
        let short_program =
            parse("v0 = q0\nv1 = const 0\nv2 = mul v0 v0\nv3 = neg v2\nout v2 v1 v3").unwrap();
        let in_place = |program: &Program| {
            let (program, places) = (Cow::Borrowed(program), places.clone());
            let stores = InPlaceEntries { program, places };
            in_place(&signature, &stores, plain_style(BodyNumber::OfArguments))
        };
        assert_eq!(
            in_place(&short_program),
            "let x1 = q[0] * q[0];
out[0] = x1;
out[2] = -x1;
out[1] = T::ZERO;
"
        );
        let mut b = Builder::new();
        let q0 = b.input(InputKind::Q, 0);
        let mut chain = vec![q0];
        for k in 0..MAX_SCOPE_LENGTH + 1 {
            chain.push(b.mul(chain[k], q0));
        }
        let negative = b.neg(chain[2]);
        let long_program = b.finish(&[chain[2], chain[MAX_SCOPE_LENGTH + 1], negative]);
        let text = in_place(&long_program);
        let early_stores = "    let x2 = q[0] * x1;
    out[0] = x2;
    out[2] = -x2;
    let x3 = q[0] * x2;
";
        assert!(text.contains(early_stores), "{text}");
        assert_eq!(text.matches("out[").count(), 3);
    }

    /// An even longer function is cut into several, unless it is compiled for several processors.
    #[test]
    fn a_very_long_program_is_cut_into_functions() {
        let arguments = [InputKind::Q];
        let blocks = |statements: usize, number: BodyNumber| {
            let mut b = Builder::new();
            let q0 = b.input(InputKind::Q, 0);
            let mut last = q0;
            for _ in 0..statements {
                last = b.mul(last, q0);
            }
            let program = b.finish(&[last]);
            let text = text_in(&arguments, Returned::Array(vec![1]), &program, number);
            let chunks = text.matches(" = multibody::outlined_chunk(|| {\n").count();
            assert_eq!(chunks, text.matches("\n});\n").count());
            (chunks, text.matches(" = {\n").count())
        };
        let limit = MAX_FUNCTION_LENGTH;
        assert_eq!(
            blocks(limit, BodyNumber::OfArguments),
            (0, limit / BLOCK_LENGTH)
        );
        assert_eq!(
            blocks(limit + 1, BodyNumber::OfArguments),
            (limit / CHUNK_LENGTH + 1, 0)
        );
        assert_eq!(
            blocks(limit + 1, BodyNumber::OfProcessor),
            (0, limit / BLOCK_LENGTH + 1)
        );
    }

    /// Every name is bound before it is used and visible where it is used.
    #[test]
    fn a_long_program_is_cut_into_blocks() {
        let mut b = Builder::new();
        let (q0, q1) = (b.input(InputKind::Q, 0), b.input(InputKind::Q, 1));
        let (sin, _) = b.sin_cos(q0);
        let mut chain = vec![sin, q1];
        for k in 0..2 * MAX_SCOPE_LENGTH {
            let next = b.mul(chain[k], chain[k + 1]);
            chain.push(b.add(next, q0));
        }
        let program = b.finish(&[chain[2 * MAX_SCOPE_LENGTH], chain[10]]);
        let text = text(&[InputKind::Q], Returned::Array(vec![2]), &program);
        assert!(
            text.contains("let b0 = {\n") && text.contains("let b1 = {\n"),
            "{text}"
        );
        let mut outer_names: BTreeSet<String> = ["s_q0", "q", "T", "out"].map(str::to_owned).into();
        let mut block_names: BTreeSet<String> = BTreeSet::new();
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
            let words = expression
                .split(|c: char| !c.is_ascii_alphanumeric())
                .filter(|word| word.starts_with('x') || word.starts_with('b'));
            for word in words {
                assert!(
                    outer_names.contains(word) || block_names.contains(word),
                    "{word} in {line}"
                );
            }
            match (name, expression) {
                ("", "};") => block_names.clear(),
                (name, "{") => drop(outer_names.insert(name.to_owned())),
                (name, _) => drop(block_names.insert(name.to_owned())),
            }
        }
    }
}
