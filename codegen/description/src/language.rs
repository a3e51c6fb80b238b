//! The languages in which a robot is written, and how a text of each is laid out.

use std::path::{Path, PathBuf};

/// A language. To add one, add a variant, a row of [`LANGUAGES`], and a folder in the crate `multibody-emit`. The compiler then
/// names each `match` that lacks an arm: what prints the language, how its parts become files, and what writes its
/// declarations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// Rust.
    #[default]
    Rust,
    /// C99, which C++17 compiles too.
    C,
}

/// A row of [`LANGUAGES`].
#[derive(Clone, Copy, Debug)]
pub struct LanguageRow {
    /// The language.
    pub language: Language,
    /// Its name in messages.
    pub name: &'static str,
    /// The suffixes of the files of a robot. The last one is that of the file that users name.
    pub suffixes: &'static [&'static str],
    /// The beginning of a comment that ends with the line.
    pub comment: &'static str,
    /// Why no text in this language is verified; `None` if texts are verified.
    pub unverified: Option<&'static str>,
    /// Options that are refused for this language, which cannot express them.
    pub refused_options: &'static [&'static str],
    /// Variants of the runtime's `Chart` that emitted steps in this language can handle; all, if none is listed.
    pub charts: &'static [&'static str],
}

/// All languages.
pub const LANGUAGES: [LanguageRow; 2] = [
    LanguageRow {
        language: Language::Rust,
        name: "Rust",
        suffixes: &["rs"],
        comment: "//",
        unverified: None,
        refused_options: &[],
        charts: &[],
    },
    LanguageRow {
        language: Language::C,
        name: "C",
        suffixes: &["h", "c"],
        comment: "//",
        unverified: Some("only Rust is verified, and tests compare C with it"),
        refused_options: &["dispatch", "pack_limbs", "equations"],
        charts: &["Vector", "Planar", "Quaternion", "Floating"],
    },
];

impl Language {
    /// The row of this language.
    #[must_use]
    pub fn row(self) -> &'static LanguageRow {
        let mut rows = LANGUAGES.iter();
        rows.find(|row| row.language == self)
            .expect("every language has a row")
    }

    /// The language of a file, by its suffix. A file without the suffix of another language is Rust.
    #[must_use]
    pub fn of_file(path: &Path) -> Self {
        let suffix = path.extension().unwrap_or_default();
        let mut rows = LANGUAGES.iter();
        rows.find(|row| row.suffixes.last().is_some_and(|last| suffix == *last))
            .map_or(Self::Rust, |row| row.language)
    }

    /// Why a file of this language is not verified; `None` for Rust.
    #[must_use]
    pub fn why_unverified(self) -> Option<String> {
        (self != Self::Rust)
            .then(|| format!("this is {}, and only Rust is verified", self.row().name))
    }
}

impl LanguageRow {
    /// The files of a robot, one for each suffix, from the path that a user names.
    #[must_use]
    pub fn paths(&self, path: &Path) -> Vec<PathBuf> {
        let (_, suffixes) = self.suffixes.split_last().expect("a suffix");
        let paths = suffixes.iter().map(|suffix| path.with_extension(suffix));
        paths.chain([path.to_owned()]).collect()
    }
}

/// How a text is laid out. This belongs to the file that is written, as its path does, and not to the robot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The language.
    pub language: Language,
    /// Whether matrices are stored by columns.
    pub columns: bool,
    /// Whether there are functions that CasADi calls.
    pub casadi: bool,
    /// Whether there are functions that acados calls.
    pub acados: bool,
    /// Whether there is a class of Python beside the text. This is no option: Python packages have it.
    pub python: bool,
    /// Whether there are functions that JAX calls beside that class.
    pub jax: bool,
}

impl Layout {
    /// The options of a layout that are chosen, as users write them after two dashes.
    #[must_use]
    pub fn chosen_options(&self) -> Vec<&'static str> {
        let options = [
            (self.columns, "columns"),
            (self.casadi, "casadi"),
            (self.acados, "acados"),
            (self.jax, "jax"),
        ];
        let chosen_options = options.into_iter().filter(|(is_chosen, _)| *is_chosen);
        chosen_options.map(|(_, name)| name).collect()
    }

    /// A text that identifies the layout; `None` for the default one, that of a file in Rust.
    #[must_use]
    pub fn identifying_text(&self) -> Option<String> {
        let python = self.python.then_some("python").into_iter().collect();
        let words = [
            vec![self.language.row().name],
            self.chosen_options(),
            python,
        ];
        (*self != Self::default()).then(|| words.concat().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_suffix_of_a_file_is_its_language() {
        for (path, language) in [
            ("arm.rs", Language::Rust),
            ("arm", Language::Rust),
            ("arm.c.rs", Language::Rust),
            ("arm.h", Language::Rust),
            ("robots/arm.c", Language::C),
        ] {
            assert_eq!(Language::of_file(path.as_ref()), language, "{path}");
        }
    }

    #[test]
    fn layouts_have_different_texts() {
        let text = |columns, casadi| {
            let language = Language::C;
            let layout = Layout {
                language,
                columns,
                casadi,
                ..Layout::default()
            };
            layout.identifying_text()
        };
        assert_eq!(text(false, false).as_deref(), Some("C"));
        assert_eq!(text(true, false).as_deref(), Some("C columns"));
        assert_eq!(text(true, true).as_deref(), Some("C columns casadi"));
        assert_eq!(Layout::default().identifying_text(), None);
    }
}
