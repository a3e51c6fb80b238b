//! The code made from each row of the table of faults: a variant of [`Fault`](super::Fault) with a
//! severity, and texts filled from its fields.

use super::Severity;

/// The texts of a fault, filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// What is wrong.
    pub message: String,
    /// The label at the place of the fault.
    pub label: String,
    /// The label at the other places of a conflict.
    pub second: String,
    /// What to write instead; may be empty.
    pub help: String,
}

/// A row of the table of faults, with its texts as templates.
#[derive(Clone, Copy, Debug)]
pub struct FaultRow {
    /// Its name.
    pub kind: &'static str,
    /// Its severity.
    pub severity: Severity,
    /// What it means.
    pub summary: &'static str,
    /// The parts of its message, as pairs of name and text.
    pub parts: &'static [(&'static str, &'static str)],
}

/// Makes the enum of faults and its texts from the rows of the table.
macro_rules! faults {
    (; $(
        $(#[doc = $doc:literal])+
        $severity:ident $name:ident $({ $($field:ident: $type:ty),+ })?
            $($part:ident: $text:literal)+
    )+) => {
        /// What can be wrong with a description, or with the settings for it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Fault {
            $(
                $(#[doc = $doc])+
                $name $({ $(
                    #[doc = concat!("Fills `", stringify!($field), "` in the texts.")]
                    $field: $type
                ),+ })?
            ),+
        }

        impl Fault {
            /// The rows of all faults.
            pub const ROWS: &[FaultRow] = &[$(FaultRow {
                kind: stringify!($name),
                severity: Severity::$severity,
                summary: concat!($($doc),+).trim_ascii(),
                parts: &[$((stringify!($part), $text)),+],
            }),+];

            /// The names of all faults.
            pub const KINDS: &[&str] = &[$(stringify!($name)),+];

            /// The name of this fault.
            #[must_use]
            pub fn kind(&self) -> &'static str {
                match self { $(Fault::$name { .. } => stringify!($name)),+ }
            }

            /// How much this fault matters.
            #[must_use]
            pub fn severity(&self) -> Severity {
                match self { $(Fault::$name { .. } => Severity::$severity),+ }
            }

            /// The texts of this fault, filled in.
            #[must_use]
            pub fn texts(&self) -> Texts {
                match self {
                    $(Fault::$name $({ $($field),+ })? => {
                        let mut texts = Texts::default();
                        $(texts.$part = format!($text);)+
                        texts
                    }),+
                }
            }
        }
    };
}
pub(super) use faults;
