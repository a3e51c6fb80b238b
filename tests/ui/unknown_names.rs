use multibody::multibody;

#[multibody(urdf = "robots/sound.urdf", links(uper), weld(elbw = 0.5))]
pub struct Arm;
