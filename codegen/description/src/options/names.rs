//! Values of options that are names, paths, or joints or links with numbers or other names.

use proc_macro2::{Delimiter, TokenTree};

use super::functions::split_outside_parentheses;
use super::setting::{IntoSetting, Names, Setting, read_number};
use super::text;
use crate::settings::{
    Armature, Bundle, Closure, CratePath, Frame, FunctionName, LoopJoint, Rename, Spring, Weld,
};
use crate::source::tokens::{Context, Piece};
use multibody_program::exact::Rational;
use multibody_support::foreign::{Shown, is_keyword, is_path_keyword, rust_name};

/// A name, such as that of a link.
impl Setting for String {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        let name = piece.name(context)?;
        names.push(name.clone());
        Some(name.value)
    }

    fn parse(text: &str) -> Result<Self, String> {
        match text::unquote(text) {
            name if name.is_empty() => Err("a name is missing".into()),
            name => Ok(name),
        }
    }

    fn text(&self) -> String {
        text::quote(self)
    }
}

/// Reads a name before a `=`; returns it with the tokens after the `=`.
fn read_assignment(
    piece: Piece,
    expected: &'static str,
    context: &mut Context<'_>,
    names: &mut Names,
) -> Option<(String, Piece)> {
    let (name, value) = piece.divide('=');
    let name_piece = name.clone();
    let name = String::read(name, context, names)?;
    match value {
        Some(value) => Some((name, value)),
        None => name_piece.refuse(1, expected, context),
    }
}

/// As `read_assignment`, for a text. The text is split at the last `=`, since the name may contain a `=`.
fn split_assignment(text: &str) -> Option<(String, &str)> {
    let mut parts = text::split_outside_quotes(text, '=');
    let value = parts.pop()?;
    (!parts.is_empty()).then(|| (parts.join("="), value))
}

/// `joint` or `joint = position`
impl Setting for Weld {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        let (joint, position) = piece.divide('=');
        let joint = String::read(joint, context, names)?;
        let position = match position {
            Some(position) => read_number(&position, context)?,
            None => Rational::ZERO,
        };
        Some(Self { joint, position })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let (joint, position) = match split_assignment(text) {
            Some((joint, position)) => (joint, text::number(position)?),
            None => (text.to_owned(), Rational::ZERO),
        };
        Ok(Self {
            joint: Setting::parse(&joint)
                .map_err(|message: String| format!("{message}; write e.g. elbow=0.5"))?,
            position,
        })
    }

    fn text(&self) -> String {
        let joint = self.joint.text();
        if self.position == Rational::ZERO {
            joint
        } else {
            format!("{joint}={}", text::decimal_text(&self.position))
        }
    }
}

/// `joint = inertia`
impl Setting for Armature {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "`= inertia` in kg m^2 or kg, e.g. knee = 0.01";
        let (joint, inertia) = read_assignment(piece, EXPECTED, context, names)?;
        let inertia = read_number(&inertia, context)?;
        Some(Self { joint, inertia })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let example = |message: String| format!("{message}; write e.g. knee=0.01");
        let Some((joint, inertia)) = split_assignment(text) else {
            let joint = Shown::from(text);
            return Err(example(format!("`{joint}` has no inertia")));
        };
        Ok(Self {
            joint: Setting::parse(&joint).map_err(example)?,
            inertia: text::number(inertia)?,
        })
    }

    fn text(&self) -> String {
        let inertia = text::decimal_text(&self.inertia);
        format!("{}={inertia}", self.joint.text())
    }
}

impl IntoSetting<Armature> for (&str, f64) {
    fn into_setting(self) -> Result<Armature, String> {
        let (joint, inertia) = self;
        Ok(Armature {
            joint: joint.to_owned(),
            inertia: text::exact(inertia)?,
        })
    }
}

/// `joint = stiffness` or `joint = [stiffness, rest]`; as text `joint=stiffness rest`
impl Setting for Spring {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        const EXPECTED: &str =
            "`= stiffness` in N m/rad or N/m, or `= [stiffness, rest]`, e.g. knee = [20, 0.1]";
        let (joint, spring) = read_assignment(piece, EXPECTED, context, names)?;
        let (stiffness, rest) = match spring.tokens() {
            [TokenTree::Group(group)] if group.delimiter() == Delimiter::Bracket => {
                let parts = Piece::inside(group).split();
                let numbers: Vec<Option<Rational>> =
                    parts.iter().map(|p| read_number(p, context)).collect();
                context.check_count(parts.len(), 2, "a spring", group.span())?;
                (numbers[0].clone()?, numbers[1].clone()?)
            }
            _ => (read_number(&spring, context)?, Rational::ZERO),
        };
        Some(Self {
            joint,
            stiffness,
            rest,
        })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let example = |message: String| format!("{message}; write e.g. knee=20 or knee=20 0.1");
        let Some((joint, spring)) = split_assignment(text) else {
            let joint = Shown::from(text);
            return Err(example(format!("`{joint}` has no stiffness")));
        };
        let numbers = spring.split_whitespace().map(text::number);
        let numbers: Vec<Rational> = numbers.collect::<Result<_, _>>().map_err(example)?;
        let [stiffness, rest] = match &numbers[..] {
            [stiffness] => [stiffness.clone(), Rational::ZERO],
            [stiffness, rest] => [stiffness.clone(), rest.clone()],
            _ => {
                let count = numbers.len();
                return Err(example(format!("{count} numbers instead of 1 or 2")));
            }
        };
        Ok(Self {
            joint: Setting::parse(&joint).map_err(example)?,
            stiffness,
            rest,
        })
    }

    fn text(&self) -> String {
        let stiffness = text::decimal_text(&self.stiffness);
        let rest = if self.rest == Rational::ZERO {
            String::new()
        } else {
            format!(" {}", text::decimal_text(&self.rest))
        };
        format!("{}={stiffness}{rest}", self.joint.text())
    }
}

/// Joint, stiffness and rest position.
impl IntoSetting<Spring> for (&str, f64, f64) {
    fn into_setting(self) -> Result<Spring, String> {
        let (joint, stiffness, rest) = self;
        Ok(Spring {
            joint: joint.to_owned(),
            stiffness: text::exact(stiffness)?,
            rest: text::exact(rest)?,
        })
    }
}

/// The word for the centre of mass of a link, as the origin of a frame.
const COM: &str = "com";

/// `frame = link`, `frame = link [x, y, z]` or `frame = link [x, y, z] [roll, pitch, yaw]`; as text
/// `frame=link x y z roll pitch yaw`. `com` may take the place of x y z.
impl Setting for Frame {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "`= link`, with place and turn behind it, e.g. \
                              tcp = hand [0, 0, 0.1] [0, 0, 1.57]";
        let (name, carrier) = piece.divide('=');
        let name_piece = name.clone();
        let name = String::read(name, context, names)?;
        let Some(carrier) = carrier.filter(|carrier| carrier.tokens().len() <= 3) else {
            return name_piece.refuse(1, EXPECTED, context);
        };
        let link = String::read(carrier.first(1), context, names)?;
        let is_at_com = matches!(carrier.tokens(), [_, TokenTree::Ident(word), ..] if *word == COM);
        let mut read_vector = |index: usize| {
            if carrier.tokens().len() > index {
                Setting::read(carrier.skip(index).first(1), context, names)
            } else {
                Some(zeros())
            }
        };
        let xyz = if is_at_com { None } else { Some(read_vector(1)?) };
        let rpy = read_vector(2)?;
        Some(Self {
            name,
            link,
            xyz,
            rpy,
        })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let example = |message: String| format!("{message}; write e.g. tcp=hand 0 0 0.1");
        let mut parts = text::split_outside_quotes(text, '=').into_iter();
        let (Some(name), Some(carrier), None) = (parts.next(), parts.next(), parts.next()) else {
            let frame = Shown::from(text);
            return Err(example(format!("`{frame}` names no link")));
        };
        let mut words = text::split_outside_quotes(carrier.trim(), ' ').into_iter();
        let link = words.next().unwrap_or_default();
        let mut tail = words.filter(|word| !word.is_empty()).peekable();
        let is_at_com = tail.next_if(|word| *word == COM).is_some();
        let numbers = tail.map(text::number);
        let numbers: Vec<Rational> = numbers.collect::<Result<_, _>>().map_err(example)?;
        let (count, limit) = (numbers.len(), if is_at_com { 3 } else { 6 });
        if count % 3 != 0 || count > limit {
            let expected = if is_at_com { "0 or 3" } else { "0, 3 or 6" };
            return Err(example(format!("{count} numbers instead of {expected}")));
        }
        let mut iterator = numbers.into_iter();
        let mut next_three = || std::array::from_fn(|_| iterator.next().unwrap_or(Rational::ZERO));
        Ok(Self {
            name: Setting::parse(name).map_err(example)?,
            link: Setting::parse(link).map_err(example)?,
            xyz: (!is_at_com).then(&mut next_three),
            rpy: next_three(),
        })
    }

    fn text(&self) -> String {
        let carrier = if self.link.contains(' ') {
            format!("\"{}\"", self.link.replace('"', "\"\""))
        } else {
            self.link.text()
        };
        let is_turned = self.rpy != zeros();
        let com = if self.xyz.is_none() { format!(" {COM}") } else { String::new() };
        let xyz = self.xyz.iter().filter(|xyz| is_turned || **xyz != zeros());
        let rpy = is_turned.then_some(&self.rpy);
        let numbers = xyz.chain(rpy).flatten();
        let numbers: String = numbers
            .map(|number| format!(" {}", text::decimal_text(number)))
            .collect();
        format!("{}={carrier}{com}{numbers}", self.name.text())
    }
}

/// The zero vector: no displacement, or no rotation.
fn zeros() -> [Rational; 3] {
    std::array::from_fn(|_| Rational::ZERO)
}

impl IntoSetting<Frame> for (&str, &str, [f64; 3], [f64; 3]) {
    fn into_setting(self) -> Result<Frame, String> {
        let (name, link, xyz, rpy) = self;
        Ok(Frame {
            name: name.to_owned(),
            link: link.to_owned(),
            xyz: Some(xyz.into_setting()?),
            rpy: rpy.into_setting()?,
        })
    }
}

/// `link = name`
impl Setting for Rename {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "`= name` with a name in snake_case, e.g. \"link-1\" = first_link";
        let (link, name) = read_assignment(piece, EXPECTED, context, names)?;
        let name_in_functions = name.token(EXPECTED, context)?.to_string();
        if !is_snake_case(&name_in_functions) {
            return name.refuse(0, EXPECTED, context);
        }
        Some(Self {
            link,
            name_in_functions,
        })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let rename = split_assignment(text).map(|(link, name)| (link, name.trim().to_owned()));
        let Some((link, name_in_functions)) =
            rename.filter(|(_, name_in_functions)| is_snake_case(name_in_functions))
        else {
            return Err(format!(
                "`{}` gives no name in snake_case; write e.g. link-1=first_link",
                Shown::from(text)
            ));
        };
        let link = Setting::parse(&link)?;
        Ok(Self {
            link,
            name_in_functions,
        })
    }

    fn text(&self) -> String {
        format!("{}={}", self.link.text(), self.name_in_functions)
    }
}

/// `name = [function, ..]`; as text `name=function function`
impl Setting for Bundle {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "`= [..]` with functions, e.g. step = [mass_matrix, bias]";
        const NAME: &str = "a name in snake_case, e.g. step";
        let bundle = piece.clone();
        let (name, functions) = read_assignment(piece, EXPECTED, context, names)?;
        if !is_bundle_name(&name) {
            return bundle.refuse(0, NAME, context);
        }
        let group = match functions.token(EXPECTED, context)? {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => group,
            _ => return functions.refuse(0, EXPECTED, context),
        };
        let functions = Vec::read(Piece::inside(group), context, names)?;
        if functions.is_empty() {
            bundle.refuse(0, EXPECTED, context)
        } else {
            Some(Self { name, functions })
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        const EXAMPLE: &str = "write e.g. \"step=mass_matrix bias\"";
        let bundle = Shown::from(text);
        let parts =
            split_assignment(text).map(|(name, functions)| (name.trim().to_owned(), functions));
        let Some((name, functions)) = parts.filter(|(name, _)| is_bundle_name(name)) else {
            return Err(format!("`{bundle}` gives no name in snake_case; {EXAMPLE}"));
        };
        let parts = split_outside_parentheses(functions, ' ').into_iter();
        let names = parts.map(str::trim).filter(|name| !name.is_empty());
        let functions: Vec<FunctionName> = names.map(FunctionName::from).collect();
        if functions.is_empty() {
            Err(format!("`{bundle}` names no function; {EXAMPLE}"))
        } else {
            Ok(Self { name, functions })
        }
    }

    fn text(&self) -> String {
        let functions = self.functions.iter().map(FunctionName::as_str);
        let functions: Vec<&str> = functions.collect();
        format!("{}={}", self.name, functions.join(" "))
    }

    fn split_list(text: &str) -> Vec<&str> {
        split_outside_parentheses(text, ',')
    }
}

/// Whether a word is a valid name of a function as it is.
fn is_bundle_name(word: &str) -> bool {
    rust_name(word) == word && !word.starts_with('_')
}

impl<const N: usize> IntoSetting<Bundle> for (&str, [&str; N]) {
    fn into_setting(self) -> Result<Bundle, String> {
        let (name, functions) = self;
        Setting::parse(&format!("{name}={}", functions.join(" ")))
    }
}

/// Whether a word can be a part of a function's name, after the first part.
fn is_snake_case(word: &str) -> bool {
    let is_allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    !word.is_empty() && word.chars().all(is_allowed)
}

impl IntoSetting<Rename> for (&str, &str) {
    fn into_setting(self) -> Result<Rename, String> {
        let (link, name_in_functions) = self;
        Setting::parse(&format!("{}={name_in_functions}", text::quote(link)))
    }
}

/// `from : to : joint`
impl Setting for Closure {
    fn read(piece: Piece, context: &mut Context<'_>, names: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "two links and a joint, e.g. shank : tendon : hinge";
        let (start, tail) = piece.divide(':');
        let start_piece = start.clone();
        let Some((end, Some(joint))) = tail.map(|tail| tail.divide(':')) else {
            return start_piece.refuse(1, EXPECTED, context);
        };
        let start = String::read(start, context, names);
        let end = String::read(end, context, names);
        let joint = LoopJoint::read(joint, context, names);
        Some(Self {
            from: start?,
            to: end?,
            by: joint?,
        })
    }

    fn parse(text: &str) -> Result<Self, String> {
        let parts = text::split_outside_quotes(text, ':');
        let [start, end, joint] = parts[..] else {
            let closure = Shown::from(text);
            return Err(format!(
                "`{closure}` is not two links and a joint; write e.g. shank:tendon:hinge"
            ));
        };
        Ok(Self {
            from: Setting::parse(start)?,
            to: Setting::parse(end)?,
            by: Setting::parse(joint)?,
        })
    }

    fn text(&self) -> String {
        let quoted = |name: &String| {
            if name.contains(':') {
                format!("\"{}\"", name.replace('"', "\"\""))
            } else {
                name.text()
            }
        };
        format!("{}:{}:{}", quoted(&self.from), quoted(&self.to), self.by)
    }
}

impl IntoSetting<Closure> for (&str, &str, LoopJoint) {
    fn into_setting(self) -> Result<Closure, String> {
        let (start, end, joint) = self;
        Ok(Closure {
            from: start.into(),
            to: end.into(),
            by: joint,
        })
    }
}

/// Whether a word can be a segment of a path: a name, raw or not, or a keyword.
fn is_path_segment(word: &str) -> bool {
    let name = match word.strip_prefix("r#") {
        Some(keyword) if is_path_keyword(keyword) => return false,
        Some(name) => name,
        None => word,
    };
    let is_first = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_later = |c: char| is_first(c) || c.is_ascii_digit();
    name != "_" && name.starts_with(is_first) && name.chars().all(is_later)
}

/// `a::b`
impl Setting for CratePath {
    fn read(piece: Piece, context: &mut Context<'_>, _: &mut Names) -> Option<Self> {
        const EXPECTED: &str = "a path, e.g. my_robots::multibody";
        // Not read as an expression, since a keyword would then give another fault.
        let text: String = piece.tokens().iter().map(ToString::to_string).collect();
        match Self::parse(&text.replace(' ', "")) {
            Ok(path) => Some(path),
            Err(_) => {
                let is_keyword_token = |token: &TokenTree| is_keyword(&token.to_string());
                let position = piece.tokens().iter().rposition(is_keyword_token);
                piece.refuse(position.unwrap_or(0), EXPECTED, context)
            }
        }
    }

    fn parse(text: &str) -> Result<Self, String> {
        const EXAMPLE: &str = "write e.g. my_robots::multibody";
        let path = text.trim();
        let segments: Vec<&str> = path
            .strip_prefix("::")
            .unwrap_or(path)
            .split("::")
            .collect();
        if !segments.iter().all(|segment| is_path_segment(segment)) {
            let label = Shown::from(path);
            return Err(format!("`{label}` is not a path; {EXAMPLE}"));
        }
        // No keywords are allowed but `crate`, `self` and `super`, at the beginning of a path.
        let is_leading = |index: usize| match segments[index] {
            "crate" | "self" => index == 0,
            "super" => segments[..index]
                .iter()
                .all(|word| ["self", "super"].contains(word)),
            _ => false,
        };
        let begins_at_crate = path.starts_with("::");
        let misplaced = (0..segments.len())
            .find(|&index| is_keyword(segments[index]) && (begins_at_crate || !is_leading(index)));
        match misplaced.map(|index| segments[index]) {
            None => Ok(Self(path.to_owned())),
            Some(word) if is_path_keyword(word) => Err(format!(
                "`{}` is not the path of a crate: `{word}` is not allowed there; {EXAMPLE}",
                Shown::from(path)
            )),
            Some(word) => Err(format!(
                "`{}` is not a path: `{word}` is a keyword; write r#{word}, or {EXAMPLE}",
                Shown::from(path)
            )),
        }
    }

    fn text(&self) -> String {
        self.0.clone()
    }
}

impl IntoSetting<Weld> for (&str, f64) {
    fn into_setting(self) -> Result<Weld, String> {
        let (joint, position) = self;
        Ok(Weld {
            joint: joint.to_owned(),
            position: text::exact(position)?,
        })
    }
}
