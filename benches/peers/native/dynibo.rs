//! dynibo's functions as those that `host.c` times; see there.
//!
//! `prepare` reads a file: the path of a URDF, `fixed` or `floating`, and the links whose poses are requested, a line
//! each. States of a floating base have x y z and a quaternion x y z w, and rates and accelerations in dynibo's convention.

use std::ffi::{CStr, c_char};
use std::slice::{from_raw_parts, from_raw_parts_mut};

use dynibo::{BaseState, FloatingRobot, Frame, Robot, Twist};
use nalgebra::{Quaternion, UnitQuaternion, Vector3};

enum Kind {
    Fixed(Robot),
    Floating(FloatingRobot),
}

struct Peer {
    robot: Kind,
    joints: Vec<String>,
    frames: Vec<Frame>,
    /// The indices of the requested frames.
    links: Vec<usize>,
}

/// One thread, one robot.
static mut PEER: Option<Peer> = None;

fn peer() -> &'static mut Peer {
    unsafe { (*&raw mut PEER).as_mut().expect("prepared") }
}

fn read(text: &str) -> dynibo::Result<Peer> {
    let mut lines = text.lines();
    let (urdf, floating) = (
        lines.next().expect("a path"),
        lines.next() == Some("floating"),
    );
    // The robot with a fixed base has the same names as the floating one.
    let model = Robot::from_urdf(urdf)?;
    let robot = if floating {
        Kind::Floating(FloatingRobot::from_urdf(urdf)?)
    } else {
        Kind::Fixed(Robot::from_urdf(urdf)?)
    };
    let joints = (0..model.joint_count())
        .map(|k| Ok(model.joint_name(k)?.to_string()))
        .collect::<dynibo::Result<_>>()?;
    let names: Vec<_> = (0..model.link_count())
        .map(|k| model.link_name(model.link_id_at(k)?))
        .collect::<dynibo::Result<_>>()?;
    let links = lines
        .map(|link| names.iter().position(|name| *name == link).expect("a link"))
        .collect();
    Ok(Peer {
        robot,
        joints,
        frames: vec![Frame::identity(); names.len()],
        links,
    })
}

/// Zero if the file was read.
#[no_mangle]
pub unsafe extern "C" fn prepare(path: *const c_char) -> i32 {
    let path = unsafe { CStr::from_ptr(path) }.to_str().expect("a path");
    match read(&std::fs::read_to_string(path).expect("a file")) {
        Ok(peer) => {
            unsafe { PEER = Some(peer) };
            0
        }
        Err(error) => {
            eprintln!("dynibo: {error}");
            1
        }
    }
}

/// The names of the joints, a line each, into a buffer that ends with a 0.
#[no_mangle]
pub unsafe extern "C" fn joints(buffer: *mut u8, size: usize) {
    let names = peer().joints.join("\n");
    let buffer = unsafe { from_raw_parts_mut(buffer, size) };
    buffer.fill(0);
    buffer[..names.len()].copy_from_slice(names.as_bytes());
}

/// The joints' q, qd, and qdd or tau (whose first six are those of a floating base), and the state of a floating base.
unsafe fn state(
    peer: &Peer,
    x: *const f64,
    accelerates: bool,
) -> ([&'static [f64]; 3], Option<BaseState>) {
    let joints = peer.joints.len();
    unsafe {
        if let Kind::Fixed(_) = peer.robot {
            return (
                [0, 1, 2].map(|part| from_raw_parts(x.add(part * joints), joints)),
                None,
            );
        }
        let (v, w) = (x.add(7 + joints), x.add(13 + 2 * joints));
        let twist = |x: *const f64| Twist::new(vector(x), vector(x.add(3)));
        let quaternion = Quaternion::new(*x.add(6), *x.add(3), *x.add(4), *x.add(5));
        let frame = Frame::from_parts(vector(x).into(), UnitQuaternion::new_unchecked(quaternion));
        let acceleration = if accelerates {
            twist(w)
        } else {
            Twist::zeros()
        };
        let base = BaseState::new(frame, twist(v), acceleration).expect("finite");
        let w = if accelerates {
            from_raw_parts(w.add(6), joints)
        } else {
            from_raw_parts(w, 6 + joints)
        };
        (
            [
                from_raw_parts(x.add(7), joints),
                from_raw_parts(v.add(6), joints),
                w,
            ],
            Some(base),
        )
    }
}

unsafe fn vector(x: *const f64) -> Vector3<f64> {
    unsafe { Vector3::new(*x, *x.add(1), *x.add(2)) }
}

unsafe fn results(peer: &Peer, y: *mut f64, is_matrix: bool) -> &'static mut [f64] {
    let size = peer.joints.len()
        + if matches!(peer.robot, Kind::Floating(_)) {
            6
        } else {
            0
        };
    unsafe { from_raw_parts_mut(y, if is_matrix { size * size } else { size }) }
}

#[no_mangle]
pub unsafe extern "C" fn inverse_dynamics(x: *const f64, y: *mut f64) {
    let peer = peer();
    let ([q, qd, qdd], base) = unsafe { state(peer, x, true) };
    let tau = unsafe { results(peer, y, false) };
    match (&mut peer.robot, base) {
        (Kind::Floating(robot), Some(base)) => robot.inverse_dynamics(&base, q, qd, qdd, &[], tau),
        (Kind::Fixed(robot), _) => robot.inverse_dynamics(q, qd, qdd, &[], tau),
        (Kind::Floating(_), None) => unreachable!("a floating robot has a base"),
    }
    .expect("dynibo computes");
}

#[no_mangle]
pub unsafe extern "C" fn mass_matrix(x: *const f64, y: *mut f64) {
    let peer = peer();
    let ([q, ..], base) = unsafe { state(peer, x, false) };
    let matrix = unsafe { results(peer, y, true) };
    match (&mut peer.robot, base) {
        (Kind::Floating(robot), Some(base)) => robot.mass_matrix(&base, q, matrix),
        (Kind::Fixed(robot), _) => robot.mass_matrix(q, matrix),
        (Kind::Floating(_), None) => unreachable!("a floating robot has a base"),
    }
    .expect("dynibo computes");
}

#[no_mangle]
pub unsafe extern "C" fn forward_dynamics(x: *const f64, y: *mut f64) {
    let peer = peer();
    let ([q, qd, tau], base) = unsafe { state(peer, x, false) };
    let qdd = unsafe { results(peer, y, false) };
    match (&mut peer.robot, base) {
        (Kind::Floating(robot), Some(base)) => robot.forward_dynamics(&base, q, qd, tau, &[], qdd),
        (Kind::Fixed(robot), _) => robot.forward_dynamics(q, qd, tau, &[], qdd),
        (Kind::Floating(_), None) => unreachable!("a floating robot has a base"),
    }
    .expect("dynibo computes");
}

#[no_mangle]
pub unsafe extern "C" fn poses(x: *const f64, _: *mut f64) {
    let peer = peer();
    let ([q, ..], base) = unsafe { state(peer, x, false) };
    match (&mut peer.robot, base) {
        (Kind::Floating(robot), Some(base)) => {
            robot.forward_kinematics_all(&base, q, &mut peer.frames)
        }
        (Kind::Fixed(robot), _) => robot.forward_kinematics_all(q, &mut peer.frames),
        (Kind::Floating(_), None) => unreachable!("a floating robot has a base"),
    }
    .expect("dynibo computes");
}

/// The requested frames, rotation by rows.
#[no_mangle]
pub unsafe extern "C" fn poses_results(y: *mut f64) {
    let peer = peer();
    let poses = unsafe { from_raw_parts_mut(y.cast::<[f64; 12]>(), peer.links.len()) };
    for (pose, link) in poses.iter_mut().zip(&peer.links) {
        let frame = &peer.frames[*link];
        let rotation = frame.rotation.to_rotation_matrix();
        pose[..9].copy_from_slice(rotation.matrix().transpose().as_slice());
        pose[9..].copy_from_slice(frame.translation.vector.as_slice());
    }
}
