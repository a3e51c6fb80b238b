//! Operation counts at default effort against those of others, and against our own: what once was
//! found in so few operations never takes more again. The robots have links and a wrench here, whose frames are
//! chosen with them; without, they take what the table of `docs/measurements.md` says (`codegen/tests/generator/optimise/counts.rs`).

use std::fmt::Write as _;

use multibody_tests::{Emitted, Variant};

use crate::generated::of_variant;
use crate::show::show;

/// What a function of a robot costs: multiplications, additions and subtractions.
struct Row {
    robot: &'static str,
    function: &'static str,
    /// What it takes no more than.
    ours: usize,
    /// What is at most to be taken: programs of a spike, found with a search of minutes, and 3 %.
    mark: usize,
    /// What generators that are published make of the same file.
    published: &'static str,
}

/// Rows of a robot: inverse dynamics, mass matrix, bias, forward dynamics.
macro_rules! rows {
    ($($robot:literal: $($function:ident $ours:literal <= $spike:literal ($published:literal)),+;)+) => {
        [$($(Row {
            robot: $robot,
            function: stringify!($function),
            ours: $ours,
            mark: $spike * 103 / 100,
            published: $published,
        }),+),+]
    };
}

/// Published: CppADCodeGen / CasADi on the algorithms of Pinocchio; the Coriolis matrix: SymPyBotics
/// for another Panda / CppADCodeGen, marks of which are a third of the first and less than the other.
fn table() -> Vec<Row> {
    let marks = rows! {
        "panda": inverse_dynamics 522 <= 518 ("1268 / 1218"), mass_matrix 292 <= 303 ("1087 / 1049"),
            bias 496 <= 497 (""), forward_dynamics 998 <= 1018 ("3080 / 2659"), gravity 74 <= 93 ("345 / 316");
        "ur5": inverse_dynamics 221 <= 229 ("580 / 564"), mass_matrix 84 <= 91 ("299 / 286"),
            bias 167 <= 172 (""), forward_dynamics 340 <= 345 ("1412 / 1277"), gravity 9 <= 9 ("131 / 121");
        "z1": inverse_dynamics 485 <= 487 ("1026 / 1008"), mass_matrix 263 <= 264 ("657 / 645"),
            bias 412 <= 417 (""), forward_dynamics 874 <= 884 ("2235 / 1976"), gravity 51 <= 63 ("");
        "solo12": inverse_dynamics 1030 <= 1021 ("2090 / 2051"), mass_matrix 468 <= 505 ("1166 / 1133"),
            bias 984 <= 961 (""), forward_dynamics 2133 <= 2217 ("5549 / 4995");
        "anymal_b": inverse_dynamics 1247 <= 1230 ("2530 / 2491"), mass_matrix 526 <= 559 ("1284 / 1262"),
            bias 1167 <= 1181 (""), forward_dynamics 2437 <= 2485 ("6252 / 5763");
        "go2": inverse_dynamics 1247 <= 1220 ("2434 / 2395"), mass_matrix 525 <= 558 ("1248 / 1226"),
            bias 1167 <= 1171 (""), forward_dynamics 2427 <= 2478 ("5911 / 5239");
        "g1_29dof": inverse_dynamics 3124 <= 3051 ("5863 / 5811"), mass_matrix 3251 <= 3247 ("5491 / 5409"),
            bias 3039 <= 2994 (""), forward_dynamics 7354 <= 7464 ("15318 / 13558");
        "talos_reduced": inverse_dynamics 3330 <= 3258 ("6123 / 6061"), mass_matrix 2973 <= 2989 ("5073 / 5003"),
            bias 3217 <= 3195 (""), forward_dynamics 7415 <= 7512 ("15014 / 13301");
        "icub_reduced": inverse_dynamics 2945 <= 3194 ("7455 / 7178"), mass_matrix 3114 <= 3927 ("9309 / 9013"),
            bias 2861 <= 3111 (""), forward_dynamics 6851 <= 7603 ("20424 / 18513");
    };
    let coriolis = |robot, ours, mark, published| Row {
        robot,
        function: "coriolis_matrix",
        ours,
        mark,
        published,
    };
    let coriolis = [
        coriolis("panda", 1279, 3180, "9540 / 4404"),
        coriolis("ur5", 335, 3046, "- / 3047"),
    ];
    marks.into_iter().chain(coriolis).collect()
}

/// The robot as others have it: a Panda whose fingers do not move.
fn find_robot(robot: &str) -> &'static Emitted {
    let variant = match robot {
        "panda" => Variant::Welded,
        _ => Variant::Default,
    };
    let mut robots = of_variant(variant).filter(|emitted| emitted.robot == robot);
    robots
        .next()
        .unwrap_or_else(|| panic!("{robot} is not in the corpus"))
}

#[test]
#[cfg_attr(not(corpus), ignore = "MULTIBODY_CORPUS was not set for the build")]
fn no_function_takes_more_than_it_did() {
    let mut text = format!(
        "\nMultiplications and additions\n{:14} {:17} {:>5} {:>5}  published\n",
        "robot", "function", "ours", "mark"
    );
    let mut faults = String::new();
    for row in table() {
        let count = find_robot(row.robot).cost(row.function).mul_add;
        let title = format!("{:14} {:17}", row.robot, row.function);
        let (mark, published) = (row.mark, row.published);
        writeln!(text, "{title} {count:5} {mark:5}  {published}").expect("a string takes all");
        if count > row.ours || count > mark {
            let pinned_count = row.ours;
            writeln!(
                faults,
                "{title} {count}: it was {pinned_count}, the mark is {mark}"
            )
            .expect("a string takes all");
        }
        assert!(row.ours <= mark && 10 * count > 7 * row.ours, "{title}");
    }
    show(&text);
    assert!(faults.is_empty(), "\n{faults}");
}
