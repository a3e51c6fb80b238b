//! From decimals to exact numbers, from names to positions.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::armature::armatures;
use super::axis;
use super::coordinates::{Rule, rules};
use super::passive::idle;
use super::snap::Snapper;
use super::{Coordinate, Joint, Link, Mechanism, Motion, Offset};
use crate::check::{Ends, Structure};
use crate::exact::{Euler, Rational, RationalMatrix, bits, integer, nearest_f64, rotation};
use crate::fault::{Fault, Faults, Shown};
use crate::force::{self, Element};
use crate::ir::{Builder, Exact, Input, InputKind, Matrix3, Pose, Value, Vector3};
use crate::joint::{Axis, Coordinate as Position, JointType, Kind, Statement};
use crate::model::{self, JointKind, Model, Number, Origin, Quantity, Rotation, Span};
use crate::settings::{Root, Settings};

/// Most rates: the work grows with their cube. Humanoids with two hands have some 70.
const RATES_LIMIT: usize = 128;
/// Most joints that move, mimic joints among them: each is a body, whoever drives it.
const MOVING_LIMIT: usize = 128;
/// Most bits of the multiplier with which a joint follows its leader, all on the way multiplied: some
/// 75 digits. It stands, squared, in sums over all bodies.
const MULTIPLIER_BITS: usize = 512;
/// Name of the joint that joins the root link to the world.
const ROOT_JOINT: &str = "root_joint";

/// The exact mechanism of a model that has passed the check. None: settings and model do not fit,
/// and `faults` says where.
#[must_use]
pub fn build(
    model: &Model,
    structure: &Structure,
    settings: &Settings,
    faults: &mut Faults,
) -> Option<Mechanism> {
    let rules = rules(model, structure, settings, faults);
    check_link_names(model, settings, faults);
    check_root_joint(model, settings, faults);
    let nonzero = nonzero(model, settings, faults);
    check_rates(model, &rules, faults);
    if !faults.has_errors() {
        check_moving(model, &rules, faults);
    }
    check_multipliers(model, structure, &rules, faults);
    check_run_time_axes(model, &rules, faults);
    let armatures = armatures(model, &rules, settings, faults);
    if faults.has_errors() {
        return None;
    }
    let mut construction = Construction {
        model,
        settings,
        structure,
        rules,
        armatures,
        snapper: Snapper::new(settings.snap),
        builder: model.builder.clone(),
        joints: Vec::new(),
        forces: Vec::new(),
        leaders: BTreeMap::new(),
        coordinates: Vec::new(),
    };
    let links = model
        .links
        .iter()
        .map(|link| construction.link(link))
        .collect();
    construction.tree(settings.root);
    let b = &mut construction.builder;
    let gravity = match &model.gravity {
        Some(gravity) => gravity.each_ref().map(|g| g.value(b)),
        None => settings.gravity.each_ref().map(|g| b.constant(g)),
    };
    Some(Mechanism {
        gravity,
        links,
        joints: construction.joints,
        forces: construction.forces,
        coordinates: construction.coordinates,
        snaps: construction.snapper.finish(),
        parameters: model.parameters.clone(),
        nonzero,
        builder: construction.builder,
    })
}

/// Reports links that settings name and the description does not have.
fn check_link_names(model: &Model, settings: &Settings, faults: &mut Faults) {
    let renamed = settings.renames.iter().map(|rename| &rename.link);
    let named = settings.links.iter().chain(&settings.wrenches);
    let links = model.links.iter().map(|link| link.name.value.as_str());
    check_known("link", named.chain(renamed), links, faults);
}

/// Reports a joint that has the name of the one that a floating root gets.
fn check_root_joint(model: &Model, settings: &Settings, faults: &mut Faults) {
    let mut joints = model.joints.iter().map(|joint| &joint.name);
    let taken = joints.find(|name| name.value == ROOT_JOINT);
    if let Some(name) = taken.filter(|_| settings.root != Root::Fixed) {
        faults.push(name.span, Fault::SettingRootJointTaken);
    }
}

/// Reports names of settings that are not known, each once.
fn check_known<'a>(
    what: &'static str,
    named: impl Iterator<Item = &'a String>,
    known: impl Iterator<Item = &'a str> + Clone,
    faults: &mut Faults,
) {
    let mut told = BTreeSet::new();
    for name in named {
        if !known.clone().any(|known| known == name) && told.insert(name) {
            let hint = faults.nearest_or_some(name, known.clone());
            let name = Shown::from(name.as_str());
            let fault = Fault::SettingUnknown { what, name, hint };
            faults.push(Span::default(), fault);
        }
    }
}

/// Positions of the parameters that the settings promise to be never 0.
fn nonzero(model: &Model, settings: &Settings, faults: &mut Faults) -> Vec<usize> {
    let fields = model.parameters.iter().map(|p| p.field.value.as_str());
    check_known("field", settings.nonzero.iter(), fields, faults);
    let promised = model.parameters.iter();
    promised
        .filter(|parameter| settings.nonzero.contains(&parameter.field.value))
        .flat_map(|parameter| parameter.first..parameter.first + parameter.shape.count())
        .collect()
}

/// Reports a robot that moves in more ways than can be derived; those of the root hardly count.
fn check_rates(model: &Model, rules: &[Rule], faults: &mut Faults) {
    let rates = |(at, joint): (usize, &model::Joint)| {
        let itself = matches!(rules[at], Rule::Follows { leader, .. } if leader == at);
        let motions = joint.kind.value.0.iter().filter(|_| itself);
        motions.map(|motion| motion.kind.nv()).sum::<usize>()
    };
    let found = model.joints.iter().enumerate().map(rates).sum();
    let limit = RATES_LIMIT;
    if found > limit {
        let fault = Fault::SettingTooManyRates { found, limit };
        faults.push(model.name.span, fault);
    }
}

/// Reports more moving joints than can be derived.
fn check_moving(model: &Model, rules: &[Rule], faults: &mut Faults) {
    let moving = rules.iter().filter(|rule| rule.multiplier().is_some());
    let (found, limit) = (moving.count(), MOVING_LIMIT);
    if found > limit {
        let fault = Fault::SettingTooManyMoving { found, limit };
        faults.push(model.name.span, fault);
    }
}

/// Reports the first joint of each chain of mimics whose multipliers have too many digits together.
fn check_multipliers(model: &Model, structure: &Structure, rules: &[Rule], faults: &mut Faults) {
    let too_fine = |at: usize| {
        let multiplier = rules[at].multiplier();
        multiplier.filter(|multiplier| bits(multiplier) > MULTIPLIER_BITS)
    };
    for (at, joint) in model.joints.iter().enumerate() {
        let is_first = structure.mimic[at].is_none_or(|leader| too_fine(leader).is_none());
        if let (Some(mimic), Some(multiplier), true) = (&joint.mimic, too_fine(at), is_first) {
            let name = Shown::from(&joint.name.value);
            let of_several =
                structure.mimic[at].is_some_and(|leader| structure.mimic[leader].is_some());
            let (text, place) = match of_several {
                true => {
                    let product = format!("{:e}", nearest_f64(multiplier));
                    let place = format!(
                        "the product of the multipliers of joint `{name}` and of those it follows"
                    );
                    (Shown::from(&product), place)
                }
                false => {
                    let place = format!("multiplier of joint `{name}`");
                    (Shown::from(&mimic.multiplier.text), place)
                }
            };
            faults.push(mimic.multiplier.span, Fault::NumberTooFine { text, place });
        }
    }
}

/// An axis that is known only at run time belongs to a joint that moves about it.
fn check_run_time_axes(model: &Model, rules: &[Rule], faults: &mut Faults) {
    let joints = model.joints.iter().zip(rules);
    for (joint, rule) in joints.filter(|(joint, _)| joint.run_time_axis.is_some()) {
        let kind = &joint.kind.value;
        let reason = match rule {
            _ if !kind.is_simple() || !kind.has_axis() => kind.name(),
            Rule::Follows { .. } => continue,
            Rule::Held(_) => "held at a position",
        };
        let joint_name = Shown::from(&joint.name.value);
        let fault = Fault::ParameterNoAxis {
            joint: joint_name,
            reason,
        };
        faults.push(joint.axis_span, fault);
    }
}

struct Construction<'a> {
    model: &'a Model,
    settings: &'a Settings,
    structure: &'a Structure,
    rules: Vec<Rule>,
    armatures: Vec<Option<Quantity>>,
    snapper: Snapper,
    builder: Builder,
    joints: Vec<Joint>,
    forces: Vec<Element>,
    /// Coordinate of each joint of the model that has one.
    leaders: BTreeMap<usize, usize>,
    coordinates: Vec<Coordinate>,
}

impl Construction<'_> {
    fn link(&mut self, link: &model::Link) -> Link {
        let name = link.name.value.clone();
        let Some(inertial) = &link.inertial else {
            let (zero, zeros) = (self.builder.zero(), self.builder.zeros());
            return Link {
                name,
                mass: zero,
                com: zeros,
                inertia: [zeros; 3],
            };
        };
        let axes = self.rotation(&inertial.origin, || {
            format!("inertia of link `{}`", Shown::from(&name))
        });
        let inertia = self.inertia(&axes, &inertial.inertia);
        let b = &mut self.builder;
        Link {
            mass: inertial.mass.value(b),
            com: inertial.origin.xyz.each_ref().map(|n| n.value(b)),
            inertia,
            name,
        }
    }

    /// `R I R^T`
    fn inertia(&mut self, axes: &Turn, entries: &[Quantity; 6]) -> Matrix3 {
        if let (Turn::Exact(axes), Some(numbers)) = (axes, Quantity::all_exact(entries)) {
            let own = symmetric(numbers.map(|number| number.value.clone()));
            let half = rotation::product(axes, &own);
            return self.matrix(&rotation::product(&half, &rotation::transpose(axes)));
        }
        let axes = self.values(axes);
        let b = &mut self.builder;
        let own = symmetric(entries.each_ref().map(|entry| entry.value(b)));
        if axes == b.identity() {
            return own;
        }
        let half = b.mul_mat(&axes, &own);
        b.mul_mat(&half, &Builder::transpose(&axes))
    }

    /// Builds the joint of every link, parents first.
    fn tree(&mut self, root: Root) {
        let structure = self.structure;
        let order = depth_first(structure);
        // Axes of each link's frame in the axes of the moving frame that carries it.
        let mut axes = vec![Some(rotation::identity()); self.model.links.len()];
        self.root(root, structure.root);
        for &joint in &order {
            self.coordinate(joint);
        }
        for joint in order {
            let ends = structure.ends[joint];
            axes[ends.child] = self.joint(joint, ends, axes[ends.parent].as_ref());
        }
    }

    fn root(&mut self, root: Root, child: usize) {
        let motions = root.motions();
        let kind = JointKind::of(motions.iter().map(|(kind, _)| Arc::clone(kind)));
        let named = kind.coordinate_names(ROOT_JOINT).zip(motions);
        let motions = named.map(|(name, (kind, axis))| {
            let coordinate = self.new_coordinate(ROOT_JOINT, name, Arc::clone(&kind), None);
            let along = std::array::from_fn(|at| integer((at == axis).into()));
            Motion {
                kind,
                axes: self.matrix(&rotation::z_to(&along)),
                coordinate,
                multiplier: integer(1),
                offset: Offset::Zero,
            }
        });
        let motions = motions.collect();
        let origin = self.builder.identity_pose();
        self.joints.push(Joint {
            name: ROOT_JOINT.into(),
            parent: None,
            child,
            origin,
            motions,
            armature: Value::ZERO,
        });
    }

    /// Gives a joint coordinates if it has some of its own.
    fn coordinate(&mut self, at: usize) {
        let joint = &self.model.joints[at];
        let moves_itself = matches!(self.rules[at], Rule::Follows { leader, .. } if leader == at);
        let (name, kind) = (joint.name.value.as_str(), &joint.kind.value);
        let motions = kind.coordinate_names(name).zip(&kind.0);
        for (own, motion) in motions.filter(|_| moves_itself) {
            let limits = joint.limits.clone();
            let coordinate = self.new_coordinate(name, own, Arc::clone(&motion.kind), limits);
            self.leaders.entry(at).or_insert(coordinate);
        }
    }

    fn new_coordinate(
        &mut self,
        joint: &str,
        name: String,
        kind: Kind,
        limits: Option<model::Limits>,
    ) -> usize {
        let (q, v) = self.coordinates.last().map_or((0, 0), Coordinate::end);
        let joint = joint.to_owned();
        self.coordinates.push(Coordinate {
            name,
            joint,
            kind,
            q,
            v,
            limits,
        });
        self.coordinates.len() - 1
    }

    /// Builds a joint and gives the axes of its child's frame in those of the moving frame that
    /// carries it; none: they wait for parameters.
    fn joint(
        &mut self,
        at: usize,
        ends: Ends,
        parent_axes: Option<&RationalMatrix>,
    ) -> Option<RationalMatrix> {
        let model = self.model;
        let joint = &model.joints[at];
        let name = joint.name.value.as_str();
        let place = || format!("joint `{}`", Shown::from(name));
        let own = self.rotation(&joint.origin, place);
        let elementary = &joint.kind.value.0;
        let run_time_axis = joint.run_time_axis;
        let axes: Vec<RationalMatrix> = elementary
            .iter()
            .map(|motion| match motion.axis.as_ref().unwrap_or(&joint.axis) {
                // The axes wait for run time.
                _ if run_time_axis.is_some() => rotation::identity(),
                axis => self.axes(motion.kind.axis(), axis, place),
            })
            .collect();
        let held = self.held(at, &axes);
        let (turn, shift) = held.unwrap_or((rotation::identity(), [const { Rational::ZERO }; 3]));
        let translation = self.moved(&joint.origin.xyz, &own, &shift);
        let moving = matches!(self.rules[at], Rule::Follows { .. });
        let end = |axes: Option<&RationalMatrix>| {
            let axes = axes.filter(|_| moving).cloned();
            axes.unwrap_or_else(rotation::identity)
        };
        let (first, last) = (end(axes.first()), end(axes.last()));
        let (turned, composed) = match (own, parent_axes) {
            (Turn::Exact(own), Some(parent_axes)) => {
                let turned = rotation::product(&own, &turn);
                let is_free = elementary
                    .first()
                    .is_some_and(|m| m.kind.axis() == Axis::Any);
                let has_axis = moving && run_time_axis.is_none() && is_free;
                let (turned, composed) = self.snapped(turned, parent_axes, &first, has_axis, place);
                (self.matrix(&turned), Some(composed))
            }
            (own, _) => {
                let (own, turn) = (self.values(&own), self.matrix(&turn));
                (self.builder.mul_mat(&own, &turn), None)
            }
        };
        let origin = Pose {
            rotation: turned,
            translation,
        };
        let motions: Vec<Motion> = match self.rules[at].clone() {
            Rule::Follows {
                leader,
                multiplier,
                offset,
            } => (elementary.iter().zip(&axes).enumerate())
                .map(|(k, (motion, axes))| Motion {
                    kind: Arc::clone(&motion.kind),
                    coordinate: self.leaders[&leader] + k,
                    multiplier: multiplier.clone(),
                    offset: self.snapped_offset(&*motion.kind, &offset, name),
                    axes: match run_time_axis {
                        Some(axis) => axis::z_to(&mut self.builder, &axis, &joint.axis),
                        None => self.matrix(axes),
                    },
                })
                .collect(),
            Rule::Held(_) => Vec::new(),
        };
        self.forces(joint, motions.iter().map(|motion| motion.kind.nv()).sum());
        let armature = self.armatures[at].as_ref();
        let armature = armature.map_or(Value::ZERO, |a| a.value(&mut self.builder));
        let (name, parent) = (name.to_owned(), Some(ends.parent));
        let moves = !motions.is_empty();
        self.joints.push(Joint {
            name,
            parent,
            child: ends.child,
            origin,
            motions,
            armature,
        });
        match moves {
            true if run_time_axis.is_some() => None,
            true => Some(rotation::transpose(&last)),
            false => composed,
        }
    }

    /// The force elements that act on the next joint, which moves in `nv` ways.
    fn forces(&mut self, joint: &model::Joint, nv: usize) {
        if idle(self.model.vocabulary, self.settings, nv).is_some() {
            return;
        }
        for (kind, coefficients) in force::read(joint) {
            let values = coefficients.into_iter();
            let coefficients = values.map(|q| q.value(&mut self.builder)).collect();
            self.forces.push(Element {
                kind,
                joint: self.joints.len(),
                coefficients,
            });
        }
    }

    /// `xyz + own shift`
    fn moved(&mut self, xyz: &[Quantity; 3], own: &Turn, shift: &[Rational; 3]) -> Vector3 {
        let own = self.values(own);
        let b = &mut self.builder;
        let xyz = xyz.each_ref().map(|number| number.value(b));
        let shift = shift.each_ref().map(|x| b.constant(x));
        let turned = b.mul_vec(&own, &shift);
        b.add3(&xyz, &turned)
    }

    /// A joint's turn with the turn that it composes to, next to a quarter turn taken to be that:
    /// what decides the sparsity of the code is the turn from one moving frame to the next.
    fn snapped(
        &mut self,
        turned: RationalMatrix,
        parent_axes: &RationalMatrix,
        axes: &RationalMatrix,
        has_axis: bool,
        place: impl Fn() -> String,
    ) -> (RationalMatrix, RationalMatrix) {
        let before = rotation::product(parent_axes, &turned);
        let composed = rotation::product(&before, axes);
        let settled = self.snapper.rotation(&composed, place);
        match settled.or_else(|| has_axis.then(|| three_turns(&composed))?) {
            Some(exact) => {
                let back = rotation::product(&rotation::transpose(parent_axes), &exact);
                (rotation::product(&back, &rotation::transpose(axes)), exact)
            }
            None => (turned, composed),
        }
    }

    /// The axes of a motion's frame in the joint's.
    fn axes(
        &mut self,
        stands: Axis,
        axis: &[Number; 3],
        place: impl Fn() -> String,
    ) -> RationalMatrix {
        let mut snapped = || self.snapper.axis(axis, || format!("axis of {}", place()));
        match stands {
            Axis::Any => rotation::z_to(&snapped()),
            Axis::Normal => rotation::shortest_z_to(&snapped()),
            Axis::Link => rotation::identity(),
        }
    }

    /// Turn and shift of a joint that is held at a position.
    fn held(
        &mut self,
        at: usize,
        axes: &[RationalMatrix],
    ) -> Option<(RationalMatrix, [Rational; 3])> {
        let Rule::Held(position) = &self.rules[at] else {
            return None;
        };
        let [motion] = &self.model.joints[at].kind.value.0[..] else {
            return None;
        };
        let (input, axes) = (Input::new(InputKind::Local, 0), &axes[0]);
        let mut there = Exact::default();
        there.numbers.insert(input, position.clone());
        let angle = rotation::angle(nearest_f64(position));
        there.angles.insert(input, angle);
        let x = there.evaluate(&Statement::of(&*motion.kind).transform);
        let x = x.expect("what can be held is stated by a position and its sine and cosine");
        let turn = std::array::from_fn(|i| std::array::from_fn(|j| x[3 * i + j].clone()));
        let turned = rotation::product(&rotation::product(axes, &turn), &rotation::transpose(axes));
        let shift = std::array::from_fn(|i| {
            (0..3).fold(Rational::ZERO, |sum, k| sum + &axes[i][k] * &x[9 + k])
        });
        Some((turned, shift))
    }

    fn snapped_offset(&mut self, kind: &dyn JointType, offset: &Rational, name: &str) -> Offset {
        if *offset == Rational::ZERO {
            return Offset::Zero;
        }
        if kind.coordinates() == [Position::Length] {
            return Offset::Length(offset.clone());
        }
        let number = Number {
            value: offset.clone(),
            text: String::new(),
            span: Span::default(),
        };
        Offset::Angle(self.snapper.angle(&number, || {
            format!("mimic offset of joint `{}`", Shown::from(name))
        }))
    }

    fn rotation(&mut self, origin: &Origin, place: impl Fn() -> String) -> Turn {
        let Rotation::RollPitchYaw(rpy) = &origin.rotation;
        let mut about = |axis: usize, what: &str| match &rpy[axis] {
            Quantity::Exact(number) => {
                let angle = self
                    .snapper
                    .angle(number, || format!("{what} of {}", place()));
                Turn::Exact(Box::new(rotation::about(axis, &angle)))
            }
            Quantity::Expression(angle, _) => {
                Turn::Values(about_axis(&mut self.builder, axis, *angle))
            }
        };
        let (roll, pitch, yaw) = (about(0, "roll"), about(1, "pitch"), about(2, "yaw"));
        let tilted = self.product(&pitch, &roll);
        self.product(&yaw, &tilted)
    }

    fn product(&mut self, a: &Turn, b: &Turn) -> Turn {
        if let (Turn::Exact(a), Turn::Exact(b)) = (a, b) {
            return Turn::Exact(Box::new(rotation::product(a, b)));
        }
        let (a, b) = (self.values(a), self.values(b));
        Turn::Values(self.builder.mul_mat(&a, &b))
    }

    fn values(&mut self, turn: &Turn) -> Matrix3 {
        match turn {
            Turn::Exact(matrix) => self.matrix(matrix),
            Turn::Values(values) => *values,
        }
    }

    fn matrix(&mut self, m: &RationalMatrix) -> Matrix3 {
        std::array::from_fn(|i| std::array::from_fn(|j| self.builder.constant(&m[i][j])))
    }
}

/// A rotation that is known now, or when the parameters are.
#[allow(clippy::large_enum_variant, reason = "few, and gone after a joint")]
enum Turn {
    Exact(Box<RationalMatrix>),
    Values(Matrix3),
}

/// Rotation about the coordinate axis 0, 1 or 2.
fn about_axis(b: &mut Builder, axis: usize, angle: Value) -> Matrix3 {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let (sin, cos) = b.sin_cos(angle);
    let mut matrix = b.identity();
    (matrix[i][i], matrix[j][j]) = (cos, cos);
    (matrix[j][i], matrix[i][j]) = (sin, b.neg(sin));
    matrix
}

/// From the entries xx xy xz yy yz zz.
fn symmetric<T: Clone>([xx, xy, xz, yy, yz, zz]: [T; 6]) -> [[T; 3]; 3] {
    [
        [xx, xy.clone(), xz.clone()],
        [xy, yy, yz.clone()],
        [xz, yz, zz],
    ]
}

/// The rotation between two axes as rational turns about z, x and z, so that frames can be turned
/// about their axes exactly. None: it is that already.
fn three_turns(composed: &RationalMatrix) -> Option<RationalMatrix> {
    Euler::of(composed)
        .is_none()
        .then(|| Euler::near(composed).matrix())
}

/// All joints, depth first, siblings in the order of the description.
fn depth_first(structure: &Structure) -> Vec<usize> {
    let mut order = Vec::with_capacity(structure.ends.len());
    let below = |link: usize| structure.child_joints[link].iter().rev().copied();
    let mut stack: Vec<usize> = below(structure.root).collect();
    while let Some(joint) = stack.pop() {
        order.push(joint);
        stack.extend(below(structure.ends[joint].child));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check;
    use crate::exact::decimal;
    use crate::model::Source;
    use crate::settings::Weld;
    use crate::source::urdf;

    /// Joints listed from the tips: a branch of two joints and one of one.
    const TREE: &str = r#"<robot name="tree">
        <joint name="second" type="prismatic"><parent link="left"/><child link="tip"/><axis xyz="0 0 -2"/>
          <limit lower="0" upper="1" velocity="1" effort="1"/></joint>
        <joint name="first" type="continuous"><parent link="base"/><child link="left"/><origin xyz="1 2 3" rpy="0 0 1.5708"/><axis xyz="1 0 0"/></joint>
        <joint name="third" type="continuous"><parent link="base"/><child link="right"/><axis xyz="0 0 1"/></joint>
        <link name="base"/><link name="left"/><link name="right"/><link name="tip"/></robot>"#;

    fn mechanism(settings: &Settings) -> Mechanism {
        let source = Source {
            name: "tree.urdf".into(),
            text: TREE.into(),
        };
        let mut faults = Faults::new();
        let model = urdf(&source, &mut faults).unwrap();
        let structure = check(&model, &mut faults).unwrap();
        let mechanism = build(&model, &structure, settings, &mut faults);
        assert!(!faults.finish().has_errors());
        mechanism.unwrap()
    }

    fn exact<const N: usize>(
        mechanism: &Mechanism,
        values: [crate::ir::Value; N],
    ) -> [Rational; N] {
        values.map(|value| mechanism.builder.as_constant(value).unwrap().clone())
    }

    #[test]
    fn joints_stand_depth_first_whatever_the_order_of_the_file() {
        let tree = mechanism(&Settings::default());
        let names: Vec<&str> = tree
            .joints
            .iter()
            .map(|joint| joint.name.as_str())
            .collect();
        assert_eq!(names, ["root_joint", "first", "second", "third"]);
        let coordinates: Vec<(&str, usize)> = tree
            .coordinates
            .iter()
            .map(|c| (c.joint.as_str(), c.q))
            .collect();
        assert_eq!(coordinates, [("first", 0), ("second", 1), ("third", 2)]);
        assert!(tree.coordinates[0].kind.is_endless() && !tree.coordinates[1].kind.is_endless());
        let afloat = mechanism(&Settings {
            root: Root::Floating,
            ..Settings::default()
        });
        let coordinates: Vec<(&str, usize, usize)> = afloat
            .coordinates
            .iter()
            .map(|c| (c.joint.as_str(), c.q, c.v))
            .collect();
        let expected = [
            ("root_joint", 0, 0),
            ("first", 7, 6),
            ("second", 8, 7),
            ("third", 9, 8),
        ];
        assert_eq!(coordinates, expected);
    }

    #[test]
    fn origins_are_exact_and_axes_are_z() {
        let tree = mechanism(&Settings::default());
        let first = &tree.joints[1];
        assert_eq!(
            exact(&tree, first.origin.translation),
            [1, 2, 3].map(integer)
        );
        assert_eq!(
            exact(&tree, first.origin.rotation[0]),
            [0, -1, 0].map(integer)
        );
        assert_eq!(tree.snaps.len(), 1, "{:?}", tree.snaps);
        let axis = |at: usize| {
            let axes = tree.joints[at].motions[0].axes;
            exact(&tree, axes.map(|row| row[2]))
        };
        assert_eq!(axis(1), [1, 0, 0].map(integer));
        assert_eq!(axis(2), [0, 0, -1].map(integer));
    }

    #[test]
    fn a_welded_slide_is_shifted_along_its_axis() {
        let weld = Weld {
            joint: "second".into(),
            position: decimal("0.25").unwrap(),
        };
        let tree = mechanism(&Settings {
            welds: vec![weld],
            ..Settings::default()
        });
        let second = &tree.joints[2];
        assert!(second.motions.is_empty());
        let expected = [integer(0), integer(0), integer(-1) / integer(4)];
        assert_eq!(exact(&tree, second.origin.translation), expected);
        assert_eq!(tree.nv(), 2);
    }
}
