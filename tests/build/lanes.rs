//! The ANYmal of the corpus with the option `dispatch` and without, for the test of lanes.

use std::path::Path;

use multibody_codegen::settings::Root;
use multibody_codegen::{Function, Settings};

use crate::corpus::Corpus;
use crate::job::{self, Job};
use crate::table::write_changed;

/// Writes `anymal.rs` with both robots; with neither if there is no corpus, or if the test is not compiled.
pub fn write(out: &Path, corpus: &Corpus) -> Result<(), String> {
    let is_anymal = |job: &&Job| job.robot == "anymal_b" && crate::all_tests();
    let described = corpus.jobs.iter().find(is_anymal);
    let jobs: Vec<Job> = described.map_or(Vec::new(), |described| {
        let job = |(name, dispatch): (&'static str, bool)| Job {
            robot: described.robot.clone(),
            variant: "Default",
            source: described.source.clone(),
            settings: Settings {
                name: name.into(),
                dispatch,
                root: Root::FLOATING,
                functions: [
                    Function::InverseDynamics,
                    Function::MassMatrix,
                    Function::ForwardDynamics,
                ]
                .into(),
                ..Settings::default()
            },
        };
        [("PlainAnymal", false), ("Anymal", true)].map(job).into()
    });
    let robots = job::run(&jobs)?;
    let text = robots.iter().map(|robot| {
        let generated = &robot.generated;
        format!("{}\n{}\n", generated.declarations, generated.definitions)
    });
    write_changed(&out.join("anymal.rs"), &text.collect::<String>())
}
