//! Planar loops stay exactly planar, wherever and however they are fixed.

use multibody_codegen::{Settings, Source, examine};

/// The kinds of the remarks on a planar loop whose plane is turned. It consists of bodies within `outer` and `inner`.
fn remarks(outer: [&str; 2], inner: [&str; 2], snap: bool) -> Vec<&'static str> {
    let [begin, end] = [
        outer[0].to_owned() + inner[0],
        inner[1].to_owned() + outer[1],
    ];
    let text = format!(
        "<mujoco><default><joint axis=\"0 1 0\"/><geom size=\".1\"/></default><worldbody>{begin}\
         <body name=\"crank\"><joint/><geom pos=\"0 0 .1\"/><body name=\"finger\" pos=\"0 0 .05\"><joint/>\
         <geom pos=\".1 0 0\"/></body></body>\
         <body name=\"rod\" pos=\".03 0 0\" euler=\"0 35 0\"><joint/><geom pos=\".1 0 .1\"/></body>\
         {end}</worldbody><equality><connect name=\"closure\" body1=\"finger\" body2=\"rod\" anchor=\".03 0 0\"/>\
         </equality></mujoco>"
    );
    let source = Source::new("planar.xml", &*text);
    let settings = Settings {
        snap,
        ..Settings::default()
    };
    let report = examine(&source, &settings);
    let diagnostics = report.diagnostics.iter();
    diagnostics.map(|it| it.fault.kind()).collect()
}

/// If the rotation of each joint below the turned body is rounded by itself, the axes of a loop are parallel to within an ulp: the
/// row across the plane is an error, or with `snap` 0 with a warning.
#[test]
fn rotated_planar_loops_have_a_row_less_and_no_rounding() {
    let body = ["<body name=\"mount\" euler=\"20 30 40\">", "</body>"];
    let frame = ["<frame pos=\"1 2 3\" euler=\"50 60 70\">", "</frame>"];
    let slide = [
        "<body name=\"cart\" quat=\".9 .1 .2 .3\"><joint type=\"slide\"/><geom/>",
        "</body>",
    ];
    for outer in [["", ""], body, frame, slide] {
        for inner in [["", ""], frame] {
            for snap in [true, false] {
                let kinds = remarks(outer, inner, snap);
                assert_eq!(kinds, ["SettingRowsIdle"], "{outer:?} {inner:?} {snap}");
            }
        }
    }
}
