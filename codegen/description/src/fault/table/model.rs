//! Faults of a robot, whatever it is described in. `mod.rs` says how the macro passes its rows on.

macro_rules! model {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    // Structure.

    /// A robot without links.
    Error NoLinks
        message: "the robot has no links"
        label: "expected at least one <link>"
        help: "write e.g. <link name=\"base\"/>"
    /// Two links with the same name.
    Error DuplicateLink { link: Shown }
        message: "two links are named `{link}`"
        label: "the second one"
        second: "the first one"
        help: "rename one of them, and the joints that mean it"
    /// Two joints with the same name.
    Error DuplicateJoint { joint: Shown }
        message: "two joints are named `{joint}`"
        label: "the second one"
        second: "the first one"
        help: "rename one of them"
    /// A joint that names a link which does not exist.
    Error UnknownLink { joint: Shown, role: &'static str, link: Shown, hint: Hint }
        message: "the {role} of joint `{joint}` is `{link}`, but no link has that name"
        label: "no such link"
        help: "{hint}"
    /// A link with two parent joints.
    Error TwoParents { link: Shown, first: Shown, second_joint: Shown }
        message: "link `{link}` is the child of two joints, `{first}` and `{second_joint}`"
        label: "the second one"
        second: "the first one"
        help: "links and joints form a tree: remove one of the joints, and close the loop by the option `loop`"
    /// Several links without a parent joint.
    Error SeveralRoots { links: String }
        message: "several links are the child of no joint: {links}"
        label: "which one is the root?"
        second: "or this?"
        help: "join all but one of them to the tree, e.g. by a fixed joint"
    /// Joints that form a cycle.
    Error Cycle { joints: String }
        message: "the joints {joints} form a cycle"
        label: "the cycle passes here"
        second: "and here"
        help: "links and joints form a tree: some link must be the child of no joint"
    /// A joint between a link and itself.
    Error JoinsItself { joint: Shown, link: Shown }
        message: "joint `{joint}` joins link `{link}` to itself"
        label: "the parent is the same link"
        help: "name two different links"

    /// A chain with too many fixed joints that have rotations.
    Error FixedTooLong { joint: Shown, limit: usize }
        message: "joint `{joint}` comes after a chain of {limit} fixed joints with rotations"
        label: "one joint too many"
        help: "attach the links of this chain to its first link"

    // Mimic.

    /// A joint that follows a joint which does not exist.
    Error MimicUnknown { joint: Shown, target: Shown, hint: Hint }
        message: "joint `{joint}` follows `{target}`, but no joint has that name"
        label: "no such joint"
        help: "{hint}"
    /// With `mimic = independent`: a joint that could not follow the joint that it names.
    Warning MimicUnused { joint: Shown, target: Shown, hint: Hint }
        message: "joint `{joint}` cannot follow `{target}`; with `mimic = independent` it need not"
        label: "not used"
        help: "{hint}"
    /// A joint that follows another through too many joints in between.
    Error MimicTooLong { joint: Shown, limit: usize }
        message: "joint `{joint}` follows another through more than {limit} joints"
        label: "one joint too many"
        help: "name the joint that leads them all, with the product of the multipliers; or let no joint follow another: `mimic = independent`"
    /// A joint that follows itself.
    Error MimicItself { joint: Shown }
        message: "joint `{joint}` follows itself"
        label: "the same joint"
        help: "name another joint, or remove <mimic>; or let no joint follow another: `mimic = independent`"
    /// Joints that follow each other in a cycle.
    Error MimicCycle { joints: String }
        message: "the joints {joints} follow each other in a circle"
        label: "the circle passes here"
        second: "and here"
        help: "one of them must move by itself: remove its <mimic>; or let no joint follow another: `mimic = independent`"
    /// A fixed joint with a mimic element.
    Note MimicOnFixed { joint: Shown }
        message: "the fixed joint `{joint}` cannot follow another, its <mimic> is ignored"
        label: "ignored"
        help: "remove <mimic>, or give the joint a type that moves"
    /// A joint that follows a fixed one.
    Error MimicOfFixed { joint: Shown, target: Shown }
        message: "joint `{joint}` follows the fixed joint `{target}`, which has no position"
        label: "a fixed joint"
        second: "fixed here"
        help: "follow a joint that moves, or make `{joint}` fixed; or let no joint follow another: `mimic = independent`"
    /// A joint that follows or is followed, but does not have exactly one degree of freedom.
    Error MimicOfSeveral { joint: Shown, target: Shown, which: Shown, kind: &'static str }
        message: "joint `{joint}` follows `{target}`, but `{which}` is {kind} and has no single position"
        label: "impossible for a {kind} joint"
        second: "{kind} here"
        help: "only revolute, continuous and prismatic joints follow each other; or let no joint follow another: `mimic = independent`"

    // Physics.

    /// A zero axis of a joint that moves.
    Error ZeroAxis { joint: Shown }
        message: "joint `{joint}` has a zero axis"
        label: "needs a non-zero length"
        help: "name a direction, e.g. 0 0 1, or make the joint fixed"
    /// A mass below zero.
    Error NegativeMass { what: &'static str, link: Shown, mass: Shown }
        message: "{what} `{link}` has the negative mass {mass}"
        label: "must be zero or more"
        help: "look for a wrong sign; a mass is in kg"
    /// A moment of inertia below zero.
    Error NegativeMoment { what: &'static str, link: Shown, entry: &'static str, value: Shown }
        message: "{what} `{link}` has the negative moment of inertia {entry} = {value}"
        label: "must be zero or more"
        help: "only the products ixy, ixz and iyz may be negative"
    /// An inertia with a negative principal moment.
    Warning IndefiniteInertia { what: &'static str, link: Shown, least: String, hint: String }
        message: "the inertia of {what} `{link}` is indefinite: its least principal moment is {least} kg m^2"
        label: "no body has this inertia"
        help: "it is used as it is; {hint}"
    /// An inertia that violates the triangle inequality.
    Warning TriangleInequality { what: &'static str, link: Shown, moments: Box<str>, excess: Box<str>, hint: Box<str> }
        message: "the inertia of {what} `{link}` breaks the triangle inequality by {excess} kg m^2: principal moments {moments}"
        label: "no body has this inertia"
        help: "it is used as it is; {hint}"
    /// An inertia without mass.
    Warning InertiaWithoutMass { what: &'static str, link: Shown }
        message: "{what} `{link}` has an inertia but no mass"
        label: "the mass is 0"
        help: "the inertia is used; write the mass, or remove the inertia"
    /// A mass without inertia.
    Warning MassWithoutInertia { what: &'static str, link: Shown, mass: Shown }
        message: "{what} `{link}` has a mass of {mass} kg but no inertia"
        label: "all entries are 0 or nearly so"
        help: "it is treated as a point mass; the mass matrix may be singular"
    /// A lower limit above the upper.
    Warning LimitsReversed { joint: Shown, lower: Shown, upper: Shown }
        message: "joint `{joint}` has no room to move: lower = {lower} is above upper = {upper}"
        label: "above `upper`"
        second: "below `lower`"
        help: "exchange them; an angle is in rad"
    /// A joint that needs limits and has none.
    Warning MissingLimit { joint: Shown, kind: &'static str }
        message: "the {kind} joint `{joint}` has no <limit>"
        label: "treated as unlimited"
        help: "write e.g. <limit lower=\"-1\" upper=\"1\" effort=\"10\" velocity=\"1\"/>, or type=\"continuous\" for a joint that turns without end"
    /// Negative damping, which adds energy.
    Warning NegativeDamping { joint: Shown, value: Shown }
        message: "joint `{joint}` has the negative damping {value}"
        label: "adds energy"
        help: "write a value of zero or more"
    /// Negative friction, which drives the motion.
    Error NegativeFriction { joint: Shown, value: Shown }
        message: "joint `{joint}` has the negative friction {value}"
        label: "drives the motion"
        help: "write a value of zero or more, in N m or N"
        }
    };
}
pub(super) use model;
