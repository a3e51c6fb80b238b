//! Robots that lack what a function of the runtime takes.

use multibody::integrators::rk4;
use multibody::{
    Constrained, ConstrainedDynamics, ForwardDynamics, Multibody, feedback, linearize, linearize_at,
};

const REST: [f64; 2] = [0.0; 2];

/// Integrators take it by what says whether its constraints act.
pub fn constrained<R: ConstrainedDynamics<f64, 2, 2, 1>>(robot: &R) {
    rk4(robot, 0.0, (&REST, &REST), 1e-3, |_, _, _| REST);
}

/// Its time would stand still.
pub fn at_time<R: Multibody<f64, 2, 2>>(view: &R) {
    rk4(view, 0.0, (&REST, &REST), 1e-3, |_, _, _| REST);
}

/// Derivatives are computed in numbers of their own.
pub fn prepared<R: ForwardDynamics<f64, 2, 2>>(robot: &R) {
    linearize(robot, &REST, &REST, &REST);
}

/// The gains are no dual numbers.
pub fn gains<R: ConstrainedDynamics<f64, 2, 2, 1>>(robot: &R) {
    let constrained = Constrained::new(robot, feedback::critical(0.02));
    linearize_at(&constrained, 0.0, &REST, &REST, &REST);
}

/// Generated with `reference = false`.
pub fn unchecked<R: ForwardDynamics<f64, 2, 2>>(robot: &R) {
    multibody::check(robot).ok();
}

/// Prepared for other numbers.
pub fn single<R: Multibody<f32, 2, 2>>(robot: &R) {
    fn controlled<R: Multibody<f64, 2, 2>>(_: &R) {}
    controlled(robot);
}
