//! Names that mean something where they could end up, and a robot to give them to.

use std::fmt::Write;

/// Names of which each does harm somewhere if it is written as it is.
pub const NAMES: [&str; 64] = [
    // Lines: code behind a comment, another line of a message.
    "a\npub static EVIL: u8 = 0; //",
    "a\r\nb",
    "a\rb",
    "a\tb",
    "error: none\n --> here",
    "x\ncargo:rustc-cfg=evil",
    // Controls, right-to-left marks, what cannot be seen.
    "bell\u{7f}\u{85}\u{9b}31m",
    "\u{202e}gnp.\u{202c}",
    "\u{2066}isolated\u{2069}",
    "mark\u{200e}\u{200f}\u{61c}",
    "zero\u{200b}width\u{200d}\u{2060}\u{feff}",
    "soft\u{ad}hyphen",
    "line\u{2028}paragraph\u{2029}",
    "\u{3164}",
    "tag\u{e0001}",
    "cafe\u{301}",
    "\u{301}",
    // Letters that look like others.
    "\u{430}rm",
    "elb\u{3bf}w",
    "\u{ff21}rm",
    "\u{5d0}\u{627}",
    "\u{1f916}",
    // Rust, Markdown.
    "`",
    "``",
    "a`b",
    "\"",
    "\"#",
    "\"##\"",
    "'",
    "\\",
    "\\\"",
    "\\n",
    "\\u{0}",
    "*/",
    "/*",
    "//",
    "///",
    "{",
    "}",
    "{}",
    "{name:?}",
    "#",
    "#![x]",
    "[x](y) | z",
    "[`x`]: y",
    "r#\"",
    "r#type",
    "type",
    "2nd",
    "_a__b_",
    "multibody::Real",
    // HTML, LaTeX.
    "<script>alert(1)</script>",
    "&amp;&#10;",
    "]]>",
    "\\input{x}$y$%~^_&",
    "---``''",
    // Command lines.
    "-v",
    "--out=x",
    "`touch evil`",
    "'; touch evil; $HOME'",
    "a,b=c",
    "\"a\",\"b\"=1",
    " ",
    " a ",
];

/// A name that no line has room for.
pub fn long_name() -> String {
    "long_".repeat(20_000)
}

/// All names, the long one too.
pub fn names() -> Vec<String> {
    let names = NAMES.iter().map(|&name| name.to_owned());
    names.chain([long_name()]).collect()
}

/// What a robot is made of, in the order of [`Named::all`].
#[derive(Clone, Debug)]
pub struct Named {
    pub robot: String,
    /// The last one has its pose and Jacobians emitted.
    pub links: [String; 4],
    /// Two that move, one that follows the first, one that is fixed.
    pub joints: [String; 4],
}

impl Named {
    /// A robot that needs no care.
    pub fn plain() -> Self {
        Self {
            robot: "arm".into(),
            links: ["base", "upper", "lower", "tool"].map(String::from),
            joints: ["shoulder", "elbow", "wrist", "mount"].map(String::from),
        }
    }

    /// Robots in which each hostile name has each role at some time: nine at a time, shifted by one.
    pub fn hostile() -> Vec<Self> {
        let names = names();
        let robot = |start: usize| {
            let name = |at: usize| names[(start + at) % names.len()].clone();
            Self {
                robot: name(0),
                links: std::array::from_fn(|k| name(k + 1)),
                joints: std::array::from_fn(|k| name(k + 5)),
            }
        };
        (0..names.len()).map(robot).collect()
    }

    /// The link whose pose is emitted.
    pub fn tool(&self) -> &str {
        &self.links[3]
    }

    /// The robot as URDF: two joints that turn, of which one is damped and one is nearly at a quarter
    /// turn, one that follows the first, one that is fixed.
    pub fn urdf(&self) -> String {
        let mut text = format!("<robot name=\"{}\">\n", xml(&self.robot));
        let leader = format!(
            "<limit effort=\"1\" velocity=\"1\"/><mimic joint=\"{}\"/>",
            xml(&self.joints[0])
        );
        let joints = [
            (
                "continuous",
                "<axis xyz=\"0 1 0\"/><dynamics damping=\"0.5\" friction=\"0.25\"/>",
            ),
            (
                "continuous",
                "<axis xyz=\"0 1 0\"/><origin xyz=\"0 0 1\" rpy=\"1.5708 0 0\"/>",
            ),
            ("prismatic", leader.as_str()),
            ("fixed", ""),
        ];
        for link in &self.links {
            let _ = writeln!(text, "<link name=\"{}\">{BODY}</link>", xml(link));
        }
        let _ = writeln!(text, "<link name=\"last\">{BODY}</link>");
        let children = self.links[1..].iter().map(String::as_str).chain(["last"]);
        for (index, ((kind, content), child)) in joints.iter().zip(children).enumerate() {
            let _ = writeln!(
                text,
                "<joint name=\"{}\" type=\"{kind}\"><parent link=\"{}\"/><child link=\"{}\"/>{content}</joint>",
                xml(&self.joints[index]),
                xml(&self.links[index]),
                xml(child),
            );
        }
        text + "</robot>\n"
    }
}

/// The mass of a link.
const BODY: &str = "<inertial><mass value=\"1.5\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" \
                    iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial>";

/// A name as the value of an attribute, by references where it has to be.
fn xml(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.chars()
        .map(|c| match c {
            c if plain(c) => c.to_string(),
            c => format!("&#x{:x};", u32::from(c)),
        })
        .collect()
}

/// Whether a character cannot be seen or moves others, by a list of its own: what rustc, clippy and
/// terminals take offence at.
pub fn is_hidden(c: char) -> bool {
    matches!(c,
        '\0'..='\u{9}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
        | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}')
}
