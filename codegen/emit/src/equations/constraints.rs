//! Constraints: the functions that they keep at 0, their Jacobian, and their part of the equation of motion.

use super::collect::Collector;
use super::document::{Cell, DocumentBlock};
use super::expression::{Expression, Symbol};
use super::matrices::{bias_symbol, constraint_symbol, jacobian_symbol, multiplier_symbol};
use super::matrix::{column, matrix};
use super::style::style;
use super::symbols::SymbolNames;
use super::values::Values;
use multibody_description::constraint::{FormulaAlgebra, FrameProduct, FrameVector};
use multibody_description::function::{Axes, Function};
use multibody_description::system::{End, Row, System};
use multibody_outputs::ReadableConstraints;
use multibody_program::exact::{Rational, integer};
use multibody_program::ir::{Builder, Input, Value};

/// `J(q)^T lambda`, the generalized force of the constraints.
pub fn force(system: &System) -> Expression {
    let jacobian = state_function(system, jacobian_symbol(), vec![position()]);
    let transposed = Expression::Transposed(Box::new(jacobian));
    Expression::Product(vec![transposed, multiplier_symbol().into()])
}

/// phi, J and gamma with their equations. If they are not written out, the formula of each row is shown instead.
pub fn blocks(
    system: &System,
    readable_parts: &[ReadableConstraints],
    names: &SymbolNames,
) -> Vec<DocumentBlock> {
    if system.constraints.is_empty() {
        return Vec::new();
    }
    let mut blocks = vec![DocumentBlock::Heading("Constraints".into())];
    blocks.extend(equations(system));
    blocks.extend(meaning(system));
    if readable_parts.is_empty() {
        blocks.extend(formulas(system, names))
    } else {
        blocks.push(rows(system));
        blocks.extend(
            readable_parts
                .iter()
                .flat_map(|part| full_formula(system, part, names)),
        );
    }
    blocks
}

/// `phi = 0`, `J qd = 0` and `J qdd + gamma = 0`.
fn equations(system: &System) -> Vec<DocumentBlock> {
    let zero = || Expression::whole(0);
    let jacobian = || state_function(system, jacobian_symbol(), vec![position()]);
    let value = state_function(system, constraint_symbol(), vec![position()]);
    let j_qd = Expression::Product(vec![jacobian(), rate().into()]);
    let bias = state_function(system, bias_symbol(), vec![position(), rate()]);
    let j_qdd_plus_gamma = Expression::Sum(vec![
        Expression::Product(vec![jacobian(), acceleration().into()]),
        bias,
    ]);
    let mut blocks = Vec::new();
    if has_position_rows(system) {
        blocks.push(DocumentBlock::Equation(value, zero()));
    }
    if !system.has_timed_constraints() {
        blocks.push(DocumentBlock::Equation(j_qd, zero()));
    }
    blocks.push(DocumentBlock::Equation(j_qdd_plus_gamma, zero()));
    blocks
}

/// What the symbols stand for.
fn meaning(system: &System) -> Vec<DocumentBlock> {
    let product = |a: Symbol, b: Symbol| Expression::Product(vec![a.into(), b.into()]);
    let j_qd = || product(jacobian_symbol(), rate());
    let (value, bias) = (|| constraint_symbol().into(), || bias_symbol().into());
    let dotted = |base: &str, dots: usize| {
        let plain = format!("{base}{}", "d".repeat(dots));
        Symbol::bold(plain, base, &[]).dotted(dots)
    };
    let value_rate = || dotted("phi", 1).into();
    let mut blocks = Vec::new();
    if system.has_timed_constraints() {
        let j_qdd = product(jacobian_symbol(), acceleration());
        let phi_dd = dotted("phi", 2).into();
        let text = "{} is all of {} that is linear in the rates, and {} all of {} but {}.";
        let symbols = vec![j_qd(), value_rate(), bias(), phi_dd, j_qdd];
        blocks.push(DocumentBlock::text(text, symbols));
    } else {
        if has_position_rows(system) {
            blocks.push(DocumentBlock::text("{} is {}.", vec![j_qd(), value_rate()]));
        }
        let jd_qd = product(dotted("J", 1), rate());
        blocks.push(DocumentBlock::text("{} is {}.", vec![bias(), jd_qd]));
    }
    if has_position_rows(system) && has_velocity_rows(system) {
        let text = "Rows on velocities keep {} at 0 and have no {}.";
        blocks.push(DocumentBlock::text(text, vec![j_qd(), value()]));
    }
    let text = "{} has a multiplier for each row.";
    blocks.push(DocumentBlock::text(text, vec![multiplier_symbol().into()]));
    blocks
}

/// The table of rows: number, name, and whether a row constrains positions or velocities.
fn rows(system: &System) -> DocumentBlock {
    let constraints = system.constraints.iter().zip(1..);
    let rows = constraints.map(|(constraint, number): (_, usize)| {
        let level = if constraint.row.is_holonomic() { "positions" } else { "velocities" };
        vec![
            Cell::words(number.to_string()),
            Cell::name(&constraint.name),
            Cell::words(level),
        ]
    });
    let head = ["row", "constraint", "on"].map(Cell::words).to_vec();
    DocumentBlock::Table(head, rows.collect())
}

/// phi, J or gamma, written out.
fn full_formula(
    system: &System,
    part: &ReadableConstraints,
    names: &SymbolNames,
) -> Vec<DocumentBlock> {
    let style = style(system);
    let entries: Vec<Expression> = match &part.sums {
        Some(sums) => {
            let collector = Collector { names, style };
            sums.iter().map(|sum| collector.sum(sum)).collect()
        }
        None => {
            let mut b = Builder::new();
            let outputs = b.inline(&part.program, |b, Input { kind, index }| {
                b.input(kind, index as usize)
            });
            let values = Values::new(&b, names, style);
            (outputs.iter())
                .map(|&value| values.expression(value))
                .collect()
        }
    };
    let (symbol, letter, rows) = match part.function {
        Function::Constraint if !has_position_rows(system) => return Vec::new(),
        Function::Constraint => (constraint_symbol(), "phi", column(entries)),
        Function::ConstraintJacobian => {
            let rows = entries.chunks(system.nv()).map(<[Expression]>::to_vec);
            (jacobian_symbol(), "J", rows.collect())
        }
        _ => (bias_symbol(), "gamma", column(entries)),
    };
    matrix(symbol, letter, &rows, false)
}

/// The formula that each row keeps at 0, in terms of points and axes of links.
fn formulas(system: &System, names: &SymbolNames) -> Vec<DocumentBlock> {
    let mut b = system.builder.clone();
    let symbolic = system.symbolic.inlined(&mut b).constraints;
    let values = Values::new(&b, names, style(system));
    let end_cells = |end: Option<&End>| match end {
        None => [Cell::words(""), Cell::words("")],
        Some(end) => {
            let link = match end.link {
                Some(link) => Cell::name(&system.tree.links[link].name),
                None => Cell::words("world"),
            };
            [link, Cell::Maths(values.tuple(&end.point))]
        }
    };
    let constraints = system.constraints.iter().zip(1..);
    let table_rows = constraints.map(|(constraint, number): (_, usize)| {
        let (formula, ends) = match &constraint.row {
            Row::Expression { index, .. } => (values.expression(symbolic[*index]), [None, None]),
            Row::PointExpression {
                ends: [a, b],
                index,
            } => (values.expression(symbolic[*index]), [Some(a), Some(b)]),
            Row::Between {
                ends: [a, b],
                frame_row,
                numbers,
            } => {
                let values = &values;
                let mut printer = PrintedFormula { values, numbers };
                let quotient = frame_row.formula.evaluate(&mut printer);
                (printer.expression(quotient), [Some(a), Some(b)])
            }
            Row::Velocity {
                end,
                axes,
                component,
            } => (velocity(*axes, *component), [Some(end), None]),
        };
        let mut row = vec![
            Cell::words(number.to_string()),
            Cell::name(&constraint.name),
            Cell::Maths(formula),
        ];
        row.extend(ends.into_iter().flat_map(end_cells));
        row
    });
    let head = ["row", "constraint", "stays 0", "A", "point", "B", "point"];
    let mut blocks = vec![DocumentBlock::Table(
        head.map(Cell::words).to_vec(),
        table_rows.collect(),
    )];
    let has_row = |is_kind: fn(&Row) -> bool| {
        let mut constraints = system.constraints.iter();
        constraints.any(|constraint| is_kind(&constraint.row))
    };
    if has_row(|row| row.pair().is_some()) {
        let text = "{} leads from the point of link A to that of link B. {} and {} are the axes of these links, in the \
                    world.";
        let symbols = [("d", ""), ("a", "i"), ("b", "i")].map(|(base, index)| vector(base, index));
        blocks.push(DocumentBlock::text(text, symbols.into()));
    }
    if has_row(|row| matches!(row, Row::Velocity { .. })) {
        let text = "{} is the velocity of the point of link A, {} its angular velocity. {} are the axes of A, {} those of \
                    the world.";
        let symbols = [("v", ""), ("omega", ""), ("a", "i"), ("e", "i")]
            .map(|(base, index)| vector(base, index));
        blocks.push(DocumentBlock::text(text, symbols.into()));
    }
    blocks
}

/// Evaluates the formula of a row between two frames to an expression.
struct PrintedFormula<'a> {
    values: &'a Values<'a>,
    numbers: &'a [Value],
}

/// A numerator, and the factors of its denominator: a number, and expressions that are known only at run time.
struct PrintedQuotient {
    numerator: Expression,
    number: Rational,
    factors: Vec<Expression>,
}

impl PrintedQuotient {
    fn without_denominator(numerator: Expression) -> Self {
        Self {
            numerator,
            number: Rational::ONE,
            factors: Vec::new(),
        }
    }
}

impl PrintedFormula<'_> {
    /// A quotient as an expression.
    fn expression(&self, quotient: PrintedQuotient) -> Expression {
        let number =
            (quotient.number != Rational::ONE).then(|| self.values.number(Some(&quotient.number)));
        let denominator: Vec<Expression> = number.into_iter().chain(quotient.factors).collect();
        if denominator.is_empty() {
            quotient.numerator
        } else {
            let denominator = Expression::product(denominator);
            Expression::Quotient(Box::new(quotient.numerator), Box::new(denominator))
        }
    }
}

impl FormulaAlgebra for PrintedFormula<'_> {
    type Scalar = PrintedQuotient;

    fn product(&mut self, frame_product: FrameProduct) -> PrintedQuotient {
        let [u, v] = frame_product.vectors().map(|axis| match axis {
            FrameVector::AxisOfA(k) => vector("a", ["x", "y", "z"][k]),
            FrameVector::AxisOfB(k) => vector("b", ["x", "y", "z"][k]),
            FrameVector::Offset => vector("d", ""),
        });
        PrintedQuotient::without_denominator(Expression::Product(vec![u.transposed(), v]))
    }

    fn square(&mut self, number: usize) -> PrintedQuotient {
        let number = self.values.expression(self.numbers[number]);
        PrintedQuotient::without_denominator(number.power(2))
    }

    fn difference(&mut self, x: PrintedQuotient, y: PrintedQuotient) -> PrintedQuotient {
        let terms = vec![self.expression(x), self.expression(y).negative()];
        PrintedQuotient::without_denominator(Expression::Sum(terms))
    }

    fn half(&mut self, x: PrintedQuotient) -> PrintedQuotient {
        PrintedQuotient {
            number: x.number * integer(2),
            ..x
        }
    }

    fn over(&mut self, mut x: PrintedQuotient, number: usize) -> PrintedQuotient {
        let number = self.numbers[number];
        match self.values.constant(number) {
            Some(constant) => x.number *= constant,
            None => x.factors.push(self.values.expression(number)),
        }
        x
    }
}

/// A component of the velocity of a point, or of its link's angular velocity, along an axis of the link or of the world.
fn velocity(axes: Axes, component: usize) -> Expression {
    let axis = ["x", "y", "z"][component % 3];
    let velocity = match component {
        0..3 => vector("v", ""),
        _ => vector("omega", ""),
    };
    let direction = match axes {
        Axes::Link => vector("a", axis),
        Axes::World => vector("e", axis),
    };
    Expression::Product(vec![Expression::Transposed(Box::new(direction)), velocity])
}

fn has_position_rows(system: &System) -> bool {
    (system.constraints.iter()).any(|constraint| constraint.row.is_holonomic())
}

fn has_velocity_rows(system: &System) -> bool {
    (system.constraints.iter()).any(|constraint| !constraint.row.is_holonomic())
}

/// A function of the state, and of time if the constraints depend on it.
fn state_function(system: &System, function: Symbol, arguments: Vec<Symbol>) -> Expression {
    let time = (system.has_timed_constraints()).then(|| Symbol::scalar("t", "t", &[]));
    let arguments = time.into_iter().chain(arguments).map(Expression::from);
    Expression::application(function, arguments.collect())
}

/// The positions `q`.
fn position() -> Symbol {
    Symbol::bold("q", "q", &[])
}

/// The rates `qd`.
fn rate() -> Symbol {
    Symbol::bold("qd", "q", &[]).dotted(1)
}

/// The accelerations `qdd`.
fn acceleration() -> Symbol {
    Symbol::bold("qdd", "q", &[]).dotted(2)
}

/// A vector; the index may be empty.
fn vector(base: &str, index: &str) -> Expression {
    match index {
        "" => Symbol::bold(base, base, &[]).into(),
        index => Symbol::bold(format!("{base}_{index}"), base, &[index]).into(),
    }
}
