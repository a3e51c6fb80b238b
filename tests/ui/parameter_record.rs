//! Fields of the record of parameters, beside a fault, with which signatures alone are emitted.
use multibody::multibody;

#[multibody(
    joint hinge { revolute, parent: world, child: rod, axis: y },
    body rod { mass: mass, com: [0, 0, -length], inertia: diag(1, 1, 0) },
    links(rd),
)]
pub struct Pendulum {
    pub mass: f64,
    pub length: f64,
}

/// A field that does not exist gets the nearest name.
pub fn longer(robot: &Pendulum) -> PendulumParameters<f64> {
    PendulumParameters {
        lenght: 2.0,
        ..robot.parameters()
    }
}

/// All numbers are of one type.
pub fn mixed(robot: &Pendulum) -> PendulumPrepared<f64> {
    let mut parameters = robot.parameters::<f32>();
    parameters.mas = 1.0;
    parameters.prepare()
}
