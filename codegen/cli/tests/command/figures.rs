//! Rounding errors as they are written.

use multibody_codegen::report::ulps;
use multibody_codegen::{Settings, generate};

use crate::folder::{Folder, command};
use crate::robots::shared_fixture;

/// The same figures in all that is written.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn errors_are_in_documentation_and_reports() {
    let source = shared_fixture("spatial_arm.urdf");
    let generated = generate(&source, &Settings::default(), &mut |_| ());
    let generated = generated.expect("a robot without a fault");
    let folder = Folder::new("errors");
    folder.write("arm.urdf", &source.text);
    let report = |options: &[&str]| {
        let mut command = command();
        command.current_dir(&folder.0).args(["report", "arm.urdf"]);
        let output = command.args(options).output().expect("a process");
        assert!(output.status.success());
        String::from_utf8(output.stdout).expect("text")
    };
    let (text, json) = (report(&[]), report(&["--format", "json"]));
    report(&["--html", "arm.html"]);
    let html = folder.read("arm.html");
    for function in &generated.report.functions {
        let (name, errors) = (&function.name, function.rounding.expect("measured").errors);
        let of_result = function.rounding.and_then(|of| of.of_result);
        let [f64, f32] = of_result.expect("not 0 everywhere").right_digits();
        let documented = format!(
            "    /// Rounding: at most {errors} of the scale of the result if each operation is rounded, as tried at angles within 3 \
             turns.\n    /// The largest number of the result has at least {f64} right digits in f64, {f32} in f32 there.\n"
        );
        assert!(
            generated.definitions.contains(&documented),
            "{name}: {documented}"
        );
        let [wide, narrow] = [errors.f64, errors.f32].map(ulps);
        let row = text
            .lines()
            .find(|line| line.trim_start().starts_with(&format!("{name} ")));
        let row = row.unwrap_or_else(|| panic!("no row of {name} in\n{text}"));
        let cells: Vec<&str> = row.split_whitespace().collect();
        assert!(
            cells
                .windows(2)
                .any(|pair| pair == [&wide[..], &narrow[..]]),
            "{row}"
        );
        for number in [&wide, &narrow] {
            assert!(html.contains(&format!(">{number}<")), "{name}: {number}");
        }
        assert!(
            json.contains(&format!("{}", errors.f64)),
            "{name}: {}",
            errors.f64
        );
    }
}
