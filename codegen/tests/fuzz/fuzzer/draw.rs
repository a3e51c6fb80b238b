//! Draws descriptions: most of what is drawn is sound, some is next to what is not.

use multibody_codegen::Function;

use super::description::{
    Axis, Body, Chart, Constraint, Description, Joint, Kind, Orientation, Placed, Point, Spring,
    Vector,
};
use super::expression::Expr;
use super::random::Random;

const SMALL: [&str; 12] = [
    "0.5", "1", "2", "0.3", "1.5", "0.1", "3", "0.25", "1.7", "0.02", "4", "0.9",
];
const LENGTHS: [&str; 8] = ["0", "0.1", "-0.2", "0.3", "0.5", "-0.05", "1", "0.123"];
const ANGLES: [&str; 9] = ["0", "0", "0", "0.3", "-0.7", "1.1", "2.5", "0.1234", "-2"];
/// Next to quarter turns and to no turn, where it is decided whether they are that.
const NEAR_ANGLES: [&str; 6] = [
    "1.5708",
    "-1.5707963",
    "3.14159",
    "1e-7",
    "1e-12",
    "3.14159265358979",
];
const FACTORS: [&str; 14] = [
    "2", "3", "0.5", "0.1", "2.718", "3.5", "1.25", "-1", "-2", "0.75", "6.2832", "0.01", "5",
    "1.1",
];
/// Where the algebra has to write out many terms.
const LARGE_FACTORS: [&str; 5] = ["12", "60", "314.15", "27.3", "0.0001"];
const MULTIPLIERS: [&str; 6] = ["1", "-1", "2", "-2", "0.5", "1.5"];
const OFFSETS: [&str; 4] = ["0", "0.1", "1.5708", "-0.3"];
const COORDINATES: [&str; 4] = ["x", "y", "theta", "s"];
const EXTREME: [&str; 8] = [
    "1e-30",
    "1e30",
    "1e-9",
    "1e12",
    "0",
    "1e-300",
    "123456789.123456789",
    "7e5",
];

/// What is drawn of a case.
struct Draw {
    random: Random,
    made: Description,
    /// What expressions may name: positions, among them definitions.
    positions: Vec<String>,
    /// Positions with a rate.
    rated: Vec<String>,
    timed: bool,
    rooted: bool,
    /// Whether it may be what came last to descriptions. Other seeds keep their cases, so that their known programs stay.
    recent: bool,
}

/// The case of a seed.
pub fn description(seed: u64) -> Description {
    let mut random = Random::new(seed);
    let timed = random.percent(25);
    let rooted = random.percent(30);
    let mut draw = Draw {
        random,
        made: Description {
            snap: true,
            ..Description::default()
        },
        positions: Vec::new(),
        rated: Vec::new(),
        timed,
        rooted,
        recent: seed % 4 == 3,
    };
    draw.all();
    draw.made
}

impl Draw {
    fn all(&mut self) {
        self.made.is_file = self.random.percent(20);
        if !self.made.is_file && self.random.percent(40) {
            let all = [("m", None), ("l", None), ("k", None), ("sizes", Some(2))];
            let from = self.random.below(all.len());
            self.made.fields = all[from..]
                .iter()
                .map(|(name, n)| ((*name).to_owned(), *n))
                .collect();
        }
        if !self.made.is_file && self.random.percent(30) {
            let g = self.of_fields();
            self.made.gravity = Some([Expr::number("0"), Expr::number("0"), Expr::Neg(g.into())]);
        }
        self.made.snap = !self.random.percent(10);
        let joints = match self.made.is_file {
            true => 1 + self.random.below(4),
            // Small systems are derived, so that a ball in the recent chart has to be alone often enough.
            false if self.recent && self.random.percent(45) => 1,
            false => self.random.below(4),
        };
        for index in 0..joints {
            let joint = self.joint(index);
            if joint.kind.is_single() && joint.follows.is_none() || joint.follows.is_some() {
                self.positions.push(joint.name.clone());
            }
            if joint.kind.is_single() && joint.follows.is_none() {
                self.rated.push(joint.name.clone());
            }
            self.made.joints.push(joint);
        }
        let limit = if joints == 0 { 1 + self.random.below(4) } else { self.random.below(3) };
        for name in &COORDINATES[..limit] {
            self.made.coordinates.push((*name).to_owned());
            self.positions.push((*name).to_owned());
            self.rated.push((*name).to_owned());
        }
        if self.positions.is_empty() {
            self.links_only();
            return;
        }
        for index in 0..self.random.below(3) {
            let value = self.smooth(2);
            let name = format!("d{index}");
            self.made.definitions.push((name.clone(), value));
            self.positions.push(name);
        }
        self.energies();
        for _ in 0..self.random.below(2) {
            let axis = self.random.pick(&self.rated);
            let value = self.force(&axis);
            self.made.forces.push((axis, value));
        }
        self.links_only();
        if self.random.percent(if self.recent { 80 } else { 40 }) {
            for index in 0..1 + self.random.below(2) {
                let constraint = self.constraint();
                self.made
                    .constraints
                    .push((format!("c{index}"), constraint));
            }
            if self.random.percent(20) {
                self.made.regularization = Some("1e-5".into());
            }
        }
        if self.random.percent(if self.recent { 40 } else { 10 }) {
            let output = &self.made;
            let is_possible = |function: &Function| {
                let has_links = !function.is_of_link() && !function.needs_wrenches()
                    || !output.joints.is_empty();
                has_links
                    && !function.needs_actuators()
                    && (!function.needs_constraints() || !output.constraints.is_empty())
            };
            let possible: Vec<Function> = Function::ALL.into_iter().filter(is_possible).collect();
            let is_derivative = |of: &Function| of.quantity().is_derivative();
            let mut derivatives = possible.clone();
            derivatives.retain(is_derivative);
            for index in 0..1 + self.random.below(3) {
                let is_recent = self.recent && index == 0 && !derivatives.is_empty();
                let function = self.function(if is_recent { &derivatives } else { &possible });
                if !self.made.functions.contains(&function) {
                    self.made.functions.push(function);
                }
            }
        }
    }

    /// One of some functions: the one that draws most, so that a new function of the table takes few cases from the others.
    fn function(&mut self, of: &[Function]) -> Function {
        let key = self.random.bits();
        let draw = |draw_one: &&Function| {
            let named = draw_one
                .name()
                .bytes()
                .fold(key, |sum, byte| Random::new(sum ^ u64::from(byte)).bits());
            (named, draw_one.name())
        };
        *of.iter().max_by_key(draw).expect("there is a function")
    }

    /// What needs no coordinate that can be named.
    fn links_only(&mut self) {
        if !self.made.joints.is_empty() && self.random.percent(20) {
            let ends = self.ends();
            let damping = self.random.percent(50).then(|| self.of_fields());
            let (stiffness, length) = (self.of_fields(), self.number(&SMALL));
            self.made.springs.push(Spring {
                ends,
                stiffness,
                length,
                damping,
            });
        }
    }

    /// Kinetic energy that leaves M invertible as a rule, and whatever else.
    fn energies(&mut self) {
        let own = self.made.coordinates.clone();
        for name in &own {
            if self.random.percent(65) {
                let rate = Expr::Power(Expr::name(format!("{name}_dot")).into(), 2);
                let mass = self.positive();
                self.made
                    .kinetic
                    .push(Expr::of('/', Expr::of('*', mass, rate), Expr::number("2")));
            }
        }
        for _ in 0..self.random.below(3) {
            let body = self.place();
            self.made.placed.push(body);
        }
        if self.random.percent(20) {
            let [a, b] = [(); 2].map(|()| self.rate());
            let factor = self.smooth(1);
            self.made
                .kinetic
                .push(Expr::of('*', factor, Expr::of('*', a, b)));
        }
        if self.random.percent(15) {
            let (rate, factor) = (self.rate(), self.smooth(2));
            self.made.kinetic.push(Expr::of('*', factor, rate));
        }
        if self.random.percent(5) {
            let value = self.smooth(2);
            self.made.kinetic.push(value);
        }
        for _ in 0..self.random.below(3) {
            let depth = 1 + self.random.below(3);
            let value = self.smooth(depth);
            self.made.potential.push(value);
        }
        if self.random.percent(3) {
            let wild = self.wild();
            self.made.potential.push(wild);
        }
    }

    fn joint(&mut self, index: usize) -> Joint {
        let is_file = self.made.is_file;
        let kind = self.kind();
        let parent = match self.random.below(index + 2) {
            0 => None,
            near => Some(
                (near - 1)
                    .max(index.saturating_sub(1))
                    .min(index.wrapping_sub(1)),
            )
            .filter(|_| index > 0),
        };
        let leaders: Vec<usize> = (0..index)
            .filter(|&k| {
                self.made.joints[k].kind.is_single() && self.made.joints[k].follows.is_none()
            })
            .collect();
        let is_simple = matches!(kind, Kind::Revolute(_) | Kind::Prismatic(_));
        let follows = (is_file && is_simple && !leaders.is_empty() && self.random.percent(50))
            .then(|| {
                let leader = self.random.pick(&leaders);
                let (multiplier, offset) =
                    (self.random.pick(&MULTIPLIERS), self.random.pick(&OFFSETS));
                (leader, multiplier.to_owned(), offset.to_owned())
            });
        let is_passive = kind.is_single() && !is_file;
        let mut some =
            |chance| (is_passive && self.random.percent(chance)).then(|| self.of_fields());
        let (damping, friction, armature, stiffness) = (some(20), some(10), some(10), some(15));
        let spring = stiffness.map(|k| [k, self.number(&ANGLES)]);
        let origin = [(); 3].map(|()| self.length());
        let rotation = self.random.percent(30);
        let angles = if self.random.percent(5) { &NEAR_ANGLES[..] } else { &ANGLES[..] };
        let rpy = [(); 3].map(|()| {
            if rotation {
                Expr::number(self.random.pick(angles))
            } else {
                Expr::number("0")
            }
        });
        let body = self.body();
        Joint {
            name: format!("j{index}"),
            kind,
            parent,
            origin,
            rpy,
            damping,
            friction,
            spring,
            armature,
            follows,
            body,
        }
    }

    fn kind(&mut self) -> Kind {
        let axis = self.axis();
        let is_first = self.made.joints.is_empty();
        let chance = if is_first { 40 } else { 20 };
        if self.recent && !self.made.is_file && self.random.percent(chance) {
            let balls = [Chart::Rodrigues, Chart::RodriguesDerivative].map(Kind::Ball);
            return if !is_first && self.random.percent(33) {
                Kind::Floating(Chart::Rodrigues)
            } else {
                self.random.pick(&balls)
            };
        }
        if self.made.is_file {
            return match self.random.below(10) {
                0 | 1 => Kind::Prismatic(axis),
                2 if self.random.percent(30) => Kind::Planar { derivative: false },
                2 if self.random.percent(30) => Kind::Floating(Chart::Quaternion),
                3 => Kind::Fixed,
                _ => Kind::Revolute(axis),
            };
        }
        match self.random.below(20) {
            0..8 => Kind::Revolute(axis),
            8..11 => Kind::Prismatic(axis),
            11 => Kind::Screw(axis, self.random.pick(&["0.05", "-0.3", "0.002"]).into()),
            12 => Kind::Universal,
            13 => Kind::Cylindrical,
            14 => Kind::Translation,
            15 => Kind::Planar {
                derivative: self.random.percent(50),
            },
            16 => Kind::Fixed,
            17 => Kind::Floating(self.chart()),
            _ => Kind::Ball(self.chart()),
        }
    }

    fn chart(&mut self) -> Chart {
        match self.random.below(10) {
            0..3 => Chart::Quaternion,
            3 => Chart::QuaternionDerivative,
            4 | 5 => Chart::Exponential,
            6 | 7 => Chart::ExponentialDerivative,
            8 => Chart::Turns("zyx"),
            _ => Chart::Turns(self.random.pick(&["zxz", "xyz", "yxy", "xzy"])),
        }
    }

    fn axis(&mut self) -> Axis {
        let texts = match self.random.below(6) {
            0 => ["1", "0", "0"],
            1 => ["0", "1", "0"],
            2 => ["0", "0", "1"],
            3 => ["0", "-1", "0"],
            4 => ["0", "0.6", "0.8"],
            _ => ["0.3", "-0.2", "1"],
        };
        Axis(texts.map(str::to_owned))
    }

    fn body(&mut self) -> Body {
        let light = self.random.percent(3);
        let mass = if light { self.number(&EXTREME) } else { self.of_fields() };
        let com = [(); 3].map(|()| self.length());
        let scale = self.random.pick(&["", "0", "00"]);
        let entry = |text: &str| Expr::number(&format!("0.{scale}{text}"));
        let zero = || Expr::number("0");
        let inertia = match self.random.below(3) {
            0 => [entry("2"), zero(), zero(), entry("3"), zero(), entry("25")],
            1 => [entry("1"), zero(), zero(), entry("1"), zero(), entry("02")],
            _ => [
                entry("31"),
                entry("02"),
                Expr::Neg(entry("01").into()),
                entry("4"),
                entry("015"),
                entry("27"),
            ],
        };
        Body { mass, com, inertia }
    }

    fn ends(&mut self) -> [Point; 2] {
        let count = self.made.joints.len();
        let one = self.random.below(count);
        let other =
            Some(self.random.below(count)).filter(|&other| other != one && self.random.percent(40));
        [Some(one), other].map(|link| (link, [(); 3].map(|()| self.length())))
    }

    fn place(&mut self) -> Placed {
        let mass = self.of_fields();
        let mut position = [(); 3].map(|()| self.smooth(1));
        if self.random.percent(50) {
            position[self.random.below(3)] = Expr::number("0");
        }
        let force = self
            .random
            .percent(15)
            .then(|| [(); 3].map(|()| self.smooth(1)));
        let rigid = self.random.percent(30).then(|| {
            let moments = [["0.2", "0.3", "0.25"], ["0.02", "0.02", "0.01"]];
            let moments = self.random.pick(&moments).map(Expr::number);
            let orientation = match self.random.below(6) {
                0 => Orientation::Exponential(self.angles()),
                1 => {
                    let [a, b, c] = self.angles();
                    Orientation::Quaternion([a, b, c, Expr::number("1")])
                }
                _ => Orientation::Turns(self.random.pick(&["zyx", "zxz", "xyz"]), self.angles()),
            };
            (moments, orientation)
        });
        Placed {
            mass,
            position,
            force,
            rigid,
        }
    }

    fn angles(&mut self) -> Vector {
        [(); 3].map(
            |()| {
                if self.random.percent(40) { Expr::number("0") } else { self.angle() }
            },
        )
    }

    fn constraint(&mut self) -> Constraint {
        let of_links = if self.recent { 80 } else { 35 };
        if !self.made.joints.is_empty() && self.random.percent(of_links) {
            let ends = self.ends();
            if self.recent && self.random.percent(80) {
                let [index, centre] = ends;
                let axis = self.random.pick(&['x', 'y', 'z']);
                return Constraint::Circle(index, axis, centre, self.of_fields());
            }
            let [(Some(one), _), (other, _)] = &ends else {
                unreachable!("the first end is a body's")
            };
            return match (self.random.below(6), *other) {
                (0, _) => Constraint::Pin(ends),
                (1, Some(other)) => {
                    let leaves = [
                        "revolute(z)",
                        "ball",
                        "cylindrical(z)",
                        "planar(z)",
                        "fixed",
                        "line(x)",
                    ];
                    Constraint::Loop([*one, other], self.random.pick(&leaves))
                }
                (2, _) => Constraint::Contact(ends[0].clone()),
                (3, _) => {
                    let [x, y, z] = ["x", "y", "z"].map(Expr::name);
                    let curved = Expr::of(
                        '-',
                        z,
                        Expr::of('*', Expr::number("0.5"), Expr::Power(x.into(), 2)),
                    );
                    let equation = if self.random.percent(50) {
                        curved
                    } else {
                        Expr::of('+', curved, Expr::of('*', y, Expr::number("0.3")))
                    };
                    Constraint::Surface(ends[0].clone(), equation)
                }
                _ => Constraint::Distance(ends, self.number(&SMALL)),
            };
        }
        let value = match self.random.below(8) {
            // One coordinate by others.
            0..3 => {
                let one = Expr::name(self.random.pick(&self.rated));
                let other = self.smooth(1);
                Expr::of('-', one, other)
            }
            3 => {
                let squares = self
                    .rated
                    .iter()
                    .map(|name| Expr::Power(Expr::name(name.clone()).into(), 2));
                let sum = squares
                    .reduce(|a, b| Expr::of('+', a, b))
                    .expect("a coordinate");
                Expr::of(
                    '/',
                    Expr::of('-', sum, Expr::number("4")),
                    Expr::number("2"),
                )
            }
            // On rates: a gear, or something that rolls.
            4 | 5 => {
                let (a, b, factor) = (self.rate(), self.rate(), self.smooth(1));
                Expr::of('-', a, Expr::of('*', factor, b))
            }
            6 if self.rooted => {
                let root = self.root();
                let one = Expr::name(self.random.pick(&self.rated));
                Expr::of('-', root, one)
            }
            _ => self.smooth(2),
        };
        Constraint::Expression(value)
    }

    fn force(&mut self, axis: &str) -> Expr {
        let rate = Expr::name(format!("{axis}_dot"));
        let factor = self.positive();
        match self.random.below(5) {
            0 => self.smooth(2),
            1 => {
                let square = Expr::Power(rate.clone().into(), 2);
                let smooth = Expr::call("sqrt", Expr::of('+', square, Expr::number("0.01")));
                Expr::Neg(Expr::of('/', Expr::of('*', factor, rate), smooth).into())
            }
            2 => Expr::Neg(Expr::of('*', factor, Expr::Power(rate.into(), 3)).into()),
            _ => Expr::Neg(Expr::of('*', factor, rate).into()),
        }
    }

    fn rate(&mut self) -> Expr {
        Expr::name(format!("{}_dot", self.random.pick(&self.rated)))
    }

    fn number(&mut self, list: &[&str]) -> Expr {
        Expr::number(self.random.pick(list))
    }

    /// Of a place in a link: over fields, or a number.
    fn length(&mut self) -> Expr {
        if self.random.percent(10) { self.of_fields() } else { self.number(&LENGTHS) }
    }

    fn field(&mut self) -> Option<Expr> {
        if self.made.fields.is_empty() {
            return None;
        }
        let (name, length) = self.random.pick(&self.made.fields);
        Some(match length {
            None => Expr::Name(name),
            Some(length) => Expr::Element(name, self.random.below(length)),
        })
    }

    /// A positive value of fields and numbers.
    fn of_fields(&mut self) -> Expr {
        if self.random.percent(40)
            && let Some(field) = self.field()
        {
            let number = self.number(&SMALL);
            return match self.random.below(4) {
                0 => Expr::of('*', number, field),
                1 => Expr::of('/', field, Expr::number("3")),
                2 => Expr::Power(field.into(), 2),
                _ => field,
            };
        }
        self.number(&SMALL)
    }

    /// A value that is positive at all states.
    fn positive(&mut self) -> Expr {
        match self.random.below(10) {
            0 => {
                let square = self.smooth(1);
                Expr::of('+', Expr::Power(square.into(), 2), Expr::number("0.5"))
            }
            1 => {
                let angle = self.angle();
                Expr::of('+', Expr::number("2"), Expr::call("cos", angle))
            }
            _ => self.of_fields(),
        }
    }

    /// A sum of coordinates by factors, time and a constant.
    fn angle(&mut self) -> Expr {
        let mut sum = self.linear();
        for _ in 0..self.random.below(2) {
            let next = self.linear();
            sum = Expr::of(self.random.pick(&['+', '-']), sum, next);
        }
        if self.random.percent(15) {
            let constant = self.number(&ANGLES);
            sum = Expr::of('+', sum, constant);
        }
        sum
    }

    fn linear(&mut self) -> Expr {
        let name = if self.timed && self.random.percent(35) {
            Expr::name("t")
        } else {
            Expr::name(self.random.pick(&self.positions))
        };
        match self.random.below(20) {
            0..8 => name,
            8 => Expr::of('*', Expr::number(self.random.pick(&LARGE_FACTORS)), name),
            9 => Expr::of('/', name, Expr::number("3")),
            10 => Expr::of('*', Expr::Pi, name),
            11 => match self.field() {
                Some(field) => Expr::of('*', field, name),
                None => name,
            },
            _ => Expr::of('*', Expr::number(self.random.pick(&FACTORS)), name),
        }
    }

    /// A root of what is positive.
    fn root(&mut self) -> Expr {
        let squares: Vec<Expr> = (0..1 + self.random.below(2))
            .map(|_| {
                let part = self.linear();
                Expr::Power(part.into(), 2)
            })
            .collect();
        let sum = squares
            .into_iter()
            .reduce(|a, b| Expr::of('+', a, b))
            .expect("one");
        let argument = if self.random.percent(70) {
            Expr::of('+', sum, self.number(&SMALL))
        } else {
            sum
        };
        let is_method = self.random.percent(50);
        Expr::Call("sqrt", argument.into(), is_method)
    }

    /// A smooth function of positions, as deep as that.
    fn smooth(&mut self, depth: usize) -> Expr {
        if depth == 0 {
            return match self.random.below(10) {
                0 | 1 => self.of_fields(),
                _ => self.linear(),
            };
        }
        let remainder = depth - 1;
        match self.random.below(20) {
            0..3 => {
                let (a, b) = (self.smooth(remainder), self.smooth(remainder));
                Expr::of(self.random.pick(&['+', '-']), a, b)
            }
            3..6 => {
                let (a, b) = (self.smooth(remainder), self.smooth(remainder));
                Expr::of('*', a, b)
            }
            6 | 7 => {
                let power = self.random.pick(&[2, 2, 2, 3, 4]);
                Expr::Power(self.smooth(remainder).into(), power)
            }
            8..14 => {
                let function = self.random.pick(&["sin", "cos"]);
                let (size, angle) = (self.of_fields(), self.angle());
                Expr::of(
                    '*',
                    size,
                    Expr::Call(function, angle.into(), self.random.percent(30)),
                )
            }
            14 if self.rooted => self.root(),
            15 if self.rooted => {
                let (size, root) = (self.of_fields(), self.root());
                Expr::of('*', size, root)
            }
            16 => {
                let argument = self.linear();
                let scaled = Expr::of('*', Expr::number("0.3"), argument);
                Expr::call("exp", scaled)
            }
            17 if self.random.percent(30) => {
                let argument = self.smooth(remainder);
                let sum = Expr::of('+', Expr::number("1.5"), Expr::Power(argument.into(), 2));
                Expr::call("ln", sum)
            }
            18 if self.random.percent(50) => {
                let (numerator, denominator) = (self.smooth(remainder), self.smooth(remainder));
                let sum = Expr::of('+', Expr::number("1"), Expr::Power(denominator.into(), 2));
                Expr::of('/', numerator, sum)
            }
            19 => Expr::Neg(self.smooth(remainder).into()),
            _ => self.smooth(remainder),
        }
    }

    /// What may be refused.
    fn wild(&mut self) -> Expr {
        let one = self.smooth(1);
        match self.random.below(9) {
            0 => Expr::call("tan", one),
            1 => Expr::call("sqrt", one),
            2 => Expr::call("ln", one),
            3 => Expr::Power(one.into(), self.random.pick(&[-1, -3, 17, 64, 65])),
            4 => Expr::call("sin", Expr::call("sin", one)),
            5 => Expr::of('*', self.number(&EXTREME), one),
            6 => Expr::of('*', self.rate(), one),
            7 => Expr::Power(Expr::Power(one.into(), 9).into(), 8),
            _ => Expr::of('/', self.smooth(1), one),
        }
    }
}
