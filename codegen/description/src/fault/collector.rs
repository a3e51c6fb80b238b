//! The collector of faults.

use super::report::{Report, SHOWN_LIMIT};
use super::{Diagnostic, Fault, Hint, Severity, Shown, hint, names};
use crate::model::Span;

/// Maximum number of faults of one severity that are kept. It is well above the number shown, so
/// that the faults shown are usually the first by place.
const KEPT_LIMIT: usize = 1000;
/// Total number of steps for all searches for the nearest name.
const HINT_BUDGET: usize = 4_000_000;

/// Collects faults; [`Faults::finish`] returns them. The collector also searches for the names nearest to unknown ones, since
/// all searches share one budget of steps.
///
/// In debug builds it panics if it is dropped without a call of `finish`, since faults would be
/// lost silently.
#[derive(Debug)]
pub struct Faults {
    diagnostics: Vec<Diagnostic>,
    /// The number of faults of each severity, by its index.
    counts: [usize; 3],
    /// The steps that searches for the nearest name may still take.
    hint_budget: usize,
    is_finished: bool,
}

impl Faults {
    /// A collector without faults.
    #[must_use]
    #[expect(
        clippy::new_without_default,
        reason = "a collector is begun on purpose, since it must be finished"
    )]
    pub fn new() -> Self {
        Faults {
            diagnostics: Vec::new(),
            counts: [0; 3],
            hint_budget: HINT_BUDGET,
            is_finished: false,
        }
    }

    /// Adds a fault at a place.
    pub fn push(&mut self, span: Span, fault: Fault) {
        self.push_conflict(span, Vec::new(), fault);
    }

    /// Adds a conflict: a fault at a place, and the other places that it involves.
    pub fn push_conflict(&mut self, span: Span, others: Vec<Span>, fault: Fault) {
        let count = &mut self.counts[fault.severity() as usize];
        *count += 1;
        if *count <= KEPT_LIMIT {
            self.diagnostics.push(Diagnostic {
                fault,
                span,
                others,
            });
        }
    }

    /// Calls `read_text` for a text that begins at the byte `start` of a longer one, and moves the places of the faults that it
    /// adds by `start`.
    pub fn read_at<T>(&mut self, start: usize, read_text: impl FnOnce(&mut Self) -> T) -> T {
        let first = self.diagnostics.len();
        let result = read_text(self);
        for diagnostic in &mut self.diagnostics[first..] {
            for span in std::iter::once(&mut diagnostic.span).chain(&mut diagnostic.others) {
                *span = span.moved(start);
            }
        }
        result
    }

    /// Whether an error has been found, so that no program can be made.
    #[must_use]
    pub fn has_errors(&self) -> bool {
        self.counts[Severity::Error as usize] > 0
    }

    /// Help for an unknown name: the nearest known name, if any is close enough.
    pub fn nearest<'a>(
        &mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Hint {
        self.nearest_of(name, candidates)
            .map_or(Hint::None, |name| Hint::Nearest(Shown::from(name)))
    }

    /// Help for a name that the description does not have: the nearest known name, or else some
    /// known names.
    pub fn nearest_or_some<'a>(
        &mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Hint {
        let candidates: Vec<&str> = candidates.into_iter().collect();
        match self.nearest(name, candidates.iter().copied()) {
            Hint::None if !candidates.is_empty() => Hint::OneOf(names(candidates.into_iter())),
            hint => hint,
        }
    }

    /// As `nearest_or_some`, but a known name is also near if it has a part more or less than `name` at either end, as
    /// `left_finger` has compared with `finger`. Of several such names, the one with the longest beginning in common
    /// with `neighbour` is returned.
    pub fn nearest_beside<'a>(
        &mut self,
        name: &str,
        neighbour: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Hint {
        let candidates: Vec<&str> = candidates.into_iter().collect();
        let related_name = match self.nearest(name, candidates.iter().copied()) {
            Hint::None => {
                hint::nearest_by_part(name, neighbour, &candidates, &mut self.hint_budget)
            }
            hint => return hint,
        };
        match related_name {
            Some(related_name) => Hint::Nearest(Shown::from(related_name)),
            None => self.nearest_or_some(name, candidates),
        }
    }

    /// The known name nearest to an unknown one, if any is close enough.
    pub fn nearest_of<'a>(
        &mut self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        hint::nearest_within(name, candidates, &mut self.hint_budget)
    }

    /// The faults found, sorted by place: if there are more than [`SHOWN_LIMIT`], the most severe ones.
    #[must_use]
    pub fn finish(mut self) -> Report {
        self.is_finished = true;
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        let by_place = |d: &Diagnostic| (d.span.start, d.fault.severity(), d.span.end);
        // By severity first, so that the limit leaves out notes rather than errors.
        diagnostics.sort_by_key(|d| (d.fault.severity(), d.span.start, d.span.end));
        diagnostics.truncate(SHOWN_LIMIT);
        diagnostics.sort_by_key(by_place);
        let surplus = self.counts.iter().sum::<usize>() - diagnostics.len();
        Report {
            diagnostics,
            more: surplus,
            errors: self.counts[Severity::Error as usize],
        }
    }
}

impl Drop for Faults {
    fn drop(&mut self) {
        if cfg!(debug_assertions) && !self.is_finished && !std::thread::panicking() {
            panic!(
                "bug in multibody: {} faults were dropped unread",
                self.counts.iter().sum::<usize>()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start: usize) -> Span {
        Span {
            start,
            end: start + 1,
        }
    }

    fn fault() -> Fault {
        Fault::NoLinks
    }

    fn warning() -> Fault {
        Fault::StrayText {
            place: "<link>".into(),
        }
    }

    #[test]
    fn faults_are_sorted_by_place() {
        let mut faults = Faults::new();
        faults.push(span(7), warning());
        faults.push(span(2), fault());
        let report = faults.finish();
        assert_eq!(
            report
                .diagnostics
                .iter()
                .map(|d| d.span.start)
                .collect::<Vec<_>>(),
            [2, 7]
        );
    }

    #[test]
    fn warnings_are_left_out_before_errors() {
        let mut faults = Faults::new();
        (0..5000).for_each(|at| faults.push(span(at), warning()));
        faults.push(span(6000), fault());
        let report = faults.finish();
        assert_eq!(
            (report.diagnostics.len(), report.more, report.errors),
            (SHOWN_LIMIT, 4901, 1)
        );
        assert_eq!(report.diagnostics.last().map(|d| d.span.start), Some(6000));
    }

    #[cfg(debug_assertions)]
    #[test]
    #[should_panic(expected = "dropped unread")]
    fn an_unread_collector_panics() {
        let _faults = Faults::new();
    }
}
