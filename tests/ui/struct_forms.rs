//! One message each: functions are there all the same.
use multibody::multibody;

#[multibody(urdf = "robots/sound.urdf")]
pub struct Tuple(pub f64);

#[multibody(urdf = "robots/sound.urdf")]
pub struct Borrows<'a> {
    pub name: &'a str,
}

#[multibody(urdf = "robots/sound.urdf")]
pub struct Generic<M: Copy>
where
    M: Into<f64>,
{
    pub mass: M,
}

#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: x },
    body cart { mass: mass },
)]
pub struct Conditional {
    pub mass: f64,
    #[cfg(any())]
    pub other: f64,
}

#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: x },
    body cart { mass: 1 },
)]
pub struct Named {
    pub name: &'static str,
}

#[multibody(urdf = "robots/sound.urdf", crate = a::fn)]
pub struct Elsewhere;

pub fn use_them(generic: &Generic<f32>, conditional: &Conditional) -> f64 {
    let q = [0.5; 1];
    let [tuple] = Tuple(1.0).gravity(&q);
    let [borrows] = Borrows { name: "left" }.gravity(&q);
    let [generic] = generic.gravity(&q);
    let [conditional] = conditional.gravity(&q);
    let [named] = Named { name: "right" }.gravity(&q);
    let [elsewhere] = Elsewhere.gravity(&q);
    tuple + borrows + generic + conditional + named + elsewhere
}
