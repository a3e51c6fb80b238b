use multibody::multibody;

#[multibody(urdf = "robots/amr.urdf")]
pub struct Arm;
