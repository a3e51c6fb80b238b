//! The equations of a large robot: the recursions that compute them, and the numbers in them.
//!
//! Inverse dynamics follows Featherstone, Rigid Body Dynamics Algorithms (2008), table 5.1. The matrices `B_i` in the formula of C
//! are those of Echeandia and Wensing (2021). With them `C = sum m J^T dJ/dt` over all particles, which equals Christoffel's matrix
//! wherever the rates are derivatives of the coordinates. Spatial vectors have the linear part first, then the angular part.

use super::document::DocumentBlock;
use super::expanded::generalized_force;
use super::expression::{Expression, InfixSign, Symbol};
use super::joint_types;
use super::matrices::{coriolis_symbol, gravity_symbol, mass_symbol};
use super::style::style;
use super::symbolic_terms;
use super::symbols::SymbolNames;
use super::tables;
use super::values::Values;
use multibody_description::findings::ExaminedSystem;
use multibody_description::system::System;
use multibody_outputs::{MotionType, RateTerms};

/// Equation of motion, recursions, tables.
pub fn blocks(
    system: &ExaminedSystem,
    types: &[MotionType],
    rate_terms: &RateTerms,
    names: &SymbolNames,
) -> Vec<DocumentBlock> {
    let heading = |text: &str| DocumentBlock::Heading(text.into());
    let has_changing_subspace = joint_types::has_changing_subspace(types);
    let mut blocks = tables::beginning(system, names, true);
    blocks.extend(generalized_force(system, rate_terms, names));
    blocks.push(DocumentBlock::text(
        "Written out, the entries would fill pages; these recursions give them. Link {} is moved by joint {} \
         and carried by link {}, 0 being the world; both are numbered as in the tables of joints and links.",
        vec![index(), index(), scalar("k", "k", &[])],
    ));
    // The tree of a `System` has the links and joints as read.
    if system
        .tree
        .joints
        .iter()
        .any(|joint| joint.motions.len() > 1)
    {
        blocks.push(DocumentBlock::text(
            "A joint of several motions has a row for each of them, and between these are links without mass: \
             {} = 0.",
            vec![of_link("I")],
        ));
    }
    blocks.push(heading("Links and joints"));
    blocks.extend(placement(has_changing_subspace));
    blocks.push(heading("Joint types"));
    blocks.push(joint_types::explanation_of_positions());
    if has_changing_subspace {
        blocks.push(joint_types::explanation_of_rates());
    }
    blocks.extend(joint_types::blocks(system, types));
    blocks.push(heading("Motion, from the world outwards"));
    blocks.extend(motion(system, names, has_changing_subspace));
    blocks.push(heading("Inverse dynamics, back from the last link"));
    blocks.extend(forces(system));
    blocks.push(heading("Mass matrix, Coriolis matrix, gravity"));
    blocks.extend(matrices(system.has_armatures()));
    blocks.extend(armatures(system, rate_terms, names));
    blocks.extend(products());
    blocks.extend(symbolic_terms::blocks(system, names));
    blocks.push(heading("Joints as read"));
    blocks.push(tables::joints(system, types, names));
    blocks
}

/// The number i of a link.
fn index() -> Expression {
    scalar("i", "i", &[])
}

/// A vector or matrix of link i.
fn of_link(base: &str) -> Expression {
    symbol_at(base, "i")
}

/// A vector or matrix of the link with this index.
fn symbol_at(base: &str, index: &str) -> Expression {
    Symbol::bold(format!("{base}_{index}"), base, &[index]).into()
}

/// A vector or matrix of the link that carries link i.
fn of_carrier(base: &str) -> Expression {
    symbol_at(base, "k")
}

fn vector(base: &str) -> Expression {
    Symbol::bold(base, base, &[]).into()
}

fn scalar(plain: &str, base: &str, indices: &[&str]) -> Expression {
    Symbol::scalar(plain, base, indices).into()
}

fn product(factors: impl IntoIterator<Item = Expression>) -> Expression {
    Expression::Product(factors.into_iter().collect())
}

fn equation(left: Expression, right: Expression) -> DocumentBlock {
    DocumentBlock::Equation(left, right)
}

/// An operator such as `(a x)`: the sign `infix` with a on its left. It applies to the factor that follows.
fn operator(infix: InfixSign, a: Expression) -> Expression {
    let nothing = Symbol::scalar("", "", &[]);
    Expression::Tuple(vec![Expression::between(infix, a, nothing)])
}

/// `(a x)`: the operator that takes the cross product of a and the factor that follows.
fn cross(a: Expression) -> Expression {
    operator(InfixSign::Cross, a)
}

/// The equations of link i: its rotation `R_i` and position `p_i` in the frame of the link k that carries it, the transform `X_i`
/// of twists from frame k to frame i, the motion subspace `S_i`, and the inertia `I_i`.
fn placement(has_changing_subspace: bool) -> Vec<DocumentBlock> {
    let (rotation, position) = (of_link("R"), of_link("p"));
    let [type_rotation, type_position, type_subspace] =
        joint_types::symbols().map(Expression::from);
    // The symbol of a value at zero positions of the joint.
    let at_zero =
        |base: &str| -> Expression { Symbol::bold(format!("{base}0_i"), base, &["0", "i"]).into() };
    let axes = || of_link("U");
    let rotation_formula = product([at_zero("R"), axes(), type_rotation, axes().transposed()]);
    let displacement = product([at_zero("R"), axes(), type_position]);
    let position_formula = Expression::Sum(vec![at_zero("p"), displacement]);
    let inverse_rotation = || rotation.clone().transposed();
    let (zero, one) = (|| Expression::whole(0), || Expression::whole(1));
    let transform = Expression::Matrix(vec![
        vec![
            inverse_rotation(),
            product([inverse_rotation(), cross(position.clone())]).negative(),
        ],
        vec![zero(), inverse_rotation()],
    ]);
    let (m, c) = (scalar("m_i", "m", &["i"]), || of_link("c"));
    let moment = || product([m.clone(), cross(c())]);
    let central_inertia = Symbol::bold("Ic_i", "I", &["c", "i"]).into();
    let inertia = Expression::Matrix(vec![
        vec![product([m.clone(), one()]), moment().negative()],
        vec![
            moment(),
            Expression::Sum(vec![
                central_inertia,
                product([m.clone(), cross(c()), cross(c())]).negative(),
            ]),
        ],
    ]);
    // D_i turns both parts of a twist, the linear and the angular one.
    let axes_of_twists = Expression::Matrix(vec![vec![axes(), zero()], vec![zero(), axes()]]);
    let mut blocks = vec![
        equation(rotation.clone(), rotation_formula),
        equation(position.clone(), position_formula),
        equation(of_link("D"), axes_of_twists),
        equation(of_link("S"), product([of_link("D"), type_subspace])),
    ];
    if has_changing_subspace {
        let rate = joint_types::subspace_rate_symbol().into();
        blocks.push(equation(subspace_rate(), product([of_link("D"), rate])));
    }
    let [type_rotation, type_position, type_subspace] =
        joint_types::symbols().map(Expression::from);
    blocks.extend([
        DocumentBlock::text(
            "with {}, {} and {} of the joint's type at its positions {}. The columns of {} are the axes of the \
             type, seen from link {}. A fixed joint stays at {} and {} and has no {}.",
            vec![
                type_rotation,
                type_position,
                type_subspace,
                of_link("s"),
                axes(),
                index(),
                at_zero("R"),
                at_zero("p"),
                of_link("S"),
            ],
        ),
        equation(of_link("X"), transform),
        equation(of_link("I"), inertia),
        DocumentBlock::text(
            "{} takes from the rates of the robot those of the joint, as the table of joints shows them.",
            vec![of_link("E")],
        ),
    ]);
    blocks
}

/// dS_i/dt in the axes of link i.
fn subspace_rate() -> Expression {
    Symbol::bold("Sd_i", "S", &["i"]).dotted(1).into()
}

/// Twists, accelerations, Jacobians and their rates.
fn motion(system: &System, names: &SymbolNames, has_changing_subspace: bool) -> Vec<DocumentBlock> {
    let values = Values::new(&system.builder, names, style(system));
    // The world accelerates by -g, so the equations of links need no terms for their weights.
    let base_acceleration: Vec<Expression> = (system.gravity.iter())
        .map(|&g| values.expression(g).negative())
        .chain((0..3).map(|_| Expression::whole(0)))
        .collect();
    let rate: Expression = Symbol::bold("qd", "q", &[]).dotted(1).into();
    let acceleration: Expression = Symbol::bold("qdd", "q", &[]).dotted(2).into();
    let rate_matrix = || of_link("E");
    // The change of S_i relative to the world, in the axes of link i.
    let motion_change = || {
        let rotation_change = Expression::between(InfixSign::Cross, of_link("v"), of_link("S"));
        if has_changing_subspace {
            Expression::Sum(vec![rotation_change, subspace_rate()])
        } else {
            rotation_change
        }
    };
    let transfer = |base: &str| product([of_link("X"), of_carrier(base)]);
    let sum = Expression::Sum;
    vec![
        equation(symbol_at("v", "0"), Expression::whole(0)),
        equation(symbol_at("a", "0"), Expression::Tuple(base_acceleration)),
        equation(
            of_link("v"),
            sum(vec![
                transfer("v"),
                product([of_link("S"), rate_matrix(), rate.clone()]),
            ]),
        ),
        equation(
            of_link("a"),
            sum(vec![
                transfer("a"),
                product([of_link("S"), rate_matrix(), acceleration]),
                product([motion_change(), rate_matrix(), rate]),
            ]),
        ),
        equation(
            of_link("J"),
            sum(vec![transfer("J"), product([of_link("S"), rate_matrix()])]),
        ),
        equation(
            of_link("K"),
            sum(vec![
                transfer("K"),
                product([motion_change(), rate_matrix()]),
            ]),
        ),
        DocumentBlock::text(
            "{} and {} are 0.",
            vec![symbol_at("J", "0"), symbol_at("K", "0")],
        ),
    ]
}

/// The forces `f_i` on links, and `tau`, their projection on the motions of the joints.
fn forces(system: &System) -> Vec<DocumentBlock> {
    let momentum = || product([of_link("I"), of_link("v")]);
    let child_condition = Expression::between(
        InfixSign::Equal,
        scalar("k_j", "k", &["j"]),
        scalar("i", "i", &[]),
    );
    let child_force = product([symbol_at("X", "j").transposed(), symbol_at("f", "j")]);
    let force = Expression::Sum(vec![
        product([of_link("I"), of_link("a")]),
        Expression::between(InfixSign::DualCross, of_link("v"), momentum()),
        Expression::SumOver(Box::new(child_condition), Box::new(child_force)),
    ]);
    let projection = product([
        of_link("E").transposed(),
        of_link("S").transposed(),
        of_link("f"),
    ]);
    let acceleration = Symbol::bold("qdd", "q", &[]).dotted(2);
    let mut required_forces = vec![sum_over_links(projection)];
    if system.has_armatures() {
        required_forces.push(product([armature_symbol().into(), acceleration.into()]));
    }
    if system.has_forces() {
        required_forces.push(Expression::from(Symbol::bold("Q", "Q", &[])).negative());
    }
    let right_side = match required_forces.len() {
        1 => required_forces.remove(0),
        _ => Expression::Sum(required_forces),
    };
    vec![
        equation(of_link("f"), force),
        equation(Symbol::bold("tau", "tau", &[]).into(), right_side),
    ]
}

fn sum_over_links(summand: Expression) -> Expression {
    Expression::SumOver(Box::new(scalar("i", "i", &[])), Box::new(summand))
}

/// A: the armatures.
fn armature_symbol() -> Symbol {
    Symbol::bold("A", "A", &[])
}

/// The diagonal of A, if there are armatures.
fn armatures(system: &System, rate_terms: &RateTerms, names: &SymbolNames) -> Vec<DocumentBlock> {
    let builder = &rate_terms.builder;
    let values = Values::new(builder, names, style(system));
    let armatures = rate_terms.armatures.iter().enumerate();
    let mut blocks: Vec<DocumentBlock> = armatures
        .filter(|&(_, &value)| !builder.is_zero(value))
        .map(|(v, &value)| {
            let index = (v + 1).to_string().repeat(2);
            let entry = scalar(&format!("A{index}"), "A", &[&index]);
            equation(entry, values.expression(value))
        })
        .collect();
    if !blocks.is_empty() {
        let text = "All other entries of {} are 0; its diagonal has the armatures of the joints.";
        blocks.push(DocumentBlock::text(text, vec![armature_symbol().into()]));
    }
    blocks
}

/// M, C and g, which are sums over links.
fn matrices(has_armatures: bool) -> Vec<DocumentBlock> {
    let jacobian = || of_link("J").transposed();
    let inertia = || of_link("I");
    let momentum = Expression::Tuple(vec![product([inertia(), of_link("v")])]);
    // The swapped product of (I v) with a twist w is the dual cross product of w with (I v), see `products`.
    let factor = Expression::Tuple(vec![Expression::Sum(vec![
        product([operator(InfixSign::DualCross, of_link("v")), inertia()]),
        product([inertia(), cross(of_link("v"))]).negative(),
        operator(InfixSign::SwappedCross, momentum),
    ])]);
    let half = Expression::Numeral(super::expression::Numeral::Fraction(
        "1".into(),
        Some("2".into()),
    ));
    let coriolis_summand = Expression::Sum(vec![
        product([inertia(), of_link("K")]),
        product([of_link("B"), of_link("J")]),
    ]);
    let gravity_summand = product([jacobian(), inertia(), of_link("a")]);
    let mass_matrix_of_links = sum_over_links(product([jacobian(), inertia(), of_link("J")]));
    let mass_matrix = if has_armatures {
        Expression::Sum(vec![mass_matrix_of_links, armature_symbol().into()])
    } else {
        mass_matrix_of_links
    };
    vec![
        equation(mass_symbol().into(), mass_matrix),
        equation(
            coriolis_symbol().into(),
            sum_over_links(product([
                jacobian(),
                Expression::Tuple(vec![coriolis_summand]),
            ])),
        ),
        equation(of_link("B"), product([half, factor])),
        equation(gravity_symbol().into(), sum_over_links(gravity_summand)),
        DocumentBlock::text(
            "In the last equation, {} is the acceleration at zero rates and zero accelerations of the joints.",
            vec![of_link("a")],
        ),
    ]
}

/// The definitions of the products of twists and forces, in either order.
fn products() -> Vec<DocumentBlock> {
    vec![
        DocumentBlock::text(
            "The products of a twist and a force, in either order:",
            Vec::new(),
        ),
        equation(
            operator(InfixSign::DualCross, vector("v")),
            cross(vector("v")).transposed().negative(),
        ),
        equation(
            Expression::between(InfixSign::SwappedCross, vector("f"), vector("v")),
            Expression::between(InfixSign::DualCross, vector("v"), vector("f")),
        ),
    ]
}
