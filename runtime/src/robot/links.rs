//! The traits of robots whose links have functions of their own. With them inverse kinematics and operational-space
//! control are written once for all robots.

use crate::{Joints, Real};

/// A link of the description, or a frame of the user's own.
///
/// The table `LINKS` of a robot lists all links and frames in the order of the description, including links that fixed
/// joints lump into one rigid body.
///
/// ```
/// use multibody::multibody;
///
/// #[multibody(urdf = "robots/arm.urdf", functions(gravity))]
/// struct Arm;
///
/// /// The mass that a joint carries: the sum over all links outboard of it, kg.
/// fn outboard_mass(joint: &str) -> f64 {
///     let is_outboard = |mut link: usize| loop {
///         match (Arm::LINKS[link].joint == joint, Arm::LINKS[link].parent) {
///             (true, _) => return true,
///             (false, Some(parent)) => link = parent,
///             (false, None) => return false,
///         }
///     };
///     let links = (0..Arm::LINKS.len()).filter(|&link| is_outboard(link));
///     links.filter_map(|link| Arm::LINKS[link].mass).sum()
/// }
/// assert_eq!(outboard_mass("elbow"), 1.5 + 0.5); // a link, and a hand that is welded to it
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinkInfo<L = ()> {
    /// The name in the robot's description.
    pub name: &'static str,
    /// The value of the robot's link enum for this link; `None` if the link has no functions.
    pub link: Option<L>,
    /// The index of its parent link; `None`: the world.
    pub parent: Option<usize>,
    /// The name of the joint that connects it to its parent; `root_joint` connects the root to the world.
    pub joint: &'static str,
    /// Its mass in the description, kg; `None` if it depends on parameters.
    pub mass: Option<f64>,
    /// Its centre of mass in the description, in its own frame, m; `None` if it depends on parameters.
    pub com: Option<[f64; 3]>,
    /// Its inertia in the description, about the centre of mass and in its own axes, kg m^2; `None` if it depends on
    /// parameters.
    pub inertia: Option<[[f64; 3]; 3]>,
}

impl<L> LinkInfo<L> {
    /// The same link without the value of the link enum, for code that is not generic over robots.
    #[must_use]
    pub const fn as_read(&self) -> LinkInfo {
        LinkInfo {
            name: self.name,
            link: None,
            parent: self.parent,
            joint: self.joint,
            mass: self.mass,
            com: self.com,
            inertia: self.inertia,
        }
    }
}

/// A system with poses and Jacobians of links: the links named in `links(..)`, and frames of the user's own.
///
/// A robot `Arm` has an enum `ArmLink` of its links: `ArmLink::Hand`, or by name `arm.link("hand")`. If `functions(..)`
/// leaves out `pose` or `jacobian`, the robot has neither the trait nor the enum. If another robot is called `ArmLink`,
/// put it into a different module, since type names must be unique within a module.
///
/// ```
/// use multibody::{Links, Real};
///
/// /// The generalized force of a force that acts at a link's origin, in world axes: `J^T f`.
/// fn generalized_force<R: Links<T, NQ, NV> + ?Sized, T: Real, const NQ: usize, const NV: usize>(
///     robot: &R,
///     link: R::Link,
///     (q, force): (&[T; NQ], &[T; 3]),
/// ) -> [T; NV] {
///     let jacobian = robot.jacobian(link, q);
///     core::array::from_fn(|column| {
///         let products = jacobian.iter().zip(force).map(|(row, &f)| row[column] * f);
///         products.fold(T::ZERO, |sum, product| sum + product)
///     })
/// }
/// ```
pub trait Links<T: Real, const NQ: usize, const NV: usize>: Joints {
    /// Identifies a link: an enum that is emitted with the robot.
    type Link: Copy + core::fmt::Debug + Eq + core::hash::Hash + 'static;

    /// All links, in the order of the description. [`LinkInfo::link`] marks those that have functions.
    fn links(&self) -> &'static [LinkInfo<Self::Link>];

    /// The link with this name, if it has functions.
    #[must_use]
    fn link(&self, name: &str) -> Option<Self::Link> {
        let row = self.links().iter().find(|info| info.name == name);
        row.and_then(|info| info.link)
    }

    /// Pose of a link in the world, `x_world = R x + p`: the rows of `R`, and `p` in m. `convert::to_isometry` converts
    /// it to nalgebra.
    fn pose(&self, link: Self::Link, q: &[T; NQ]) -> ([[T; 3]; 3], [T; 3]);

    /// Jacobian of a link, in world axes. The first three rows give the velocity of its origin, the last three its
    /// angular velocity; there is a column for each rate. `convert::to_matrix`, which takes rows, converts it to
    /// nalgebra.
    fn jacobian(&self, link: Self::Link, q: &[T; NQ]) -> [[T; NV]; 6];
}

/// A system with velocities and accelerations of the links in [`Links`].
///
/// Robots do not implement it if `functions(..)` leaves out `velocity`, `acceleration` or `jacobian_rate`.
///
/// ```
/// use multibody::{LinkMotions, Real};
///
/// /// What an accelerometer at a link's origin measures, in world axes: its acceleration less that of gravity.
/// fn specific_force<R: LinkMotions<T, NQ, NV> + ?Sized, T: Real, const NQ: usize, const NV: usize>(
///     robot: &R,
///     link: R::Link,
///     (q, qd, qdd): (&[T; NQ], &[T; NV], &[T; NV]),
/// ) -> [T; 3] {
///     let [x, y, z, ..] = robot.acceleration(link, q, qd, qdd);
///     [x, y, z + T::lit(9.81)]
/// }
/// ```
pub trait LinkMotions<T: Real, const NQ: usize, const NV: usize>: Links<T, NQ, NV> {
    /// Velocity of a link's origin, then its angular velocity, in world axes: `J qd`. m/s and rad/s.
    fn velocity(&self, link: Self::Link, q: &[T; NQ], qd: &[T; NV]) -> [T; 6];

    /// Acceleration of a link's origin (the second derivative of its position), then its angular acceleration, in world
    /// axes: `J qdd + dJ/dt qd`. m/s^2 and rad/s^2.
    fn acceleration(&self, link: Self::Link, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; 6];

    /// Time derivative of [`Links::jacobian`], by rows. `convert::to_matrix`, which takes rows, converts it to
    /// nalgebra.
    fn jacobian_rate(&self, link: Self::Link, q: &[T; NQ], qd: &[T; NV]) -> [[T; NV]; 6];
}

/// A system with momenta and joint wrenches of the links in [`Links`].
///
/// Robots implement it if `functions(..)` names `momentum`, `momentum_rate` and `joint_wrench`. For joint wrenches see
/// [`guide::links`](crate::guide::links).
///
/// ```
/// use multibody::{LinkForces, Real};
///
/// /// The largest force in the parent joints of the named links.
/// fn largest_joint_force<R: LinkForces<f64, NQ, NV> + ?Sized, const NQ: usize, const NV: usize>(
///     robot: &R,
///     (q, qd, qdd): (&[f64; NQ], &[f64; NV], &[f64; NV]),
/// ) -> f64 {
///     let links = robot.links().iter().filter_map(|info| info.link);
///     let forces = links.map(|link| {
///         let [x, y, z, ..] = robot.joint_wrench(link, q, qd, qdd);
///         (x * x + y * y + z * z).sqrt()
///     });
///     forces.fold(0.0, f64::max)
/// }
/// ```
pub trait LinkForces<T: Real, const NQ: usize, const NV: usize>: Links<T, NQ, NV> {
    /// Linear momentum of a link, then its angular momentum about its centre of mass, in world axes. kg m/s and kg
    /// m^2/s.
    fn momentum(&self, link: Self::Link, q: &[T; NQ], qd: &[T; NV]) -> [T; 6];

    /// Time derivative of the momentum: the sum of all forces on the link, gravity included, then the sum of their
    /// moments about its centre of mass. N and N m.
    fn momentum_rate(&self, link: Self::Link, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; 6];

    /// Wrench that the parent joint exerts on a link: force, then moment about the link's origin, in world axes. The
    /// opposite wrench acts on the parent link. N and N m.
    fn joint_wrench(&self, link: Self::Link, q: &[T; NQ], qd: &[T; NV], qdd: &[T; NV]) -> [T; 6];
}
