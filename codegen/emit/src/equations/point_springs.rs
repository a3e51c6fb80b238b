//! The forces of springs between points, in terms of the springs' lengths: written out in coordinates they would be long.

use super::document::{Cell, DocumentBlock};
use super::expression::{Expression, InfixSign, Symbol};
use super::style::style;
use super::symbols::SymbolNames;
use super::values::Values;
use multibody_description::system::{End, System};
use multibody_program::ir::Function;

/// Q, with `others` as the symbol of all other forces; nothing if there are no springs between points.
pub fn blocks(system: &System, names: &SymbolNames, others: Option<Symbol>) -> Vec<DocumentBlock> {
    if system.point_springs.is_empty() {
        return Vec::new();
    }
    let scalar =
        |base: &str| -> Expression { Symbol::scalar(format!("{base}_n"), base, &["n"]).into() };
    let bold =
        |base: &str| -> Expression { Symbol::bold(format!("{base}_n"), base, &["n"]).into() };
    let sum = Expression::Sum;
    let product = Expression::Product;
    let lengthening: Expression = Symbol::scalar("ld_n", "l", &["n"]).dotted(1).into();
    let rate: Expression = Symbol::bold("qd", "q", &[]).dotted(1).into();
    let pull = Expression::SumOver(
        Box::new(Symbol::scalar("n", "n", &[]).into()),
        Box::new(product(vec![bold("L").transposed(), scalar("F")])),
    )
    .negative();
    let terms = others.map(Expression::from).into_iter().chain([pull]);
    let separation = || Expression::Tuple(vec![sum(vec![bold("b"), bold("a").negative()])]);
    let square = product(vec![separation().transposed(), separation()]);
    let stretch = Expression::Tuple(vec![sum(vec![scalar("l"), scalar("lambda").negative()])]);
    let force = sum(vec![
        product(vec![scalar("kappa"), stretch]),
        product(vec![scalar("delta"), lengthening.clone()]),
    ]);
    let length = Expression::Call(Function::Sqrt, Box::new(square));
    vec![
        DocumentBlock::Equation(Symbol::bold("Q", "Q", &[]).into(), sum(terms.collect())),
        DocumentBlock::Equation(scalar("F"), force),
        DocumentBlock::Equation(scalar("l"), length),
        DocumentBlock::text(
            "Spring {} pulls its points {} and {}, places in the world, towards each other. {} is the derivative of its \
             length along the rates: {}.",
            vec![
                Symbol::scalar("n", "n", &[]).into(),
                bold("a"),
                bold("b"),
                bold("L"),
                Expression::between(
                    InfixSign::Equal,
                    lengthening,
                    product(vec![bold("L"), rate]),
                ),
            ],
        ),
        table(system, names),
    ]
}

/// The table of springs, with their numbers.
fn table(system: &System, names: &SymbolNames) -> DocumentBlock {
    let values = Values::new(&system.builder, names, style(system));
    let link = |end: &End| match end.link {
        Some(link) => Cell::name(&system.tree.links[link].name),
        None => Cell::words("world"),
    };
    let rows = system
        .point_springs
        .iter()
        .zip(1..)
        .map(|(spring, number)| {
            let mut row = vec![Cell::words(number.to_string()), Cell::name(&spring.name)];
            for end in &spring.ends {
                row.extend([link(end), Cell::Maths(values.tuple(&end.point))]);
            }
            let numbers = [spring.stiffness, spring.length, spring.damping];
            row.extend(numbers.map(|number| Cell::Maths(values.expression(number))));
            row
        });
    let mut head = [
        "n",
        "spring",
        "from",
        "a in its frame",
        "to",
        "b in its frame",
    ]
    .map(Cell::words)
    .to_vec();
    head.extend(
        ["kappa", "lambda", "delta"].map(|base| Cell::maths(Symbol::scalar(base, base, &["n"]))),
    );
    DocumentBlock::Table(head, rows.collect())
}
