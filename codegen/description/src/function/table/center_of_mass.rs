//! Motion of the centre of mass.

macro_rules! center_of_mass {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// Velocity of the centre of mass.
    CenterOfMassVelocity {
        name: "center_of_mass_velocity",
        of_link: None,
        quantity: Quantity::CenterOfMassVelocity,
        arguments: &[Q, Qd],
        shape: Shape::Point,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Velocity of the centre of mass of all mobile bodies, in world axes; the total mass times it is the\n\
                  linear momentum.",
        result: "the velocity, m/s",
        source: DERIVATIVES,
    }
    /// Acceleration of the centre of mass.
    CenterOfMassAcceleration {
        name: "center_of_mass_acceleration",
        of_link: None,
        quantity: Quantity::CenterOfMassAcceleration,
        arguments: &[Q, Qd, Qdd],
        shape: Shape::Point,
        offered: Offered::ToNobody,
        of_trait: None,
        frames: Frames::PLAIN,
        summary: "Acceleration of the centre of mass of all mobile bodies, in world axes; the total mass times it is\n\
                  the sum of all external forces, gravity included.",
        result: "the acceleration, m/s^2",
        source: DERIVATIVES,
    }
        }
    };
}
pub(super) use center_of_mass;
