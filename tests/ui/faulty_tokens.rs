use multibody::multibody;

#[multibody(
    gravity = [0, 0, -gg],
    joint hinge { revolute, parent: wrld, child: bob, axis: y, dampng: 1 },
    body bob { mass: m ^ 2, com: [0, 0, lenght] },
)]
pub struct Pendulum {
    pub m: f64,
    pub g: f64,
    pub length: f64,
}
