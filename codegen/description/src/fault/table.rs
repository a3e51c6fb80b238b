//! The table of faults: one row each, with its severity and all of its texts.
//!
//! `message` says what is wrong, with name and value; `label` is printed at the place of the fault, and `second` at the
//! other places of a conflict; `help` says what to write instead.

use super::row::{FaultRow, Texts, faults};
use super::{Hint, Severity, Shown};

faults! {
    // The file.

    /// The file does not exist.
    Error FileMissing { hint: Hint }
        message: "there is no such file"
        help: "{hint}"
    /// The path names a folder or a device.
    Error FileNotRegular { what: &'static str }
        message: "this is {what}, not a file"
        help: "name a URDF file; the command reads standard input as `-`"
    /// The file is larger than the limit for a description.
    Error FileTooLarge { size: u64, limit: u64 }
        message: "the file is too large: {size} bytes, the limit is {limit}"
        help: "a description refers to its meshes, it does not contain them"
    /// The operating system refuses to read the file.
    Error FileUnreadable { reason: Shown }
        message: "the file cannot be read: {reason}"
        help: "check the path and who may read it"
    /// The file is text, but not in UTF-8.
    Error FileNotUtf8 { line: usize, column: usize, encoding: &'static str }
        message: "the file is not UTF-8 text, first at line {line}, column {column}"
        help: "save it as UTF-8, e.g. iconv -f {encoding} -t UTF-8 old.urdf > new.urdf"
    /// The file is not text: it contains a zero byte.
    Error FileNotText { line: usize, column: usize }
        message: "the file is not text: it holds a zero byte at line {line}, column {column}"
        help: "name a URDF file, which is XML"

    // XML.

    /// Elements are nested more deeply than the limit allows.
    Error NestedTooDeeply { limit: usize }
        message: "elements are nested more than {limit} deep"
        label: "one level too deep"
        help: "a URDF needs six levels; look for a missing end tag above"
    /// There are more elements, attributes or namespaces than the limit allows.
    Error TooMany { what: &'static str, limit: usize }
        message: "more than {limit} {what}"
        label: "the limit is passed here"
        help: "this does not look like the description of one robot"
    /// A document type declaration, which could define entities.
    Error DocumentType { hint: Hint }
        message: "document type declarations are not read"
        label: "may define entities that expand without bound"
        help: "{hint}"
    /// An end tag that does not match the last open element.
    Error MismatchedTag { open: Shown, close: Shown }
        message: "<{open}> is closed by </{close}>"
        label: "should be </{open}>"
        second: "opened here"
        help: "write </{open}> here, or close <{close}> where it should end"
    /// An element that is never closed.
    Error UnclosedElement { tag: Shown }
        message: "<{tag}> is never closed"
        label: "opened here"
        help: "write </{tag}>, or end the tag with /> if it is empty"
    /// A namespace prefix that is not declared.
    Error UndeclaredPrefix { prefix: Shown }
        message: "the prefix `{prefix}:` is not declared"
        label: "used here"
        help: "declare it on the root, e.g. <robot xmlns:{prefix}=\"{prefix}\">, or remove the element"
    /// An attribute given twice.
    Error DuplicateAttribute { attribute: Shown }
        message: "attribute `{attribute}` is given twice"
        label: "the second one"
        help: "remove one of them"
    /// A reference to an entity that XML does not define.
    Error UnknownEntity { entity: Shown }
        message: "unknown entity `&{entity};`"
        label: "not defined"
        help: "XML defines &amp; &lt; &gt; &quot; &apos; and numbers such as &#65;"
    /// An ampersand that does not begin a reference.
    Error BareAmpersand
        message: "`&` begins a reference to a character, but none follows"
        label: "in this text or value"
        help: "write &amp; for the character itself"
    /// A numeric reference that does not refer to a character of XML.
    Error NoCharacter { reference: Shown, why: &'static str }
        message: "`{reference}` is no character: {why}"
        label: "no character of XML"
        help: "write the character itself, or its number, e.g. &#x1F916; for one that UTF-16 has two halves of"
    /// The character `<` inside the value of an attribute.
    Error BareBracket
        message: "`<` inside the value of an attribute"
        label: "in this value"
        second: "of this element"
        help: "close the value with a quotation mark before it, or write &lt;"
    /// A text without any element.
    Error NoElement
        message: "there is no element in this text"
        label: "expected <robot>"
        help: "a URDF begins with <robot name=\"...\">"
    /// A text in no known format.
    Error UnknownFormat { formats: String }
        message: "this is in no format that can be read"
        label: "begins like none of them"
        help: "formats, and how a file of each begins: {formats}"
    /// Rust code with an annotated struct where a description is expected.
    Error RustInstead
        message: "this is Rust, not a description of a robot"
        label: "expected e.g. <robot>"
        help: "write it to a file whose name ends with .rs, and name that file; a URDF begins with <robot name=\"...\">"
    /// Any other violation of the rules of a format's language.
    Error Malformed { language: &'static str, what: String }
        message: "this is not well-formed {language}: {what}"
        label: "here"
        help: "an editor for {language} shows what surrounds it; for XML also `xmllint --noout FILE`"
    /// Macros of xacro that were not expanded.
    Error XacroNotExpanded { times: Times }
        message: "this is xacro, not yet URDF{times}"
        label: "to be expanded by xacro"
        help: "expand it first: xacro FILE.xacro > FILE.urdf"
    /// The root element is something other than `robot`.
    Error NotARobot { tag: Shown, hint: Hint }
        message: "the root element is <{tag}>, not <robot>"
        label: "not a URDF"
        help: "{hint}"

    // Vocabulary.

    /// An element that URDF does not define at this place.
    Warning UnknownElement { tag: Shown, parent: &'static str, times: Times, hint: Hint }
        message: "unknown element <{tag}> in <{parent}>{times}"
        label: "not read"
        help: "{hint}"
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
    /// An attribute with a namespace prefix, on an element that is read.
    Warning ForeignAttribute { attribute: Shown, tag: &'static str, times: Times }
        message: "attribute `{attribute}` of <{tag}> belongs to another vocabulary{times}"
        label: "not read"
        help: "attributes of URDF have no prefix"
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
        help: "numbers reach up to 1.7e308 and have at most 800 characters"
    /// A constant of an emitted function that is outside the range of floats.
    Error SettingConstantOutOfRange { user: Shown, value: String, label: String }
        message: "{user} needs a constant of about {value}, which a 64-bit float cannot hold with all its digits"
        label: "{label}"
        help: "products and quotients of a description's numbers have to lie between 2.3e-308 and 1.7e308"
    /// Too few or too many numbers.
    Error WrongCount { found: usize, expected: usize, place: String }
        message: "{place} has {found} numbers instead of {expected}"
        label: "expected {expected} numbers"
        help: "separate them by spaces, e.g. \"0 0 1\""

    /// A number with too many digits, including zeros next to the decimal point.
    Error NumberTooFine { text: Shown, place: String }
        message: "`{text}`, {place}, has too many digits, zeros next to the point included"
        label: "too many digits"
        help: "round it, a 64-bit float has 17 digits; or bring it nearer to 1"

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
    /// A joint that follows another through too many joints in between.
    Error MimicTooLong { joint: Shown, limit: usize }
        message: "joint `{joint}` follows another through more than {limit} joints"
        label: "one joint too many"
        help: "name the joint that leads them all, with the product of the multipliers"
    /// A joint that follows itself.
    Error MimicItself { joint: Shown }
        message: "joint `{joint}` follows itself"
        label: "the same joint"
        help: "name another joint, or remove <mimic>"
    /// Joints that follow each other in a cycle.
    Error MimicCycle { joints: String }
        message: "the joints {joints} follow each other in a circle"
        label: "the circle passes here"
        second: "and here"
        help: "one of them must move by itself: remove its <mimic>"
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
        help: "follow a joint that moves, or make `{joint}` fixed"
    /// A joint that follows or is followed, but does not have exactly one degree of freedom.
    Error MimicOfSeveral { joint: Shown, target: Shown, which: Shown, kind: &'static str }
        message: "joint `{joint}` follows `{target}`, but `{which}` is {kind} and has no single position"
        label: "impossible for a {kind} joint"
        second: "{kind} here"
        help: "only revolute, continuous and prismatic joints follow each other"

    // Physics.

    /// A zero axis of a joint that moves.
    Error ZeroAxis { joint: Shown }
        message: "joint `{joint}` has a zero axis"
        label: "needs a non-zero length"
        help: "name a direction, e.g. 0 0 1, or make the joint fixed"
    /// A mass below zero.
    Error NegativeMass { link: Shown, mass: Shown }
        message: "link `{link}` has the negative mass {mass}"
        label: "must be zero or more"
        help: "look for a wrong sign; a mass is in kg"
    /// A moment of inertia below zero.
    Error NegativeMoment { link: Shown, entry: &'static str, value: Shown }
        message: "link `{link}` has the negative moment of inertia {entry} = {value}"
        label: "must be zero or more"
        help: "only the products ixy, ixz and iyz may be negative"
    /// An inertia with a negative principal moment.
    Warning IndefiniteInertia { link: Shown, least: String }
        message: "the inertia of link `{link}` is indefinite: its least principal moment is {least} kg m^2"
        label: "no body has this inertia"
        help: "it is used as it is; look for the sign of a product of inertia, or for rounding"
    /// An inertia that violates the triangle inequality.
    Warning TriangleInequality { link: Shown, moments: String, excess: String }
        message: "the inertia of link `{link}` breaks the triangle inequality by {excess} kg m^2: principal moments {moments}"
        label: "no body has this inertia"
        help: "it is used as it is; the largest moment is at most the sum of the other two"
    /// An inertia without mass.
    Warning InertiaWithoutMass { link: Shown }
        message: "link `{link}` has an inertia but no mass"
        label: "the mass is 0"
        help: "the inertia is used; write the mass, or remove <inertial>"
    /// A mass without inertia.
    Warning MassWithoutInertia { link: Shown, mass: Shown }
        message: "link `{link}` has a mass of {mass} kg but no inertia"
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

    // Tokens.

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
    /// A constraint that no coordinate affects.
    Error TokenConstraintIdle { name: Shown }
        message: "`{name}` constrains nothing: no coordinate affects it"
        label: "independent of all coordinates"
        help: "name coordinates that affect it, or links that move relative to one another; or remove it"
    /// A constraint row that is not 0 and that no coordinate affects.
    Error TokenConstraintOpen { row: Shown }
        message: "`{row}` cannot be satisfied: no coordinate affects it, and it is not 0"
        label: "never satisfied"
        help: "name coordinates that affect it; between two ends, write points or axes that coincide, or links that can bring them together"
    /// A constraint row that is unsatisfied only because of rounded numbers.
    Warning TokenConstraintRounded { row: Shown, error: String }
        message: "`{row}` is off by {error} at all positions, which is treated as 0"
        label: "the ends do not quite coincide"
        help: "make the numbers of both ends agree; with snap = 0 they are kept as written, and the row cannot be satisfied"
    /// A constraint that contradicts others.
    Error TokenConstraintContradicts { row: Shown, others: String }
        message: "`{row}` is never satisfied together with {others}"
        label: "contradicts the other"
        second: "the other constraint"
        help: "remove one of them, or write points, lengths and numbers that satisfy all of them"
    /// A loop whose links are too short to close it.
    Error TokenConstraintReach { name: Shown, side: String, longest: String, others: String }
        message: "`{name}` is never satisfied: {side} is {longest} m, and all other sides together are {others} m"
        label: "this loop cannot close"
        help: "make that side at most {others} m long, or the other sides longer"
    /// A velocity-level constraint that is not linear in the rates.
    Error TokenConstraintNotLinear { name: Shown }
        message: "`{name}` is not linear in the rates that it names"
        label: "must be a sum of rates times functions of positions"
        help: "write terms of positions alone as a constraint of its own, and what resists motion as a `force`"
    /// So many constraint rows that no motion is left.
    Error TokenConstraintsLock { nc: usize, nv: usize }
        message: "{nc} independent constraint rows leave none of the {nv} rates free"
        label: "nothing can move"
        help: "remove constraints: a loop closed by a hinge is `loop NAME {{ .., leaves: revolute(z) }}`; where rows are dependent only at positions that satisfy them, write `regularization = 1e-5`"
    /// As many constraint rows as rates, some of them velocity-level, so that no rate is free.
    Warning TokenConstraintsFixAll { nc: usize, nv: usize }
        message: "{nc} independent constraint rows leave none of the {nv} rates free"
        label: "nothing can move"
        help: "multipliers are the constraint forces of this; for motion, remove constraints"
    /// Redundant constraint rows.
    Warning TokenConstraintsLeftOut { rows: String, fields: &'static str }
        message: "redundant constraint rows are left out, since other rows imply them: {rows}"
        label: "has redundant rows"
        second: "and this"
        help: "multipliers are those of the remaining rows, as in `CONSTRAINTS`{fields}"
    /// Constraint rows that are redundant for one of the two signs of a root.
    Warning TokenConstraintsBranch { rows: String, root: Shown }
        message: "{rows} is redundant for one sign of the root in `{root}`, and independent for the other"
        label: "not independent everywhere"
        help: "all rows are kept, and proved for the signs for which they are independent; for the other signs multipliers are not finite: set `regularization`, or write the constraint without the root"
    /// Constraint rows that depend on others at almost all positions, but are not implied by them.
    Warning TokenConstraintsPartial { rows: String }
        message: "{rows} depends on other constraints, but is not satisfied at all positions that satisfy these"
        label: "dependent, but not redundant"
        help: "it is kept, and multipliers are not finite: set `regularization`, or remove the weaker constraint"
    /// No position was found that satisfies a constraint, for any tried values of the fields on which constraints depend.
    Warning TokenConstraintUnsatisfied { row: Shown, error: String, starts: usize, fields: &'static str }
        message: "from {starts} starting positions, none was found that satisfies `{row}`{fields}: its error stays at least {error}"
        label: "seems impossible to satisfy"
        help: "check the points, axes and lengths that it names: a loop closes only where its links reach; a loop joint with more freedoms is e.g. `loop NAME {{ .., leaves: cylindrical(z) }}`, and `pin` constrains points only"
    /// Constraint rows that are dependent at all positions found that satisfy them.
    Warning TokenConstraintsDependent { rank: usize, nc: usize }
        message: "at all positions found that satisfy the constraints, {rank} of their {nc} rows are independent: accelerations there are not finite"
        label: "some rows are dependent, here or in constraints after it"
        help: "write `regularization = 1e-5`, or remove rows that are redundant there"
    /// A length of a constraint that is not positive.
    Error TokenConstraintLength { key: &'static str, place: String, value: Shown, remedy: &'static str }
        message: "the {key} of {place} is {value}"
        label: "must be more than zero"
        help: "{remedy}"
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

    // The attribute.

    /// A moving root, although the root is the world.
    Error AttributeRootWorld { root: String }
        message: "root = {root}: the root is `world`, which does not move"
        label: "the root"
        help: "leave `root` out, or the joint at `world`: its child is the root then"
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
    /// Two fields for the same quantity.
    Error ParameterTwice { field: Shown, first: Shown }
        message: "the fields `{field}` and `{first}` are the same quantity"
        label: "the second one"
        second: "the first one"
        help: "remove one of them"
    /// A field for the axis of a joint whose axis has no effect.
    Error ParameterNoAxis { joint: Shown, reason: &'static str }
        message: "the axis of joint `{joint}` cannot be a parameter: the joint is {reason}"
        label: "its axis has no effect"
        help: "remove the field, or let the joint move about an axis"
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

    // Settings.

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
    /// A bundle with the name of another function.
    Error SettingBundleNameUsed { name: Shown }
        message: "a bundle is called `{name}`, which is the name of another function"
        label: "taken"
        help: "choose another name"
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
    /// A force element of a URDF that does not act, since `passive` is not set.
    Note SettingForceIdle { what: &'static str, joint: Shown, others: String }
        message: "the {what} of joint `{joint}`{others} does not act"
        label: "not in the equations"
        help: "set passive = true to let it act"
    /// More rates than the limit allows.
    Error SettingTooManyRates { found: usize, limit: usize }
        message: "{found} rates, more than the {limit} that can be derived"
        label: "of this robot"
        help: "weld joints that need not move, or describe its parts as robots of their own"
    /// More mobile joints, mimic joints included, than the limit allows.
    Error SettingTooManyMoving { found: usize, limit: usize }
        message: "{found} mobile joints, mimic joints included, more than the {limit} that can be derived"
        label: "of this robot"
        help: "weld joints that need not move, or describe its parts as robots of their own"
    /// No joint moves.
    Error SettingNothingMoves
        message: "no joint moves: there are no equations to derive"
        label: "all joints are fixed"
        help: "describe a joint that moves, weld fewer, or set the root to floating"
    /// The generator was built without the computer algebra.
    Error SettingNoAlgebra
        message: "this build of multibody cannot derive"
        help: "switch the feature `symbolica` of multibody on; or generate a file (cargo multibody generate), commit it and name it: committed = \"src/robot.rs\""
    /// The computer algebra cannot be used, since it would end the process.
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
    /// A requested function that this robot does not have.
    Warning SettingAbsent { function: String, reason: String }
        message: "`{function}` is left out: {reason}"
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
    /// Functions that are so long that they are emitted only on request.
    Note SettingOversize { functions: String, names: String, limit: usize }
        message: "functions that may take more than {limit} operations are left out: {functions}"
        label: "of this robot"
        help: "to emit them, name all requested functions, e.g. functions(inverse_dynamics, {names}), or --functions inverse_dynamics,.."
    /// Numbers that were rounded to a quarter turn.
    Note SettingSnapped { count: usize, place: String, change: String }
        message: "numbers next to a quarter turn are rounded to it: {count}, the largest change {change} at {place}"
        label: "of this robot"
        help: "the report lists them; set snap = 0 to keep the numbers as written"
    /// A weld of a joint with several degrees of freedom.
    Error SettingWeldSeveral { name: Shown, kind: &'static str }
        message: "the {kind} joint `{name}` cannot be welded at a position"
        label: "has several degrees of freedom"
        help: "make it fixed in the description instead"
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

/// The number of occurrences, which is printed only if there is more than one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times(pub usize);

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.0 > 1 {
            write!(f, " ({} times)", self.0)
        } else {
            Ok(())
        }
    }
}
