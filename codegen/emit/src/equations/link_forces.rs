//! Forces on points of links: those of springs between points, in terms of the springs' lengths, and constant ones. Written out
//! in coordinates they would be long.

use super::document::{Cell, DocumentBlock};
use super::expression::{Expression, InfixSign, Symbol};
use super::style::style;
use super::symbols::SymbolNames;
use super::values::Values;
use multibody_description::system::{End, System};
use multibody_program::ir::Function;

/// The equation `Q = P - sum_n L_n^T F_n + sum_k J_k^T w_k` with its terms; nothing if no forces act on points of links. `F_n` is
/// the force of spring n, and the row `L_n` the derivative of the spring's length by the rates. `w_k` is a constant force, and
/// `J_k` the Jacobian of its point. `other_forces` is `P`, the symbol of all other forces.
pub fn blocks(
    system: &System,
    names: &SymbolNames,
    other_forces: Option<Symbol>,
) -> Vec<DocumentBlock> {
    if !system.has_link_forces() {
        return Vec::new();
    }
    let sum_over = |index: &str, product: Vec<Expression>| {
        let index = Symbol::scalar(index, index, &[]);
        let product = Expression::Product(product);
        Expression::SumOver(Box::new(index.into()), Box::new(product))
    };
    let (springs, constants) = (&system.point_springs, &system.constant_forces);
    let spring_forces = (!springs.is_empty()).then(|| {
        sum_over(
            "n",
            vec![spring_vector("L").transposed(), spring_scalar("F")],
        )
        .negative()
    });
    let constant_forces = (!constants.is_empty()).then(|| {
        sum_over(
            "k",
            vec![
                constant_force_symbol("J").transposed(),
                constant_force_symbol("w"),
            ],
        )
    });
    let parts = [
        other_forces.map(Expression::from),
        spring_forces,
        constant_forces,
    ];
    let terms: Vec<Expression> = parts.into_iter().flatten().collect();
    let mut blocks = vec![DocumentBlock::Equation(
        Symbol::bold("Q", "Q", &[]).into(),
        Expression::Sum(terms),
    )];
    if !springs.is_empty() {
        blocks.extend(spring_blocks(system, names));
    }
    if !constants.is_empty() {
        blocks.extend(constant_force_blocks(system, names));
    }
    blocks
}

/// A number of spring n.
fn spring_scalar(base: &str) -> Expression {
    Symbol::scalar(format!("{base}_n"), base, &["n"]).into()
}

/// A vector of spring n.
fn spring_vector(base: &str) -> Expression {
    Symbol::bold(format!("{base}_n"), base, &["n"]).into()
}

/// A vector or matrix of the constant force k.
fn constant_force_symbol(base: &str) -> Expression {
    Symbol::bold(format!("{base}_k"), base, &["k"]).into()
}

/// The constant forces: what they compensate, and their numbers.
fn constant_force_blocks(system: &System, names: &SymbolNames) -> [DocumentBlock; 2] {
    let values = Values::new(&system.builder, names, style(system));
    let rows = system
        .constant_forces
        .iter()
        .zip(1..)
        .map(|(constant, number)| {
            vec![
                Cell::words(number.to_string()),
                Cell::name(&system.tree.links[constant.link].name),
                Cell::Maths(values.tuple(&constant.point)),
                Cell::Maths(values.tuple(&constant.force)),
            ]
        });
    let text = "Force {} compensates the weight of a link. It acts at the place in the frame of the link, in the axes \
                of the world; {} is the derivative of the place's velocity by the rates.";
    let symbols = vec![constant_force_symbol("w"), constant_force_symbol("J")];
    let head = ["k", "link", "place in its frame", "w in the world"].map(Cell::words);
    [
        DocumentBlock::text(text, symbols),
        DocumentBlock::Table(head.into(), rows.collect()),
    ]
}

/// The springs between points: `F_n = kappa_n (l_n - lambda_n) + delta_n dl_n/dt`, with stiffness, length, rest length and
/// damping.
fn spring_blocks(system: &System, names: &SymbolNames) -> [DocumentBlock; 4] {
    let sum = Expression::Sum;
    let product = Expression::Product;
    let lengthening: Expression = Symbol::scalar("ld_n", "l", &["n"]).dotted(1).into();
    let rate: Expression = Symbol::bold("qd", "q", &[]).dotted(1).into();
    let separation = || {
        Expression::Tuple(vec![sum(vec![
            spring_vector("b"),
            spring_vector("a").negative(),
        ])])
    };
    let square = product(vec![separation().transposed(), separation()]);
    let stretch = Expression::Tuple(vec![sum(vec![
        spring_scalar("l"),
        spring_scalar("lambda").negative(),
    ])]);
    let force = sum(vec![
        product(vec![spring_scalar("kappa"), stretch]),
        product(vec![spring_scalar("delta"), lengthening.clone()]),
    ]);
    let length = Expression::Call(Function::Sqrt, Box::new(square));
    [
        DocumentBlock::Equation(spring_scalar("F"), force),
        DocumentBlock::Equation(spring_scalar("l"), length),
        DocumentBlock::text(
            "Spring {} pulls its points {} and {}, places in the world, towards each other. {} is the derivative of its \
             length along the rates: {}.",
            vec![
                Symbol::scalar("n", "n", &[]).into(),
                spring_vector("a"),
                spring_vector("b"),
                spring_vector("L"),
                Expression::between(
                    InfixSign::Equal,
                    lengthening,
                    product(vec![spring_vector("L"), rate]),
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
