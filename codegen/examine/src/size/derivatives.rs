//! Estimates of the operations that derivatives, and products with them, take. Most numbers of operations grow with the number of
//! pairs of a rate and an axis further out.
//!
//! The numbers for a pair are those of long chains with axes in general directions; shorter chains take fewer, and
//! parallel axes far fewer.

use std::collections::BTreeMap;

use super::CoupledRates;
use super::coupled_rates::pairs_of_products;
use super::oversize::Pattern;
use multibody_description::function::{Axes, Quantity, Target};
use multibody_description::settings::Settings;
use multibody_description::system::{Motion, System};
use multibody_program::ir::{Builder, InputKind};

/// Operations for one pair in the derivatives of inverse dynamics by columns of composite bodies, which are used if
/// `has_columns`.
const HINGE_PAIR: usize = 165;
/// Additional operations for one body in these derivatives.
const HINGE_BODY: usize = 40;
/// Operations for one pair in derivatives of inverse dynamics by forward mode.
const FORWARD_MODE_PAIR: usize = 360;
/// Operations for one pair in derivatives of the torques of an external wrench, for pairs on the path to its link.
const WRENCH_PAIR: usize = 112;
/// Operations for one pair in derivatives of gravity, including the mass matrix that is returned with them.
const GRAVITY_PAIR: usize = 50;
/// Operations for one pair in derivatives of the velocity of the centre of mass.
const CENTER_PAIR: usize = 42;
/// Operations for one pair in derivatives of velocities of a link, in world axes and in its own, for pairs on the path to it.
const VELOCITY_PAIR: [usize; 2] = [120, 75];
/// Operations for one pair in derivatives of accelerations of a link, in world axes and in its own.
const ACCELERATION_PAIR: [usize; 2] = [200, 165];
/// Operations for one body in products with derivatives of inverse dynamics; then the least number for one body
/// that products with derivatives of forward dynamics add to it.
const PRODUCT_BODY: [usize; 2] = [450, 600];
/// Operations for one body and an external wrench in products.
const PRODUCT_WRENCH: usize = 170;

/// Operations in the derivatives of inverse dynamics for one product in an expression and a pair of positions on which it depends.
const EXPRESSION_PAIR: usize = 6;
/// Operations in the derivatives of inverse dynamics for two rates that expressions couple.
const COUPLED_PAIR: usize = 39;

/// The sizes of derivatives and of products with them.
pub struct DerivativeSizes<'a> {
    system: &'a System,
    settings: &'a Settings,
    pattern: Pattern,
    /// Whether derivatives of inverse dynamics are built by columns of composite bodies.
    has_columns: bool,
    /// Operations in derivatives of generalized forces because of expressions.
    expression_operations: usize,
}

impl<'a> DerivativeSizes<'a> {
    /// The sizes for the functions of a robot.
    #[must_use]
    pub fn of(system: &'a System, settings: &'a Settings) -> Self {
        let pattern = Pattern::of(system);
        let has_columns = !pattern.has_followers && are_hinges(system);
        let coupled_pairs = COUPLED_PAIR * CoupledRates::of(system).pair_count();
        let expression_operations = EXPRESSION_PAIR * pairs_of_products(system) + coupled_pairs;
        Self {
            expression_operations,
            system,
            settings,
            pattern,
            has_columns,
        }
    }

    /// About how many operations a function takes; if it calls others, about how many the longest of them takes. `None`
    /// if the function is neither derivatives nor a product with them.
    #[must_use]
    pub fn operations(&self, target: Target) -> Option<usize> {
        match self.parts_in_bundles(target) {
            Some(parts) if self.is_bundled(target) => Some(parts.iter().sum()),
            _ => self.operations_alone(target),
        }
    }

    /// As [`operations`](Self::operations), assuming that no bundle names the function.
    #[must_use]
    pub fn operations_alone(&self, target: Target) -> Option<usize> {
        if let Some(parts) = self.parts_in_bundles(target) {
            // The products of matrices are loops in this case.
            return parts[..2].iter().copied().max();
        }
        // `quarter_pairs` counts in quarters, and `half_motions` in halves.
        let path_operations = |operations: [usize; 2], axes| {
            let per_pair = operations[usize::from(axes == Axes::Link)];
            per_pair * self.quarter_pairs(target.link, true) / 4
        };
        match target.function.quantity() {
            Quantity::Derivatives(derivatives) => Some(match derivatives.function.quantity() {
                _ if derivatives.has_mass_matrix => {
                    GRAVITY_PAIR * self.quarter_pairs(None, true) / 4
                }
                Quantity::LinkVelocity(axes) => path_operations(VELOCITY_PAIR, axes),
                Quantity::LinkAcceleration(axes) => path_operations(ACCELERATION_PAIR, axes),
                Quantity::CenterOfMassVelocity => CENTER_PAIR * self.quarter_pairs(None, false) / 4,
                _ => self.force_derivatives(target),
            }),
            Quantity::DerivativeProduct(product) => {
                let wrenches = self.wrench_links(target).count();
                let [forces_per_body, solution_per_body] = PRODUCT_BODY;
                let wrench_operations = PRODUCT_WRENCH * wrenches * self.pattern.motion_count;
                let forces = forces_per_body * self.half_motions() / 2 + wrench_operations;
                let solution = solution_per_body * self.pattern.motion_count;
                Some(if product.function.quantity().is_acceleration() {
                    forces + solution.max(self.pattern.forward_dynamics())
                } else {
                    forces
                })
            }
            _ => None,
        }
    }

    /// About how many operations a function takes together with those that it calls.
    #[must_use]
    pub fn all_operations(&self, target: Target) -> Option<usize> {
        match self.parts_in_bundles(target) {
            Some(parts) => Some(parts.iter().sum()),
            None => self.operations(target),
        }
    }

    /// Whether a bundle, or the option `at`, names the function.
    fn is_bundled(&self, target: Target) -> bool {
        let mut functions = self.settings.bundle_functions();
        functions.any(|function| function == target.function)
    }

    /// The number of motions, in halves: those with several rates count one and a half times, screws twice.
    fn half_motions(&self) -> usize {
        let joints = self.system.tree.joints.iter();
        let motions = joints.flat_map(|joint| &joint.motions);
        let halves = motions.map(|motion| match motion.kind.nv() {
            1 if is_screw(motion) => 4,
            1 => 2,
            _ => 3,
        });
        halves.sum()
    }

    /// Operations for derivatives of generalized forces.
    fn force_derivatives(&self, target: Target) -> usize {
        let quarters = self.quarter_pairs(None, true);
        let robot_operations = if self.has_columns {
            HINGE_PAIR * quarters / 4 + HINGE_BODY * self.pattern.motion_count
        } else {
            FORWARD_MODE_PAIR * quarters / 4
        };
        let links = self.wrench_links(target);
        let wrench_quarters: usize = links.map(|link| self.quarter_pairs(Some(link), true)).sum();
        robot_operations + self.expression_operations + WRENCH_PAIR * wrench_quarters / 4
    }

    /// The parts of derivatives of forward dynamics, which call functions unless they are in a bundle: operations for derivatives
    /// of forces, for `M^-1`, and for the products of matrices. `None` for other functions.
    fn parts_in_bundles(&self, target: Target) -> Option<[usize; 3]> {
        let Quantity::Derivatives(derivatives) = target.function.quantity() else {
            return None;
        };
        if derivatives.has_mass_matrix
            || !matches!(derivatives.function.quantity(), Quantity::Acceleration(_))
        {
            return None;
        }
        let nv = self.system.nv();
        let wrenches = self.wrench_links(target).count();
        // M^-1 is multiplied by two matrices of its size, and by six columns for each wrench; an entry takes 2 nv operations.
        Some([
            self.force_derivatives(target),
            self.pattern.mass_matrix_inverse(),
            4 * nv.pow(3) + 12 * wrenches * nv.pow(2),
        ])
    }

    /// The links with external wrenches, if the function has these as arguments.
    fn wrench_links(&self, target: Target) -> impl Iterator<Item = usize> {
        let takes_wrenches = target.function.row().arguments.contains(&InputKind::Wrench);
        let links = self
            .settings
            .wrenches
            .iter()
            .filter(move |_| takes_wrenches);
        links.filter_map(|name| self.system.tree.link(name))
    }

    /// The number of pairs of a rate and an axis further out, in quarters: of all joints, or of those on the path to a
    /// link. A pair counts 4 quarters if the motion has one rate. With several rates it counts 6, at a root 4; half of
    /// that if their columns share terms (`are_shared`). Screws turn and translate, so their pairs count 8.
    fn quarter_pairs(&self, link: Option<usize>, are_shared: bool) -> usize {
        let tree = &self.system.tree;
        let mut is_counted = vec![link.is_none(); tree.links.len()];
        if let Some(link) = link {
            is_counted[link] = true;
        }
        // For each link, the rates of the joints further out, each with whether it moves a screw.
        let mut outer_rates: Vec<BTreeMap<usize, bool>> = vec![BTreeMap::new(); tree.links.len()];
        let mut pairs = 0;
        // In the list, a joint comes after the joint that moves its parent.
        for joint in tree.joints.iter().rev() {
            if !is_counted[joint.child] {
                continue;
            }
            let mut rates = std::mem::take(&mut outer_rates[joint.child]);
            for motion in joint.motions.iter().rev() {
                let coordinate = &self.system.coordinates[motion.coordinate];
                let motion_rates = coordinate.v_range();
                let quarters = match (motion_rates.len(), are_shared, joint.parent) {
                    (1, ..) | (_, false, None) => 4,
                    (_, false, Some(_)) => 6,
                    (_, true, None) => 2,
                    (_, true, Some(_)) => 3,
                };
                let is_screw = is_screw(motion);
                for rate in motion_rates.rev() {
                    let weight = |of_screw: bool| if is_screw || of_screw { 8 } else { quarters };
                    let others: usize = rates.values().map(|&of_screw| weight(of_screw)).sum();
                    pairs += weight(false) + others;
                    *rates.entry(rate).or_default() |= is_screw;
                }
            }
            if let Some(parent) = joint.parent {
                is_counted[parent] = true;
                outer_rates[parent].append(&mut rates);
            }
        }
        pairs
    }
}

/// The kinds of movement that a motion of a joint gives its body.
struct Movement {
    has_rotation: bool,
    has_translation: bool,
    /// Whether its rates are not the derivatives of its positions.
    has_rate_map: bool,
}

impl Movement {
    fn of(motion: &Motion) -> Self {
        let mut b = Builder::new();
        let count = motion.kind.positions().len();
        let q: Vec<_> = (0..count).map(|k| b.input(InputKind::Q, k)).collect();
        let pose = motion.kind.transform(&mut b, &q);
        Self {
            has_rotation: pose.rotation != b.identity(),
            has_translation: pose.translation != b.zeros(),
            has_rate_map: motion.kind.rate_map(&mut b, &q).is_some(),
        }
    }
}

fn is_screw(motion: &Motion) -> bool {
    let movement = Movement::of(motion);
    motion.kind.nv() == 1 && movement.has_rotation && movement.has_translation
}

/// Whether all motions are turns about one axis each, except for those of a floating root with rates in body axes. Expressions may
/// neither place bodies nor add to T.
fn are_hinges(system: &System) -> bool {
    if !system.symbolic.kinetic.is_empty() || !system.symbolic.bodies.is_empty() {
        return false;
    }
    // For each link, whether a motion moves it.
    let mut is_moved = vec![false; system.tree.links.len()];
    system.tree.joints.iter().all(|joint| {
        let mut has_moved = joint.parent.is_some_and(|parent| is_moved[parent]);
        let is_hinge = joint.motions.iter().all(|motion| {
            let is_first = !std::mem::replace(&mut has_moved, true);
            match motion.kind.nv() {
                1 => !Movement::of(motion).has_translation,
                6 => is_first && Movement::of(motion).has_rate_map,
                _ => false,
            }
        });
        is_moved[joint.child] = has_moved;
        is_hinge
    })
}
