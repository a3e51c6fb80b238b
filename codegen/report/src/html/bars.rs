//! The costs of functions, as numbers and as bars.

use multibody_codegen::internal::foreign::html;
use multibody_codegen::report::{Errors, FunctionReport, ulps};
use multibody_codegen::{Count, Report};

use super::{table, words};
use crate::text::precision_note;

const TITLES: [&str; 10] = [
    "function",
    "×",
    "+",
    "÷ √ …",
    "sin cos",
    "× and +",
    "f64",
    "f32",
    "route",
    "proof",
];

/// A row for each function; nothing if there are no functions.
pub fn functions(report: &Report) -> String {
    let functions = report.functions.iter();
    let sums = functions.flat_map(|function| {
        let counts = [
            Some(function.count),
            function.with_derived_kernels,
            count_as_written(report, function),
        ];
        counts.into_iter().flatten().map(|count| count.mul_add())
    });
    let largest = sums.max().unwrap_or(0).max(1);
    let functions = report.functions.iter();
    let rows: Vec<Vec<String>> = functions.map(|it| row(report, it, largest)).collect();
    let table = table(&TITLES, &rows);
    if table.is_empty() {
        return table;
    }
    let keys = legend(report);
    let note = precision_note(&report.functions)
        .map_or_else(String::new, |text| format!("; {}", with_names(&text)));
    format!(
        "{table}<p class=\"note\">{keys}; f64, f32: rounding errors, in ulp of the scale of the result, as tried at angles within 3 turns{note}</p>\n"
    )
}

/// A note whose names, after a colon, are formatted as code.
fn with_names(note: &str) -> String {
    let Some((words, names)) = note.split_once(": ") else {
        return html(note);
    };
    let names: Vec<String> = names.split(", ").map(words::name).collect();
    format!("{}: {}", html(words), names.join(", "))
}

/// The operations of a function if it is computed as the equations are written.
fn count_as_written(report: &Report, function: &FunctionReport) -> Option<Count> {
    let mut counts = report.equations.iter().flat_map(|it| &it.counts);
    let entry = counts.find(|entry| entry.function == function.name);
    entry.map(|entry| entry.count)
}

/// The row of a function; the longest bar has `largest` operations.
fn row(report: &Report, function: &FunctionReport, largest: usize) -> Vec<String> {
    let number = |count: usize| match count {
        0 => String::new(),
        _ => count.to_string(),
    };
    let count = function.count;
    let ulp_text = |error: &dyn Fn(Errors) -> f64| {
        let rounding = function.rounding;
        rounding.map_or_else(String::new, |rounding| ulps(error(rounding.errors)))
    };
    let bars = [
        bar("emitted", Some(count), count, largest),
        bar("derived", function.with_derived_kernels, count, largest),
        bar(
            "expanded",
            count_as_written(report, function),
            count,
            largest,
        ),
    ];
    let has_unproved = report.functions.iter().any(|function| !function.proved);
    vec![
        format!("<code>{}</code>", words::short_name(&function.name)),
        number(count.mul),
        number(count.add),
        number(count.div + count.sqrt + count.other),
        number(count.sincos),
        format!("<div class=\"bars\">{}</div>", bars.concat()),
        ulp_text(&|errors| errors.f64),
        ulp_text(&|errors| errors.f32),
        html(&function.route),
        // If all are proved, or none, the head of the page says so.
        if function.proved && has_unproved {
            "proved".to_owned()
        } else {
            String::new()
        },
    ]
}

/// The legend of the bars' colours.
fn legend(report: &Report) -> String {
    let key = |class: &str, words: &str| format!("<span class=\"square {class}\"></span> {words}");
    let any = |test: &dyn Fn(&FunctionReport) -> bool| report.functions.iter().any(test);
    let has_derived_kernels = any(&|function| function.with_derived_kernels.is_some());
    let has_expanded = any(&|function| count_as_written(report, function).is_some());
    let keys = [
        Some(key("emitted", "emitted")),
        has_derived_kernels.then(|| key("derived", "without hand-written kernels")),
        has_expanded.then(|| key("expanded", "the equations above, as written")),
    ];
    keys.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A bar with its number, and with its sines and cosines if their number differs from that of the emitted code.
fn bar(class: &str, count: Option<Count>, emitted: Count, largest: usize) -> String {
    let Some(count) = count else {
        return String::new();
    };
    let sum = count.mul_add();
    let share = 100.0 * sum as f64 / largest as f64;
    let sincos_text = if count.sincos == emitted.sincos {
        String::new()
    } else {
        format!(", {} sin cos", count.sincos)
    };
    format!(
        "<div class=\"line\"><span class=\"bar {class}\" style=\"width:{share:.1}%\"></span><span class=\"sum\">{sum}{sincos_text}</span></div>"
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
        let without_equations = Report {
            equations: None,
            ..report()
        };
        assert!(
            text.contains("above, as written")
                && !functions(&without_equations).contains("above, as written")
        );
        assert_eq!(functions(&Report::default()), "");
    }
}
