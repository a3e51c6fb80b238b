//! Faults of settings, and of programs that settings request. `mod.rs` says how the macro passes its rows on.

macro_rules! settings {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// A setting names a joint or link that the description does not have.
    Error SettingUnknown { what: &'static str, name: Shown, hint: Hint }
        message: "a setting names the {what} `{name}`, which the description does not have"
        label: "no such {what}"
        help: "{hint}"
    /// A bundle that names a function which the robot does not have.
    Error SettingBundleLacks { bundle: Shown, function: Shown }
        message: "the bundle `{bundle}` names `{function}`, which this robot does not have"
        label: "not a function of this robot"
        help: "remove it; the report gives the reason for each absent function"
    /// A function that is too long in a bundle, and not alone.
    Error SettingBundleTooLong { place: String, function: &'static str, operations: usize, limit: usize }
        message: "in {place} `{function}` may take {operations} operations, more than {limit}, since matrices are multiplied entry by entry there"
        label: "too long here"
        help: "take it out of {place} and name it in `functions`: alone it is emitted"
    /// A bundle with the name of another function.
    Error SettingBundleNameUsed { name: Shown }
        message: "a bundle is called `{name}`, which is the name of another function"
        label: "taken"
        help: "choose another name"
    /// Two functions in a bundle whose results would have the same name.
    Error SettingBundleSameResult { bundle: Shown, first: Shown, second_name: Shown, result: Shown }
        message: "in the bundle `{bundle}` the results of `{first}` and `{second_name}` would both be called `{result}`"
        label: "the same result"
        help: "put them into two bundles"
    /// A function under its old name.
    Error SettingRenamedFunction { function: Shown, now: Shown }
        message: "function `{function}` is now called `{now}`"
        label: "the old name"
        help: "write `{now}`"
    /// Two links whose functions would have the same name.
    Error SettingLinksCollide { first: Shown, second_name: Shown, function: String }
        message: "the links `{first}` and `{second_name}` would both get a function named `{function}`"
        label: "the second one"
        second: "the first one"
        help: "rename one of them, e.g. rename(\"{second_name}\" = other)"
    /// A function of links is requested, but no link is named.
    Error SettingNeedsLinks { function: &'static str, option: &'static str }
        message: "`{function}` is a function of links, but no link is named"
        help: "name them, e.g. --{option} hand, or {option}(hand) in the attribute"
    /// A function or an option that needs constraints, but there are none.
    Error SettingNeedsConstraints { what: String }
        message: "{what} needs constraints, but there are none"
        help: "add a constraint, e.g. --contact foot, or contact(foot) in the attribute"
    /// A function that needs actuators, but there are none.
    Error SettingNeedsActuators { function: &'static str }
        message: "`{function}` needs actuators, but there are none"
        help: "an MJCF has them in <actuator>, on hinges, slides and fixed tendons"
    /// A joint or root that Pinocchio's URDF parser does not support.
    Error SettingNoPinocchio { what: String }
        message: "Pinocchio has no place for {what}"
        label: "none for this"
        help: "remove `pinocchio`, which is for robots in files: joints of one motion, and a root with quaternion and rates in body axes"
    /// A function of links is requested, but there are no links.
    Error SettingNoLinks { function: &'static str }
        message: "`{function}` is a function of links, but there are none"
        help: "leave it out, or describe the system by joints and bodies"
    /// An option names a link or a function twice.
    Error SettingTwice { what: &'static str, name: Shown, option: &'static str }
        message: "`{option}` names the {what} `{name}` more than once"
        label: "the second time"
        second: "the first time"
        help: "name each {what} once"
    /// A renamed link for which no functions are requested.
    Warning SettingRenameIdle { name: Shown }
        message: "`rename` names the link `{name}`, for which no functions are requested"
        help: "name it in `links` too, or remove it from `rename`"
    /// A frame has the name of a link.
    Error SettingFrameNameUsed { frame: Shown }
        message: "the frame `{frame}` has the name of a link"
        label: "this name is taken"
        second: "by this link"
        help: "give the frame another name"
    /// A frame at the centre of mass of a massless link.
    Error SettingFrameNoCom { frame: Shown, link: Shown }
        message: "the frame `{frame}` is at the centre of mass of `{link}`, which has no mass"
        label: "no mass"
        help: "write a position, e.g. origin: [0, 0, 0.1]"
    /// A joint with the name of the root joint.
    Error SettingRootJointNameUsed { name: Shown }
        message: "`{name}` is the name of the root joint, and of a joint or a coordinate here"
        label: "has the name of the root joint"
        help: "give it another name in the description, or set root = fixed"
    /// A force element of a file that does not act, since `passive` is not set.
    Note SettingForceIdle { what: &'static str, owner: &'static str, name: Shown, others: String }
        message: "the {what} of {owner} `{name}`{others} does not act"
        label: "not in the equations"
        help: "set passive = true to let it act"
    /// Constraint rows of an MJCF that are satisfied at all positions.
    Note SettingRowsIdle { rows: String }
        message: "constraint rows that hold at all positions are left out: {rows}"
        label: "has such rows"
        second: "and this"
        help: "multipliers are those of the remaining rows, as in `CONSTRAINTS`"
    /// Gravity of a description that an option replaces.
    Note SettingGravityReplaced
        message: "the option `gravity` replaces this acceleration of gravity"
        label: "not in the equations"
        help: "leave the option out to let it act"
    /// More rates than the limit allows.
    Error SettingTooManyRates { found: usize, limit: usize }
        message: "{found} rates, more than the {limit} that can be derived"
        label: "of this robot"
        help: "weld joints that need not move, or describe its parts as robots of their own"
    /// More mobile joints, mimic joints included, than the limit allows.
    Error SettingTooManyMobileJoints { found: usize, limit: usize }
        message: "{found} mobile joints, mimic joints included, more than the {limit} that can be derived"
        label: "of this robot"
        help: "weld joints that need not move, or describe its parts as robots of their own"
    /// No joint moves.
    Error SettingNoMobileJoint
        message: "no joint moves: there are no equations to derive"
        label: "all joints are fixed"
        help: "describe a joint that moves, weld fewer, or let the root move: by the option `root`, in an MJCF by a <freejoint>"
    /// The generator was built without the computer algebra.
    Error SettingNoAlgebra
        message: "this build of multibody cannot derive"
        help: "switch the feature `symbolica` of multibody on; or generate a file (cargo multibody generate), commit it and name it: committed = \"src/robot.rs\""
    /// The computer algebra cannot be used, e.g. since its lock cannot be made.
    Error SettingAlgebraShut { reason: String, help: String }
        message: "the computer algebra cannot be used: {reason}"
        help: "{help}"
    /// The committed file cannot be read.
    Error SettingCommittedMissing { reason: Shown, command: String }
        message: "the committed file cannot be read: {reason}"
        help: "generate it, in the folder of Cargo.toml: {command}"
    /// The committed file is not what would be generated now.
    Error SettingCommittedStale { reason: &'static str, command: String }
        message: "the committed file is stale: {reason}"
        help: "generate it again, in the folder of Cargo.toml: {command}"
    /// A program that the proof refutes, which is a bug in the generator.
    Error SettingNotProved { function: String, reason: String }
        message: "bug in multibody: `{function}` is wrong: {reason}"
        help: "nothing was emitted; please report it with the description"
    /// An emitted text that the verifier refutes or cannot read, which is a bug in the generator.
    Error SettingTextWrong { what: String, reason: String }
        message: "bug in multibody: {what}: {reason}"
        help: "nothing was emitted; please report it with the description"
    /// A text that is to be verified and cannot be.
    Error SettingVerifyImpossible { reason: String, help: String }
        message: "the text cannot be verified, which `verify = true` requires: {reason}"
        help: "{help}; or set verify = auto"
    /// An option that only text in Rust has, with another language.
    Error SettingNotInLanguage { option: String, language: &'static str }
        message: "`{option}` has no meaning in {language}"
        help: "leave it out, or write Rust: `--out` with a file that ends in .rs"
    /// A chart along which the functions of a language cannot step.
    Error SettingChartNotInLanguage { joint: Shown, chart: &'static str, language: &'static str }
        message: "{language} has no steps for the chart {chart} of joint `{joint}`"
        help: "take quaternions, with rates in body axes; or write Rust: `--out` with a file that ends in .rs"
    /// Functions for solvers that cannot be written.
    Error SettingSolverCannot { option: &'static str, reason: String, help: String }
        message: "`--{option}` cannot be written: {reason}"
        help: "{help}"
    /// A text that is not verified.
    Note SettingNotVerified { reason: String }
        message: "the text is not verified: {reason}"
        label: "of this robot"
        help: "set verify = true to verify longer texts too, or verify = false if it need not be verified"
    /// A requested function that this robot does not have.
    Warning SettingAbsent { function: String, reason: String }
        message: "`{function}` is left out: {reason}"
        label: "left out"
        help: "remove it from `functions`; the report gives the reason for each absent function"
    /// A singular mass matrix.
    Warning SettingSingular { rank: usize, nv: usize }
        message: "the mass matrix is singular: its rank is {rank} of {nv}"
        label: "forward dynamics is left out"
        help: "look for joints that move neither mass nor inertia, and for ball joints whose rates are the four derivatives of a quaternion"
    /// A mass matrix that is invertible but not positive definite.
    Warning TokenIndefinite
        message: "a pivot of the mass matrix is 0: the kinetic energy is not positive definite"
        label: "functions that invert the mass matrix are left out"
        help: "look for wrong signs in `kinetic`, and for products of two different rates; other functions are not affected"
    /// Functions without a correct digit at some of the states tried.
    Warning SettingNoDigits { functions: String }
        message: "at some states no digit is right in f64: {functions}"
        label: "of this robot"
        help: "look for numbers of very different magnitudes, such as masses, armatures and multipliers; the report has the errors"
    /// Functions without a finite value in floats at some of the states tried.
    Warning SettingOverflow { functions: String, cause: String }
        message: "at some states f64 overflows, divides by a value lost to cancellation, or has no root or logarithm: {functions}{cause}"
        label: "of this robot"
        help: "look for roots and logarithms of values that may be negative, and for numbers of very different magnitudes, whose sums, products or quotients no float can hold; the report has the errors"
    /// Functions whose rounding errors could not be measured.
    Warning SettingUnmeasured { functions: String, cause: String }
        message: "rounding errors, in f64 or f32, are unknown of {functions}: at each state tried the mass matrix is singular, constraint rows are nearly dependent, or there is no value{cause}"
        label: "of this robot"
        help: "look for nearly redundant constraints, or set `regularization`; and for roots, logarithms and quotients without a value"
    /// Functions without a Jacobian that CasADi could call.
    Warning SettingNoJacobian { functions: String }
        message: "CasADi gets no Jacobian of {functions}"
        label: "of this robot"
        help: "the header says why; set size = false if they call other functions, or let CasADi take differences by its option enable_fd"
    /// Functions that are so long that they are emitted only on request.
    Note SettingOversize { functions: String, names: String, limit: usize }
        message: "functions that may take more than {limit} operations are left out: {functions}"
        label: "of this robot"
        help: "to emit them, name all requested functions, e.g. functions(inverse_dynamics, {names}), or --functions inverse_dynamics,.."
    /// Numbers that were rounded to a quarter turn.
    Note SettingSnapped { count: usize, place: String, change: String }
        message: "numbers next to a quarter turn are rounded to it: {count}, the largest change {change} at {place}"
        label: "of this robot"
        help: "the report lists them; set snap = false to keep the numbers as written"
    /// A weld of a joint with several degrees of freedom.
    Error SettingWeldSeveral { name: Shown, kind: &'static str }
        message: "the {kind} joint `{name}` cannot be welded at a position"
        label: "has several degrees of freedom"
        help: "make it fixed in the description instead; in an MJCF, remove it"
    /// A weld of a fixed joint.
    Warning SettingWeldFixed { name: Shown }
        message: "the joint `{name}` is fixed already, so the weld has no effect"
        label: "this joint"
        help: "remove the weld, or name another joint"
    /// Two welds of one joint.
    Error SettingWeldTwice { name: Shown }
        message: "the joint `{name}` is welded twice"
        label: "this joint"
        help: "keep one of the two positions"
    /// An armature or a force element of a joint with several degrees of freedom.
    Error SettingSeveral { what: &'static str, joint: Shown, kind: &'static str }
        message: "the {kind} joint `{joint}` cannot have {what}"
        label: "has several degrees of freedom"
        help: "leave it out, or give it to a joint of one degree of freedom"
    /// A negative armature, which reduces the kinetic energy.
    Error SettingArmatureNegative { joint: Shown, inertia: Shown }
        message: "joint `{joint}` has the negative armature {inertia}"
        label: "takes kinetic energy away"
        help: "write a value of zero or more, in kg m^2 or kg"
    /// A joint spring with negative stiffness.
    Error SettingSpringNegative { joint: Shown, stiffness: Shown }
        message: "joint `{joint}` has a spring of the negative stiffness {stiffness}"
        label: "pushes away from its rest position"
        help: "write a value of zero or more, in N m/rad or N/m"
    /// A tendon with a negative armature or a spring of negative stiffness.
    Error SettingTendonNegative { what: &'static str, tendon: Shown, number: Shown }
        message: "tendon `{tendon}` has the negative {what} {number}"
        label: "less than zero"
        help: "write a value of zero or more"
    /// Two armatures or two springs for one joint.
    Error SettingJointTwice { what: &'static str, joint: Shown }
        message: "joint `{joint}` is given two {what}s"
        label: "this joint"
        help: "keep one of the two"
    /// An armature or a spring of a joint that does not move.
    Warning SettingJointIdle { what: &'static str, joint: Shown }
        message: "joint `{joint}` does not move, so its {what} has no effect"
        label: "fixed or welded"
        help: "remove the {what}, or name another joint"
    /// A motor at a joint that does not move.
    Error SettingMotorFixed { joint: Shown }
        message: "joint `{joint}` does not move, so no motor can drive it"
        label: "fixed or welded"
        help: "remove it from `actuated`; `actuated(none)` means that there are no motors"
    /// A motor at a joint that follows another.
    Error SettingMotorFollows { joint: Shown, leader: Shown }
        message: "joint `{joint}` follows `{leader}`, and a motor drives both"
        label: "it has no force of its own"
        help: "name `{leader}` in `actuated` instead"
    /// A force element of a joint with several degrees of freedom, which does not act.
    Note SettingForceSeveral { what: &'static str, joint: Shown, kind: &'static str }
        message: "the {what} of the {kind} joint `{joint}` is stored, but does not act"
        label: "not in the equations"
        help: "it acts only on joints of one degree of freedom"
        }
    };
}
pub(super) use settings;
