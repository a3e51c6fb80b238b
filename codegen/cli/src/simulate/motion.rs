//! The data of a motion: states, energies and momenta, frame by frame.

use multibody_codegen::internal::foreign::Shown;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::joint::PositionKind;
use multibody_codegen::internal::joint::orientation::CHARTS;
use multibody_codegen::internal::simulate::{Energy, Momenta, State};

use super::plot::{Line, Panel};

/// A frame: a state, its time, and the quantities computed from it.
#[derive(Clone, Debug)]
pub struct MotionFrame {
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
    pub frames: Vec<MotionFrame>,
    positions: Vec<NamedPosition>,
    /// The name of each rate.
    rates: Vec<String>,
    /// The name of each constraint.
    constraints: Vec<String>,
    has_springs: bool,
}

/// A position with its name.
#[derive(Clone, Debug)]
struct NamedPosition {
    name: String,
    kind: PositionKind,
}

/// A column of a table.
pub struct Column {
    /// Its head.
    pub name: String,
    /// A number for each frame.
    pub values: Vec<f64>,
}

/// The linear or the angular momentum over time.
struct MomentumLines {
    title: &'static str,
    /// The name in a table.
    name: &'static str,
    unit: &'static str,
    /// x, y and z.
    lines: Vec<Line>,
}

/// The panels of positions: for each its title and unit, and the kind of positions that it shows.
fn position_panels() -> impl Iterator<Item = ([&'static str; 2], PositionKind)> {
    let orientations = CHARTS.map(|chart| (chart.plot(), PositionKind::Orientation(chart)));
    let plain = [
        (["Angles", "rad"], PositionKind::Angle),
        (["Lengths", "m"], PositionKind::Length),
    ];
    let others = [(["Coordinates", "own units"], PositionKind::Number)];
    plain.into_iter().chain(orientations).chain(others)
}

/// The titles of the panels of the errors of constraints, and of their multipliers.
const CONSTRAINT_TITLES: [&str; 2] = ["Errors of constraints", "Multipliers"];

impl SimulatedMotion {
    /// The motion of a system from frames, of which there is at least one.
    pub fn new(frames: Vec<MotionFrame>, programs: &Programs) -> Self {
        let coordinates = &programs.system.coordinates;
        let indexed = |name: &str, count: usize, k: usize| match count {
            1 => name.to_owned(),
            _ => format!("{name}[{k}]"),
        };
        let positions = coordinates.iter().flat_map(|coordinate| {
            let kinds = coordinate.kind.positions();
            let name = move |k| indexed(&coordinate.name, kinds.len(), k);
            kinds
                .iter()
                .enumerate()
                .map(move |(k, &kind)| NamedPosition {
                    name: name(k),
                    kind,
                })
        });
        let rates = coordinates.iter().flat_map(|coordinate| {
            let count = coordinate.kind.nv();
            (0..count).map(move |k| indexed(&coordinate.name, count, k))
        });
        Self {
            positions: positions.collect(),
            rates: rates.collect(),
            constraints: (programs.system.constraints.iter())
                .map(|constraint| constraint.name.clone())
                .collect(),
            has_springs: programs.system.acting_forces().springs,
            frames,
        }
    }

    /// All data, with the column names of CSV: `t`, `q` and `qd` of each coordinate, energies in J, the errors `C` and the
    /// multipliers `lambda` of constraints, and the momenta `P` and `L`.
    pub fn columns(&self) -> Vec<Column> {
        let column = |name: String, values| Column { name, values };
        let mut columns = vec![column("t".to_owned(), self.times())];
        for (k, NamedPosition { name, .. }) in self.positions.iter().enumerate() {
            let values = self.frame_values(|frame| frame.state.q[k]);
            columns.push(column(format!("q {name}"), values));
        }
        for (k, name) in self.rates.iter().enumerate() {
            let values = self.frame_values(|frame| frame.state.qd[k]);
            columns.push(column(format!("qd {name}"), values));
        }
        let energies = self.energies().into_iter();
        columns.extend(energies.map(|line| column(format!("{} energy", line.name), line.values)));
        let constraints = ["C", "lambda"].into_iter().zip(self.constraint_lines());
        let momenta = (self.momenta().into_iter()).map(|momentum| (momentum.name, momentum.lines));
        for (quantity, lines) in constraints.chain(momenta) {
            columns.extend(
                (lines.into_iter())
                    .map(|line| column(format!("{quantity} {}", line.name), line.values)),
            );
        }
        columns
    }

    /// The times of the frames, s.
    pub fn times(&self) -> Vec<f64> {
        self.frame_values(|frame| frame.time)
    }

    /// All panels that have lines.
    pub fn panels(&self) -> Vec<Panel> {
        let mut panels = Vec::new();
        for ([title, unit], kind) in position_panels() {
            let positions = self.positions.iter().enumerate();
            let panel_positions = positions.filter(|(_, position)| position.kind == kind);
            let line = |(k, position): (usize, &NamedPosition)| Line {
                name: Shown::from(&position.name).to_string(),
                is_sum: false,
                values: self.frame_values(|frame| frame.state.q[k]),
            };
            let lines = panel_positions.map(line).collect();
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
                values: self.frame_values(|frame| frame.energy.total() - start),
            }],
        });
        for (title, lines) in CONSTRAINT_TITLES.into_iter().zip(self.constraint_lines()) {
            let unit = "own units";
            panels.push(Panel { title, unit, lines });
        }
        let momenta = self.momenta().into_iter();
        panels.extend(momenta.map(|momentum| Panel {
            title: momentum.title,
            unit: momentum.unit,
            lines: momentum.lines,
        }));
        panels.retain(|panel| !panel.lines.is_empty());
        panels
    }

    /// One number for each frame.
    fn frame_values(&self, value: impl Fn(&MotionFrame) -> f64) -> Vec<f64> {
        self.frames.iter().map(value).collect()
    }

    /// Errors of constraints, then multipliers.
    fn constraint_lines(&self) -> [Vec<Line>; 2] {
        [0, 1].map(|quantity| {
            let names = self.constraints.iter().enumerate();
            names
                .map(|(k, name)| Line {
                    name: Shown::from(name).to_string(),
                    is_sum: false,
                    values: self.frame_values(|frame| frame.constraint_values[quantity][k]),
                })
                .collect()
        })
    }

    /// The energies; that of springs only if the robot has springs.
    fn energies(&self) -> Vec<Line> {
        type EnergyPart = fn(&Energy) -> f64;
        let parts: [(&str, EnergyPart); 4] = [
            ("kinetic", |energy| energy.kinetic),
            ("potential", |energy| energy.potential),
            ("spring", |energy| energy.springs),
            ("total", Energy::total),
        ];
        let energies_shown = parts
            .into_iter()
            .filter(|(name, _)| *name != "spring" || self.has_springs);
        let line = |(name, function): (&str, EnergyPart)| Line {
            name: name.into(),
            is_sum: name == "total",
            values: self.frame_values(|frame| function(&frame.energy)),
        };
        energies_shown.map(line).collect()
    }

    /// The linear and the angular momentum.
    fn momenta(&self) -> Vec<MomentumLines> {
        if self.frames[0].momenta.is_none() {
            return Vec::new();
        }
        vec![
            MomentumLines {
                title: "Linear momentum",
                name: "P",
                unit: "kg m/s",
                lines: self.momentum_lines(|momenta| momenta.linear),
            },
            MomentumLines {
                title: "Angular momentum about the world's origin",
                name: "L",
                unit: "kg m\u{b2}/s",
                lines: self.momentum_lines(|momenta| momenta.angular),
            },
        ]
    }

    /// The lines of the components of a vector.
    fn momentum_lines(&self, vector: fn(&Momenta) -> [f64; 3]) -> Vec<Line> {
        let axes = ["x", "y", "z"].into_iter().enumerate();
        let lines = axes.map(|(axis, name)| Line {
            name: name.into(),
            is_sum: false,
            values: self
                .frame_values(|frame| frame.momenta.as_ref().map_or(f64::NAN, |m| vector(m)[axis])),
        });
        lines.collect()
    }
}
