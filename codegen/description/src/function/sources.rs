//! Texts that several rows of the table of functions share: the literature of a recursion, and the
//! meaning of a result.

use super::Literature;

pub(super) const MULTIPLIERS_RESULT: &str =
    "`qdd`, per s^2, and `lambda`: `J^T lambda` is the generalized constraint force";
pub(super) const PIVOTS_RESULT: &str = "`qdd`, per s^2, `lambda`, where `J^T lambda` is the generalized constraint force, and the pivots in the order of `CONSTRAINTS`";
pub(super) const LEAST_SQUARES_RESULT: &str =
    "`tau`, `lambda` and the residual, 0 where motors drive; each in N m or N";
pub(super) const RESIDUAL_RESULT: &str =
    "`tau` and the residual, 0 where motors drive; each in N m or N";
pub(super) const DECLARED_CONSTRAINTS: Literature =
    common("derivatives of the declared constraints");
pub(super) const KKT_FACTORS: Literature =
    common("Lagrange multipliers, by factors of M and of the Delassus matrix J M^-1 J^T");
pub(super) const COORDINATE_PARTITIONING: Literature =
    common("Wehage and Haug 1982, coordinate partitioning");
pub(super) const CONSTRAINT_FACTORS: Literature =
    common("Lagrange multipliers, by factors of J J^T");
pub(super) const FORCES_RESULT: &str = "generalized forces, N m or N";
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
pub(super) const SUMS_OVER_BODIES: Literature = Literature {
    bodies: "sums over the bodies",
    expressions: Some("sums over the description"),
};
pub(super) const MASS_MATRIX_FACTORS: Literature =
    common("Featherstone 2008, section 6.5, M = L^T D L");
pub(super) const FREE_BODIES: Literature =
    common("Baraff 1996, linear-time dynamics using Lagrange multipliers");
pub(super) const TRANSFORM_PRODUCTS: Literature = common("products of transforms");
pub(super) const CENTER_OF_MASS_DERIVATIVES: Literature =
    common("derivatives of `center_of_mass` along the motion");
pub(super) const STEPWISE_DERIVATIVES: Literature =
    common("differentiation of the function's steps, one by one, along each rate");
pub(super) const FORWARD_MODE: Literature = common(
    "differentiation of the function's steps along the direction, Griewank and Walther 2008, chapter 3",
);
pub(super) const REVERSE_MODE: Literature = common(
    "differentiation of the function's steps from last to first, Griewank and Walther 2008, chapter 3",
);
pub(super) const SOLUTION_WITH_FACTORS: Literature = common(
    "Carpentier and Mansard 2018, a product of inverse dynamics' derivatives and one more solution with M = L^T D L",
);
pub(super) const SOLUTION_WITH_INVERSE: Literature =
    common("Carpentier and Mansard 2018, `-M^-1` times the derivatives of inverse dynamics");
pub(super) const COMPOSITE_BODIES: Literature =
    common("Orin, Goswami and Lee 2013, by composite rigid bodies");
pub(super) const SUBTREE_EQUATIONS: Literature =
    common("Newton-Euler equations of the subtree of the joint");
pub(super) const TWISTS: Literature = common("twists of the bodies, from the base outwards");

pub(super) const JOINT_WRENCH_RESULT: &str =
    "force and moment, N and N m; the opposite wrench acts on the parent link";

/// Literature that is the same for bodies and for expressions.
pub(super) const fn common(bodies: &'static str) -> Literature {
    Literature {
        bodies,
        expressions: None,
    }
}
