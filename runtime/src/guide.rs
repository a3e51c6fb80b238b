//! The guide: from the first arm to code that is proved, committed and flashed to a microcontroller.
//!
//! | chapter | is about |
//! |---|---|
//! | [`first_arm`] | a URDF, one attribute, and the functions that they give |
//! | [`how_do_i`] | short answers to questions of a first week |
//! | [`mjcf`] | robots of MuJoCo: what is read, passive forces, actuators, conventions, equalities |
//! | [`controller`] | controllers and simulation written once, for every robot |
//! | [`floating_base`] | robots that stand, walk, swim or fly: quaternions, contacts, wrenches |
//! | [`links`] | velocities, accelerations and momenta of links, the Newton-Euler equations of a link, the forces in joints |
//! | [`orientation`] | quaternions, rotation vectors, modified Rodrigues parameters and angles: charts, their rates, which to choose |
//! | [`nalgebra`] | conversions of matrices, poses and quaternions in both directions; inverse kinematics |
//! | [`from_pinocchio`] | names, orders and frames for readers who know Pinocchio |
//! | [`derivatives`] | derivatives of inverse and forward dynamics, of gravity, of motions of links and of the centre of mass; products with them; their zeros |
//! | [`linearization`] | linear models about a state, for LQR and MPC |
//! | [`parameters`] | masses and lengths that are known only at run time, or differ between lanes; derivatives with respect to them |
//! | [`forces`] | springs, damping and friction of joints, springs between points |
//! | [`constraints`] | loops, pins, contacts and rolling, with multipliers |
//! | [`expressions`] | systems described by energies, particles and rigid bodies |
//! | [`time`] | driven pivots, time-varying fields, gyroscopic forces |
//! | [`simulation`] | state vectors, integration methods, many motions at once, animations without a compiler |
//! | [`texts`] | the systems of five textbooks and courses, section by section |
//! | [`reports`] | what the command shows of a robot: costs, equations of motion, machine code |
//! | [`builds`] | features, versions of Rust, caches and build times |
//! | [`committed`] | generated files in the repository, checked by CI |
//! | [`verify`] | the text of a file proved without computer algebra; functions written by hand |
//! | [`accuracy`] | what is proved, what is tested, and how many digits are right |
//! | [`speed`] | what makes functions fast, and computing many states at once |
//! | [`embedded`] | microcontrollers, and calling Rust from C |
//! | [`c`] | the functions of a robot in C |
//! | [`python`] | the functions of a robot in Python: wheels |
//! | [`jax`] | the functions of a robot in JAX, with derivatives |
//!
//! The tests of this crate compile and run all Rust code in the guide, on the robots in `robots/` beside the crate's
//! `Cargo.toml`.

#[doc = include_str!("../guide/first_arm.md")]
pub mod first_arm {}

#[doc = include_str!("../guide/how_do_i.md")]
pub mod how_do_i {}

#[doc = include_str!("../guide/mjcf.md")]
pub mod mjcf {}

#[doc = include_str!("../guide/controller.md")]
pub mod controller {}

#[doc = include_str!("../guide/floating_base.md")]
pub mod floating_base {}

#[doc = include_str!("../guide/links.md")]
pub mod links {}

#[doc = include_str!("../guide/orientation.md")]
#[doc = include_str!("../guide/top.svg")]
pub mod orientation {}

#[doc = include_str!("../guide/nalgebra.md")]
pub mod nalgebra {}

#[doc = include_str!("../guide/from_pinocchio.md")]
pub mod from_pinocchio {}

#[doc = include_str!("../guide/derivatives.md")]
pub mod derivatives {}

#[doc = include_str!("../guide/linearization.md")]
pub mod linearization {}

#[doc = include_str!("../guide/parameters.md")]
pub mod parameters {}

#[doc = include_str!("../guide/forces.md")]
pub mod forces {}

#[doc = include_str!("../guide/constraints.md")]
#[doc = include_str!("../guide/beads.svg")]
pub mod constraints {}

#[doc = include_str!("../guide/expressions.md")]
pub mod expressions {}

#[doc = include_str!("../guide/time.md")]
pub mod time {}

#[doc = include_str!("../guide/simulation.md")]
#[doc = include_str!("../guide/weak.svg")]
#[doc = include_str!("../guide/stiff.svg")]
pub mod simulation {}

#[doc = include_str!("../guide/texts.md")]
#[doc = include_str!("../guide/particles.svg")]
#[doc = include_str!("../guide/body.svg")]
#[doc = include_str!("../guide/two_links.svg")]
#[doc = include_str!("../guide/hand.svg")]
#[doc = include_str!("../guide/recursion.svg")]
#[doc = include_str!("../guide/crane.svg")]
#[doc = include_str!("../guide/serial.svg")]
#[doc = include_str!("../guide/bead.svg")]
pub mod texts {}

#[doc = include_str!("../guide/reports.md")]
pub mod reports {}

#[doc = include_str!("../guide/builds.md")]
pub mod builds {}

#[doc = include_str!("../guide/committed.md")]
pub mod committed {}

#[doc = include_str!("../guide/verify.md")]
pub mod verify {}

#[doc = include_str!("../guide/accuracy.md")]
pub mod accuracy {}

#[doc = include_str!("../guide/speed.md")]
pub mod speed {}

#[doc = include_str!("../guide/embedded.md")]
pub mod embedded {}

#[doc = include_str!("../guide/c.md")]
pub mod c {}

#[doc = include_str!("../guide/python.md")]
pub mod python {}

#[doc = include_str!("../guide/jax.md")]
pub mod jax {}
