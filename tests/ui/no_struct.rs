use multibody::multibody;

#[multibody(urdf = "robots/sound.urdf")]
pub enum Arm {
    Left,
    Right,
}
