//! One line on stderr for each stage when it ends, and a bar during a search or a simulation.

use std::io::{IsTerminal, stderr};

use multibody_codegen::report::SearchProgress;
use multibody_codegen::{Function, Stage};
use multibody_report::stage_line;

use super::{log, log_inline};

/// Shows stages to the user.
pub struct Progress {
    is_terminal: bool,
    /// The state of the last bar that was shown, unless it is erased.
    last_step: Option<Step>,
}

/// The state of a bar. A bar is shown again only if its state changes.
#[derive(PartialEq, Eq)]
struct Step {
    /// The function of a search; `None` for a simulated motion.
    function: Option<Function>,
    /// The number of parts that are done.
    parts: usize,
}

/// The share of some work that is done.
#[derive(Clone, Copy)]
struct Share {
    done: usize,
    total: usize,
}

impl Share {
    /// How many of `parts` equal parts of the work are done.
    fn to_parts(self, parts: usize) -> usize {
        parts * self.done / self.total.max(1)
    }
}

impl Progress {
    /// Progress on stderr: a bar if that is a terminal, otherwise a line now and then.
    pub fn new() -> Self {
        Self {
            is_terminal: stderr().is_terminal(),
            last_step: None,
        }
    }

    /// Shows that a stage has ended, or how far its search is.
    pub fn notify(&mut self, stage: &Stage) {
        match &stage.search {
            None => log(format_args!("{}{}", self.erase(), stage_line(stage))),
            Some(search) => self.show(Some(search.function), share(search), || search_bar(search)),
        }
    }

    /// Shows how many of the `total` seconds of a motion have been computed.
    pub fn show_motion(&mut self, time: f64, total: f64) {
        const PARTS: usize = 1000;
        let share = Share {
            done: (PARTS as f64 * (time / total)) as usize,
            total: PARTS,
        };
        let note = format!("{time:.2} of {total:.2} s");
        self.show(None, share, || bar("simulate", share, &note));
    }

    /// Clears the line of a bar.
    pub fn end(&mut self) {
        let erase = self.erase();
        if !erase.is_empty() {
            log_inline(erase);
        }
    }

    /// Shows a bar in place of the last one. Without a terminal, bars are printed now and then, one below the other.
    fn show(&mut self, function: Option<Function>, share: Share, bar: impl FnOnce() -> String) {
        let parts = share.to_parts(if self.is_terminal { 100 } else { 4 });
        let step = Some(Step { function, parts });
        if self.last_step == step {
            return;
        }
        if self.is_terminal {
            log_inline(format_args!("{}{}", self.erase(), bar()))
        } else {
            log(bar())
        }
        self.last_step = step;
    }

    /// The text that clears the line of a bar.
    fn erase(&mut self) -> &'static str {
        match self.last_step.take() {
            Some(_) if self.is_terminal => "\r\x1b[2K",
            _ => "",
        }
    }
}

fn share(search: &SearchProgress) -> Share {
    let SearchProgress { done, total, .. } = *search;
    Share { done, total }
}

/// The bar of a search. The best weight is a cost: it counts divisions and angles besides multiplications and additions. It is
/// `usize::MAX` before a program has been found.
fn search_bar(search: &SearchProgress) -> String {
    let best = match search.best {
        usize::MAX => String::new(),
        best => format!(", best weight {best}"),
    };
    let SearchProgress {
        done,
        total,
        function,
        ..
    } = search;
    let note = format!("{done} of {total} trials for {function}{best}");
    bar("search", share(search), &note)
}

/// A stage in progress, with a bar for the share that is done.
fn bar(name: &str, share: Share, note: &str) -> String {
    const WIDTH: usize = 20;
    let filled = share.to_parts(WIDTH);
    let (bar, gap) = ("#".repeat(filled), "-".repeat(WIDTH - filled));
    format!("{name:>10} [{bar}{gap}] {note}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_shows_how_far_it_is() {
        let search = |count, best| SearchProgress {
            function: Function::Bias,
            done: count,
            total: 400,
            best,
        };
        assert_eq!(
            search_bar(&search(203, 517)),
            "    search [##########----------] 203 of 400 trials for bias, best weight 517"
        );
        assert_eq!(
            search_bar(&search(400, usize::MAX)),
            "    search [####################] 400 of 400 trials for bias"
        );
    }
}
