//! C, read back: each function computes the operations of its program on the same operands, node by node, and stores each
//! number where the header says. The build script of `tests/` reads the robots of the corpus back.

use std::collections::BTreeMap;

use multibody_codegen::settings::{Effort, Root};

use crate::header_of_c::declared;
use crate::reader_of_c::{bodies, read_back, stores};
use crate::robots::{CRobot, settings, small_robots};
use crate::statements::{Reader, Terms};
use crate::support::random_tree::random_tree;
use crate::support::{Robot, fixture};

impl CRobot {
    /// Reads all functions back; returns the number of their operations.
    pub fn read_back(&self) -> usize {
        let programs: Vec<_> = self.programs.iter().collect();
        read_back([&self.header, &self.source], &programs, self.rates)
    }
}

fn of_tokens(items: &str) -> CRobot {
    let robot = Robot::of_tokens(items, settings("Tree", Root::Fixed));
    CRobot::of("tree", robot)
}

#[test]
fn small_robots_are_read_back() {
    for robot in small_robots(false) {
        assert!(robot.read_back() > 10, "{}", robot.name);
    }
}

#[test]
fn arms_are_read_back() {
    for (file, effort) in [
        ("six_axes.urdf", Effort::Default),
        ("seven_joints.urdf", Effort::None),
    ] {
        let mut settings = settings("Arm", Root::Fixed);
        settings.effort = effort;
        let robot = CRobot::of("arm", Robot::of(&fixture(file), settings));
        assert!(robot.read_back() > 2000);
    }
}

/// Each chart, fields, a single angle, functions of numbers.
#[test]
fn all_joints_and_charts_are_read_back() {
    let seeds = if cfg!(all_tests) { 27 } else { 9 };
    for seed in 0..seeds {
        of_tokens(&random_tree(3 * seed).0).read_back();
    }
    let pendulum = "coordinates = [x, phi], gravity = [0, 0, -g],
        particle cart { mass: 2, position: [x, 0, 0] },
        particle bob { mass: m[1], position: [x + l * phi.sin(), 0, -l * phi.cos()] },
        potential = k * (x.exp() + (1 + x * x).ln() + (m[0] + x * x).sqrt())";
    let fields = "struct Robot { g: f64, m: [f64; 2], l: f64, k: f64 }";
    let robot = Robot::of_struct(fields, pendulum, settings("Pendulum", Root::Fixed));
    assert!(CRobot::of("pendulum", robot).read_back() > 100);
}

/// A place in a result by rows, where the result by columns has the same number.
fn transposed(place: &str) -> String {
    let start = place.rfind('.').unwrap_or(0);
    let start = start + place[start..].find('[').unwrap_or(place.len() - start);
    let (name, indices) = place.split_at(start);
    let mut indices: Vec<&str> = indices.split_inclusive(']').collect();
    indices.reverse();
    format!("{name}{}", indices.concat())
}

#[test]
fn by_columns_every_matrix_is_transposed() {
    let mut moved = 0;
    for (by_rows, by_columns) in small_robots(false).iter().zip(&small_robots(true)) {
        let sources = [by_rows, by_columns].map(|robot| robot.source.replace("->", "."));
        for function in declared(&by_rows.header) {
            let mut terms = Terms::default();
            let [rows, columns] = [0, 1].map(|k| {
                stores(
                    &mut Reader::new(&mut terms),
                    &bodies(&sources[k]),
                    &function.name,
                )
            });
            moved += rows
                .keys()
                .filter(|place| transposed(place) != **place)
                .count();
            let rows = rows
                .into_iter()
                .map(|(place, value)| (transposed(&place), value));
            assert_eq!(
                rows.collect::<BTreeMap<_, _>>(),
                columns,
                "{}",
                function.name
            );
        }
    }
    assert!(moved > 500);
}
