//! The blocks before the equations (equation of motion, coordinates, fields), and the tables of joints and masses.

use super::constraints;
use super::document::{Cell, DocumentBlock, LegendEntry};
use super::expression::{Expression, Symbol};
use super::joint_types;
use super::matrices::{coriolis_symbol, drive_symbol, gravity_symbol, mass_symbol};
use super::number;
use super::symbols::{SymbolNames, coordinate};
use super::values::Values;
use multibody_description::findings::ExaminedSystem;
use multibody_description::force::ForceVariable;
use multibody_description::joint::PositionKind;
use multibody_description::system::{self, Joint, Link, Motion, System};
use multibody_outputs::MotionType;
use multibody_program::ir::{InputKind, Matrix3, Value};

/// Heading, equation of motion, coordinates and parameters. If a table of joints follows, it lists coordinates and joint types
/// too. Then the table of coordinates is left out, unless the type of a joint does not make clear what its positions are.
pub fn beginning(
    system: &ExaminedSystem,
    names: &SymbolNames,
    joints_follow: bool,
) -> Vec<DocumentBlock> {
    let mut blocks = vec![DocumentBlock::Heading("Equations of motion".into())];
    blocks.push(equation_of_motion(system));
    if !joints_follow || system.coordinates.iter().any(has_unclear_positions) {
        blocks.push(coordinates(system));
    }
    let fields = system.parameters.iter().map(|parameter| {
        let symbols = names.of_field(parameter).iter();
        symbols.map(|symbol| LegendEntry {
            symbol: symbol.clone(),
            meaning: symbol.plain.clone(),
        })
    });
    let fields: Vec<LegendEntry> = fields.flatten().collect();
    if !fields.is_empty() {
        blocks.push(DocumentBlock::Legend(fields));
    }
    blocks
}

/// Whether the type of a joint does not make clear what its positions are.
fn has_unclear_positions(coordinate: &system::Coordinate) -> bool {
    let mut positions = coordinate.kind.positions().iter();
    positions.any(|position| !matches!(position, PositionKind::Angle | PositionKind::Length))
}

/// `M(q) qdd + C(q, qd) qd + g(q) = tau`, with Q if force elements act, `J^T lambda` if there are constraints,
/// the drive if there is one, and time if the description names it.
fn equation_of_motion(system: &ExaminedSystem) -> DocumentBlock {
    let q = || Symbol::bold("q", "q", &[]);
    let (qd, qdd) = (
        Symbol::bold("qd", "q", &[]).dotted(1),
        Symbol::bold("qdd", "q", &[]).dotted(2),
    );
    let time = system.is_timed().then(|| Symbol::scalar("t", "t", &[]));
    let call = |function: Symbol, arguments: Vec<Symbol>| {
        let arguments = time.iter().cloned().chain(arguments);
        Expression::application(function, arguments.map(Expression::from).collect())
    };
    let mut left = vec![
        Expression::Product(vec![call(mass_symbol(), vec![q()]), qdd.into()]),
        Expression::Product(vec![
            call(coriolis_symbol(), vec![q(), qd.clone()]),
            qd.clone().into(),
        ]),
        call(gravity_symbol(), vec![q()]),
    ];
    if system.findings.has_drive {
        left.push(call(drive_symbol(), vec![q(), qd.clone()]));
    }
    let left = Expression::Sum(left);
    let tau: Expression = Symbol::bold("tau", "tau", &[]).into();
    let depends_on_all = system.symbolic.has_forces() || system.has_link_forces();
    let depends_on = |variable| {
        depends_on_all
            || system
                .forces
                .iter()
                .any(|force| force.kind.variable() == variable)
    };
    let arguments: Vec<Symbol> = [(ForceVariable::Position, q()), (ForceVariable::Rate, qd)]
        .into_iter()
        .filter_map(|(kind, symbol)| depends_on(kind).then_some(symbol))
        .collect();
    let mut right = vec![tau];
    if !arguments.is_empty() {
        right.push(call(Symbol::bold("Q", "Q", &[]), arguments));
    }
    if !system.constraints.is_empty() {
        right.push(constraints::force(system));
    }
    let right = match right.len() {
        1 => right.remove(0),
        _ => Expression::Sum(right),
    };
    DocumentBlock::Equation(left, right)
}

/// The coordinates, each with its joint.
fn coordinates(system: &System) -> DocumentBlock {
    let mut rows = Vec::new();
    for joint_coordinate in &system.coordinates {
        let positions = joint_coordinate.kind.positions();
        for (k, position) in positions.iter().enumerate() {
            rows.push(vec![
                Cell::maths(coordinate(joint_coordinate.q + k)),
                Cell::name(&joint_coordinate.name),
                Cell::words(joint_coordinate.kind.name()),
                Cell::words(position.unit()),
            ]);
        }
    }
    let head = titles(&["", "joint", "type", "unit"]);
    table(head, rows, |cell| *cell == Cell::words(""))
}

/// Symbols and names of the fields, with their defaults; nothing if there are no fields.
pub fn fields(system: &System, names: &SymbolNames) -> Vec<DocumentBlock> {
    let rows = system.parameters.iter().flat_map(|parameter| {
        let symbols = names.of_field(parameter).iter().enumerate();
        symbols.map(|(index, symbol)| {
            let default = parameter
                .default
                .as_ref()
                .and_then(|values| values.get(index));
            let style = number::NumberStyle::Digits(number::TABLE_DIGITS);
            let number = default.map_or(Cell::words(""), |value| {
                Cell::Maths(number::number(value, style))
            });
            let name = Cell::words(symbol.plain.clone());
            vec![Cell::maths(symbol.clone()), name, number]
        })
    });
    let rows: Vec<Vec<Cell>> = rows.collect();
    let head = titles(&["", "field", "default"]);
    if rows.is_empty() {
        return Vec::new();
    }
    vec![table(head, rows, |cell| *cell == Cell::words(""))]
}

/// A table without the columns whose cells are all empty, as `is_empty` decides.
fn table(head: Vec<Cell>, rows: Vec<Vec<Cell>>, is_empty: impl Fn(&Cell) -> bool) -> DocumentBlock {
    let has_content = |column: usize| rows.iter().any(|row| !is_empty(&row[column]));
    let columns: Vec<bool> = (0..head.len()).map(has_content).collect();
    let keep_columns = |row: Vec<Cell>| {
        let cells = row.into_iter().zip(&columns);
        cells
            .filter_map(|(cell, &is_kept)| is_kept.then_some(cell))
            .collect()
    };
    let head = keep_columns(head);
    DocumentBlock::Table(head, rows.into_iter().map(keep_columns).collect())
}

/// Titles of columns.
fn titles(words: &[&str]) -> Vec<Cell> {
    words.iter().map(|&word| Cell::words(word)).collect()
}

/// Writes values with the digits of tables, or as fractions beside parameters.
fn values<'a>(system: &'a System, names: &'a SymbolNames) -> Values<'a> {
    let style = if system.parameters.is_empty() {
        number::NumberStyle::Digits(number::TABLE_DIGITS)
    } else {
        number::NumberStyle::Fractions
    };
    Values::new(&system.builder, names, style)
}

/// A row of the table of joints: a joint, or one of the motions of a joint that has several.
struct Row<'a> {
    joint: &'a Joint,
    /// `None`: the joint is fixed.
    motion: Option<&'a Motion>,
    /// Whether it is the first motion of the joint, which starts at the joint's origin.
    is_first: bool,
    /// Whether it is the last motion, which moves the joint's child link.
    is_last: bool,
}

/// The rows, in the order of the joints.
fn rows(system: &System) -> Vec<Row<'_>> {
    system.tree.joints.iter().flat_map(rows_of).collect()
}

/// The rows of a joint.
fn rows_of(joint: &Joint) -> Vec<Row<'_>> {
    let motions: Vec<Option<&Motion>> = if joint.motions.is_empty() {
        vec![None]
    } else {
        joint.motions.iter().map(Some).collect()
    };
    let row = |(index, motion)| Row {
        joint,
        motion,
        is_first: index == 0,
        is_last: index + 1 == motions.len(),
    };
    motions.iter().copied().enumerate().map(row).collect()
}

/// The joints as read, one row for each motion: the number k of the row that carries it, its positions and rates, its axes, and the
/// position and rotation of its origin relative to row k. Row 0 is the world.
pub fn joints(system: &System, types: &[MotionType], names: &SymbolNames) -> DocumentBlock {
    let values = values(system, names);
    let mut head = titles(&["i", "joint", "type"]);
    let rates = [
        Symbol::bold("E_i", "E", &["i"]),
        Symbol::bold("qd", "q", &[]).dotted(1),
    ];
    head.extend([
        Cell::maths(Symbol::scalar("k", "k", &[])),
        Cell::maths(Symbol::bold("s", "s", &["i"])),
        Cell::maths(Expression::Product(rates.map(Expression::from).into())),
        Cell::maths(Symbol::bold("U", "U", &["i"])),
        Cell::maths(Symbol::bold("p0", "p", &["0", "i"])),
        Cell::maths(Symbol::bold("R0", "R", &["0", "i"])),
    ]);
    let rows = rows(system);
    let identity = system.builder.identity_pose();
    let row = |(index, row): (usize, &Row<'_>)| {
        let (carrier, origin) = if row.is_first {
            (carrier_number(&rows, row.joint), &row.joint.origin)
        } else {
            (index, &identity)
        };
        let [name, kind, motion_cells @ ..] = cells(system, types, &values, row);
        let number = |number: usize| Cell::words(number.to_string());
        let mut cells = vec![number(index + 1), name, kind, number(carrier)];
        cells.extend(motion_cells);
        cells.push(Cell::Maths(values.tuple(&origin.translation)));
        cells.push(Cell::Maths(rotation(&values, &origin.rotation)));
        cells
    };
    let table_rows = rows.iter().enumerate().map(row).collect();
    table(head, table_rows, |cell| *cell == Cell::words(""))
}

/// The link that carries a joint, by the number of the row whose motion moves this link; 0 for the world.
fn carrier_number(rows: &[Row<'_>], joint: &Joint) -> usize {
    let row_of_link = |link| {
        rows.iter()
            .position(|row| row.is_last && row.joint.child == link)
    };
    joint
        .parent
        .and_then(row_of_link)
        .map_or(0, |index| index + 1)
}

/// The cells of a row: name, type, positions, rates and axes.
fn cells(system: &System, types: &[MotionType], values: &Values<'_>, row: &Row<'_>) -> [Cell; 5] {
    let empty_cell = || Cell::words("");
    let Some(motion) = row.motion else {
        let (name, kind) = (Cell::name(&row.joint.name), Cell::words("fixed"));
        return [name, kind, empty_cell(), empty_cell(), empty_cell()];
    };
    let coordinate = &system.coordinates[motion.coordinate];
    let name = if row.is_first && row.is_last { &row.joint.name } else { &coordinate.name };
    let mut b = system.builder.clone();
    let positions = motion.positions(&mut b, &system.coordinates);
    let rate = |v| {
        let rate = b.input(InputKind::Qd, v);
        b.scale(&motion.multiplier, rate)
    };
    let rates: Vec<_> = coordinate.v_range().map(rate).collect();
    let values_of_motion = values.with_builder(&b);
    let cell = |entries: &[_]| match entries {
        [only] => Cell::Maths(values_of_motion.expression(*only)),
        several => Cell::Maths(values_of_motion.tuple(several)),
    };
    [
        Cell::name(name),
        Cell::words(joint_types::type_name(types, motion)),
        cell(&positions),
        cell(&rates),
        Cell::Maths(rotation(values, &motion.axes)),
    ]
}

/// A rotation by rows; the identity is written as 1.
fn rotation(values: &Values<'_>, rotation: &Matrix3) -> Expression {
    if values.is_identity(rotation) {
        Expression::whole(1)
    } else {
        Expression::Tuple(rotation.map(|row| values.tuple(&row)).to_vec())
    }
}

/// Masses and inertias as read, and the total mass. If `are_links_numbered`, links have the numbers of the rows of joints, and only
/// links are listed; otherwise also bodies that no joint carries. Links without mass and inertia are left out, as are columns of zeros.
pub fn masses(
    system: &System,
    names: &SymbolNames,
    are_links_numbered: bool,
) -> Vec<DocumentBlock> {
    let mut b = system.builder.clone();
    let bodies = if are_links_numbered {
        Vec::new() // the recursions list them
    } else {
        system.symbolic.inlined(&mut b).bodies
    };
    let links = rows(system)
        .into_iter()
        .enumerate()
        .filter(|(_, row)| row.is_last);
    let links: Vec<(usize, &Link)> = links
        .map(|(index, row)| (index + 1, &system.tree.links[row.joint.child]))
        .filter(|(_, link)| has_inertia(link.mass, &link.inertia))
        .collect();
    let link_masses = links.iter().map(|(_, link)| link.mass);
    let total = b.sum(link_masses.chain(bodies.iter().map(|body| body.mass)));
    let values = values(system, names).with_builder(&b);
    let indices: &[&str] = if are_links_numbered { &["i"] } else { &[] };
    let mut head = titles(&[if bodies.is_empty() { "link" } else { "body" }]);
    head.push(Cell::maths(Symbol::scalar("m", "m", indices)));
    head.push(Cell::maths(Symbol::bold("c", "c", indices)));
    head.extend(
        ["xx", "yy", "zz", "xy", "xz", "yz"]
            .map(|entry| Cell::maths(Symbol::scalar(format!("I_{entry}"), "I", &[entry]))),
    );
    let row = |name: &str, mass, com, inertia: &Matrix3| {
        let mut row = vec![Cell::name(name), Cell::Maths(values.expression(mass)), com];
        let entries = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)];
        row.extend(entries.map(|(i, j)| Cell::Maths(values.expression(inertia[i][j]))));
        row
    };
    let link_rows = links.iter().map(|(number, link)| {
        let com = Cell::Maths(values.tuple(&link.com));
        (
            number.to_string(),
            row(&link.name, link.mass, com, &link.inertia),
        )
    });
    let body_rows = bodies.iter().map(|body| {
        let com = Cell::words("");
        (
            String::new(),
            row(&body.name, body.mass, com, &body.inertia),
        )
    });
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (number, mut cells) in link_rows.chain(body_rows) {
        if are_links_numbered {
            cells.insert(0, Cell::words(number));
        }
        rows.push(cells);
    }
    if rows.is_empty() {
        return Vec::new();
    }
    if are_links_numbered {
        head.insert(0, Cell::words("i"));
    }
    let left_out = if bodies.is_empty() {
        "What is left out is 0."
    } else {
        "The centre of a body that no joint carries is an expression of the description; what else is left out is 0."
    };
    let text = format!(
        "Mass, centre of mass and the inertia about it, in the axes of the body, in kg and m. {left_out} The total mass is {{}} kg."
    );
    let text = DocumentBlock::text(&text, vec![values.expression(total)]);
    vec![text, table(head, rows, is_zero)]
}

/// Whether the mass or an entry of the inertia is not 0.
fn has_inertia(mass: Value, inertia: &Matrix3) -> bool {
    let mut values = inertia.iter().flatten().chain([&mass]);
    values.any(|&value| value != Value::ZERO)
}

/// Whether a cell is empty or has only zeros.
fn is_zero(cell: &Cell) -> bool {
    match cell {
        Cell::Words(text) => text.is_empty(),
        Cell::Maths(Expression::Tuple(entries)) => entries.iter().all(Expression::is_zero),
        Cell::Maths(expression) => expression.is_zero(),
    }
}
