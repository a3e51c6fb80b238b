//! A description as a syntax tree, and its text: tokens of an attribute with a struct, or a URDF with tokens beside it.

use std::fmt::{self, Write as _};

use multibody_codegen::Function;

use super::expression::Expr;

/// Three expressions.
pub type Vector = [Expr; 3];

/// A robot with the tokens beside it.
#[derive(Clone, Debug, Default)]
pub struct Description {
    /// Whether joints and bodies are in a file.
    pub is_file: bool,
    /// Names of fields, each with its length where it is an array.
    pub fields: Vec<(String, Option<usize>)>,
    /// World axes, unless the default is.
    pub gravity: Option<Vector>,
    /// Each moves a body of its own.
    pub joints: Vec<Joint>,
    pub springs: Vec<Spring>,
    pub coordinates: Vec<String>,
    pub definitions: Vec<(String, Expr)>,
    pub kinetic: Vec<Expr>,
    pub potential: Vec<Expr>,
    pub forces: Vec<(String, Expr)>,
    pub placed: Vec<Placed>,
    pub constraints: Vec<(String, Constraint)>,
    pub regularization: Option<String>,
    pub snap: bool,
    /// Functions besides those that every robot has.
    pub functions: Vec<Function>,
}

/// How a joint moves, with the axis of one that has one.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    Fixed,
    Revolute(Axis),
    Prismatic(Axis),
    Screw(Axis, String),
    Universal,
    Cylindrical,
    Translation,
    Planar { derivative: bool },
    Ball(Chart),
    Floating(Chart),
}

/// As written.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis(pub [String; 3]);

/// The coordinates of an orientation and what rates are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Chart {
    Quaternion,
    QuaternionDerivative,
    Exponential,
    ExponentialDerivative,
    Rodrigues,
    RodriguesDerivative,
    Turns(&'static str),
}

/// A joint and the body that it moves.
#[derive(Clone, Debug)]
pub struct Joint {
    pub name: String,
    pub kind: Kind,
    /// The joint whose body carries it; none: the world.
    pub parent: Option<usize>,
    pub origin: Vector,
    pub rpy: Vector,
    pub damping: Option<Expr>,
    pub friction: Option<Expr>,
    pub spring: Option<[Expr; 2]>,
    pub armature: Option<Expr>,
    /// The joint that it follows, multiplier and offset.
    pub follows: Option<(usize, String, String)>,
    pub body: Body,
}

/// Of its joint's body; `xx, xy, xz, yy, yz, zz`.
#[derive(Clone, Debug)]
pub struct Body {
    pub mass: Expr,
    pub com: Vector,
    pub inertia: [Expr; 6],
}

/// A point of the body of a joint, or of the world.
pub type Point = (Option<usize>, Vector);

#[derive(Clone, Debug)]
pub struct Spring {
    pub ends: [Point; 2],
    pub stiffness: Expr,
    pub length: Expr,
    pub damping: Option<Expr>,
}

/// A particle, or with moments of inertia and angles a rigid body.
#[derive(Clone, Debug)]
pub struct Placed {
    pub mass: Expr,
    pub position: Vector,
    pub force: Option<Vector>,
    /// Principal moments, and how its axes are turned.
    pub rigid: Option<(Vector, Orientation)>,
}

#[derive(Clone, Debug)]
pub enum Orientation {
    Turns(&'static str, Vector),
    Exponential(Vector),
    Quaternion([Expr; 4]),
}

#[derive(Clone, Debug)]
pub enum Constraint {
    Expression(Expr),
    Distance([Point; 2], Expr),
    Surface(Point, Expr),
    Pin([Point; 2]),
    Loop([usize; 2], &'static str),
    Contact(Point),
    /// A point, the axis about which it moves, the centre, and the radius.
    Circle(Point, char, Point, Expr),
}

impl Kind {
    /// Whether it has one position, which expressions name as the joint.
    pub fn is_single(&self) -> bool {
        matches!(
            self,
            Self::Revolute(_) | Self::Prismatic(_) | Self::Screw(..)
        )
    }

    /// How many rates it has.
    pub fn rates(&self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute(_) | Self::Prismatic(_) | Self::Screw(..) => 1,
            Self::Universal | Self::Cylindrical => 2,
            Self::Translation | Self::Planar { .. } => 3,
            Self::Ball(Chart::QuaternionDerivative) => 4,
            Self::Ball(_) => 3,
            Self::Floating(_) => 6,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Fixed => "fixed".into(),
            Self::Revolute(axis) => format!("revolute, axis: {axis}"),
            Self::Prismatic(axis) => format!("prismatic, axis: {axis}"),
            Self::Screw(axis, pitch) => format!("screw, axis: {axis}, pitch: {pitch}"),
            Self::Universal => "universal(x, y)".into(),
            Self::Cylindrical => "cylindrical(z)".into(),
            Self::Translation => "translation".into(),
            Self::Planar { derivative: false } => "planar, axis: z".into(),
            Self::Planar { derivative: true } => "planar, axis: z, rates: derivative".into(),
            Self::Ball(chart) => format!("ball{chart}"),
            Self::Floating(chart) => format!("floating{chart}"),
        }
    }
}

impl fmt::Display for Axis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{}]", self.0.join(", "))
    }
}

impl fmt::Display for Chart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Quaternion => Ok(()),
            Self::QuaternionDerivative => f.write_str(", rates: derivative"),
            Self::Exponential => f.write_str(", chart: exponential"),
            Self::ExponentialDerivative => f.write_str(", chart: exponential, rates: derivative"),
            Self::Rodrigues => f.write_str(", chart: modified_rodrigues"),
            Self::RodriguesDerivative => {
                f.write_str(", chart: modified_rodrigues, rates: derivative")
            }
            Self::Turns(axes) => write!(f, ", chart: {axes}"),
        }
    }
}

fn vector(vector: &Vector) -> String {
    let [x, y, z] = vector;
    format!("[{x}, {y}, {z}]")
}

fn point((link, index): &Point) -> String {
    format!("[{}, {}]", link_name(*link), vector(index))
}

fn link_name(joint: Option<usize>) -> String {
    joint.map_or("world".into(), |at| format!("b{at}"))
}

impl Description {
    /// The struct.
    pub fn structure(&self) -> String {
        let field = |(name, length): &(String, Option<usize>)| match length {
            None => format!("{name}: f64, "),
            Some(length) => format!("{name}: [f64; {length}], "),
        };
        let fields: String = self.fields.iter().map(field).collect();
        format!("struct Robot {{ {fields}}}")
    }

    /// The tokens of the attribute.
    pub fn items(&self) -> String {
        let mut text = String::new();
        if let Some(gravity) = &self.gravity {
            let _ = writeln!(text, "gravity = {},", vector(gravity));
        }
        if !self.is_file {
            self.tree(&mut text);
        }
        for (index, spring) in self.springs.iter().enumerate() {
            let [from, to] = spring.ends.each_ref().map(point);
            let damping =
                (spring.damping.as_ref()).map_or(String::new(), |d| format!(", damping: {d}"));
            let Spring {
                stiffness, length, ..
            } = spring;
            let _ = writeln!(
                text,
                "spring s{index} {{ from: {from}, to: {to}, stiffness: {stiffness}, length: {length}{damping} }},"
            );
        }
        if !self.coordinates.is_empty() {
            let _ = writeln!(text, "coordinates = [{}],", self.coordinates.join(", "));
        }
        for (name, value) in &self.definitions {
            let _ = writeln!(text, "let {name} = {value};");
        }
        for (word, energies) in [("kinetic", &self.kinetic), ("potential", &self.potential)] {
            for value in energies {
                let _ = writeln!(text, "{word} = {value},");
            }
        }
        for (direction, value) in &self.forces {
            let _ = writeln!(text, "force({direction}) = {value},");
        }
        for (index, body) in self.placed.iter().enumerate() {
            let word = if body.rigid.is_some() { "rigid" } else { "particle" };
            let (mass, position) = (&body.mass, vector(&body.position));
            let _ = write!(
                text,
                "{word} p{index} {{ mass: {mass}, position: {position}"
            );
            if let Some(force) = &body.force {
                let _ = write!(text, ", force: {}", vector(force));
            }
            if let Some(([a, b, c], orientation)) = &body.rigid {
                let _ = write!(
                    text,
                    ", inertia: diag({a}, {b}, {c}), orientation: {orientation}"
                );
            }
            let _ = writeln!(text, " }},");
        }
        for (name, constraint) in &self.constraints {
            let _ = match constraint {
                Constraint::Expression(value) => writeln!(text, "constraint {name}: {value},"),
                Constraint::Distance(ends, length) => {
                    let [from, to] = ends.each_ref().map(point);
                    writeln!(
                        text,
                        "distance {name} {{ from: {from}, to: {to}, length: {length} }},"
                    )
                }
                Constraint::Surface(index, equation) => {
                    writeln!(
                        text,
                        "surface {name} {{ at: {}, equation: {equation} }},",
                        point(index)
                    )
                }
                Constraint::Pin(ends) => {
                    let [from, to] = ends.each_ref().map(point);
                    writeln!(text, "pin {name} {{ from: {from}, to: {to} }},")
                }
                Constraint::Loop([from, to], leaves) => {
                    writeln!(
                        text,
                        "loop {name} {{ from: b{from}, to: b{to}, leaves: {leaves} }},"
                    )
                }
                Constraint::Circle(index, axis, centre, radius) => {
                    let (index, centre) = (point(index), point(centre));
                    writeln!(
                        text,
                        "circle {name} {{ at: {index}, of: {centre}, axis: {axis}, radius: {radius} }},"
                    )
                }
                Constraint::Contact(index) => {
                    writeln!(text, "contact {name} {{ at: {} }},", point(index))
                }
            };
        }
        text
    }

    fn tree(&self, text: &mut String) {
        for (index, joint) in self.joints.iter().enumerate() {
            let (name, kind) = (&joint.name, joint.kind.text());
            let (parent, origin) = (link_name(joint.parent), vector(&joint.origin));
            let [roll, pitch, yaw] = &joint.rpy;
            let _ = write!(
                text,
                "joint {name} {{ {kind}, parent: {parent}, child: b{index}, origin: {origin}, rotation: rpy({roll}, {pitch}, {yaw})"
            );
            let single = [
                ("damping", &joint.damping),
                ("friction", &joint.friction),
                ("armature", &joint.armature),
            ];
            for (key, value) in single {
                if let Some(value) = value {
                    let _ = write!(text, ", {key}: {value}");
                }
            }
            if let Some([k, rest]) = &joint.spring {
                let _ = write!(text, ", spring: [{k}, {rest}]");
            }
            let Body { mass, com, inertia } = &joint.body;
            let inertia = inertia.each_ref().map(ToString::to_string).join(", ");
            let com = vector(com);
            let _ = writeln!(
                text,
                " }},\nbody b{index} {{ mass: {mass}, com: {com}, inertia: [{inertia}] }},"
            );
        }
    }

    /// The file, if joints and bodies are in one; all their values are numbers.
    pub fn file(&self) -> Option<String> {
        let spaced = |vector: &Vector| vector.each_ref().map(number).join(" ");
        let mut text = String::from("<robot name=\"Robot\"><link name=\"base\"/>");
        for (index, joint) in self.joints.iter().enumerate() {
            let (word, axis) = match &joint.kind {
                Kind::Revolute(axis) => ("continuous", Some(axis)),
                Kind::Prismatic(axis) => ("prismatic", Some(axis)),
                Kind::Fixed => ("fixed", None),
                Kind::Floating(_) => ("floating", None),
                _ => ("planar", None),
            };
            let limit = match word {
                "prismatic" => "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>",
                _ => "",
            };
            let axis = match axis {
                Some(Axis(axis)) => format!("<axis xyz=\"{}\"/>", axis.join(" ")),
                None if word == "planar" => "<axis xyz=\"0 0 1\"/>".into(),
                None => String::new(),
            };
            let mimic = match &joint.follows {
                Some((leader, multiplier, offset)) => format!(
                    "<mimic joint=\"{}\" multiplier=\"{multiplier}\" offset=\"{offset}\"/>",
                    self.joints[*leader].name
                ),
                None => String::new(),
            };
            let parent = joint
                .parent
                .map_or("base".into(), |index| format!("b{index}"));
            let Body { mass, com, inertia } = &joint.body;
            let [xx, xy, xz, yy, yz, zz] = inertia.each_ref().map(number);
            let _ = write!(
                text,
                "<joint name=\"{}\" type=\"{word}\"><parent link=\"{parent}\"/><child link=\"b{index}\"/>\
                 <origin xyz=\"{}\" rpy=\"{}\"/>{axis}{limit}{mimic}</joint>\n<link name=\"b{index}\"><inertial>\
                 <origin xyz=\"{}\"/><mass value=\"{}\"/><inertia ixx=\"{xx}\" ixy=\"{xy}\" ixz=\"{xz}\" \
                 iyy=\"{yy}\" iyz=\"{yz}\" izz=\"{zz}\"/></inertial></link>\n",
                joint.name,
                spaced(&joint.origin),
                spaced(&joint.rpy),
                spaced(com),
                number(mass),
            );
        }
        text += "</robot>";
        self.is_file.then_some(text)
    }

    /// Whether any joint moves the body of a joint.
    pub fn is_moved(&self, joint: Option<usize>) -> bool {
        joint.is_some_and(|index| {
            let joint = &self.joints[index];
            joint.kind != Kind::Fixed || self.is_moved(joint.parent)
        })
    }

    /// How many rates all joints and coordinates have.
    pub fn rates(&self) -> usize {
        let free = self.joints.iter().filter(|joint| joint.follows.is_none());
        free.map(|joint| joint.kind.rates()).sum::<usize>() + self.coordinates.len()
    }

    /// All expressions of coordinates.
    pub fn expressions(&self) -> Vec<&Expr> {
        let mut all: Vec<&Expr> = self.kinetic.iter().chain(&self.potential).collect();
        all.extend(
            self.definitions
                .iter()
                .chain(&self.forces)
                .map(|(_, value)| value),
        );
        for body in &self.placed {
            all.extend(&body.position);
            all.extend(body.force.iter().flatten());
            match body.rigid.as_ref().map(|(_, orientation)| orientation) {
                Some(Orientation::Turns(_, angles) | Orientation::Exponential(angles)) => {
                    all.extend(angles);
                }
                Some(Orientation::Quaternion(parts)) => all.extend(parts),
                None => {}
            }
        }
        for (_, constraint) in &self.constraints {
            if let Constraint::Expression(value) | Constraint::Surface(_, value) = constraint {
                all.push(value);
            }
        }
        all
    }
}

/// A number of a file, without the parentheses of tokens.
fn number(value: &Expr) -> String {
    value.to_string()
}

impl fmt::Display for Orientation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Turns(axes, [a, b, c]) => write!(f, "{axes}({a}, {b}, {c})"),
            Self::Exponential(axis) => write!(f, "exponential({})", vector(axis)),
            Self::Quaternion([x, y, z, w]) => write!(f, "quat_xyzw([{x}, {y}, {z}, {w}])"),
        }
    }
}

/// The whole, to be shown.
impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = self.file() {
            writeln!(f, "{file}")?;
        }
        if let Some(eps) = &self.regularization {
            writeln!(f, "regularization = {eps},")?;
        }
        if !self.snap {
            writeln!(f, "snap = false,")?;
        }
        if !self.functions.is_empty() {
            let names: Vec<&str> = self.functions.iter().map(|of| of.name()).collect();
            writeln!(f, "functions({}),", names.join(", "))?;
        }
        write!(f, "{}{}", self.items(), self.structure())
    }
}
