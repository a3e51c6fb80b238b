//! Faults of elements and attributes in an MJCF. `mod.rs` says how the macro passes its rows on.

macro_rules! mjcf {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    // Names.

    /// An element that MuJoCo does not define at this place.
    Error UnknownTag { tag: Shown, parent: String, times: Times, hint: Hint }
        message: "MJCF has no element <{tag}> in {parent}{times}"
        label: "unknown"
        help: "{hint}"
    /// An attribute that MuJoCo does not define for this element.
    Error UnknownAttributeName { attribute: Shown, place: String, times: Times, hint: Hint }
        message: "MJCF has no attribute `{attribute}` of {place}{times}"
        label: "unknown"
        help: "{hint}"
    /// A word that is none of those an attribute can have.
    Error UnknownWord { text: Shown, place: String, hint: Hint }
        message: "`{text}` is no value for {place}"
        label: "unknown"
        help: "{hint}"
    /// A class that no `default` defines.
    Error UnknownClass { class: Shown, hint: Hint }
        message: "there is no class `{class}`"
        label: "unknown"
        help: "{hint}"
    /// A reference to a name that nothing of this kind has.
    Error UnknownReference { what: &'static str, name: Shown, hint: Hint }
        message: "there is no {what} `{name}`"
        label: "unknown"
        help: "{hint}"
    /// Two classes with one name.
    Error DuplicateClass { class: Shown }
        message: "class `{class}` is defined twice"
        label: "the second one"
        help: "rename one of them; what belongs to one class stands in one <default>"

    /// Two parts of one kind with the same name.
    Error RepeatedName { what: &'static str, name: Shown }
        message: "two {what} are named `{name}`"
        label: "the second one"
        second: "the first one"
        help: "rename one of them"

    // Masses.

    /// A mass that follows from a mesh or a shell, which are not read.
    Error MassOfMesh { geom: String, reason: &'static str }
        message: "the mass of {geom} is that of {reason}, which is not read"
        label: "gives mass to its body"
        help: "write <compiler saveinertial=\"true\"/> into the file, load it in Python, and save the masses that MuJoCo computed: mujoco.mj_saveLastXML(\"robot.xml\", model)"
    /// A bound of principal moments, for a body whose principal axes are not its own axes.
    Error BoundInertia { body: String }
        message: "`boundinertia` changes the inertia of {body}, whose principal axes are not those of the body"
        label: "a bound of principal moments"
        help: "write `diaginertia` for this body, or leave `boundinertia` out"

    // Equalities, tendons and actuators.

    /// An equality that is inactive, or disabled by a flag.
    Note InactiveEquality { equality: String }
        message: "{equality} is inactive, and is left out"
        label: "left out"
        help: "remove active=\"false\" if it shall hold"
    /// An equality with a body that a program of the user moves.
    Note MocapEquality { equality: String }
        message: "{equality} is left out: one of its bodies is a mocap body"
        label: "left out"
        help: "a wrench on the other body can take its place"
    /// A joint with several positions where one is needed.
    Error NotHingeOrSlide { joint: Shown }
        message: "joint `{joint}` is neither a hinge nor a slide"
        label: "has no single position"
        help: "name a hinge or a slide"
    /// A joint that occurs twice in a tendon.
    Error RepeatedTerm { joint: Shown }
        message: "joint `{joint}` is in this tendon twice"
        label: "the second time"
        second: "the first time"
        help: "add up the coefficients"
    /// An actuator that is not read.
    Note ActuatorLeftOut { actuator: Shown, reason: &'static str }
        message: "actuator `{actuator}` is left out: {reason}"
        label: "has no control"
        help: "compute its force, and add it to `tau`"

    // Values.

    /// A part that MuJoCo refuses too.
    Error InvalidPart { place: String, problem: &'static str, remedy: &'static str }
        message: "{place} {problem}"
        label: "an error in MuJoCo too"
        help: "{remedy}"
    /// Attributes of one element that exclude one another.
    Error ExclusiveAttributes { first: String, second: String, place: String }
        message: "{place} has both `{first}` and `{second}`"
        label: "excludes the other"
        second: "the other one"
        help: "remove one of them"
    /// A quaternion, an axis or a pair of axes without a direction.
    Error NoDirection { place: String }
        message: "{place} has no direction"
        label: "zero, or parallel axes"
        help: "write a vector or quaternion that is not zero, and two axes that are not parallel"
    /// The order of Euler angles is not three letters.
    Error EulerSequence { text: Shown }
        message: "`{text}` is no order of Euler angles"
        label: "expected three letters"
        help: "write three of x, y, z for axes that turn along, or of X, Y, Z for fixed axes, e.g. xyz or ZYX"
    /// A range without a word on whether it limits, although `autolimits` is false.
    Error RangeWithoutLimited { limited: String }
        message: "there is a range, but nothing says whether it limits, as autolimits=\"false\" requires"
        label: "no `{limited}`"
        help: "write {limited}=\"true\", or leave `autolimits` out"

    // Joints.

    /// A joint outside any body.
    Error JointInWorld
        message: "a joint in the world, which does not move"
        label: "belongs in a body"
        help: "put it into the <body> that it moves"
    /// A free joint of a body that is carried by another.
    Error FreeJointBelow { place: String }
        message: "{place} has a free joint, but is part of another body"
        label: "free joints belong in bodies of the world"
        help: "move the body into <worldbody>, or give it other joints"
    /// A free joint beside other joints of a body.
    Error FreeJointNotAlone { place: String }
        message: "{place} has a free joint and other joints"
        label: "not possible beside a free joint"
        second: "the free joint"
        help: "remove one of them: a free joint allows all motions"
    /// A mocap body that is not static.
    Error MocapMoves { place: String }
        message: "{place} is a mocap body, but has joints or is part of another body"
        label: "moved by a program"
        help: "mocap bodies belong in <worldbody>, and have no joints"
    /// A body that a program of the user moves.
    Note MocapIsStatic { place: String }
        message: "{place} is a mocap body: here it does not move"
        label: "static"
        help: "equalities with it are left out; wrenches on the other body can take their place"

    // What is not read.

    /// Names that MuJoCo knows and that do not influence the dynamics.
    Note IgnoredNames { names: String }
        message: "without influence on the dynamics, and ignored: {names}"
        label: "the first of them"
        help: "MuJoCo ignores them too, or they concern contacts, limits, pictures, sensors, the solver, or controls of a keyframe"

    /// Something that changes the dynamics and cannot be read.
    Error NotReadable { what: Shown, remedy: &'static str }
        message: "{what} is not read"
        label: "changes the dynamics"
        help: "{remedy}"
    /// A passive force that is not read, and does not act.
    Note SettingPassiveWaits { what: Shown }
        message: "{what} is not read, and does not act"
        label: "passed over"
        help: "with the option `passive` it would be an error"
    /// A passive force that is not read, although passive forces shall act.
    Error SettingPassiveUnread { what: Shown }
        message: "{what} is not read, although `passive` is true"
        label: "would act"
        help: "leave it out of the file, or leave the option `passive` out"
        }
    };
}
pub(super) use mjcf;
