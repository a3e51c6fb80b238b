//! Faults of springs between points.

use super::{Case, JOINT};

pub fn cases() -> Vec<Case> {
    let hung = |springs: &str| {
        format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 1 }}, {springs} struct Arm;")
    };
    let rope = |name: &str, from: &str| {
        format!("spring {name} {{ from: {from}, to: world, stiffness: 9, length: 1 }},")
    };
    let high = "[bob, [0, 0, 1]]";
    let nine: String = (0..9).map(|k| rope(&format!("s{k}"), high)).collect();
    cases! {
        hung(&rope("s", "bob")) => TokenSpringEnds, "both ends of spring `s` coincide", "from: [hand,";
        // On the axis of the hinge.
        hung("spring s { from: [bob, [0, 1, 0]], to: [world, [0, 1, 0]], stiffness: 9, length: 0 },")
            => TokenSpringEnds, "`s`", "";
        hung(&rope("s", "[bop, [0, 0, 1]]")) => TokenEndLink, "spring `s` is attached to `bop`", "`bob`?";
        hung(&rope("s", high).repeat(2)) => TokenDuplicateKey, "`s` is given twice in the springs", "";
        hung(&nine) => TokenTooManySprings, "more than 8 springs", "wrench";
        hung(&rope("", high)) => TokenUnexpected, "expected a name", "";
        hung("frame { link: bob },") => TokenUnexpected, "expected a name", "";
        format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 1 }}, struct f64;")
            => TokenStructName, "cannot be called `f64`", "rename";
        "joint hinge { revolute, parent: world, child: bob, axis: y }, body bob { mass: 1 }, struct T;"
            => TokenStructName, "cannot be called `T`", "rename";
        format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 0 }}, frame tip {{ link: bob, origin: com }}, struct Arm;")
            => SettingFrameNoCom, "at the centre of mass of `bob`, which has no mass", "origin: [";
        format!("joint hinge {{ {JOINT} }}, body bob {{ mass: 1 }}, frame tip {{ link: world, origin: com }}, struct Arm;")
            => SettingFrameNoCom, "of `world`", "";
    }
}
