//! A robot on legs.

/// A floating trunk with four legs of hip, thigh and knee, no two alike. `beside` gives what else a leg has, by its rank and
/// how far out its thigh is.
pub fn four_legs(beside: impl Fn(usize, f64) -> String) -> String {
    let trunk = "gravity = [0, 0, -9.81], \
        joint root { floating, parent: world, child: trunk }, \
        body trunk { mass: 12, com: [0.01, 0, 0.02], inertia: diag(0.1, 0.3, 0.35) },";
    let places = [(0.2, 0.1), (0.2, -0.1), (-0.2, 0.1), (-0.2, -0.1)];
    let legs = places.into_iter().enumerate().map(|(leg, (x, y))| {
        let out = if y > 0.0 { 0.06 } else { -0.06 };
        let beside = beside(leg, out);
        format!(
            "joint hip{leg} {{ revolute, parent: trunk, child: hip{leg}, axis: x, origin: [{x}, {y}, 0] }}, \
             joint thigh{leg} {{ revolute, parent: hip{leg}, child: thigh{leg}, axis: y, origin: [0, {out}, 0], \
                armature: 0.01 }}, \
             joint knee{leg} {{ revolute, parent: thigh{leg}, child: shank{leg}, axis: y, origin: [0, 0, -0.25] }}, \
             body hip{leg} {{ mass: 0.6, com: [0.01, {out}, 0], inertia: diag(0.001, 0.001, 0.0012) }}, \
             body thigh{leg} {{ mass: 1.1, com: [0.01, 0, -0.1], inertia: diag(0.006, 0.006, 0.001) }}, \
             body shank{leg} {{ mass: 0.3, com: [0, 0.002, -0.12], inertia: diag(0.002, 0.002, 0.0001) }}, {beside}"
        )
    });
    std::iter::once(trunk.to_owned()).chain(legs).collect()
}
