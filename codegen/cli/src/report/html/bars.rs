//! The costs of functions, as numbers and as bars.

use multibody_codegen::internal::foreign::{Shown, html};
use multibody_codegen::report::{Errors, FunctionReport, ulps};
use multibody_codegen::{Count, Report};

use super::table;
use crate::report::text::without_digits;

/// A row for each function; nothing if there are no functions.
pub fn functions(report: &Report) -> String {
    let expanded = |function: &FunctionReport| {
        let counts = report
            .equations
            .as_ref()
            .map_or(&[][..], |e| e.counts.as_slice());
        let found = counts.iter().find(|of| of.function == function.name);
        found.map(|of| of.count)
    };
    let all = |function: &FunctionReport| -> Vec<usize> {
        let counts = [Some(function.count), function.derived, expanded(function)];
        counts.iter().flatten().map(Count::mul_add).collect()
    };
    let most = report
        .functions
        .iter()
        .flat_map(all)
        .max()
        .unwrap_or(0)
        .max(1);
    let some_are_not = report.functions.iter().any(|function| !function.proved);
    let row = |function: &FunctionReport| {
        let number = |number: usize| match number {
            0 => String::new(),
            _ => number.to_string(),
        };
        let count = function.count;
        let errors = |of: &dyn Fn(Errors) -> f64| {
            let rounding = function.rounding;
            rounding.map_or_else(String::new, |rounding| ulps(of(rounding.errors)))
        };
        let bars = [
            bar("emitted", Some(function.count), function.count, most),
            bar("derived", function.derived, function.count, most),
            bar("expanded", expanded(function), function.count, most),
        ];
        vec![
            format!(
                "<code>{}</code>",
                html(&Shown::from(&function.name).to_string())
            ),
            number(count.mul),
            number(count.add),
            number(count.div + count.sqrt + count.other),
            number(count.sincos),
            format!("<div class=\"bars\">{}</div>", bars.concat()),
            errors(&|errors| errors.f64),
            errors(&|errors| errors.f32),
            html(&function.way),
            // If all are proved, or none, the head of the page says so.
            match function.proved {
                true if some_are_not => "proved".to_owned(),
                _ => String::new(),
            },
        ]
    };
    let titles = [
        "function",
        "×",
        "+",
        "÷ √ …",
        "sin cos",
        "× and +",
        "f64",
        "f32",
        "way",
        "proof",
    ];
    let rows: Vec<Vec<String>> = report.functions.iter().map(row).collect();
    let table = table(&titles, &rows);
    if table.is_empty() {
        return table;
    }
    let key = |class: &str, words: &str| format!("<span class=\"square {class}\"></span> {words} ");
    let mut keys = key("emitted", "emitted");
    if report
        .functions
        .iter()
        .any(|function| function.derived.is_some())
    {
        keys += &key("derived", "without hand-written kernels");
    }
    if report
        .functions
        .iter()
        .any(|function| expanded(function).is_some())
    {
        keys += &key("expanded", "the equations above, as written");
    }
    let keys = keys.trim_end();
    let lost = without_digits(&report.functions);
    let lost = lost.map_or_else(String::new, |note| format!("; {}", html(&note)));
    format!(
        "{table}<p class=\"note\">{keys}; f64, f32: rounding errors, in ulp of the scale of the result, as tried at angles within 3 turns{lost}</p>\n"
    )
}

/// A bar with its number, and with its sines and cosines if their number differs from that of the emitted code.
fn bar(class: &str, count: Option<Count>, emitted: Count, most: usize) -> String {
    let Some(count) = count else {
        return String::new();
    };
    let sum = count.mul_add();
    let share = 100.0 * sum as f64 / most as f64;
    let turns = match count.sincos == emitted.sincos {
        true => String::new(),
        false => format!(", {} sin cos", count.sincos),
    };
    format!(
        "<div class=\"line\"><span class=\"bar {class}\" style=\"width:{share:.1}%\"></span><span class=\"sum\">{sum}{turns}</span></div>"
    )
}

#[cfg(test)]
mod tests {
    use super::super::super::example::report;
    use super::*;

    #[test]
    fn the_longest_bar_is_that_of_most_operations() {
        let text = functions(&report());
        assert!(text.contains("emitted\" style=\"width:100.0%\"></span><span class=\"sum\">1304"));
        assert!(text.contains("emitted\" style=\"width:1.4%\"></span><span class=\"sum\">18<"));
        assert!(text.contains("derived\" style=\"width:1.5%\"></span><span class=\"sum\">20<"));
        assert!(
            text.contains(
                "expanded\" style=\"width:3.0%\"></span><span class=\"sum\">39, 2 sin cos<"
            )
        );
        let unread = Report {
            equations: None,
            ..report()
        };
        assert!(
            text.contains("above, as written") && !functions(&unread).contains("above, as written")
        );
        assert_eq!(functions(&Report::default()), "");
    }
}
