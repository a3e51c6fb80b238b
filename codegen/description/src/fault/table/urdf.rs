//! Faults of elements, attributes and numbers in a URDF. `mod.rs` says how the macro passes its rows on.

macro_rules! urdf {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    // Vocabulary.

    /// An element that URDF does not define at this place.
    Warning UnknownElement { tag: Shown, parent: &'static str, times: Times, hint: Hint }
        message: "unknown element <{tag}> in <{parent}>{times}"
        label: "not read"
        help: "{hint}"
    /// An element or attribute that is not read here and changes the dynamics in other programs.
    Warning ReadElsewhere { what: String, times: Times, remedy: &'static str }
        message: "{what} is not read, although it changes the dynamics in other programs{times}"
        label: "not read"
        help: "{remedy}"
    /// A name that looks like a misspelling of an element that is read.
    Error MisspeltElement { tag: Shown, parent: &'static str, times: Times, meant: &'static str }
        message: "unknown element <{tag}> in <{parent}>{times}"
        label: "misspelt?"
        help: "did you mean `{meant}`?"
    /// A name that looks like a misspelling of an attribute that is read.
    Error MisspeltAttribute { attribute: Shown, tag: &'static str, times: Times, meant: &'static str }
        message: "unknown attribute `{attribute}` of <{tag}>{times}"
        label: "misspelt?"
        help: "did you mean `{meant}`?"
    /// An attribute that URDF does not define at this place.
    Warning UnknownAttribute { attribute: Shown, tag: &'static str, times: Times, hint: Hint }
        message: "unknown attribute `{attribute}` of <{tag}>{times}"
        label: "not read"
        help: "{hint}"
    /// A name with a namespace prefix, in an element that is read.
    Note ForeignName { what: String, times: Times, remedy: &'static str }
        message: "{what} belongs to another vocabulary{times}"
        label: "passed over"
        help: "{remedy}"
    /// Text between elements.
    Warning StrayText { place: String }
        message: "text inside {place}"
        label: "not read"
        help: "values are written as attributes, e.g. <mass value=\"1\"/>"
    /// Two elements where only one is allowed.
    Error DuplicateElement { tag: &'static str, place: String }
        message: "two <{tag}> in {place}"
        label: "the second one"
        second: "the first one"
        help: "remove one of them"
    /// A required element is missing.
    Error MissingElement { tag: &'static str, place: String, example: &'static str }
        message: "{place} has no <{tag}>"
        label: "missing: <{tag}>"
        help: "write e.g. {example}"
    /// An inertial without mass, without inertia, or without some entries.
    Warning IncompleteInertial { place: String, missing: String, example: &'static str }
        message: "{place} has no {missing}"
        label: "what is missing is taken as 0"
        help: "write e.g. {example}"
    /// A required attribute is missing.
    Error MissingAttribute { attributes: String, place: String, example: &'static str }
        message: "{place} has no {attributes}"
        label: "missing: {attributes}"
        help: "write e.g. {example}"
    /// An empty name.
    Error EmptyName { attribute: &'static str, place: String }
        message: "`{attribute}` of {place} is empty"
        label: "expected a name"
        help: "write e.g. {attribute}=\"arm\""

    // Numbers.

    /// A text that is not a number.
    Error NotANumber { text: Shown, place: String, hint: Hint }
        message: "`{text}` in {place} is not a number"
        label: "expected a decimal number"
        help: "{hint}"
    /// Infinity or not-a-number.
    Error NotFinite { text: Shown, place: String, hint: Hint }
        message: "`{text}` in {place} is not finite"
        label: "expected a finite number"
        help: "{hint}"
    /// A number that an f64 cannot represent.
    Error NumberOutOfRange { text: Shown, place: String }
        message: "`{text}` in {place} is out of range"
        label: "no 64-bit float can hold it"
        help: "write 0, or a number from 4.9e-324 to 1.7e308 in size"
    /// A constant of an emitted function that is outside the range of floats.
    Error SettingConstantOutOfRange { user: Shown, value: String, label: String }
        message: "{user} needs a constant of about {value}, which a 64-bit float cannot hold with all its digits"
        label: "{label}"
        help: "products and quotients of a description's numbers have to lie between 2.3e-308 and 1.7e308"
    /// Too few or too many numbers.
    Error WrongCount { found: usize, expected: usize, place: String }
        message: "{place} has {found} numbers instead of {expected}"
        label: "numbers expected: {expected}"
        help: "write as many, with spaces between them: \"0 0 1\" has 3 numbers"

    /// A number with too many digits, including zeros next to the decimal point.
    Error NumberTooFine { text: Shown, place: String }
        message: "`{text}`, {place}, has too many digits, zeros next to the point included"
        label: "too many digits"
        help: "round it, a 64-bit float has 17 digits; or bring it nearer to 1"

    /// Angles so large that they may be degrees.
    Warning DegreesInstead { what: String, angles: Shown, radians: String }
        message: "{what} is {angles} rad, more than a whole turn; if these are degrees, they are {radians} rad"
        label: "degrees?"
        help: "write angles in rad"

    // Values that cannot be represented.

    /// An unknown joint type.
    Error UnknownJointType { found: Shown, joint: String, hint: Hint }
        message: "{joint} has the unknown type `{found}`"
        label: "no such type"
        help: "{hint}"
    /// A rotation given as a quaternion.
    Error UnsupportedQuaternion { place: String }
        message: "{place} gives a rotation as a quaternion, which is not supported yet"
        label: "not supported"
        help: "write the rotation as rpy=\"roll pitch yaw\""
        }
    };
}
pub(super) use urdf;
