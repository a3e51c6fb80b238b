use multibody::multibody;

#[multibody(
    joint shoulder { revolute, parent: world, child: upper, axis: y },
    joint elbow { revolute, parent: upper, child: lower, axis: [0, 0, 0] },
    joint wrist { revolute, parent: world, child: lower, axis: y },
    body upper { mass: -1 },
    body lower { mass: mass },
)]
pub struct Arm {
    pub mass: f64,
    pub name: String,
}
