//! Random trees on which identities are tested.

use std::{boxed::Box, format, string::String, vec::Vec};

use nalgebra::{Matrix3, Rotation3, Vector3};

use super::state::Random;
use super::{Coordinate, Joint, Link, Model, Motion};

/// How the root of a random tree is connected to the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Root {
    Welded,
    Floating,
}

/// A tree of eight links with joints of random types, listed with children before parents.
///
/// With `mimic`, the joints of the last two links mimic the first joint that has one coordinate.
pub(crate) fn random_tree(seed: u64, root: Root, mimic: bool) -> Model {
    const LINKS: usize = 8;
    let mut random = Random::new(seed);
    let mut coordinates = Coordinates::default();

    let mut joints = Vec::new();
    for child in 0..LINKS {
        let parent = child
            .checked_sub(1)
            .map(|last| random.next() as usize % (last + 1));
        let motion = match (child, root) {
            (0, Root::Welded) => Motion::Fixed,
            (0, Root::Floating) => coordinates.floating(),
            (4, _) => Motion::Fixed,
            (5, _) => coordinates.floating(),
            (3, _) => several_dof(&mut random, &mut coordinates),
            (6 | 7, _) if mimic => {
                let (multiplier, offset) = (random.between(-2.0, 2.0), random.between(-1.0, 1.0));
                let leader = coordinates.first.clone().expect("a joint to follow");
                let coordinate = Coordinate {
                    multiplier,
                    offset,
                    ..leader
                };
                one_dof(&mut random, coordinate)
            }
            _ => {
                let coordinate = coordinates.next();
                one_dof(&mut random, coordinate)
            }
        };
        joints.push(Joint {
            name: "joint",
            parent,
            child,
            rotation: rows(rotation(&mut random)),
            translation: vector(&mut random).into(),
            motion,
        });
    }
    joints.reverse();

    let links: Vec<_> = (0..LINKS)
        .map(|index| link(&mut random, format!("link{index}")))
        .collect();
    let one_dof_joints = (0..LINKS).filter(|&joint| joints[joint].motion.coordinate().is_some());
    let armatures: Vec<_> = one_dof_joints
        .map(|joint| (joint, random.between(0.1, 0.5)))
        .collect();
    Model::new([0.7, -1.3, -9.81], links, joints).with_armatures(&armatures)
}

/// A chain of five links with revolute and prismatic joints. For even seeds the first link is a fixed base.
pub(crate) fn random_chain(seed: u64) -> Model {
    const LINKS: usize = 5;
    let mut random = Random::new(seed);
    let mut coordinates = Coordinates::default();
    let joints: Vec<Joint> = (0..LINKS)
        .map(|child| {
            let axis = vector(&mut random).into();
            let motion = match (child, random.next() % 3) {
                (0, _) if seed % 2 == 0 => Motion::Fixed,
                (_, 0) => Motion::Prismatic {
                    axis,
                    coordinate: coordinates.next(),
                },
                _ => Motion::Revolute {
                    axis,
                    coordinate: coordinates.next(),
                },
            };
            Joint {
                name: "joint",
                parent: child.checked_sub(1),
                child,
                rotation: rows(rotation(&mut random)),
                translation: vector(&mut random).into(),
                motion,
            }
        })
        .collect();
    let links: Vec<Link> = (0..LINKS)
        .map(|index| link(&mut random, format!("link{index}")))
        .collect();
    Model::new([0.7, -1.3, -9.81], links, joints)
}

/// A chain of links whose joints alternate: revolute, prismatic, ball, revolute.
pub(crate) fn chain(links: usize) -> Model {
    build_tree(links, |child| child.checked_sub(1))
}

/// The same links, all attached to the first.
pub(crate) fn star(links: usize) -> Model {
    build_tree(links, |child| child.checked_sub(1).map(|_| 0))
}

fn build_tree(links: usize, parent: impl Fn(usize) -> Option<usize>) -> Model {
    let mut random = Random::new(links as u64);
    let mut coordinates = Coordinates::default();
    let joints: Vec<Joint> = (0..links)
        .map(|child| {
            let axis = vector(&mut random).into();
            let motion = match child % 4 {
                1 => Motion::Prismatic {
                    axis,
                    coordinate: coordinates.next(),
                },
                2 => {
                    let (q, v) = coordinates.allocate(4, 3);
                    Motion::Ball { q, v }
                }
                _ => Motion::Revolute {
                    axis,
                    coordinate: coordinates.next(),
                },
            };
            Joint {
                name: "joint",
                parent: parent(child),
                child,
                rotation: rows(rotation(&mut random)),
                translation: vector(&mut random).into(),
                motion,
            }
        })
        .collect();
    let links: Vec<Link> = (0..links)
        .map(|index| link(&mut random, format!("link{index}")))
        .collect();
    Model::new([0.7, -1.3, -9.81], links, joints)
}

/// Allocates entries of `q` and `qd`.
#[derive(Default)]
struct Coordinates {
    nq: usize,
    nv: usize,
    /// The first coordinate that is the only one of its joint.
    first: Option<Coordinate>,
}

impl Coordinates {
    fn next(&mut self) -> Coordinate {
        let coordinate = Coordinate {
            index_q: self.nq,
            index_v: self.nv,
            multiplier: 1.0,
            offset: 0.0,
        };
        (self.nq, self.nv) = (self.nq + 1, self.nv + 1);
        self.first.get_or_insert_with(|| coordinate.clone());
        coordinate
    }

    fn floating(&mut self) -> Motion {
        let (q, v) = self.allocate(7, 6);
        Motion::Floating { q, v }
    }

    /// Allocates `nq` positions and `nv` rates, and returns the index of the first of each.
    fn allocate(&mut self, nq: usize, nv: usize) -> (usize, usize) {
        let first = (self.nq, self.nv);
        (self.nq, self.nv) = (self.nq + nq, self.nv + nv);
        first
    }
}

/// A joint with several degrees of freedom.
fn several_dof(random: &mut Random, coordinates: &mut Coordinates) -> Motion {
    match random.next() % 3 {
        0 => {
            let (q, v) = coordinates.allocate(4, 3);
            Motion::Ball { q, v }
        }
        1 => {
            let (q, v) = coordinates.allocate(3, 3);
            let axes = rows(rotation(random));
            Motion::Planar { axes, q, v }
        }
        _ => {
            // The other motions are prismatic: a rotation about the ball's centre would be redundant.
            let mut slide = |coordinates: &mut Coordinates| Motion::Prismatic {
                axis: vector(random).into(),
                coordinate: coordinates.next(),
            };
            let first = slide(coordinates);
            let (q, v) = coordinates.allocate(4, 3);
            Motion::sequence([first, Motion::Ball { q, v }, slide(coordinates)])
        }
    }
}

fn one_dof(random: &mut Random, coordinate: Coordinate) -> Motion {
    let axis = vector(random).into();
    match random.next() % 4 {
        0 => Motion::Prismatic { axis, coordinate },
        1 => Motion::Screw {
            axis,
            pitch: random.between(-0.5, 0.5),
            coordinate,
        },
        _ => Motion::Revolute { axis, coordinate },
    }
}

fn link(random: &mut Random, name: String) -> Link {
    // The moments of inertia are sums of two of these moments of mass, so they satisfy the triangle inequality.
    let [x, y, z] = [(); 3].map(|()| random.between(0.05, 0.5));
    let principal = Matrix3::from_diagonal(&Vector3::new(y + z, z + x, x + y));
    let turn = rotation(random);
    Link {
        name: Box::leak(name.into_boxed_str()),
        mass: random.between(0.5, 2.0),
        com: vector(random).into(),
        inertia: rows(turn * principal * turn.transpose()),
    }
}

fn vector(random: &mut Random) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.between(-1.0, 1.0))
}

fn rotation(random: &mut Random) -> Matrix3<f64> {
    Rotation3::new(3.0 * vector(random)).into_inner()
}

fn rows(matrix: Matrix3<f64>) -> [[f64; 3]; 3] {
    matrix.transpose().into()
}
