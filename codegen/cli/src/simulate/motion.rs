//! The data of a motion: states, energies and momenta, frame by frame.

use multibody_codegen::internal::foreign::Shown;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::joint::Coordinate as Position;
use multibody_codegen::internal::simulate::{Energy, Momenta, State};

use super::plot::{Line, Panel};

/// A state, its time, and the quantities computed from it.
#[derive(Clone, Debug)]
pub struct MotionSample {
    /// Time, s.
    pub time: f64,
    pub state: State,
    pub energy: Energy,
    pub momenta: Option<Momenta>,
    /// Errors of the constraints, and their multipliers.
    pub constraint_values: [Vec<f64>; 2],
}

/// All frames of a motion, and the names of its coordinates and constraints.
#[derive(Clone, Debug)]
pub struct SimulatedMotion {
    /// The frames, at least one.
    pub frames: Vec<MotionSample>,
    /// The name and the kind of each position.
    positions: Vec<(String, Position)>,
    /// The name of each rate.
    rates: Vec<String>,
    /// The name of each constraint.
    constraints: Vec<String>,
    has_springs: bool,
}

/// The title of a panel, its unit, and the kind of positions that it shows.
const PANELS: [(&str, &str, Position); 5] = [
    ("Angles", "rad", Position::Angle),
    ("Lengths", "m", Position::Length),
    ("Quaternions", "1", Position::Quaternion),
    ("Rotation vectors", "rad", Position::RotationVector),
    ("Coordinates", "of its own each", Position::Number),
];

/// Title and unit of the errors of constraints, and of their multipliers.
const CONSTRAINT_VALUES: [(&str, &str); 2] = [
    ("Errors of constraints", "of its own each"),
    ("Multipliers", "of its own each"),
];

impl SimulatedMotion {
    /// The motion of a system from frames, of which there is at least one.
    pub fn new(frames: Vec<MotionSample>, programs: &Programs) -> Self {
        let coordinates = &programs.system.coordinates;
        let named = |name: &str, count: usize, k: usize| match count {
            1 => name.to_owned(),
            _ => format!("{name}[{k}]"),
        };
        let positions = coordinates.iter().flat_map(|coordinate| {
            let kinds = coordinate.kind.coordinates();
            let name = move |k| named(&coordinate.name, kinds.len(), k);
            kinds
                .iter()
                .enumerate()
                .map(move |(k, &kind)| (name(k), kind))
        });
        let rates = coordinates.iter().flat_map(|coordinate| {
            let count = coordinate.kind.nv();
            (0..count).map(move |k| named(&coordinate.name, count, k))
        });
        Self {
            positions: positions.collect(),
            rates: rates.collect(),
            constraints: (programs.system.constraints.iter())
                .map(|constraint| constraint.name.clone())
                .collect(),
            has_springs: programs.system.acting().springs,
            frames,
        }
    }

    /// All data, with the column names of CSV: `t`, `q` and `qd` of each coordinate, energies in J, momenta.
    pub fn columns(&self) -> Vec<(String, Vec<f64>)> {
        let mut columns = vec![("t".to_owned(), self.times())];
        for (k, (name, _)) in self.positions.iter().enumerate() {
            columns.push((format!("q {name}"), self.each(|frame| frame.state.q[k])));
        }
        for (k, name) in self.rates.iter().enumerate() {
            columns.push((format!("qd {name}"), self.each(|frame| frame.state.qd[k])));
        }
        let energies = self
            .energies()
            .into_iter()
            .map(|line| (line.name, line.values));
        columns.extend(energies.map(|(name, values)| (format!("{name} energy"), values)));
        for (what, lines) in ["C", "lambda"].into_iter().zip(self.constraint_lines()) {
            let lines = lines.into_iter();
            columns.extend(lines.map(|line| (format!("{what} {}", line.name), line.values)));
        }
        for (_, name, _, lines) in self.momenta() {
            let lines = lines.into_iter();
            columns.extend(lines.map(|line| (format!("{name} {}", line.name), line.values)));
        }
        columns
    }

    /// The times of the frames, s.
    pub fn times(&self) -> Vec<f64> {
        self.each(|frame| frame.time)
    }

    /// The panels that are worth looking at.
    pub fn panels(&self) -> Vec<Panel> {
        let mut panels = Vec::new();
        for (title, unit, shown) in PANELS {
            let positions = self.positions.iter().enumerate();
            let positions = positions.filter(|(_, (_, kind))| *kind == shown);
            let line = |(k, (name, _)): (usize, &(String, Position))| Line {
                name: Shown::from(name).to_string(),
                is_sum: false,
                values: self.each(|frame| frame.state.q[k]),
            };
            let lines = positions.map(line).collect();
            panels.push(Panel { title, unit, lines });
        }
        let start = self.frames[0].energy.total();
        panels.push(Panel {
            title: "Energy",
            unit: "J",
            lines: self.energies(),
        });
        panels.push(Panel {
            title: "Change of the total energy since the start",
            unit: "J",
            lines: vec![Line {
                name: "E \u{2212} E(0)".into(),
                is_sum: false,
                values: self.each(|frame| frame.energy.total() - start),
            }],
        });
        for ((title, unit), lines) in CONSTRAINT_VALUES.into_iter().zip(self.constraint_lines()) {
            panels.push(Panel { title, unit, lines });
        }
        for (title, _, unit, lines) in self.momenta() {
            panels.push(Panel { title, unit, lines });
        }
        panels.retain(|panel| !panel.lines.is_empty());
        panels
    }

    fn each(&self, of: impl Fn(&MotionSample) -> f64) -> Vec<f64> {
        self.frames.iter().map(of).collect()
    }

    /// Errors of constraints, then multipliers.
    fn constraint_lines(&self) -> [Vec<Line>; 2] {
        [0, 1].map(|which| {
            let names = self.constraints.iter().enumerate();
            names
                .map(|(k, name)| Line {
                    name: Shown::from(name).to_string(),
                    is_sum: false,
                    values: self.each(|frame| frame.constraint_values[which][k]),
                })
                .collect()
        })
    }

    fn energies(&self) -> Vec<Line> {
        type Of = fn(&Energy) -> f64;
        let all: [(&str, Of); 4] = [
            ("kinetic", |energy| energy.kinetic),
            ("potential", |energy| energy.potential),
            ("spring", |energy| energy.springs),
            ("total", Energy::total),
        ];
        let there = all
            .into_iter()
            .filter(|(name, _)| *name != "spring" || self.has_springs);
        let line = |(name, of): (&str, Of)| Line {
            name: name.into(),
            is_sum: name == "total",
            values: self.each(|frame| of(&frame.energy)),
        };
        there.map(line).collect()
    }

    /// The linear and the angular momentum: title, name in a table, unit, and the lines of x, y and z.
    fn momenta(&self) -> Vec<(&'static str, &'static str, &'static str, Vec<Line>)> {
        type Of = fn(&Momenta) -> [f64; 3];
        let both: [(&str, &str, &str, Of); 2] = [
            ("Linear momentum", "P", "kg m/s", |momenta| momenta.linear),
            (
                "Angular momentum about the world's origin",
                "L",
                "kg m\u{b2}/s",
                |momenta| momenta.angular,
            ),
        ];
        if self.frames[0].momenta.is_none() {
            return Vec::new();
        }
        let of = |of: Of, axis: usize| Line {
            name: ["x", "y", "z"][axis].into(),
            is_sum: false,
            values: self.each(|frame| frame.momenta.as_ref().map_or(f64::NAN, of_axis(of, axis))),
        };
        let lines = |(title, name, unit, vector): (_, _, _, Of)| {
            (
                title,
                name,
                unit,
                (0..3).map(|axis| of(vector, axis)).collect(),
            )
        };
        both.map(lines).into()
    }
}

fn of_axis(of: fn(&Momenta) -> [f64; 3], axis: usize) -> impl Fn(&Momenta) -> f64 {
    move |momenta| of(momenta)[axis]
}
