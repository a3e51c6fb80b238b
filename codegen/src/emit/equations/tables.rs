//! What stands before the equations: the equation of motion, the coordinates, the names.

use super::document::{Block, Cell};
use super::expanded::{coriolis_symbol, gravity_symbol, mass};
use super::expression::{Expression, Symbol};
use super::number;
use super::symbols::{Names, coordinate};
use super::values::Values;
use crate::force::By;
use crate::ir::Matrix3;
use crate::joint::Coordinate;
use crate::system::{Joint, System};

/// Heading, equation of motion, coordinates and parameters.
pub fn beginning(system: &System, names: &Names) -> Vec<Block> {
    let mut blocks = vec![Block::Heading("Equations of motion".into())];
    blocks.push(motion(system));
    blocks.push(coordinates(system));
    let fields = system.parameters.iter().map(|parameter| {
        let all = names.of_field(parameter).iter();
        all.map(|symbol| (symbol.clone(), symbol.plain.clone()))
    });
    let fields: Vec<(Symbol, String)> = fields.flatten().collect();
    if !fields.is_empty() {
        blocks.push(Block::Key(fields));
    }
    blocks
}

/// `M(q) qdd + C(q, qd) qd + g(q) = tau`, and Q where force elements act.
fn motion(system: &System) -> Block {
    let q = || Symbol::bold("q", "q", &[]);
    let (qd, qdd) = (
        Symbol::bold("qd", "q", &[]).dotted(1),
        Symbol::bold("qdd", "q", &[]).dotted(2),
    );
    let of = |function: Symbol, arguments: Vec<Symbol>| {
        let arguments = arguments.into_iter().map(Expression::from).collect();
        Expression::applied(function, arguments)
    };
    let left = Expression::Sum(vec![
        Expression::Product(vec![of(mass(), vec![q()]), qdd.into()]),
        Expression::Product(vec![
            of(coriolis_symbol(), vec![q(), qd.clone()]),
            qd.clone().into(),
        ]),
        of(gravity_symbol(), vec![q()]),
    ]);
    let tau: Expression = Symbol::bold("tau", "tau", &[]).into();
    let by = |by| system.forces.iter().any(|force| force.kind.by() == by);
    let arguments: Vec<Symbol> = [(By::Position, q()), (By::Rate, qd)]
        .into_iter()
        .filter_map(|(kind, symbol)| by(kind).then_some(symbol))
        .collect();
    let right = match arguments.is_empty() {
        false => Expression::Sum(vec![tau, of(Symbol::bold("Q", "Q", &[]), arguments)]),
        true => tau,
    };
    Block::Equation(left, right)
}

/// Which joint each coordinate is of.
fn coordinates(system: &System) -> Block {
    let mut rows = Vec::new();
    for joint in &system.coordinates {
        let positions = joint.kind.coordinates();
        for (k, position) in positions.iter().enumerate() {
            let unit = match position {
                Coordinate::Angle => "rad",
                Coordinate::Length => "m",
                Coordinate::Quaternion => "quaternion x y z w",
            };
            rows.push(vec![
                Cell::maths(coordinate(joint.q + k)),
                Cell::name(&joint.name),
                Cell::words(joint.kind.name()),
                Cell::words(unit),
            ]);
        }
    }
    Block::Table(titles(&["", "joint", "type", "unit"]), rows)
}

/// Titles of columns.
fn titles(words: &[&str]) -> Vec<Cell> {
    words.iter().map(|&word| Cell::words(word)).collect()
}

/// Digits of what is shown as read.
const DIGITS: usize = 8;

fn values<'a>(system: &'a System, names: &'a Names) -> Values<'a> {
    let style = match system.parameters.is_empty() {
        true => number::Style::Digits(DIGITS),
        false => number::Style::Fractions,
    };
    Values::new(&system.builder, names, style)
}

/// The joints as read: what they join, where and about which axis, and what moves them.
pub fn joints(system: &System, names: &Names) -> Block {
    let values = values(system, names);
    let mut head = titles(&["i", "joint", "type"]);
    head.extend([
        Cell::maths(Symbol::scalar("k", "k", &[])),
        Cell::maths(Symbol::scalar("s", "s", &["i"])),
        Cell::maths(Symbol::bold("u", "u", &["i"])),
        Cell::maths(Symbol::bold("p", "p", &["0", "i"])),
        Cell::maths(Symbol::bold("R", "R", &["0", "i"])),
    ]);
    let row = |(at, joint): (usize, &Joint)| {
        let kind = joint.kind();
        let [position, axis] = motion_cells(system, &values, joint);
        vec![
            Cell::words((at + 1).to_string()),
            Cell::name(&joint.name),
            Cell::words(kind),
            Cell::words(carrier(system, joint).to_string()),
            position,
            axis,
            Cell::Maths(values.tuple(&joint.origin.translation)),
            Cell::Maths(rotation(&values, &joint.origin.rotation)),
        ]
    };
    Block::Table(
        head,
        system.tree.joints.iter().enumerate().map(row).collect(),
    )
}

/// Number of the joint that moves the link that carries a joint; 0: the world.
fn carrier(system: &System, joint: &Joint) -> usize {
    let moves = |link| {
        system
            .tree
            .joints
            .iter()
            .position(|joint| joint.child == link)
    };
    joint.parent.and_then(moves).map_or(0, |at| at + 1)
}

/// Position and axis, where a joint has them.
fn motion_cells(system: &System, values: &Values<'_>, joint: &Joint) -> [Cell; 2] {
    let nothing = || Cell::words("");
    let mut b = system.builder.clone();
    let positions = joint.motions.iter();
    let positions = positions.flat_map(|motion| motion.positions(&mut b, &system.coordinates));
    let positions: Vec<_> = positions.collect();
    let moving = values.grown(&b);
    match (&positions[..], joint.simple()) {
        ([], _) => [nothing(), nothing()],
        (&[position], Some(motion)) => {
            let axis = motion.axes.map(|row| row[2]);
            let position = Cell::Maths(moving.expression(position));
            [position, Cell::Maths(values.tuple(&axis))]
        }
        _ => [Cell::Maths(moving.tuple(&positions)), nothing()],
    }
}

/// A rotation by rows; the one that turns nothing is 1.
fn rotation(values: &Values<'_>, rotation: &Matrix3) -> Expression {
    match values.is_identity(rotation) {
        true => Expression::whole(1),
        false => Expression::Tuple(rotation.map(|row| values.tuple(&row)).to_vec()),
    }
}

/// The links as read, numbered as the joints that move them.
pub fn links(system: &System, names: &Names) -> Block {
    let values = values(system, names);
    let row = |(at, joint): (usize, &Joint)| {
        let link = &system.tree.links[joint.child];
        let moment = |i: usize, j: usize| Cell::Maths(values.expression(link.inertia[i][j]));
        let mut row = vec![
            Cell::words((at + 1).to_string()),
            Cell::name(&link.name),
            Cell::Maths(values.expression(link.mass)),
            Cell::Maths(values.tuple(&link.com)),
        ];
        row.extend([(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)].map(|(i, j)| moment(i, j)));
        row
    };
    let mut head = titles(&["i", "link"]);
    head.push(Cell::maths(Symbol::scalar("m", "m", &["i"])));
    head.push(Cell::maths(Symbol::bold("c", "c", &["i"])));
    head.extend(
        ["xx", "yy", "zz", "xy", "xz", "yz"]
            .map(|entry| Cell::maths(Symbol::scalar(format!("I_{entry}"), "I", &[entry]))),
    );
    Block::Table(
        head,
        system.tree.joints.iter().enumerate().map(row).collect(),
    )
}
