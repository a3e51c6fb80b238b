//! Faults of the attribute, of Rust files, and of fields that are parameters. `mod.rs` says how the macro passes its rows on.

macro_rules! attribute {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    // The attribute.

    /// A moving root, although the root is the world.
    Error AttributeRootWorld { root: String, remedy: &'static str }
        message: "root = {root}: the root is `world`, which does not move"
        label: "the root"
        help: "leave `root` out{remedy}"
    /// Regularization with a singular mass matrix.
    Error AttributeRegularizationSingular
        message: "`regularization` needs a nonsingular mass matrix; this one is singular"
        label: "constrains the null space of M"
        help: "remove it, or choose rates for which the mass matrix is nonsingular"
    /// An unknown option.
    Error AttributeUnknownOption { option: Shown, hint: Hint }
        message: "unknown option `{option}`"
        label: "no such option"
        help: "{hint}"
    /// An option under its old name.
    Error AttributeRenamedOption { option: Shown, now: &'static str }
        message: "option `{option}` is now called `{now}`"
        label: "the old name"
        help: "write `{now}`"
    /// An option given twice.
    Error AttributeOptionTwice { option: Shown }
        message: "option `{option}` is given twice"
        label: "the second time"
        second: "the first time"
        help: "remove one of them"
    /// An option without a value, or with a value of the wrong form.
    Error AttributeNoValue { option: &'static str, example: String }
        message: "option `{option}` has no valid value"
        label: "needs another form"
        help: "write e.g. {example}"
    /// A word that is not among those allowed here.
    Error AttributeUnknownWord { word: Shown, hint: Hint }
        message: "unknown `{word}`"
        label: "not known here"
        help: "{hint}"
    /// There is no description of the robot.
    Error AttributeNoRobot
        message: "no robot is described"
        help: "write e.g. #[multibody(urdf = \"robots/arm.urdf\")], or joints and bodies"
    /// The robot is described both by a file and by tokens.
    Error AttributeTwoRobots
        message: "the robot is described both by a file and by joints and bodies"
        label: "this robot"
        second: "or this?"
        help: "keep one of them"
    /// A struct with generic parameters.
    Error AttributeGeneric
        message: "a robot has no generic parameters"
        label: "not possible"
        help: "remove them: its functions take f32 and f64 alike"
    /// A Rust file that cannot be parsed.
    Error AttributeFileMalformed { reason: Shown }
        message: "this cannot be parsed as Rust: {reason}"
        label: "cannot be read from here"
        help: "rustc says more"
    /// A Rust file without a robot.
    Error AttributeMissing
        message: "no struct here has #[multibody(..)]"
        help: "write e.g. #[multibody(urdf = \"robots/arm.urdf\")] pub struct Arm;"
    /// A struct with two attributes.
    Error AttributeTwice
        message: "a struct has #[multibody(..)] twice"
        label: "the second one"
        help: "make one attribute of them, or two structs: each is one robot with one list of options"
    /// A Rust file with several robots.
    Error AttributeSeveral { structs: String }
        message: "several structs have #[multibody(..)]: {structs}"
        label: "the second one"
        second: "the first one"
        help: "keep one robot in a file"

    // Fields that are parameters of a file's robot.

    /// A field names a body or joint that the description does not have.
    Error ParameterUnknown { what: &'static str, name: Shown, hint: Hint }
        message: "the description has no {what} `{name}`"
        label: "no such {what}"
        help: "{hint}"
    /// A field whose `#[parameter]` does not say which quantity it is.
    Error ParameterIncomplete { field: Shown, what: &'static str }
        message: "the field `{field}` does not say which {what} it is"
        label: "missing: {what}"
        help: "write e.g. #[parameter(body = \"hand\", mass)] or #[parameter(joint = \"elbow\", origin)]"
    /// A field whose type does not fit its quantity.
    Error ParameterType { field: Shown, what: &'static str, expected: &'static str }
        message: "the field `{field}` cannot hold {what}"
        label: "of another type"
        help: "its type has to be {expected}; f32 is possible too"
    /// An expression beside a file that names a field which is no parameter.
    Error ParameterNotMarked { field: Shown }
        message: "expressions cannot name the field `{field}`: it has no `#[parameter]`"
        label: "not a parameter"
        second: "this field"
        help: "write #[parameter] before the field, whose type has to be f32, f64 or e.g. [f64; 3]"
    /// Two fields for the same quantity.
    Error ParameterTwice { field: Shown, first: Shown }
        message: "the fields `{field}` and `{first}` are the same quantity"
        label: "the second one"
        second: "the first one"
        help: "remove one of them"
    /// A field for the axis of a joint whose axis has no effect.
    Error ParameterNoAxis { joint: Shown, reason: &'static str }
        message: "the axis of joint `{joint}` cannot be a parameter: the joint is {reason}"
        label: "this joint"
        help: "remove the field, or let the joint move about an axis, in an MJCF without `ref`"
    /// A parameter that may be absent because of `cfg` or `cfg_attr`.
    Error ParameterConditional { field: Shown }
        message: "the field `{field}`, or its `#[parameter]`, depends on a condition that is decided after the functions are derived"
        label: "a condition"
        help: "remove the condition, or write a struct for each case, each with its attribute below #[cfg(..)]"
    /// A `#[parameter]` on a robot in tokens.
    Error ParameterOfTokens { field: Shown }
        message: "`#[parameter]` on the field `{field}` is for robots in files only"
        label: "a robot in tokens"
        help: "remove it, and write `{field}` in the expressions of the attribute"
        }
    };
}
pub(super) use attribute;
