//! What cases are about, and what became of them.

use std::collections::BTreeMap;
use std::fmt;

use super::description::{Chart, Constraint, Description, Kind};
use super::expression::Expr;

/// What a case can be about.
pub const KINDS: [&str; 13] = [
    "expressions",
    "roots",
    "decimal angles",
    "time",
    "constraints",
    "rolling",
    "charts",
    "fields",
    "followers",
    "springs",
    "regularization",
    "circles",
    "modified Rodrigues parameters",
];

/// Whether a case is about each.
pub fn kinds(description: &Description) -> [bool; KINDS.len()] {
    let expressions = description.expressions();
    let any = |test: &dyn Fn(&Expr) -> bool| expressions.iter().any(|e| e.any(&|e| test(e)));
    let names_rate = |e: &Expr| matches!(e, Expr::Name(name) if name.ends_with("_dot"));
    let is_decimal = |e: &Expr| matches!(e, Expr::Number(text) if text.contains('.'));
    let rotation = |e: &Expr| match e {
        Expr::Call("sin" | "cos", a, _) => {
            a.any(&|e| matches!(e, Expr::Of('*', both) if both.iter().any(is_decimal)))
        }
        _ => false,
    };
    let charted = |kind: &Kind| match kind {
        Kind::Ball(chart) | Kind::Floating(chart) => *chart != Chart::Quaternion,
        Kind::Planar { .. } => true,
        _ => false,
    };
    let is_rodrigues = |kind: &Kind| match kind {
        Kind::Ball(chart) | Kind::Floating(chart) => {
            matches!(chart, Chart::Rodrigues | Chart::RodriguesDerivative)
        }
        _ => false,
    };
    let rolls = |constraint: &Constraint| match constraint {
        Constraint::Expression(value) => value.any(&names_rate),
        Constraint::Contact(_) => true,
        _ => false,
    };
    let is_root = |e: &Expr| matches!(e, Expr::Call("sqrt", ..));
    let is_sprung = |description: &Description| {
        !description.springs.is_empty() || description.joints.iter().any(|j| j.spring.is_some())
    };
    [
        !description.coordinates.is_empty() || !description.potential.is_empty(),
        any(&is_root),
        any(&rotation),
        any(&|e| *e == Expr::name("t")),
        !description.constraints.is_empty(),
        description
            .constraints
            .iter()
            .any(|(_, constraint)| rolls(constraint)),
        description.joints.iter().any(|joint| charted(&joint.kind)),
        !description.fields.is_empty(),
        description
            .joints
            .iter()
            .any(|joint| joint.follows.is_some()),
        is_sprung(description),
        description.regularization.is_some(),
        description
            .constraints
            .iter()
            .any(|(_, constraint)| matches!(constraint, Constraint::Circle(..))),
        description
            .joints
            .iter()
            .any(|joint| is_rodrigues(&joint.kind)),
    ]
}

/// Numbers of cases.
#[derive(Default)]
pub struct Coverage {
    accepted: usize,
    refused: usize,
    by_kind: [[usize; 2]; KINDS.len()],
    by_fault: BTreeMap<String, usize>,
}

impl Coverage {
    /// One more, with the kinds of faults or, of one that is accepted, of warnings.
    pub fn add<'a>(
        &mut self,
        description: &Description,
        accepted: bool,
        faults: impl IntoIterator<Item = &'a str>,
    ) {
        *(if accepted { &mut self.accepted } else { &mut self.refused }) += 1;
        for (counts, has) in self.by_kind.iter_mut().zip(kinds(description)) {
            counts[usize::from(!accepted)] += usize::from(has);
        }
        for fault in faults {
            let key = if accepted { format!("{fault} (accepted)") } else { fault.to_owned() };
            *self.by_fault.entry(key).or_default() += 1;
        }
    }

    /// Fails unless at least a quarter is accepted, and so many of each kind.
    pub fn assert_wide(&self, of_kind: usize) {
        let Self {
            accepted, refused, ..
        } = self;
        assert!(
            3 * accepted >= *refused,
            "{accepted} accepted, {refused} refused"
        );
        for (kind, [accepted, _]) in KINDS.iter().zip(self.by_kind) {
            assert!(accepted >= of_kind, "{kind}: {accepted} accepted");
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            accepted,
            refused: refusal,
            ..
        } = self;
        writeln!(
            f,
            "{:<24}{accepted:>7} accepted {refusal:>7} refused",
            "all"
        )?;
        for (kind, [accepted, refusal]) in KINDS.iter().zip(self.by_kind) {
            writeln!(f, "{kind:<24}{accepted:>7} accepted {refusal:>7} refused")?;
        }
        for (fault, count) in &self.by_fault {
            writeln!(f, "{fault:<48}{count:>7}")?;
        }
        Ok(())
    }
}
