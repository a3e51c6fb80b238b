//! What the compiler says itself is not said again; default values of fields are its business.
use multibody::multibody;

#[multibody(urdf = "robots/sound.urdf")]
pub struct Self;

#[multibody(urdf = "robots/sound.urdf")]
pub struct Keyword {
    pub fn: f64,
}

#[multibody(urdf = "robots/sound.urdf")]
pub struct Separated {
    pub first: f64 pub second: f64,
}

#[multibody(urdf = "robots/sound.urdf")]
pub struct Statements {
    pub first: f64;
}

#[multibody(urdf = "robots/sound.urdf")]
pub struct Untyped {
    pub first,
}

#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: x },
    body cart { mass: mas },
)]
pub struct Values {
    pub mass: f64 = 1.0,
    pub lengths: [f64; 2] = pair::<1, 2>(),
}

const fn pair<const A: u8, const B: u8>() -> [f64; 2] {
    [A as f64, B as f64]
}
