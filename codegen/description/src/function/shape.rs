//! The layout of results.

/// The shape of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One number.
    Scalar,
    /// Three coordinates.
    Point,
    /// Linear, then angular.
    Twist,
    /// A number for each rate.
    Vector,
    /// A row and a column for each rate.
    Matrix,
    /// A number for each triple of rates.
    Cube,
    /// Six rows, a column for each rate.
    Jacobian,
    /// Rotation by rows, then translation.
    Pose,
    /// A number for each constraint row.
    Constraints,
    /// A row for each constraint row, a column for each rate.
    ConstraintRows,
    /// Several results with names.
    Record(&'static RecordShape),
}

/// Several results with names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordShape {
    /// The struct of the runtime that has these fields; without one, each robot has a struct of its own.
    pub of_runtime: Option<&'static str>,
    /// The results, in order.
    pub fields: &'static [Field],
}

impl RecordShape {
    /// Its sizes as parameters of the struct of the runtime.
    pub fn sizes<N>(&self, sizes: Sizes<N>) -> impl Iterator<Item = N> + use<N> {
        let has_rows = (self.fields.iter()).any(|field| field.shape == Shape::Constraints);
        [sizes.nv].into_iter().chain(has_rows.then_some(sizes.nc))
    }
}

/// One of several results of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// Its shape.
    pub shape: Shape,
    /// What it is, as a sentence.
    pub summary: &'static str,
    /// Whether the reference computes it too.
    pub has_reference: bool,
}

/// The sizes of a robot, as numbers or as names of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes<N> {
    /// The number of rates.
    pub nv: N,
    /// The number of constraint rows.
    pub nc: N,
}

impl Shape {
    /// Its layout.
    #[must_use]
    pub fn layout(self, sizes: Sizes<usize>) -> Layout {
        let Sizes { nv, nc } = sizes;
        match self {
            Self::Record(of) => Layout::Record(of, sizes),
            Self::Scalar => Layout::Scalar,
            Self::Point => Layout::Vector(3),
            Self::Twist => Layout::Vector(6),
            Self::Vector => Layout::Vector(nv),
            Self::Matrix => Layout::Matrix(nv, nv),
            Self::Cube => Layout::Cube(nv),
            Self::Jacobian => Layout::Matrix(6, nv),
            Self::Pose => Layout::Pose,
            Self::Constraints => Layout::Vector(nc),
            Self::ConstraintRows => Layout::Matrix(nc, nv),
        }
    }

    /// The type in Rust.
    #[must_use]
    pub fn rust(self, sizes: Sizes<&str>) -> String {
        let Sizes { nv, nc } = sizes;
        match self {
            Self::Record(of) => {
                if let Some(name) = of.of_runtime {
                    let sizes: Vec<&str> = of.sizes(sizes).collect();
                    return format!("multibody::{name}<T, {}>", sizes.join(", "));
                }
                let fields = of.fields.iter();
                let fields: Vec<String> = fields
                    .map(|field| format!("{}: {}", field.name, field.shape.rust(sizes)))
                    .collect();
                format!("{{ {} }}", fields.join(", "))
            }
            Self::Scalar => "T".into(),
            Self::Point => "[T; 3]".into(),
            Self::Twist => "[T; 6]".into(),
            Self::Vector => format!("[T; {nv}]"),
            Self::Matrix => format!("[[T; {nv}]; {nv}]"),
            Self::Cube => format!("[[[T; {nv}]; {nv}]; {nv}]"),
            Self::Jacobian => format!("[[T; {nv}]; 6]"),
            Self::Pose => "([[T; 3]; 3], [T; 3])".into(),
            Self::Constraints => format!("[T; {nc}]"),
            Self::ConstraintRows => format!("[[T; {nv}]; {nc}]"),
        }
    }
}

/// A shape with its sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One number.
    Scalar,
    /// An array.
    Vector(usize),
    /// A matrix, by its numbers of rows and columns.
    Matrix(usize, usize),
    /// A cube, by the length of its sides.
    Cube(usize),
    /// Rotation by rows, then translation.
    Pose,
    /// Several results with names, and the sizes of the robot.
    Record(&'static RecordShape, Sizes<usize>),
}

impl Layout {
    /// The total number of entries.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Self::Scalar => 1,
            Self::Vector(n) => n,
            Self::Matrix(rows, columns) => rows * columns,
            Self::Cube(n) => n * n * n,
            Self::Pose => 12,
            Self::Record(of, sizes) => {
                let layouts = of.fields.iter().map(|field| field.shape.layout(sizes));
                layouts.map(Self::count).sum()
            }
        }
    }
}
