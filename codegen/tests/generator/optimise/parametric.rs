//! Arms of which nothing but the shape is known: masses, moments and lengths are fields.
//!
//! Modified Denavit-Hartenberg frames with quarter turns, as generators for a robot family have them.
//! What only parameters decide is done in `prepare` and not counted.

use std::path::Path;

use multibody_codegen::internal::robot_file::generate_rust;
use multibody_codegen::{Cache, Generated, Source};

/// A joint: quarter turns about x from the joint before, and whether there is a shift along x (d) and
/// along its axis (r).
type Row = (i8, bool, bool);

const RX90: [Row; 6] = [
    (0, false, false),
    (1, false, false),
    (0, true, false),
    (-1, false, true),
    (1, false, false),
    (-1, false, false),
];

const PUMA560: [Row; 6] = [
    (0, false, false),
    (-1, false, false),
    (0, true, true),
    (-1, true, true),
    (1, false, false),
    (-1, false, false),
];

/// The arm as a Rust file; gravity is along the first axis.
fn source(rows: &[Row], promise: bool) -> Source {
    let (mut joints, mut fields, mut lengths) = (String::new(), String::new(), Vec::new());
    for (index, &(turns, d, r)) in rows.iter().enumerate() {
        let i = index + 1;
        let parent = match index {
            0 => "world".to_owned(),
            _ => format!("link{index}"),
        };
        let mut length = |name: char, present: bool| {
            let name = format!("{name}{i}");
            let value = if present { name.as_str() } else { "0" }.to_owned();
            lengths.extend(present.then_some(name));
            value
        };
        // Rx(alpha) Tx(d) Tz(r)
        let (d, r) = (length('d', d), length('r', r));
        let origin = match turns {
            0 => format!("[{d}, 0, {r}]"),
            1 => format!("[{d}, -{r}, 0]"),
            _ => format!("[{d}, {r}, 0]"),
        };
        let inertia: Vec<String> = (0..6).map(|k| format!("i{i}[{k}]")).collect();
        joints += &format!(
            "joint joint{i} {{ revolute, parent: {parent}, child: link{i}, axis: z, origin: {origin}, \
             rotation: x({turns} * pi / 2) }},\n\
             body link{i} {{ mass: m{i}, com: [c{i}[0], c{i}[1], c{i}[2]], inertia: [{}] }},\n",
            inertia.join(", ")
        );
        fields += &format!("m{i}: f64, c{i}: [f64; 3], i{i}: [f64; 6],\n");
    }
    let promise = if promise {
        format!("nonzero({}),", lengths.join(", "))
    } else {
        String::new()
    };
    let lengths: String = lengths
        .iter()
        .map(|length| format!("{length}: f64, "))
        .collect();
    let text = format!(
        "#[multibody(functions(mass_matrix, inverse_dynamics, coriolis_matrix), {promise} gravity = [0, 0, -g],\n\
         {joints})]\nstruct Arm {{ g: f64, {lengths}\n{fields} }}\n"
    );
    Source::new("arm.rs", text)
}

fn generate(rows: &[Row], promise: bool) -> Generated {
    let source = source(rows, promise);
    let robot = generate_rust(&source, Path::new(""), &Cache::none(), |_| (), &mut |_| ());
    let robot = robot.unwrap_or_else(|fault| panic!("{}\n{}", source.text, fault.text));
    let generated = robot.generated;
    assert!(generated.report.functions.iter().all(|f| f.proved));
    generated
}

/// Multiplications and additions of the mass matrix, of inverse dynamics and of the Coriolis matrix.
fn counts(generated: &Generated) -> [usize; 3] {
    ["mass_matrix", "inverse_dynamics", "coriolis_matrix"].map(|name| {
        let functions = &generated.report.functions;
        let function = functions.iter().find(|f| f.name == name);
        function.expect("it was requested").count.mul_add()
    })
}

/// Lines of code that divide.
fn divisions(generated: &Generated) -> usize {
    let lines = generated.definitions.lines();
    lines
        .filter(|line| !line.trim_start().starts_with("//") && line.contains(" / "))
        .count()
}

/// Published: 298 and 512 for the RX-90, 362 and 540 for the Puma (Khalil and Dombre's SYMORO); a spike
/// has reached 195 and 405, 227 and 421. The Coriolis matrix of the Puma: 4699 by SymPyBotics, of which a
/// third is enough.
#[test]
fn an_rx90_and_a_puma_of_fields_take_few_operations() {
    for (name, rows, limits) in [
        ("RX-90", RX90, [197, 413, 840]),
        ("Puma 560", PUMA560, [230, 430, 922]),
    ] {
        let arm = generate(&rows, true);
        let counts = counts(&arm);
        println!("{name}: mass matrix, inverse dynamics, Coriolis matrix: {counts:?}");
        assert!(
            counts
                .iter()
                .zip(limits)
                .all(|(count, limit)| *count <= limit),
            "{counts:?}"
        );
        assert!(
            counts[0] > 150 && counts[1] > 300,
            "too good to be true: {counts:?}"
        );
        assert_eq!(divisions(&arm), 1, "the unit's inverse, in `prepare`");
    }
}

/// A length that may be 0 divides nothing, and costs a little more.
#[test]
fn what_may_be_zero_divides_nothing() {
    let (promised, arm) = (generate(&RX90, true), generate(&RX90, false));
    assert_eq!(divisions(&arm), 0);
    let [few, more] = [&promised, &arm].map(counts);
    assert!(few[0] < more[0] && few[1] < more[1], "{few:?} {more:?}");
    assert!(more[0] <= 204 && more[1] <= 418, "{more:?}");
}
