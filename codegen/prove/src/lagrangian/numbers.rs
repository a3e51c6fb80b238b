//! The numbers of a system at one random state.

use crate::arithmetic::Residue;
use crate::evaluation::{ResidueState, SystemPrograms};
use multibody_description::force::Element;
use multibody_description::system::{Constraint, System};
use multibody_program::ir::evaluate;

/// All numbers of a system.
pub struct LagrangianNumbers {
    /// Links, then bodies that expressions place.
    pub links: Vec<LinkNumbers>,
    pub joints: Vec<JointNumbers>,
    /// The armature of each joint.
    pub armatures: Vec<Residue>,
    /// Coefficients of each force element.
    pub forces: Vec<Vec<Residue>>,
    pub springs: Vec<SpringNumbers>,
    /// The point of each constant force, and the force.
    pub constant_forces: Vec<[[Residue; 3]; 2]>,
    /// The numbers of each constraint row.
    pub constraints: Vec<Vec<Residue>>,
    pub gravity: [Residue; 3],
}

/// A link's numbers.
pub struct LinkNumbers {
    pub mass: Residue,
    /// The position of the centre of mass.
    pub com: [Residue; 3],
    /// `sum m r`
    pub first_moment: [Residue; 3],
    /// `sum m r r^T`
    pub second_moment: [[Residue; 3]; 3],
    /// Whether any joint lets it move relative to the world.
    pub is_mobile: bool,
}

/// A joint's numbers.
pub struct JointNumbers {
    /// The placement of the joint's frame in the parent link, by rows `[R p]`.
    pub origin: [[Residue; 4]; 3],
    /// The axes of each motion, in which its transform is expressed.
    pub axes: Vec<[[Residue; 4]; 3]>,
}

/// The numbers of a spring between points.
pub struct SpringNumbers {
    pub stiffness: Residue,
    pub length: Residue,
    pub damping: Residue,
    pub points: [[Residue; 3]; 2],
}

impl LagrangianNumbers {
    /// Reads the numbers in the order of `programs.numbers`.
    pub fn read(system: &System, programs: &SystemPrograms, state: &mut ResidueState) -> Self {
        let mut numbers = evaluate(&programs.numbers, state).into_iter();
        let mut next = || numbers.next().expect("as many as were requested");
        let gravity = std::array::from_fn(|_| next());
        let count = system.tree.links.len() + system.symbolic.bodies.len();
        let mut links: Vec<LinkNumbers> =
            (0..count).map(|_| LinkNumbers::read(&mut next)).collect();
        let mut matrix = |has_translation: bool| {
            let mut rows = [[Residue::ZERO; 4]; 3];
            for row in &mut rows {
                row[..3].fill_with(&mut next);
            }
            for row in rows.iter_mut().filter(|_| has_translation) {
                row[3] = next();
            }
            rows
        };
        let joints: Vec<JointNumbers> = system
            .tree
            .joints
            .iter()
            .map(|joint| JointNumbers {
                origin: matrix(true),
                axes: joint.motions.iter().map(|_| matrix(false)).collect(),
            })
            .collect();
        let armatures = system.tree.joints.iter().map(|_| next()).collect();
        let coefficients = |force: &Element| force.coefficients.iter().map(|_| next()).collect();
        let forces = system.forces.iter().map(coefficients).collect();
        let spring_numbers = system.point_springs.iter().map(|_| SpringNumbers {
            stiffness: next(),
            length: next(),
            damping: next(),
            points: [(); 2].map(|()| std::array::from_fn(|_| next())),
        });
        let springs = spring_numbers.collect();
        let constant_forces = (system.constant_forces.iter())
            .map(|_| [(); 2].map(|()| std::array::from_fn(|_| next())))
            .collect();
        let row =
            |constraint: &Constraint| constraint.row.values().iter().map(|_| next()).collect();
        let constraints = system.constraints.iter().map(row).collect();
        for joint in &system.tree.joints {
            let is_parent_mobile = joint.parent.is_some_and(|parent| links[parent].is_mobile);
            links[joint.child].is_mobile = is_parent_mobile || !joint.motions.is_empty();
        }
        // A body that is placed by an expression is treated as mobile.
        let placed_links = links.iter_mut().skip(system.tree.links.len());
        placed_links.for_each(|link| link.is_mobile = true);
        Self {
            links,
            joints,
            armatures,
            forces,
            springs,
            constant_forces,
            constraints,
            gravity,
        }
    }
}

impl LinkNumbers {
    fn read(mut next: impl FnMut() -> Residue) -> Self {
        let mass = next();
        let com: [Residue; 3] = std::array::from_fn(|_| next());
        let tensor: [[Residue; 3]; 3] = std::array::from_fn(|_| std::array::from_fn(|_| next()));
        let half_trace = (tensor[0][0] + tensor[1][1] + tensor[2][2]) * Residue::half();
        let second_moment = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let central = if i == j { half_trace - tensor[i][j] } else { -tensor[i][j] };
                central + mass * com[i] * com[j]
            })
        });
        Self {
            mass,
            com,
            first_moment: com.map(|c| mass * c),
            second_moment,
            is_mobile: false,
        }
    }

    /// `sum m (r, 1) (r, 1)^T`
    pub fn moments(&self) -> [[Residue; 4]; 4] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| match (i, j) {
                (3, 3) => self.mass,
                (3, k) | (k, 3) => self.first_moment[k],
                _ => self.second_moment[i][j],
            })
        })
    }
}
