use multibody::multibody;

#[multibody(urdf = "robots/arm.urdf")]
pub struct Arm;
