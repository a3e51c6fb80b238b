//! What the textbook algorithms of `multibody::reference` need to check a robot: its description as read.

use super::table_entry::TableEntry;
use super::{constraint_rows, joint_rows};
use multibody_description::constraint::RowDatum;
use multibody_description::force::{self, Along};
use multibody_description::function::Axes;
use multibody_description::joint::{MotionDatum, TextbookMotion};
use multibody_description::system::{
    Actuator, ConstantForce, Coordinate, End, Joint, Link, Motion, Offset, PROXIMAL_STEPS,
    PointSpring, Row, System,
};
use multibody_program::exact::{Rational, nearest_f64};
use multibody_program::ir::{Matrix3, Value, Vector3};

/// The reference model, piece by piece.
pub struct ReferenceModel<'a> {
    /// The system's values that depend on parameters.
    pub values: Vec<Value>,
    /// Gravity.
    pub gravity: TableEntry<'a>,
    /// All links.
    pub links: Vec<TableEntry<'a>>,
    /// All joints.
    pub joints: Vec<TableEntry<'a>>,
    /// The calls that add everything else to the model of links and joints.
    pub calls: Vec<ModelCall<'a>>,
}

/// A function of the reference that adds to a model, and its arguments.
#[derive(Clone, Debug)]
pub struct ModelCall<'a> {
    /// The function.
    pub function: &'static str,
    /// Its arguments.
    pub arguments: Vec<TableEntry<'a>>,
}

impl<'a> ReferenceModel<'a> {
    /// The model of a system; `None` if the textbook algorithms lack one of the joint types.
    pub fn of(system: &'a System) -> Option<Self> {
        let reader = Reader { system };
        let values = values(system).into_iter();
        let joints = system.tree.joints.iter().map(|joint| reader.joint(joint));
        Some(Self {
            values: values
                .filter(|&value| system.builder.as_constant(value).is_none())
                .collect(),
            gravity: reader.vector(&system.gravity),
            links: system
                .tree
                .links
                .iter()
                .map(|link| reader.link(link))
                .collect(),
            joints: joints.collect::<Option<_>>()?,
            calls: [
                reader.expressions(),
                // The joint table, for its limits of positions.
                call_with_rows("limited", joint_rows(system)),
                reader.armatures(),
                reader.forces(),
                reader.point_springs(),
                reader.constant_forces(),
                reader.actuators(),
                reader.constraints(),
            ]
            .concat(),
        })
    }
}

/// Converts parts of a system to entries of tables.
struct Reader<'a> {
    system: &'a System,
}

impl<'a> Reader<'a> {
    fn number(&self, value: Value) -> TableEntry<'a> {
        let constant = self.system.builder.as_constant(value);
        constant.map_or(TableEntry::Value(value), |constant| {
            TableEntry::Number(nearest_f64(constant))
        })
    }

    fn vector(&self, v: &Vector3) -> TableEntry<'a> {
        TableEntry::Array(v.iter().map(|&x| self.number(x)).collect())
    }

    fn matrix(&self, m: &Matrix3) -> TableEntry<'a> {
        TableEntry::Array(m.iter().map(|row| self.vector(row)).collect())
    }

    fn link(&self, link: &'a Link) -> TableEntry<'a> {
        // Links without names are in no table of links.
        let name = if link.is_intermediate { "" } else { link.name.as_str() };
        let fields = vec![
            ("name", TableEntry::Text(name.into())),
            ("mass", self.number(link.mass)),
            ("com", self.vector(&link.com)),
            ("inertia", self.matrix(&link.inertia)),
        ];
        TableEntry::record("Link", fields)
    }

    fn joint(&self, joint: &'a Joint) -> Option<TableEntry<'a>> {
        let fields = vec![
            ("name", TableEntry::Text((&joint.name).into())),
            ("parent", TableEntry::optional_index(joint.parent)),
            ("child", TableEntry::Index(joint.child)),
            ("rotation", self.matrix(&joint.origin.rotation)),
            ("translation", self.vector(&joint.origin.translation)),
            ("motion", self.motions(&joint.motions)?),
        ];
        Some(TableEntry::record("Joint", fields))
    }

    /// How a joint moves: by elementary motions, one after the other.
    fn motions(&self, motions: &[Motion]) -> Option<TableEntry<'a>> {
        Some(match motions {
            [] => TableEntry::Call("Motion::Fixed".into(), Vec::new()),
            [motion] => self.motion(motion)?,
            several => {
                let entries = several.iter().map(|motion| self.motion(motion));
                let list = TableEntry::Array(entries.collect::<Option<_>>()?);
                TableEntry::Call("Motion::sequence".into(), vec![list])
            }
        })
    }

    fn motion(&self, motion: &Motion) -> Option<TableEntry<'a>> {
        let TextbookMotion { name, data } = motion.kind.textbook_motion()?;
        let coordinate = &self.system.coordinates[motion.coordinate];
        let datum = |datum: &MotionDatum| match datum {
            // The axis is z of the frame of the motion.
            MotionDatum::Axis => ("axis", self.vector(&motion.axes.map(|row| row[2]))),
            MotionDatum::Axes => ("axes", self.matrix(&motion.axes)),
            MotionDatum::Number(name, number) => (*name, TableEntry::Number(*number)),
            MotionDatum::Coordinate => ("coordinate", coordinate_of(motion, coordinate)),
            MotionDatum::Position => ("q", TableEntry::Index(coordinate.q)),
            MotionDatum::Rate => ("v", TableEntry::Index(coordinate.v)),
        };
        let fields = data.iter().map(datum).collect();
        Some(TableEntry::record(format!("Motion::{name}"), fields))
    }

    /// The symbolic terms, as a function of positions and rates.
    fn expressions(&self) -> Vec<ModelCall<'a>> {
        let system = self.system;
        if system.symbolic.is_empty() {
            return Vec::new();
        }
        let mut b = system.builder.clone();
        // Definitions are substituted, since a function for the reference has none.
        let symbolic = system.symbolic.inlined(&mut b);
        let mut values = vec![b.sum(symbolic.kinetic), b.sum(symbolic.potential)];
        values.extend(symbolic.forces.iter().map(|(_, force)| *force));
        for body in &symbolic.bodies {
            values.extend(body.rotation.into_iter().flatten());
            values.extend(body.position.into_iter().chain(body.force));
        }
        let bodies = (system.symbolic.bodies.iter()).map(|body| {
            TableEntry::Tuple(vec![self.number(body.mass), self.matrix(&body.inertia)])
        });
        let forces = symbolic.forces.iter().map(|&(v, _)| TableEntry::Index(v));
        let arguments = vec![
            self.coordinates(),
            TableEntry::List(bodies.collect()),
            TableEntry::List(forces.collect()),
            TableEntry::Function(&["t", "q", "qd"], b.finish(&values)),
        ];
        let entry = TableEntry::Call("Expressions::new".into(), arguments);
        vec![call("with_expressions", vec![entry])]
    }

    /// The armature of each joint that has one.
    fn armatures(&self) -> Vec<ModelCall<'a>> {
        let (mut joint_armatures, mut rate_armatures) = (Vec::new(), Vec::new());
        for (index, joint) in self.system.tree.joints.iter().enumerate() {
            if self.system.builder.is_zero(joint.armature) {
                continue;
            }
            let add_row = |list: &mut Vec<TableEntry<'a>>, index: usize| {
                let numbers = vec![TableEntry::Index(index), self.number(joint.armature)];
                list.push(TableEntry::Tuple(numbers));
            };
            if joint.single_rate_motion().is_some() {
                add_row(&mut joint_armatures, index);
                continue;
            }
            for motion in &joint.motions {
                let v = self.system.coordinates[motion.coordinate].v;
                (v..v + motion.kind.nv()).for_each(|v| add_row(&mut rate_armatures, v));
            }
        }
        [
            call_with_rows("with_armatures", joint_armatures),
            call_with_rows("with_armatures_of_rates", rate_armatures),
        ]
        .concat()
    }

    /// The force elements, grouped by type.
    fn forces(&self) -> Vec<ModelCall<'a>> {
        let calls_of_type = |kind: force::Kind| {
            let forces = self.system.forces.iter();
            let elements = forces.filter(|force| force::are_same(force.kind, kind));
            let (mut joint_forces, mut sum_forces) = (Vec::new(), Vec::new());
            for element in elements {
                let numbers = element.coefficients.iter().map(|&value| self.number(value));
                let (list, joint_or_sum) = match &element.along {
                    Along::Joint(joint) => (&mut joint_forces, TableEntry::Index(*joint)),
                    Along::Rates(rates) => (&mut sum_forces, rate_factors(rates)),
                };
                list.push(TableEntry::Tuple(
                    std::iter::once(joint_or_sum).chain(numbers).collect(),
                ));
            }
            let [to_joints, along_sums] = kind.reference_method();
            [
                call_with_rows(to_joints, joint_forces),
                call_with_rows(along_sums, sum_forces),
            ]
            .concat()
        };
        let types = self.system.force_types().into_iter();
        types.flat_map(calls_of_type).collect()
    }

    fn point_springs(&self) -> Vec<ModelCall<'a>> {
        let end = |end: &End| {
            TableEntry::Tuple(vec![
                TableEntry::optional_index(end.link),
                self.vector(&end.point),
            ])
        };
        let spring = |spring: &PointSpring| {
            let fields = vec![
                (
                    "ends",
                    TableEntry::Array(spring.ends.iter().map(end).collect()),
                ),
                ("stiffness", self.number(spring.stiffness)),
                ("length", self.number(spring.length)),
                ("damping", self.number(spring.damping)),
            ];
            TableEntry::record("PointSpring", fields)
        };
        let springs = self.system.point_springs.iter().map(spring);
        call_with_rows("with_point_springs", springs.collect())
    }

    fn constant_forces(&self) -> Vec<ModelCall<'a>> {
        let forces = self.system.constant_forces.iter().map(|constant| {
            let vectors = [&constant.point, &constant.force].map(|v| self.vector(v));
            let link = std::iter::once(TableEntry::Index(constant.link));
            TableEntry::Tuple(link.chain(vectors).collect())
        });
        call_with_rows("with_constant_forces", forces.collect())
    }

    fn actuators(&self) -> Vec<ModelCall<'a>> {
        let number = |x: &Rational| TableEntry::Number(nearest_f64(x));
        let numbers = |x: &[Rational; 3]| TableEntry::Array(x.iter().map(number).collect());
        let row = |actuator: &Actuator| {
            let fields = vec![
                ("rates", rate_factors(&actuator.rates)),
                ("constant", number(&actuator.constant)),
                ("gear", number(&actuator.gear)),
                ("gain", numbers(&actuator.gain)),
                ("bias", numbers(&actuator.bias)),
            ];
            TableEntry::record("Actuator", fields)
        };
        let rows = self.system.actuators.iter().map(row);
        call_with_rows("with_actuators", rows.collect())
    }

    /// The constraints, one for each row; and if there are any, their table, the regularization, and the rates that motors drive.
    fn constraints(&self) -> Vec<ModelCall<'a>> {
        let system = self.system;
        if system.constraints.is_empty() {
            return Vec::new();
        }
        let mut b = system.builder.clone();
        let symbolic = system.symbolic.inlined(&mut b).constraints;
        let constructor = |function: &str, arguments: Vec<TableEntry<'a>>| {
            TableEntry::Call(format!("Constraint::{function}"), arguments)
        };
        let frame_constraint = |first: &End, second: &End, row: TableEntry<'a>| {
            let row = TableEntry::Array(vec![row]);
            constructor("between", vec![self.frame(first), self.frame(second), row])
        };
        let constraint = |row: &Row| match row {
            Row::Expression {
                index,
                is_velocity_level,
            } => {
                let level = if *is_velocity_level { "Rate" } else { "Position" };
                let level = TableEntry::Call(format!("Level::{level}"), Vec::new());
                let function =
                    TableEntry::Function(&["t", "q", "qd"], b.finish(&[symbolic[*index]]));
                let levels = TableEntry::Array(vec![level]);
                constructor("expressed", vec![self.coordinates(), levels, function])
            }
            Row::PointExpression {
                ends: [first, second],
                index,
            } => {
                let (first, second) = (self.frame(first), self.frame(second));
                // r is the point of the second end in the frame of the first.
                let function =
                    TableEntry::Function(&["t", "q", "r"], b.finish(&[symbolic[*index]]));
                constructor("placed", vec![first, second, self.coordinates(), function])
            }
            Row::Between {
                ends: [first, second],
                frame_row,
                numbers,
            } => {
                let data = frame_row.counterpart.data.iter().map(|datum| match datum {
                    RowDatum::Axis(k) => TableEntry::Index(*k),
                    RowDatum::Number(index) => self.number(numbers[*index]),
                });
                let row = row_entry(frame_row.counterpart.name, data.collect());
                frame_constraint(first, second, row)
            }
            Row::Velocity {
                end,
                axes,
                component,
            } => {
                let axes_name = match axes {
                    Axes::World => "",
                    Axes::Link => "Own",
                };
                let motion = ["Velocity", "Spin"][component / 3];
                let row = row_entry(
                    &format!("{axes_name}{motion}"),
                    vec![TableEntry::Index(component % 3)],
                );
                let world = End {
                    link: None,
                    point: [Value::ZERO; 3],
                };
                frame_constraint(&world, end, row)
            }
        };
        let constraints = (system.constraints.iter())
            .map(|entry| constraint(&entry.row))
            .collect();
        let mut calls = vec![
            call("with_constraints", vec![TableEntry::Array(constraints)]),
            call(
                "with_constraint_table",
                vec![TableEntry::List(constraint_rows(system))],
            ),
        ];
        calls.extend(system.regularization.as_ref().map(|eps| {
            let eps = TableEntry::Number(nearest_f64(eps));
            call(
                "with_regularization",
                vec![eps, TableEntry::Index(PROXIMAL_STEPS)],
            )
        }));
        // The rates that motors drive, unless they drive all.
        let flags = system.has_motor.iter().enumerate();
        let rates: Vec<TableEntry<'a>> = flags
            .filter_map(|(v, has_motor)| has_motor.then_some(TableEntry::Index(v)))
            .collect();
        if rates.len() < system.has_motor.len() {
            calls.push(call("driven_along", vec![TableEntry::List(rates)]));
        }
        calls
    }

    fn frame(&self, end: &End) -> TableEntry<'a> {
        let axis = |k: usize| {
            let row = (0..3).map(|j| TableEntry::Number(f64::from(u8::from(j == k))));
            TableEntry::Array(row.collect())
        };
        let fields = vec![
            ("link", TableEntry::optional_index(end.link)),
            ("rotation", TableEntry::Array((0..3).map(axis).collect())),
            ("translation", self.vector(&end.point)),
        ];
        TableEntry::record("Frame", fields)
    }

    /// The coordinates that expressions may name: the position and rate of each.
    fn coordinates(&self) -> TableEntry<'a> {
        let positions = self.system.positions_of_rates().into_iter().zip(0..);
        let coordinates = positions.filter_map(|(q, v)| {
            Some(TableEntry::Tuple(vec![
                TableEntry::Index(q?),
                TableEntry::Index(v),
            ]))
        });
        TableEntry::List(coordinates.collect())
    }
}

/// The coordinate of a motion of one degree of freedom.
fn coordinate_of<'a>(motion: &Motion, coordinate: &Coordinate) -> TableEntry<'a> {
    let offset = match &motion.offset {
        Offset::Zero => 0.0,
        Offset::Angle(angle) => angle.radians(),
        Offset::Length(length) => nearest_f64(length),
    };
    let fields = vec![
        ("index_q", TableEntry::Index(coordinate.q)),
        ("index_v", TableEntry::Index(coordinate.v)),
        (
            "multiplier",
            TableEntry::Number(nearest_f64(&motion.multiplier)),
        ),
        ("offset", TableEntry::Number(offset)),
    ];
    TableEntry::record("Coordinate", fields)
}

/// A row of a constraint between two frames.
fn row_entry<'a>(name: &str, arguments: Vec<TableEntry<'a>>) -> TableEntry<'a> {
    TableEntry::Call(format!("Row::{name}"), arguments)
}

fn call<'a>(function: &'static str, arguments: Vec<TableEntry<'a>>) -> ModelCall<'a> {
    ModelCall {
        function,
        arguments,
    }
}

/// The rates in a weighted sum, each with its factor.
fn rate_factors<'a>(rates: &[(usize, Rational)]) -> TableEntry<'a> {
    let terms = rates.iter().map(|(v, factor)| {
        let factor = TableEntry::Number(nearest_f64(factor));
        TableEntry::Tuple(vec![TableEntry::Index(*v), factor])
    });
    TableEntry::List(terms.collect())
}

/// The call of a function with rows; none if there are no rows.
fn call_with_rows<'a>(function: &'static str, rows: Vec<TableEntry<'a>>) -> Vec<ModelCall<'a>> {
    if rows.is_empty() {
        Vec::new()
    } else {
        vec![call(function, vec![TableEntry::List(rows)])]
    }
}

/// All values that the description of a system contains.
fn values(system: &System) -> Vec<Value> {
    let mut values = system.gravity.to_vec();
    for link in &system.tree.links {
        values.push(link.mass);
        values.extend(link.com);
        values.extend(link.inertia.into_iter().flatten());
    }
    for joint in &system.tree.joints {
        values.push(joint.armature);
        values.extend(joint.origin.rotation.into_iter().flatten());
        values.extend(joint.origin.translation);
        let axes = joint.motions.iter().flat_map(|motion| motion.axes);
        values.extend(axes.flatten());
    }
    for body in &system.symbolic.bodies {
        values.push(body.mass);
        values.extend(body.inertia.into_iter().flatten());
    }
    values.extend(system.forces.iter().flat_map(|force| &force.coefficients));
    values.extend(system.point_springs.iter().flat_map(PointSpring::values));
    values.extend((system.constant_forces.iter()).flat_map(ConstantForce::values));
    values.extend(system.constraints.iter().flat_map(|c| c.row.values()));
    values
}
