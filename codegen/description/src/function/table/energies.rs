//! Energies, the mass and its centre. `mod.rs` says how the macro passes its rows on.

macro_rules! energies {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// T(q, qd).
    KineticEnergy {
        name: "kinetic_energy",
        trait_name: "Multibody",
        quantity: Quantity::KineticEnergy,
        arguments: &[Q, Qd],
        shape: Shape::SCALAR,
        offered: Offered::Always,
        summary: "Kinetic energy `qd^T M(q) qd / 2`.\n\
                  {armatures}Armatures are part of it.\n\
                  {expressions}Terms of `kinetic` without rates are part of it.\n\
                  {drive}So are its terms linear in the rates, and the energy of bodies that time moves.",
        result: "the energy, J",
        source: SUMS_OVER_BODIES,
    }
    /// V(q).
    PotentialEnergy {
        name: "potential_energy",
        trait_name: "Multibody",
        quantity: Quantity::PotentialEnergy,
        arguments: &[Q],
        shape: Shape::SCALAR,
        offered: Offered::Always,
        summary: "Potential energy `-sum m g . r` of all mobile bodies, 0 at the world's origin.\n\
                  {expressions}`potential` is added.",
        result: "the energy, J",
        source: SUMS_OVER_BODIES,
    }
    /// Centre of mass of all mobile bodies.
    CenterOfMass {
        name: "center_of_mass",
        trait_name: "Multibody",
        quantity: Quantity::CenterOfMass,
        arguments: &[Q],
        shape: Shape::POINT,
        offered: Offered::Always,
        summary: "Centre of mass of all mobile bodies, in the world.",
        result: "the point, m",
        source: SUMS_OVER_BODIES,
    }
    /// Mass of all mobile bodies.
    TotalMass {
        name: "total_mass",
        trait_name: "Multibody",
        quantity: Quantity::TotalMass,
        arguments: &[],
        shape: Shape::SCALAR,
        offered: Offered::Always,
        summary: "Mass of all mobile bodies.",
        result: "the mass, kg",
        source: SUMS_OVER_BODIES,
    }
        }
    };
}
pub(super) use energies;
