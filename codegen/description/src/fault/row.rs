//! What a row of the table of faults makes: a variant with its severity, and texts that its fields fill.

use super::Severity;

/// The texts of a fault, filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Texts {
    /// What is wrong.
    pub message: String,
    /// Stands at the place.
    pub label: String,
    /// Stands at the other sides of a conflict.
    pub second: String,
    /// What to write instead; may be empty.
    pub help: String,
}

/// A row of the table of faults: its texts before its fields fill them.
#[derive(Clone, Copy, Debug)]
pub struct FaultRow {
    /// Its name.
    pub kind: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it means.
    pub summary: &'static str,
    /// The parts of its message, each with its name.
    pub parts: &'static [(&'static str, &'static str)],
}

/// Makes the enum of faults and its texts from the rows of the table.
macro_rules! faults {
    ($(
        $(#[doc = $doc:literal])+
        $severity:ident $name:ident $({ $($field:ident: $type:ty),+ })?
            $($part:ident: $text:literal)+
    )+) => {
        /// What can be wrong with a description.
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
