//! Repeats at run time the derivation that the attribute performs at compile time, to show its stages.

use std::path::Path;

use multibody_codegen::{Generated, Settings, generate, read_file};

/// Derives and proves the dynamics of a robot, and prints each stage when it ends.
pub fn derive(file: &str, name: &str) -> Result<Generated, String> {
    let source = read_file(Path::new(file)).map_err(|fault| fault.render_whole(file))?;
    let settings = Settings {
        name: name.into(),
        ..Settings::default()
    };
    let mut notify = |stage: &multibody_codegen::Stage| {
        println!("  {:8} {:>9.1?}  {}", stage.name, stage.time, stage.summary);
    };
    generate(&source, &settings, &mut notify).map_err(|report| report.render(&source))
}

/// The text of a function as it is compiled, with at most `limit` lines.
pub fn listing(items: &str, function: &str, limit: usize) -> String {
    let head = format!("pub fn {function}<");
    let lines: Vec<&str> = items.lines().collect();
    let Some(start) = lines.iter().position(|line| line.contains(&head)) else {
        return format!("  there is no function `{function}`");
    };
    let length = lines[start..]
        .iter()
        .position(|line| *line == "    }")
        .map_or(0, |end| end + 1);
    let mut text = lines[start..start + length.min(limit)].join("\n");
    if length > limit {
        text.push_str(&format!("\n        // and {} lines more", length - limit));
    }
    text
}
