//! Faults of tokens: syntax, keys, coordinates, expressions. `mod.rs` says how the macro passes its rows on.

macro_rules! tokens {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

    /// A token that is not expected at this place.
    Error TokenUnexpected { expected: &'static str, found: Shown }
        message: "expected {expected}; found `{found}`"
        label: "not expected here"
    /// Tokens that cannot be parsed as Rust.
    Error TokenMalformed { reason: Shown }
        message: "this cannot be parsed as Rust: {reason}"
        label: "cannot be read from here"
    /// A word after a number, which may be a unit.
    Error TokenUnit { word: Shown, hint: Hint }
        message: "`{word}` follows a number"
        label: "a unit?"
        help: "{hint}"
    /// The operator `^`, which is an exclusive or in Rust.
    Error TokenCaret
        message: "`^` is not a power in Rust"
        label: "means an exclusive or"
        help: "write x.powi(2) or x * x"
    /// A name in an expression that is not a field of the struct.
    Error TokenUnknownField { name: Shown, hint: Hint }
        message: "the struct has no field `{name}`"
        label: "no such field"
        help: "{hint}"
    /// The word `self` in an expression, where fields are named directly.
    Error TokenSelf { instead: String }
        message: "expressions have no `self`"
        label: "not needed"
        help: "write {instead}"
    /// A function that is not available in expressions.
    Error TokenUnknownFunction { name: Shown, hint: Hint }
        message: "unknown function `{name}`"
        label: "not known in expressions"
        help: "{hint}"
    /// An index beyond the end of a field.
    Error TokenIndex { name: Shown, count: usize }
        message: "the field `{name}` has {count} numbers"
        label: "beyond the last of them"
        help: "indices start at 0"
    /// A constant that is out of range or has too many digits.
    Error TokenOutOfRange
        message: "this constant is out of range, or has too many digits"
        label: "no 64-bit float can hold it"
        help: "numbers reach up to 1.7e308"
    /// A constant divisor that is zero.
    Error TokenDivisionByZero
        message: "division by zero"
        label: "is 0"
        help: "write a divisor that is not zero"
    /// A function whose value at a constant does not exist.
    Error TokenNoValue { function: Shown }
        message: "`{function}` of this constant has no value"
        label: "not a number"
        help: "look for a wrong sign"
    /// Brackets or signs that are nested more deeply than the limit allows.
    Error TokenNestedTooDeeply { limit: usize }
        message: "brackets or signs are nested more than {limit} deep"
        label: "one level too deep"
        help: "add a field that holds part of the expression"
    /// An unknown key.
    Error TokenUnknownKey { key: Shown, place: String, hint: Hint }
        message: "unknown `{key}` in {place}"
        label: "not known here"
        help: "{hint}"
    /// A key given twice.
    Error TokenDuplicateKey { key: Shown, place: String }
        message: "`{key}` is given twice in {place}"
        label: "the second one"
        second: "the first one"
        help: "remove one of them"
    /// A spring with a negative stiffness, length or damping.
    Error TokenSpringNegative { spring: Shown, what: &'static str, value: Shown }
        message: "spring `{spring}` has the negative {what} {value}"
        label: "must be zero or more"
        help: "look for a wrong sign; stiffness is in N/m, length in m, damping in N s/m"
    /// An end of a spring or a constraint on a link that does not exist.
    Error TokenEndLink { what: &'static str, name: Shown, link: Shown, hint: Hint }
        message: "{what} `{name}` is attached to `{link}`, but no link has that name"
        label: "no such link"
        help: "{hint}"
    /// A spring whose ends coincide at all positions.
    Error TokenSpringEnds { spring: Shown }
        message: "both ends of spring `{spring}` coincide at all positions"
        label: "has no direction"
        help: "name points that can separate, e.g. from: [hand, [0, 0, 0.1]]"
    /// More springs between points than the proof allows.
    Error TokenTooManySprings { limit: usize }
        message: "more than {limit} springs between points"
        label: "one too many"
        help: "each doubles the time of the proof; apply the forces of others as wrenches"
    /// Two coordinates with the same name.
    Error TokenDuplicateCoordinate { name: Shown }
        message: "two coordinates are named `{name}`"
        label: "the second one"
        second: "the first one"
        help: "rename one of them"
    /// A coordinate whose name, or that of its rate, has another meaning already.
    Error TokenCoordinateNameUsed { name: Shown, by: &'static str }
        message: "the coordinate `{name}`, or its rate `{name}_dot`, has the name of {by}"
        label: "taken"
        help: "rename one of them"
    /// The name `t`, which is reserved for time, used for something else.
    Error TokenTimeNameUsed { what: &'static str }
        message: "{what} is named `t`, which is time in expressions of coordinates"
        label: "taken by time"
        help: "give it another name"
    /// Time in a place where nothing may depend on it.
    Error TokenTimeHere
        message: "`t` is time, which is allowed in expressions of coordinates only"
        label: "does not depend on time"
        help: "energies, forces, positions and orientations of particles and rigid bodies may depend on time; give a number or a field another name"
    /// An expression that names a coordinate with several positions.
    Error TokenSeveralPositions { name: Shown }
        message: "`{name}` has several positions"
        label: "which of them?"
        help: "expressions name coordinates of one position and one rate"
    /// A coordinate that does not exist.
    Error TokenUnknownCoordinate { name: Shown, hint: Hint }
        message: "there is no coordinate `{name}`"
        label: "no such coordinate"
        help: "{hint}"
    /// A rate in an expression that may depend only on positions.
    Error TokenRate { name: Shown, what: &'static str }
        message: "{what} depends on the rate `{name}`"
        label: "only positions may be here"
        help: "write terms that depend on rates in `kinetic` or a `force`"
    /// The world used as something that can move or has a mass.
    Error TokenWorld { what: &'static str }
        message: "`world` cannot be {what}: it does not move"
        label: "the world"
        help: "give the body another name"
    /// An orientation whose axes are not orthonormal everywhere.
    Error TokenNotTurned { body: Shown }
        message: "the orientation of `{body}` is not a rotation"
        label: "rows not orthonormal"
        help: "write angles, e.g. zyx(a, b, c), or quat_xyzw([x, y, z, w]), which is normalized"
    /// A quaternion of length 0.
    Error TokenZeroQuaternion
        message: "a quaternion of length 0 is no orientation"
        label: "all four are 0"
        help: "no rotation is quat_xyzw([0, 0, 0, 1])"
    /// An expression that divides by zero at every state.
    Error TokenNowhere { what: &'static str }
        message: "{what} divides by zero at every state"
        label: "has no value or no derivative"
        help: "look for a divisor, or a term under a root, that cancels to 0, such as sin(x).powi(2) + cos(x).powi(2) - 1"
    /// A part of the kinetic energy that is not a polynomial of second degree in the rates.
    Error TokenNotQuadratic
        message: "the kinetic energy is not a polynomial of second degree in the rates"
        label: "this part is not"
        help: "no term has more than two rates as factors, e.g. m / 2 * x_dot.powi(2)"
    /// Expressions that couple more rates than can be derived.
    Error TokenCouplesTooMany { pairs: usize, limit: usize, own: usize }
        message: "expressions couple {pairs} pairs of rates in the mass matrix; at most {limit} can be derived"
        label: "couples {own} of them"
        help: "describe a mechanism by joints and links, or use fewer coordinates"
    /// A coordinate with the name of a joint.
    Error TokenCoordinateAsJoint { name: Shown }
        message: "a coordinate and a joint are both named `{name}`"
        label: "the coordinate"
        second: "the joint"
        help: "rename one of them; a joint is found by the names of its coordinates too"
    /// A key without effect.
    Error TokenIdle { key: &'static str, joint: Shown, why: &'static str }
        message: "`{key}` of joint `{joint}` has no effect: {why}"
        label: "not needed"
        help: "remove it"
    /// A required key is missing.
    Error TokenMissingKey { key: &'static str, place: String, example: &'static str }
        message: "{place} has no {key}"
        label: "missing: {key}"
        help: "write e.g. {example}"
    /// A list with the wrong number of values.
    Error TokenWrongCount { found: usize, expected: usize, place: String }
        message: "{found} instead of {expected} values for {place}"
        label: "expected {expected} values"
        help: "separate them by commas, e.g. [0, 0, 1]"
    /// A quantity that cannot depend on a field.
    Error TokenNotConstant { place: String }
        message: "{place} depends on a field"
        label: "has to be a number"
        help: "only masses, centres of mass, inertias, origins, rotations, armatures, springs, damping, friction and gravity may depend on fields"
    /// A full inertia that differs from its transpose.
    Error TokenNotSymmetric { link: Shown }
        message: "the inertia of body `{link}` is not symmetric"
        label: "differs from its transpose"
        help: "write [xx, xy, xz, yy, yz, zz]"
    /// A field of the struct that is neither a number nor an array of numbers.
    Error TokenFieldType { field: Shown }
        message: "the field `{field}` is not a parameter: its type is not f32 or f64, or an array of these"
        label: "another type"
        help: "parameters are f32, f64 or e.g. [f64; 3]"

    /// A struct with the name of another type in generated code.
    Error TokenStructName { name: Shown }
        message: "a robot cannot be called `{name}`, which is another type in generated code"
        label: "taken"
        help: "rename the struct, e.g. Arm"
        }
    };
}
pub(super) use tokens;
