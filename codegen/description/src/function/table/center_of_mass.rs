//! Motion of the centre of mass, and momentum about it. `mod.rs` says how the macro passes its rows on.

macro_rules! center_of_mass {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// Velocity of the centre of mass.
    CenterOfMassVelocity {
        name: "center_of_mass_velocity",
        quantity: Quantity::CenterOfMassVelocity,
        arguments: &[Q, Qd],
        shape: Shape::POINT,
        offered: Offered::OnRequest,
        summary: "Velocity of the centre of mass of all mobile bodies, in world axes; the total mass times it is the\n\
                  linear momentum.",
        result: "the velocity, m/s",
        source: CENTER_OF_MASS_DERIVATIVES,
    }
    /// Acceleration of the centre of mass.
    CenterOfMassAcceleration {
        name: "center_of_mass_acceleration",
        quantity: Quantity::CenterOfMassAcceleration,
        arguments: &[Q, Qd, Qdd],
        shape: Shape::POINT,
        offered: Offered::OnRequest,
        summary: "Acceleration of the centre of mass of all mobile bodies, in world axes; the total mass times it is\n\
                  the sum of all external forces, gravity included.",
        result: "the acceleration, m/s^2",
        source: CENTER_OF_MASS_DERIVATIVES,
    }
    /// Momentum about the centre of mass, and its matrix.
    Centroidal {
        name: "centroidal",
        frames: Frames::of(&[Function::MassMatrix]),
        quantity: Quantity::Centroidal,
        arguments: &[Q, Qd],
        shape: CENTROIDAL,
        offered: Offered::OnRequest,
        summary: "Momentum `h` of all mobile bodies about their centre of mass, in world axes, and the centroidal momentum\n\
                  matrix `A(q)`: `h = A qd`.",
        result: "linear momentum, kg m/s, then angular momentum, kg m^2/s; `A` by rows",
        source: COMPOSITE_BODIES,
    }
        }
    };
}
pub(super) use center_of_mass;
