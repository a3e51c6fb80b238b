//! The parts of a generalized force.

/// The requested terms of `M qdd + C qd + g + drive - passive - J^T f`, which is tau. f are the external wrenches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// g
    pub gravity: bool,
    /// C qd
    pub velocity: bool,
    /// The drive: the effect of time, and of terms of T linear in the rates.
    pub drive: bool,
    /// M qdd
    pub acceleration: bool,
    /// -passive, where passive is the generalized force of the force elements
    pub passive: bool,
    /// -J^T f
    pub wrenches: bool,
}

impl Terms {
    /// No terms.
    pub const NONE: Self = Self {
        gravity: false,
        velocity: false,
        drive: false,
        acceleration: false,
        passive: false,
        wrenches: false,
    };
    /// C qd
    pub const CORIOLIS: Self = Self {
        velocity: true,
        ..Self::NONE
    };
    /// g
    pub const GRAVITY: Self = Self {
        gravity: true,
        ..Self::NONE
    };
    /// drive
    pub const DRIVE: Self = Self {
        drive: true,
        ..Self::NONE
    };
    /// C qd + g + drive
    pub const BIAS: Self = Self {
        gravity: true,
        velocity: true,
        drive: true,
        ..Self::NONE
    };
    /// M qdd + C qd + g + drive - passive: all but external wrenches
    pub const ALONE: Self = Self {
        acceleration: true,
        passive: true,
        ..Self::BIAS
    };
    /// M qdd + C qd + g + drive - passive - J^T f
    pub const ALL: Self = Self {
        wrenches: true,
        ..Self::ALONE
    };
    /// -passive - J^T f
    pub const APPLIED: Self = Self {
        passive: true,
        wrenches: true,
        ..Self::NONE
    };

    /// All terms of a robot, with those of external wrenches only if `external`.
    #[must_use]
    pub fn with_wrenches_if(external: bool) -> Self {
        if external { Self::ALL } else { Self::ALONE }
    }

    /// These terms without M qdd.
    #[must_use]
    pub fn without_qdd(self) -> Self {
        Self {
            acceleration: false,
            ..self
        }
    }

    /// The terms among these that are part of -passive - J^T f.
    #[must_use]
    pub fn applied(self) -> Self {
        Self {
            passive: self.passive,
            wrenches: self.wrenches,
            ..Self::NONE
        }
    }

    /// Whether it includes terms of the bodies' motion or weight.
    #[must_use]
    pub fn is_inertial(self) -> bool {
        self.gravity || self.velocity || self.acceleration
    }
}
