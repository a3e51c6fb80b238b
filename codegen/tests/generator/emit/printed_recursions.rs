//! What is printed for large robots, read again and computed formula by formula, gives what the proved
//! programs give: joint types and tables as they are printed, by the recursions that stand between them.

use multibody_codegen::internal::derive::readable_equations;
use multibody_codegen::internal::emit::equations;
use multibody_codegen::settings::{Effort, Root};
use multibody_codegen::{Function, Settings};

use crate::joints::joint_type_in_no_list::{Cam, replace};
use crate::support::printed::{Page, Read};
use crate::support::{Robot, State, assert_close, fixture};

/// By rows.
type Matrix = Vec<Vec<f64>>;

fn zeros(rows: usize, columns: usize) -> Matrix {
    vec![vec![0.0; columns]; rows]
}

fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let entry = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, y)| x * y[j]).sum();
    let columns = b.first().map_or(0, Vec::len);
    a.iter()
        .map(|row| (0..columns).map(|j| entry(row, j)).collect())
        .collect()
}

fn plus(a: &Matrix, factor: f64, b: &Matrix) -> Matrix {
    let row =
        |(a, b): (&Vec<f64>, &Vec<f64>)| a.iter().zip(b).map(|(x, y)| x + factor * y).collect();
    a.iter().zip(b).map(row).collect()
}

fn transpose(a: &Matrix) -> Matrix {
    let columns = a.first().map_or(0, Vec::len);
    (0..columns)
        .map(|j| a.iter().map(|row| row[j]).collect())
        .collect()
}

fn column(values: &[f64]) -> Matrix {
    values.iter().map(|&x| vec![x]).collect()
}

/// Four blocks of three by three.
fn blocks(parts: [[&Matrix; 2]; 2]) -> Matrix {
    let entry = |i: usize, j: usize| parts[i / 3][j / 3][i % 3][j % 3];
    (0..6)
        .map(|i| (0..6).map(|j| entry(i, j)).collect())
        .collect()
}

/// `(a x)` of a vector of three.
fn skew(a: &[f64]) -> Matrix {
    vec![
        vec![0.0, -a[2], a[1]],
        vec![a[2], 0.0, -a[0]],
        vec![-a[1], a[0], 0.0],
    ]
}

/// `(v x)` of a twist, linear then angular.
fn cross(v: &Matrix) -> Matrix {
    let parts: Vec<f64> = v.iter().map(|row| row[0]).collect();
    let (linear, angular) = (skew(&parts[..3]), skew(&parts[3..]));
    blocks([[&angular, &linear], [&zeros(3, 3), &angular]])
}

/// `(v x*) = -(v x)^T`
fn dual_cross(v: &Matrix) -> Matrix {
    plus(&zeros(6, 6), -1.0, &transpose(&cross(v)))
}

/// `f xbar* v = v x* f`, column by column.
fn swapped_cross(f: &Matrix) -> Matrix {
    let columns = (0..6).map(|k| {
        let unit: Vec<f64> = (0..6).map(|i| f64::from(u8::from(i == k))).collect();
        product(&dual_cross(&column(&unit)), f)
    });
    let columns: Vec<Vec<f64>> = columns
        .map(|c| c.iter().map(|row| row[0]).collect())
        .collect();
    transpose(&columns)
}

/// The formulas that are computed here, in the order in which they are printed.
const FORMULAS: [&str; 15] = [
    "R_i = R0_i U_i Rt U_i^T",
    "p_i = p0_i + R0_i U_i pt",
    "D_i = [ U_i   0   ]\n          [ 0     U_i ]",
    "S_i = D_i St",
    "v_0 = 0",
    "v_i = X_i v_k + S_i E_i qd",
    "J_i = X_i J_k + S_i E_i",
    "f_i = I_i a_i + (v_i x* I_i v_i) + sum over k_j = i of X_j^T f_j",
    "tau = sum over i of E_i^T S_i^T f_i",
    "M = sum over i of J_i^T I_i J_i",
    "C = sum over i of J_i^T (I_i K_i + B_i J_i)",
    "B_i = 1/2 ((v_i x*) I_i - I_i (v_i x) + ((I_i v_i) xbar*))",
    "g = sum over i of J_i^T I_i a_i",
    "(v x*) = -(v x)^T",
    "f xbar* v = v x* f",
];

/// Those with `dS_i/dt`, where none of the types has one, and where one has.
const OF_RATES: [[&str; 2]; 2] = [
    [
        "a_i = X_i a_k + S_i E_i qdd + (v_i x S_i) E_i qd",
        "K_i = X_i K_k + (v_i x S_i) E_i",
    ],
    [
        "a_i = X_i a_k + S_i E_i qdd + ((v_i x S_i) + Sd_i) E_i qd",
        "K_i = X_i K_k + ((v_i x S_i) + Sd_i) E_i",
    ],
];

/// Of a link: `X`, `S E`, `I`, `v`, `a`, `J`, `K`, gravity's share of `a`, and the link that carries it.
struct Link {
    carrier: usize,
    x: Matrix,
    s: Matrix,
    inertia: Matrix,
    v: Matrix,
    a: Matrix,
    j: Matrix,
    k: Matrix,
    lifted: Matrix,
}

/// `I_i`, by the row of link i; what the table leaves out is 0.
fn inertia(page: &Page, i: &str) -> Matrix {
    let Some(row) = page.row("link", i) else {
        return zeros(6, 6);
    };
    let number = |title| row.get(title).map_or(0.0, Read::number);
    let mass = number("m");
    let com = row.get("c").map_or_else(|| vec![0.0; 3], Read::numbers);
    let [xx, yy, zz, xy, xz, yz] = ["I_xx", "I_yy", "I_zz", "I_xy", "I_xz", "I_yz"].map(number);
    let central = vec![vec![xx, xy, xz], vec![xy, yy, yz], vec![xz, yz, zz]];
    let scaled = |factor: f64, m: &Matrix| plus(&zeros(3, 3), factor, m);
    let moment = scaled(mass, &skew(&com));
    let central = plus(&central, -1.0, &product(&moment, &skew(&com)));
    blocks([
        [&scaled(mass, &identity()), &scaled(-1.0, &moment)],
        [&moment, &central],
    ])
}

fn identity() -> Matrix {
    let row = |i| (0..3).map(|j| f64::from(u8::from(i == j))).collect();
    (0..3).map(row).collect()
}

/// A matrix by rows, or the number that it is a multiple of the identity by.
fn rotation(value: &Read) -> Matrix {
    match value {
        Read::Number(1.0) => identity(),
        rows => rows.rows(),
    }
}

/// M, C and g by rows, and tau, from what a page says.
fn compute(text: &str, state: &State) -> [Vec<f64>; 4] {
    let page = Page::of(text, state);
    let nv = state.qd.len();
    let (mut mass, mut coriolis, mut gravity) = (zeros(nv, nv), zeros(nv, nv), zeros(nv, 1));
    let lifted = column(&page.formula("a_0").numbers());
    let mut links: Vec<Link> = vec![Link {
        carrier: 0,
        x: zeros(6, 6),
        s: zeros(6, nv),
        inertia: zeros(6, 6),
        v: zeros(6, 1),
        a: lifted.clone(),
        j: zeros(6, nv),
        k: zeros(6, nv),
        lifted,
    }];
    let (rates, accelerations) = (column(&state.qd), column(&state.qdd));
    for (i, row) in page.rows("joint") {
        let number = row["k"].number() as usize;
        let carrier = &links[number];
        let (mut turn, mut place) = (rotation(&row["R0"]), column(&row["p0"].numbers()));
        let (mut s, mut change) = (zeros(6, nv), zeros(6, nv));
        if let Some(kind) = row.get("type").filter(|kind| kind.word() != "fixed") {
            let columns = page.of_type(kind.word(), &row["s"].numbers(), &row["E_i qd"].numbers());
            let axes = rotation(&row["U"]);
            place = plus(
                &place,
                1.0,
                &product(&turn, &product(&axes, &column(&columns("pt").numbers()))),
            );
            turn = product(
                &turn,
                &product(&product(&axes, &columns("Rt").rows()), &transpose(&axes)),
            );
            let pair = blocks([[&axes, &zeros(3, 3)], [&zeros(3, 3), &axes]]);
            // E_i: what a unit of each rate makes of the cell.
            let e = page.derivative(i, "E_i qd", nv);
            s = product(&product(&pair, &columns("St").rows()), &e);
            if let Read::List(_) = columns("Std") {
                change = product(&product(&pair, &columns("Std").rows()), &e);
            }
        }
        let p: Vec<f64> = place.concat();
        let back = transpose(&turn);
        let shifted = plus(&zeros(3, 3), -1.0, &product(&back, &skew(&p)));
        let x = blocks([[&back, &shifted], [&zeros(3, 3), &back]]);
        let inertia = inertia(&page, i);
        let v = plus(&product(&x, &carrier.v), 1.0, &product(&s, &rates));
        let j = plus(&product(&x, &carrier.j), 1.0, &s);
        let turned = plus(&product(&cross(&v), &s), 1.0, &change);
        let k = plus(&product(&x, &carrier.k), 1.0, &turned);
        let moved = plus(&product(&s, &accelerations), 1.0, &product(&turned, &rates));
        let a = plus(&product(&x, &carrier.a), 1.0, &moved);
        let lifted = product(&x, &carrier.lifted);
        let b = plus(
            &plus(
                &product(&dual_cross(&v), &inertia),
                -1.0,
                &product(&inertia, &cross(&v)),
            ),
            1.0,
            &swapped_cross(&product(&inertia, &v)),
        );
        let changing = plus(&product(&inertia, &k), 0.5, &product(&b, &j));
        let axis = transpose(&j);
        mass = plus(&mass, 1.0, &product(&axis, &product(&inertia, &j)));
        coriolis = plus(&coriolis, 1.0, &product(&axis, &changing));
        gravity = plus(&gravity, 1.0, &product(&axis, &product(&inertia, &lifted)));
        links.push(Link {
            carrier: number,
            x,
            s,
            inertia,
            v,
            a,
            j,
            k,
            lifted,
        });
    }
    let tau = forces(&links, nv).concat();
    [mass.concat(), coriolis.concat(), gravity.concat(), tau]
}

/// `tau`, by `f_i` from the last link to the first.
fn forces(links: &[Link], nv: usize) -> Matrix {
    let (mut passed_on, mut tau) = (vec![zeros(6, 1); links.len()], zeros(nv, 1));
    for (i, link) in links.iter().enumerate().skip(1).rev() {
        let momentum = product(&link.inertia, &link.v);
        let own = plus(
            &product(&link.inertia, &link.a),
            1.0,
            &product(&dual_cross(&link.v), &momentum),
        );
        let f = plus(&own, 1.0, &passed_on[i]);
        tau = plus(&tau, 1.0, &product(&transpose(&link.s), &f));
        let to_carrier = product(&transpose(&link.x), &f);
        passed_on[link.carrier] = plus(&passed_on[link.carrier], 1.0, &to_carrier);
    }
    tau
}

/// A joint of each type, some twice with other data; numbers that eight digits hold.
const EVERY_TYPE: &str = "
    joint floor { planar, parent: world, child: plate, axis: [0.6, 0, 0.8], origin: [0.1, 0.2, 0] },
    joint spindle { screw, parent: plate, child: nut, axis: -x, pitch: 0.05, origin: [0, 0.3, 0.1] },
    joint shoulder { ball, parent: nut, child: arm, origin: [0.2, 0, 0], rotation: x(pi / 2) },
    joint wrist { universal(x, y), parent: arm, child: hand, origin: [0, 0, 0.4] },
    joint finger { prismatic, parent: hand, child: tip, axis: y, origin: [0.05, 0, 0.1] },
    joint drill { screw, parent: tip, child: bit, axis: z, pitch: -0.2 },
    joint cutter { fixed, parent: bit, child: edge, origin: [0, 0, 0.1] },
    joint flight { floating, parent: world, child: drone, origin: [0, 1, 0] },
    joint camera { floating, rates: derivative, parent: drone, child: eye, origin: [0, 0, 0.1] },
    joint skid { planar, rates: derivative, parent: drone, child: foot, axis: -z },
    joint lid { revolute, parent: eye, child: cover, axis: y, lower: -1, upper: 1 },
    joint wheel { continuous, parent: foot, child: rim, axis: [0, -0.6, 0.8] },
";

/// With a body behind each joint, and a cam for the lid.
fn of_every_type() -> Robot {
    let bodies = [
        "plate", "nut", "arm", "hand", "tip", "bit", "edge", "drone", "eye", "foot", "cover", "rim",
    ];
    let body = |name: &&str| {
        format!(
            "body {name} {{ mass: 1.5, com: [0.1, -0.02, 0.3], inertia: [0.3, 0.01, 0.02, 0.4, -0.03, 0.5] }},"
        )
    };
    let text = format!(
        "{EVERY_TYPE}{}",
        bodies.iter().map(body).collect::<String>()
    );
    let robot = Robot::of_tokens(&text, Settings::default());
    replace(robot, "lid", Cam)
}

fn of_file(name: &str, root: Root) -> Robot {
    let settings = Settings {
        root,
        ..Settings::default()
    };
    Robot::of(&fixture(name), settings)
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn the_printed_recursions_give_what_is_proved() {
    let arm = of_file("seven_joints.urdf", Root::Fixed);
    let crawler = of_file("crawler.urdf", Root::FLOATING);
    for (name, mut robot, tolerance) in [
        ("seven_joints.urdf", arm, 1e-12),
        ("every type", of_every_type(), 1e-12),
        // Its rotations have more digits than the eight that are printed.
        ("crawler.urdf", crawler, 1e-7),
    ] {
        let functions = [
            Function::MassMatrix,
            Function::CoriolisMatrix,
            Function::Gravity,
            Function::InverseDynamics,
        ];
        robot.settings.functions = functions.to_vec().into();
        robot.settings.effort = Effort::None;
        let robot = robot.derive();
        let readable_equations = readable_equations(&robot.robot.system).expect("the gate opens");
        let text = equations::of(&robot.robot.system, &readable_equations).plain;
        let of_rates = OF_RATES[usize::from(name == "every type")];
        for formula in FORMULAS.into_iter().chain(of_rates) {
            assert!(text.contains(formula), "{name}: {formula} in\n{text}");
        }
        let state = State::random(&robot.robot.system, 0, 5);
        assert!(state.qd.len() > 6);
        for (function, actual) in functions.into_iter().zip(compute(&text, &state)) {
            let expected = robot.at(function, &state);
            assert!(expected.iter().any(|x| x.abs() > 0.1), "{name}: {function}");
            assert_close(
                &actual,
                &expected,
                tolerance,
                &format!("{name}: {function}"),
            );
        }
    }
}
