//! The attribute on every form of a struct that Rust has: in braces, with raw names, with fields under conditions, made
//! by other macros.
#![deny(warnings)]

use multibody::{check, multibody};

/// What all robots in tokens here are: a body on a slide.
const MASS: f64 = 1.25;

#[multibody(urdf = "robots/planar_arm.urdf", effort = none, functions(gravity))]
pub struct Plain;

/// No field, and braces.
#[multibody(urdf = "robots/planar_arm.urdf", effort = none, functions(gravity))]
pub struct Braces {}

/// A robot without parameters may hold what is not its own, and lack it.
#[multibody(urdf = "robots/planar_arm.urdf", effort = none, functions(gravity))]
pub struct WithFields {
    #[cfg(any())]
    missing: NoSuchType,
    #[cfg_attr(all(), allow(dead_code, reason = "not read"))]
    name: &'static str,
}

#[test]
fn a_struct_need_not_be_a_unit() {
    let q = [0.3, -0.4];
    let gravity: [f64; 2] = Plain.gravity(&q);
    assert!(gravity[1].abs() > 0.1);
    assert_eq!(Braces {}.gravity(&q), gravity);
    let with_fields = WithFields { name: "left" };
    assert_eq!(with_fields.gravity(&q), gravity);
    check(&Braces {}).expect("equal");
    check(&with_fields).expect("equal");
}

/// Keywords as names.
mod raw {
    #![allow(non_camel_case_types, reason = "as keywords are")]
    use multibody::multibody;

    #[multibody(urdf = "robots/planar_arm.urdf", effort = none, functions(gravity), links(tool))]
    pub struct r#type;

    #[multibody(
        joint slide { prismatic, parent: world, child: cart, axis: z },
        body cart { mass: 2 * r#fn + r#move[1] },
        effort = none,
    )]
    pub struct r#struct {
        pub r#fn: f64,
        pub r#move: [f64; 2],
    }

    #[multibody(urdf = "robots/planar_arm.urdf", effort = none, verify = true)]
    pub struct r#Arm {
        #[parameter(body = tool, mass)]
        pub r#in: f64,
    }
}

#[test]
fn names_may_be_keywords() {
    let q = [0.3, -0.4];
    assert_eq!(raw::r#type.gravity::<f64>(&q), Plain.gravity(&q));
    check(&raw::r#type).expect("equal");
    let robot = raw::r#struct {
        r#fn: 0.5,
        r#move: [9.0, 0.25],
    };
    assert_eq!(robot.mass_matrix(&[0.0]), [[MASS]]);
    assert_eq!(robot.prepare::<f64>().mass_matrix(&[0.0]), [[MASS]]);
    check(&robot).expect("equal");
    let raw::r#structParameters { r#fn, r#move } = robot.parameters::<f64>();
    assert_eq!((r#fn, r#move), (0.5, [9.0, 0.25]));
    let light: f64 = raw::Arm { r#in: 0.0 }.total_mass();
    assert!((raw::Arm { r#in: 1.5 }.total_mass() - light - 1.5).abs() < 1e-15);
    check(&raw::Arm::default()).expect("equal");
}

/// Fields with the names that emitted code has for values, numbers, functions and types of its own.
#[multibody(
    joint slide { prismatic, parent: world, child: cart, axis: z },
    body cart { mass: T + p + out + x0 + prepare + parameters + lane + gather + of + Lanes + One[1] },
    effort = none,
)]
#[derive(Clone, Copy)]
#[allow(non_snake_case, reason = "hostile")]
pub struct Lanes {
    pub T: f64,
    pub p: f32,
    pub out: f64,
    pub x0: f64,
    pub prepare: f64,
    pub parameters: f64,
    pub lane: f64,
    pub gather: f64,
    pub of: f64,
    pub Lanes: f64,
    pub One: [f64; 2],
}

#[test]
fn fields_may_have_the_names_of_emitted_code() {
    let robot = Lanes {
        T: 1.0,
        p: 0.5,
        out: 2.0,
        x0: 3.0,
        prepare: 4.0,
        parameters: 5.0,
        lane: 6.0,
        gather: 7.0,
        of: 8.0,
        Lanes: 9.0,
        One: [10.0, 11.0],
    };
    assert_eq!(robot.prepare::<f64>().mass_matrix(&[0.0]), [[56.5]]);
    check(&robot).expect("equal");
    let others = [1.0, 2.0, 3.0, 4.0, 5.0].map(|one| Lanes { T: one, ..robot }.parameters::<f64>());
    let mut masses = [0.0; 5];
    multibody::lanes::map(
        &mut masses,
        |k| others[k],
        |parameters: LanesParameters<wide::f64x4>| parameters.prepare().total_mass(),
    );
    assert_eq!(masses, [56.5, 57.5, 58.5, 59.5, 60.5]);
}

/// One function, and what needs none.
#[multibody(urdf = "robots/planar_arm.urdf", root = floating, functions(gravity), effort = none, pinocchio = true)]
pub struct Afloat {
    #[parameter(body = tool, mass)]
    pub load: f64,
}

#[test]
fn what_follows_from_the_joints_is_there_whatever_functions_are() {
    let robot = Afloat { load: 1.5 };
    let elbow = robot.joint("elbow").expect("a joint");
    assert_eq!((elbow.q, elbow.v, Afloat::JOINTS.len()), (8, 7, 3));
    let mut q = robot.neutral::<f64>();
    assert_eq!(q, [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    let mut qd = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
    let next = robot.integrate(&q, &qd, 0.5);
    for (step, rate) in robot.difference(&q, &next).into_iter().zip(qd) {
        assert!(
            (step - 0.5 * rate).abs() < 1e-15,
            "{step} instead of half of {rate}"
        );
    }
    assert_eq!(robot.position_rate(&q, &qd)[3..6], [0.2, 0.25, 0.3]);
    q[6] = 2.0;
    robot.normalize(&mut q, &mut qd);
    assert_eq!(q, robot.neutral::<f64>());
    let prepared = robot.prepare::<f64>();
    assert_eq!(prepared.integrate(&prepared.neutral(), &qd, 0.5), next);
    assert_eq!(prepared.difference(&q, &next), robot.difference(&q, &next));
    assert_eq!(Afloat::PINOCCHIO_Q, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(Afloat::PINOCCHIO_V, [0, 1, 2, 3, 4, 5, 6, 7]);
    check(&robot).expect("equal");
}

/// What the struct's functions do before all else is a cost of its own.
#[test]
fn what_is_prepared_is_counted() {
    let [prepare, .., gravity] = Afloat::COSTS.map(|cost| (cost.function, cost.mul + cost.add));
    assert_eq!(
        (prepare.0, gravity.0, Afloat::COSTS.len()),
        ("prepare", "gravity", 2)
    );
    assert!(prepare.1 > 0 && gravity.1 > 0);
    assert!(Plain::COSTS.iter().all(|cost| cost.function != "prepare"));
}

/// Structs of other macros, with each kind of thing that these can put in.
macro_rules! arm {
    ($(#[$meta:meta])* $visibility:vis $name:ident, $path:literal, $field:ident: $of:ty, $body:expr, $link:tt) => {
        #[multibody(urdf = $path, effort = none, links($link))]
        $(#[$meta])*
        $visibility struct $name {
            #[parameter(body = $body, mass)]
            pub(crate) $field: $of,
        }
    };
}

macro_rules! cart {
    ($name:ident { $($field:ident: $of:ty),* } $mass:expr, $axis:expr, $g:literal) => {
        #[multibody(
            gravity = [0, 0, $g],
            joint slide { prismatic, parent: world, child: cart, axis: $axis },
            body cart { mass: $mass * 2.0 },
            effort = none,
        )]
        pub struct $name { $(pub $field: $of),* }
    };
}

macro_rules! as_it_is {
    ($robot:item) => {
        #[multibody(urdf = "robots/planar_arm.urdf", effort = none)]
        $robot
    };
}

/// All its names are the macro's own.
macro_rules! own_names {
    () => {
        #[multibody(
                                    joint slide { prismatic, parent: world, child: cart, axis: x },
                                    body cart { mass: mass },
                                    effort = none,
                                )]
        pub struct Own {
            pub mass: f64,
        }
    };
}

arm!(
    /// An arm.
    #[derive(Clone, Debug)]
    pub(crate) Made, "robots/planar_arm.urdf", load: f64, tool, upper
);
cart!(Sum { a: f64, b: [f64; 2] } a + b[0] + b[1], z, -9.81);
cart!(Bare {} 0.625, z, -9.81);
as_it_is!(
    pub struct AsItIs {
        #[parameter(body = tool, mass)]
        pub load: f64,
    }
);
own_names!();

#[test]
fn other_macros_may_make_the_struct() {
    let robot = Made { load: 1.5 }.clone();
    let (rotation, _): ([[f64; 3]; 3], _) = robot.pose_of_upper(&[0.3, -0.4]);
    assert!(rotation[0][0] < 1.0);
    check(&robot).expect("equal");
    let sum = Sum {
        a: 0.5,
        b: [0.1, 0.025],
    };
    assert_eq!(sum.mass_matrix(&[0.0]), [[MASS]]);
    assert_eq!(Bare {}.gravity(&[0.0]), [12.2625]);
    check(&sum).expect("equal");
    check(&Bare {}).expect("equal");
    let heavier: f64 = AsItIs { load: 2.0 }.total_mass();
    assert!((heavier - AsItIs { load: 0.5 }.total_mass() - 1.5).abs() < 1e-15);
    assert_eq!(Own { mass: MASS }.mass_matrix(&[0.0]), [[MASS]]);
}

#[test]
fn a_struct_may_be_inside_a_function() {
    #[multibody(
        joint slide { prismatic, parent: world, child: cart, axis: x },
        body cart { mass: mass },
        effort = none,
    )]
    struct Inside {
        mass: f64,
    }
    assert_eq!(Inside { mass: MASS }.mass_matrix(&[0.0]), [[MASS]]);
}
