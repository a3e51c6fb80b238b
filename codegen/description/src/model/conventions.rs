//! What differs between kinds of descriptions.

/// Facts about a kind of description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conventions {
    /// The option that names a file of this kind; `None` if the description is no file.
    pub option: Option<&'static str>,
    /// The noun for a rigid body in messages.
    pub body_noun: &'static str,
    /// Whether a link named `world` is the world.
    pub has_world: bool,
    /// Whether a joint needs limits if its type, such as `revolute`, demands them.
    pub needs_limits: bool,
    /// Whether an angle whose size suggests degrees is worth a warning.
    pub warns_of_degrees: bool,
    /// Whether Pinocchio's URDF parser reads such a description, so that Pinocchio's order of the joints is known.
    pub has_pinocchio_order: bool,
    /// Whether a constraint may have rows that are satisfied at all positions. In MJCF it may: an equality always has all rows
    /// of its kind, also those that its joints already satisfy.
    pub has_idle_rows: bool,
    /// Which force elements of the description act only if the setting `passive` requests them.
    pub optional_forces: OptionalForces,
    /// Whether armature, damping and friction of a joint with several rates act along each of them.
    pub acts_on_every_rate: bool,
}

/// Force elements of a description that act only if the setting `passive` requests them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionalForces {
    /// None: all force elements act in any case.
    Nothing,
    /// Damping and friction.
    Dissipation,
    /// All force elements, including springs.
    Everything,
}

impl Conventions {
    /// The conventions of URDF.
    pub const URDF: Self = Self {
        option: Some("urdf"),
        body_noun: "link",
        has_world: false,
        needs_limits: true,
        warns_of_degrees: true,
        has_pinocchio_order: true,
        has_idle_rows: false,
        optional_forces: OptionalForces::Dissipation,
        acts_on_every_rate: false,
    };

    /// The conventions of tokens on a struct.
    pub const TOKENS: Self = Self {
        option: None,
        body_noun: "body",
        has_world: true,
        needs_limits: false,
        warns_of_degrees: false,
        has_pinocchio_order: false,
        has_idle_rows: false,
        optional_forces: OptionalForces::Nothing,
        acts_on_every_rate: false,
    };

    /// The conventions of MJCF.
    pub const MJCF: Self = Self {
        option: Some("mjcf"),
        has_idle_rows: true,
        optional_forces: OptionalForces::Everything,
        acts_on_every_rate: true,
        ..Self::TOKENS
    };
}
