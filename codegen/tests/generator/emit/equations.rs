//! Equations to read, of small robots and of a large one, in each notation.
//!
//! A snapshot that changes is read before it is accepted: `cargo insta review`, or
//! `INSTA_UPDATE=always` and a look at the difference.

use std::path::Path;

use multibody_codegen::internal::robot_file;
use multibody_codegen::report::Equations;
use multibody_codegen::{Cache, Generated, Settings, Source, generate, read_file};

/// Nothing but the equations, proved.
fn settings() -> Settings {
    Settings {
        equations: true,
        functions: Vec::new().into(),
        ..Settings::default()
    }
}

fn equations(generated: Generated) -> Equations {
    generated.report.equations.expect("they were requested")
}

/// Of a robot in a file of this repository.
fn of_file(path: &str) -> Equations {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let source = read_file(&path).unwrap_or_else(|fault| panic!("{:?}", fault.texts()));
    let generated = generate(&source, &settings(), &mut |_| ());
    equations(generated.unwrap_or_else(|found| panic!("{}", found.render(&source))))
}

/// Of a struct with its attribute's items.
fn of_tokens(structure: &str, items: &str) -> Equations {
    let source = Source::new("robot.rs", format!("#[multibody({items})] {structure}"));
    let adjust = |choice: &mut Settings| {
        *choice = Settings {
            name: choice.name.clone(),
            ..settings()
        };
    };
    let robot = robot_file::from_rust(&source, Path::new("."), &Cache::none(), adjust, &mut |_| ());
    equations(
        robot
            .unwrap_or_else(|failure| panic!("{failure}"))
            .generated,
    )
}

fn cart_pole() -> Equations {
    of_tokens(
        "pub struct CartPole { pub g: f64, pub cart_mass: f64, pub pole_mass: f64, pub length: f64, pub friction: f64 }",
        "gravity = [0, 0, -g],
         joint rail { prismatic, parent: world, child: cart, axis: x },
         joint hinge { revolute, parent: cart, child: pole, axis: y, damping: friction },
         body cart { mass: cart_mass },
         body pole { mass: pole_mass, com: [0, 0, length / 2],
            inertia: diag(pole_mass * length * length / 12, pole_mass * length * length / 12, 0) }",
    )
}

#[test]
fn a_cart_pole_reads_as_in_a_textbook() {
    let equations = cart_pole();
    insta::assert_snapshot!("cart_pole__plain", equations.plain);
    insta::assert_snapshot!("cart_pole__latex", equations.latex);
    insta::assert_snapshot!("cart_pole__mathml", equations.mathml);
    assert_eq!(equations.counts.len(), 3);
}

#[test]
fn a_planar_arm_of_two_joints_reads_as_in_a_textbook() {
    let equations = of_tokens(
        "struct Planar2R { g: f64, m1: f64, m2: f64, l1: f64, c1: f64, c2: f64, inertia_1: f64, inertia_2: f64 }",
        "gravity = [0, -g, 0],
         joint shoulder { revolute, parent: world, child: upper, axis: z },
         joint elbow { revolute, parent: upper, child: lower, axis: z, origin: [l1, 0, 0] },
         body upper { mass: m1, com: [c1, 0, 0], inertia: diag(0, 0, inertia_1) },
         body lower { mass: m2, com: [c2, 0, 0], inertia: diag(0, 0, inertia_2) }",
    );
    insta::assert_snapshot!("planar_2r__plain", equations.plain);
    insta::assert_snapshot!("planar_2r__latex", equations.latex);
}

#[test]
fn a_file_gives_numbers() {
    let equations = of_file("../tests/robots/planar_arm.urdf");
    insta::assert_snapshot!("planar_arm__plain", equations.plain);
}

/// Three links in a plane, and a turn about the vertical before two of them: sums of angles, squares.
#[test]
fn angles_are_added_where_that_is_shorter() {
    let links = "joint b { revolute, parent: a_link, child: b_link, axis: y },
         joint c { revolute, parent: b_link, child: c_link, axis: y, origin: [l, 0, 0] },
         body b_link { mass: m, com: [l, 0, 0] },
         body c_link { mass: m, com: [l, 0, 0] },
         gravity = [0, 0, -g],";
    let fields = "struct Arm { g: f64, m: f64, l: f64 }";
    let planar = of_tokens(
        fields,
        &format!("{links} joint a {{ revolute, parent: world, child: a_link, axis: y }}, body a_link {{ mass: 0 }}").replace("child: b_link, axis: y", "child: b_link, axis: y, origin: [l, 0, 0]"),
    );
    insta::assert_snapshot!("planar_3r__plain", planar.plain);
    let turning = of_tokens(
        fields,
        &format!(
            "{links} joint a {{ revolute, parent: world, child: a_link, axis: z }}, body a_link {{ mass: 0 }}"
        ),
    );
    insta::assert_snapshot!("turning_3r__plain", turning.plain);
}

/// What is no polynomial of the parameters stands as it was written.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn quotients_and_functions_of_parameters_stay() {
    let equations = of_tokens(
        "struct Slope { g: f64, volume: f64, density: f64, a: f64, tilt: f64 }",
        "gravity = [0, 0, -g],
         joint slide { prismatic, parent: world, child: block, axis: x, rotation: y(tilt) },
         body block { mass: density * volume / a.sqrt() }",
    );
    insta::assert_snapshot!("slope__plain", equations.plain);
}

#[test]
fn a_large_arm_is_given_by_recursions() {
    let equations = of_file("tests/robots/seven_joints.urdf");
    insta::assert_snapshot!("seven_joints__plain", equations.plain);
    insta::assert_snapshot!("seven_joints__latex", equations.latex);
    assert_eq!(equations.counts, []);
}

/// Time and terms of one rate: what is left of Lagrange's equations is the drive, in the first of them.
#[test]
fn a_drive_is_in_the_equation_of_motion() {
    let equations = of_tokens(
        "struct Shaken { g: f64, m: f64, l: f64, a: f64, w: f64 }",
        "gravity = [0, 0, -g], coordinates = [theta],
         let pivot = a * cos(w * t);
         kinetic = m * sin(theta) * theta_dot,
         particle bob { mass: m, position: [l * sin(theta), 0, pivot - l * cos(theta)] },",
    );
    insta::assert_snapshot!("shaken__plain", equations.plain);
    insta::assert_snapshot!("shaken__latex", equations.latex);
    let page = format!("<page>{}</page>", equations.mathml);
    roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}"));
    // By a number times t all is written out.
    let equations = of_tokens(
        "struct Shaken { g: f64, m: f64, l: f64, a: f64 }",
        "gravity = [0, 0, -g], coordinates = [theta, s],
         let pivot = a * cos(3 * t);
         kinetic = m * s * theta_dot + (1 + t) * m / 2 * s_dot.powi(2),
         particle bob { mass: m, position: [l * sin(theta), 0, pivot - l * cos(theta)] },",
    );
    insta::assert_snapshot!("shaken_by_a_number__plain", equations.plain);
    insta::assert_snapshot!("shaken_by_a_number__latex", equations.latex);
    assert_eq!(equations.counts.len(), 4);
}

/// A root is no polynomial: what is not expanded is read as it is derived, and proved as it is read.
#[test]
fn small_systems_that_are_not_expanded_are_written_out() {
    let equations = of_tokens(
        "struct Bead { m: f64, k: f64, l: f64, d: f64 }",
        "gravity = [0, 0, 0], coordinates = [x, y],
         potential = k / 2 * (sqrt(x.powi(2) + y.powi(2)) - l).powi(2), force(x) = -d * x_dot,
         particle bead { mass: m, position: [x, y, exp(x)] },",
    );
    insta::assert_snapshot!("bead__plain", equations.plain);
    insta::assert_snapshot!("bead__latex", equations.latex);
    assert_eq!(equations.counts.len(), 3);
}

/// Of small robots and of large ones.
#[test]
fn springs_between_points_are_in_the_equations() {
    let equations = of_tokens(
        "struct Arm { k: f64, d: f64 }",
        "gravity = [0, 0, -9.81],
         joint hinge { revolute, parent: world, child: arm, axis: y, damping: d },
         body arm { mass: 1, com: [0, 0, -1], inertia: diag(1, 1, 1) },
         spring rope { from: [arm, [0, 0, -1]], to: [world, [1, 0, 0]], stiffness: k, length: 0.5, damping: 2 },
         spring band { from: [arm, [0, 0, -2]], to: [world, [1, 0, 0]], stiffness: 3, length: 0 },",
    );
    insta::assert_snapshot!("rope__plain", equations.plain);
    insta::assert_snapshot!("rope__latex", equations.latex);
    let page = format!("<page>{}</page>", equations.mathml);
    roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}"));
    let links: String =
        (1..=5)
            .map(|index| {
                format!(
                "joint j{index} {{ revolute, parent: {}, child: b{index}, axis: y, origin: [0, 0, 1] }},
                 body b{index} {{ mass: 1, com: [0, 0, 1] }},",
                if index == 1 { "world".into() } else { format!("b{}", index - 1) }
            )
            })
            .collect();
    let spring = "spring rope { from: b5, to: [world, [1, 0, 0]], stiffness: 9, length: 0.5 }";
    let large = of_tokens("struct Chain;", &(links + spring)).plain;
    for part in [
        "Q = -sum over n of L_n^T F_n",
        "rope",
        "E_i^T S_i^T f_i - Q",
    ] {
        assert!(large.contains(part), "{part}: {large}");
    }
}

/// One element for each that is opened, and nothing that HTML would take for something else.
#[test]
fn mathml_is_well_formed() {
    for equations in [cart_pole(), of_file("tests/robots/seven_joints.urdf")] {
        let page = format!("<page>{}</page>", equations.mathml);
        let parsed = roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}"));
        let count = |tag| {
            parsed
                .descendants()
                .filter(|node| node.has_tag_name(tag))
                .count()
        };
        assert!(count("math") > 3 && count("mtable") > 2 && count("table") > 0);
    }
}

/// Polynomials have small exponents; what has others is not expanded, and printed all the same.
#[test]
fn high_powers_of_parameters_are_not_expanded() {
    let power = "64).powi(64).powi(64";
    let equations = of_tokens(
        "struct P { m: f64 }",
        &format!(
            "joint slide {{ prismatic, parent: world, child: block, axis: x }}, gravity = [0, 0, -9.81],
             body block {{ mass: m.powi({power}) }}"
        ),
    );
    assert!(equations.plain.contains("m^262144"), "{}", equations.plain);
    assert_eq!(equations.counts, []);
}

/// Of small robots they are in the entries of M; of large ones they are a matrix of their own.
#[test]
fn armatures_are_added_to_the_diagonal() {
    let joint = |index: usize, origin: &str| {
        format!(
            "joint j{index} {{ revolute, parent: {}, child: b{index}, axis: y, armature: {index} * rotor, origin: {origin} }},
             body b{index} {{ mass: m, com: [0, 0, l] }},",
            match index {
                1 => "world".to_owned(),
                _ => format!("b{}", index - 1),
            }
        )
    };
    let chain = |count| -> String { (1..=count).map(|index| joint(index, "[0, 0, l]")).collect() };
    let fields = "struct Chain { g: f64, m: f64, l: f64, rotor: f64 }";
    let equations = |count| of_tokens(fields, &(chain(count) + "gravity = [0, 0, -g],")).plain;
    let (small, large) = (equations(1), equations(5));
    assert!(small.contains("M = [m l^2 + rotor]"), "{small}");
    for line in ["f_i + A qdd", "J_i^T I_i J_i + A", "A33 = 3 rotor"] {
        assert!(large.contains(line), "{large}");
    }
}

/// Q says on what it depends, and each force reads as its formula.
#[test]
fn forces_of_joints_read_as_their_formulas() {
    let equations = of_tokens(
        "struct Block { stiffness: f64, rest: f64, damping: f64, friction: f64 }",
        "joint slide { prismatic, parent: world, child: block, axis: x,
            spring: [stiffness, rest], damping: damping, friction: friction },
         body block { mass: 2 }, gravity = [0, 0, 0],",
    );
    insta::assert_snapshot!("block__plain", equations.plain);
    insta::assert_snapshot!("block__latex", equations.latex);
}

/// A linkage of three hinges and a pin.
fn four_bar() -> Equations {
    of_tokens(
        "struct FourBar { g: f64 }",
        "gravity = [0, -g, 0],
         joint crank { revolute, parent: world, child: first, axis: z },
         joint coupler { revolute, parent: first, child: second, axis: z, origin: [1, 0, 0] },
         joint rocker { revolute, parent: world, child: third, axis: z, origin: [2.2, 0, 0] },
         body first { mass: 1, com: [0.5, 0, 0], inertia: diag(0, 0.1, 0.1) },
         body second { mass: 2, com: [1.25, 0, 0], inertia: diag(0, 1, 1) },
         body third { mass: 1.5, com: [1, 0, 0], inertia: diag(0, 0.5, 0.5) },
         pin closure { from: [second, [2.5, 0, 0]], to: [third, [2, 0, 0]] },",
    )
}

/// The equation of motion of a system with constraints has their forces in it, and says what they keep.
#[test]
fn constraints_are_in_the_equation_of_motion() {
    let equations = four_bar();
    insta::assert_snapshot!("four_bar__plain", equations.plain);
    insta::assert_snapshot!("four_bar__latex", equations.latex);
    let page = format!("<page>{}</page>", equations.mathml);
    roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}"));
    // phi, J and gamma are proved as they are read.
    assert_eq!(equations.counts.len(), 6);
    let bead = of_tokens(
        "struct Bead { m: f64, r: f64, w: f64 }",
        "gravity = [0, 0, 0], coordinates = [x, y, theta],
         particle bead { mass: m, position: [x, y, 0] },
         kinetic = m * theta_dot.powi(2),
         constraint wire: (x.powi(2) + y.powi(2) - r.powi(2)) / 2,
         constraint rolling: x_dot - r * theta_dot,",
    );
    insta::assert_snapshot!("rolling_bead__plain", bead.plain);
    let driven = of_tokens(
        "struct Bead { m: f64, r: f64, w: f64 }",
        "gravity = [0, 0, 0], coordinates = [x, y],
         particle bead { mass: m, position: [x, y, 0] },
         constraint wire: x - r * cos(w * t),",
    );
    insta::assert_snapshot!("driven_bead__plain", driven.plain);
}

/// Where the entries of J would fill pages, each row is given by its formula.
#[test]
fn constraints_of_a_large_robot_are_given_by_formulas() {
    let links: String = (1..=10)
        .map(|index| {
            let parent = match index {
                1 => "world".to_owned(),
                _ => format!("b{}", index - 1),
            };
            let axis = ["x", "y", "z"][index % 3];
            format!(
                "joint j{index} {{ revolute, parent: {parent}, child: b{index}, axis: {axis}, origin: [0.1, 0, 1] }},
                 body b{index} {{ mass: 1, com: [0, 0, 1], inertia: diag(1, 1, 1) }},"
            )
        })
        .collect();
    let constraint =
        "loop closure { from: [world, [2, 0, 1]], to: [b7, [0, 0, 1]], leaves: revolute(z) },
         distance stay { from: [world, [0, 1, 0]], to: [b3, [0, 0, 1]], length: 2 },
         circle rim { at: [b10, [0, 0, 1]], of: b7, axis: y, radius: 2.5 },
         contact foot { at: [b5, [0, 0, 1]] },";
    let equations = of_tokens("struct Loop;", &(links + constraint));
    let index = equations.plain.find("Constraints\n").unwrap();
    insta::assert_snapshot!("loop__plain", &equations.plain[index..]);
    assert!(equations.plain.contains("= tau + J(q)^T lambda"));
}

/// Of a robot whose equations are written out, and of particles: the page alone has these tables, with what is not 0.
#[test]
fn fields_and_masses_are_tables_of_the_page() {
    let texts = |mathml: &str| -> Vec<String> {
        let page = format!("<page>{mathml}</page>");
        let page = roxmltree::Document::parse(&page).unwrap_or_else(|error| panic!("{error}"));
        let text_below = |node: roxmltree::Node<'_, '_>| -> String {
            let texts = node.descendants().filter(roxmltree::Node::is_text);
            texts.filter_map(|node| node.text()).collect()
        };
        let rows = page.descendants().filter(|node| node.has_tag_name("tr"));
        rows.map(|row| {
            let cells = row.children().filter(roxmltree::Node::is_element);
            cells.map(text_below).collect::<Vec<_>>().join("|")
        })
        .collect()
    };
    let bar = four_bar();
    assert_eq!(texts(&bar.fields_mathml), ["|field", "g|g"]);
    assert_eq!(
        texts(&bar.masses_mathml),
        [
            "link|m|𝒄|Iyy|Izz",
            "first|1|(12,0,0)|110|110",
            "second|2|(54,0,0)|1|1",
            "third|32|(1,0,0)|12|12"
        ]
    );
    assert!(
        bar.masses_mathml
            .contains("<mfrac><mn>9</mn><mn>2</mn></mfrac></math> kg"),
        "{}",
        bar.masses_mathml
    );
    let bead = of_tokens(
        "struct Bead;",
        "gravity = [0, 0, -9.81], coordinates = [x], particle bead { mass: 2, position: [x, 0, x] },",
    );
    assert_eq!(texts(&bead.masses_mathml), ["body|m", "bead|2"]);
    assert!(
        bead.masses_mathml
            .contains("is an expression of the description")
    );
    assert_eq!(bead.fields_mathml, "");
    // What is there is not in the equations again.
    for equations in [bar, of_file("tests/robots/seven_joints.urdf")] {
        for table in ["<th>field</th>", "<th>link</th>"] {
            assert!(!equations.mathml.contains(table), "{table}");
        }
    }
    let large = of_file("tests/robots/seven_joints.urdf");
    let rows = texts(&large.masses_mathml);
    assert_eq!(
        rows[1].split('|').take(3).collect::<Vec<_>>(),
        ["2", "link_1", "3.2"]
    );
    assert!(large.masses_mathml.contains("<mn>16.4</mn></math> kg"));
}
