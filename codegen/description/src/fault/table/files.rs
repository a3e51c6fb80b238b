//! Faults of files, and of texts as XML. `mod.rs` says how the macro passes its rows on.

macro_rules! files {
    ($next:ident $($later:ident)*; $($earlier:tt)*) => {
        $next! { $($later)*; $($earlier)*

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

    // Included files.

    /// A file that is included cannot be read.
    Error IncludeUnreadable { path: Shown, reason: String, help: String }
        message: "the included file `{path}` cannot be read: {reason}"
        label: "included here"
        help: "{help}"
    /// A file is included from outside the package.
    Error IncludeOutside { path: Shown }
        message: "the included file `{path}` is outside the package"
        label: "leaves the folder of Cargo.toml; without one, that of the main file"
        help: "copy it below that folder; paths start from the folder of the main file"
    /// A file is included that is part of the description already.
    Error IncludeAgain { path: Shown }
        message: "the file `{path}` is part of the description already"
        label: "included again"
        second: "included here first"
        help: "include it once, or a copy with other names"
    /// Includes are nested too deeply.
    Error IncludeTooDeep { limit: usize }
        message: "includes are nested more than {limit} deep"
        label: "one level too deep"
        help: "include this file from one that is less deep"
    /// All files of a description together are too large.
    Error IncludeTooLarge { limit: u64 }
        message: "the files of this description have more than {limit} bytes in all"
        label: "the limit is passed here"
        help: "a description refers to its meshes, it does not contain them"
    /// A text from standard input includes a file.
    Error IncludeWithoutFolder { path: Shown }
        message: "`{path}` cannot be included: standard input has no folder"
        label: "included here"
        help: "name the file of the description instead; paths start from its folder"

    // XML.

    /// Elements are nested more deeply than the limit allows.
    Error NestedTooDeeply { limit: usize, remedy: &'static str }
        message: "elements are nested more than {limit} deep"
        label: "one level too deep"
        help: "{remedy}"
    /// There is more of something, e.g. of elements, tokens or links, than the limit allows.
    Error TooMany { what: &'static str, limit: usize }
        message: "more than {limit} {what}"
        label: "the limit is passed here"
        help: "this does not look like the description of one robot"
    /// A document type declaration that defines entities or default values of attributes, or that of a web page.
    Error DocumentType { hint: Hint }
        message: "this document type declaration is not read"
        label: "may change the text, e.g. by entities that expand without bound"
        help: "{hint}"
    /// A document type declaration without influence on the text.
    Note DocumentTypeIgnored { remedy: &'static str }
        message: "the document type declaration is not read"
        label: "passed over"
        help: "{remedy}"
    /// Something that strict XML does not allow and that other readers of URDF accept.
    Note LaxXml { what: &'static str, times: Times, remedy: &'static str }
        message: "{what}{times}, which strict XML does not allow"
        label: "passed over"
        help: "{remedy}; other programs may refuse the file"
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
    Note UndeclaredPrefix { prefix: Shown, times: Times }
        message: "the prefix `{prefix}:` is not declared{times}"
        label: "passed over"
        help: "declare it on the root for other programs, e.g. <robot xmlns:{prefix}=\"{prefix}\">"
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
        label: "expected an element"
        help: "a URDF begins with <robot name=\"...\">, an MJCF with <mujoco>"
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
        }
    };
}
pub(super) use files;
