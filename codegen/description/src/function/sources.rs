//! Texts that several rows of the table of functions share: the literature of a recursion, and the
//! meaning of a result.

use super::Literature;

pub(super) const MULTIPLIERS: &str =
    "`qdd`, per s^2, and `lambda`: `J^T lambda` is the generalized constraint force";
pub(super) const PIVOTS: &str = "`qdd`, per s^2, `lambda`, where `J^T lambda` is the generalized constraint force, and the pivots in the order of `CONSTRAINTS`";
pub(super) const LEAST_SUM: &str =
    "`tau`, `lambda` and the residual, 0 where motors drive; each in N m or N";
pub(super) const RESIDUAL: &str = "`tau` and the residual, 0 where motors drive; each in N m or N";
pub(super) const STATED: Literature = always("derivatives of the declared constraints");
pub(super) const CONSTRAINED: Literature =
    always("Lagrange multipliers, by factors of M and of the Delassus matrix J M^-1 J^T");
pub(super) const PARTITIONED: Literature = always("Wehage and Haug 1982, coordinate partitioning");
pub(super) const BY_PRODUCTS: Literature = always("Lagrange multipliers, by factors of J J^T");
pub(super) const FORCES: &str = "generalized forces, N m or N";
pub(super) const HESSIAN: Literature = Literature {
    bodies: "Featherstone 2008, section 6.2, from the Hessian of T",
    expressions: Some("the Hessian of T, by the chain rule"),
};
pub(super) const CHRISTOFFEL: Literature = Literature {
    bodies: "Echeandia and Wensing 2021",
    expressions: Some("Christoffel symbols, by the chain rule"),
};
pub(super) const LAGRANGE: Literature = Literature {
    bodies: "Lagrange's equations of L = T - V, body by body",
    expressions: Some("Lagrange's equations of L = T - V, by the chain rule"),
};
pub(super) const SUMS: Literature = Literature {
    bodies: "sums over the bodies",
    expressions: Some("sums over the description"),
};
pub(super) const FACTORS: Literature = always("Featherstone 2008, section 6.5, M = L^T D L");
pub(super) const FREE_BODIES: Literature =
    always("Baraff 1996, linear-time dynamics using Lagrange multipliers");
pub(super) const PRODUCTS: Literature = always("products of transforms");
pub(super) const DERIVATIVES: Literature =
    always("derivatives of `center_of_mass` along the motion");
pub(super) const DIFFERENTIATED: Literature =
    always("differentiation of the function's steps, one by one, along each rate");
pub(super) const FORWARD_MODE: Literature = always(
    "differentiation of the function's steps along the direction, Griewank and Walther 2008, chapter 3",
);
pub(super) const REVERSE_MODE: Literature = always(
    "differentiation of the function's steps from last to first, Griewank and Walther 2008, chapter 3",
);
pub(super) const SOLVED_PRODUCT: Literature = always(
    "Carpentier and Mansard 2018, a product of inverse dynamics' derivatives and one more solution with M = L^T D L",
);
pub(super) const SOLVED_DERIVATIVES: Literature =
    always("Carpentier and Mansard 2018, `-M^-1` times the derivatives of inverse dynamics");
pub(super) const COMPOSITES: Literature =
    always("Orin, Goswami and Lee 2013, by composite rigid bodies");
pub(super) const OUTBOARD: Literature =
    always("Newton-Euler equations of the subtree of the joint");
pub(super) const MOTIONS: Literature = always("twists of the bodies, from the base outwards");

pub(super) const TRANSMITTED: &str =
    "force and moment, N and N m; the opposite wrench acts on the parent link";

/// Literature that does not depend on what the robot is made of.
pub(super) const fn always(bodies: &'static str) -> Literature {
    Literature {
        bodies,
        expressions: None,
    }
}
