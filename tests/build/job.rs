//! One robot in one variant: what is generated, and the generation.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use multibody_codegen::internal::generate::generate_cached;
use multibody_codegen::settings::Verify;
use multibody_codegen::{Cache, Generated, Settings, Source};

/// What to generate.
pub struct Job {
    /// The robot's name in tables.
    pub robot: String,
    /// The name of a `Variant` of the tests.
    pub variant: &'static str,
    pub source: Source,
    pub settings: Settings,
}

/// What came of it.
pub struct Done<'a> {
    pub job: &'a Job,
    pub generated: Generated,
}

impl Job {
    /// Name of the module and of the file.
    pub fn module(&self) -> String {
        format!("{}_{}", self.robot, self.variant.to_lowercase())
    }

    fn generate(&self) -> Result<Generated, String> {
        let cache = Cache::of_programs();
        let settings = &Settings {
            proof: self.settings.proof && !is_linted(),
            verify: if is_linted() { Verify::False } else { self.settings.verify },
            ..self.settings.clone()
        };
        let generate = || generate_cached(&self.source, settings, &cache, &mut |_| {});
        let outcome = catch_unwind(AssertUnwindSafe(generate));
        let name = format!("{} ({})", self.robot, self.variant);
        let generated = outcome
            .map_err(|_| format!("the generator panicked on {name}"))?
            .map_err(|faults| {
                format!("no dynamics for {name}:\n{}", faults.render(&self.source))
            })?;
        let verification = generated.report.verification.to_string();
        let counts = verification.split_once(" of ");
        let is_whole = verification.contains("skips texts")
            || counts.is_some_and(|(all, rest)| rest.starts_with(&format!("{all} items ")));
        // Of functions with pivots, and with selectors of more than eight rows, nothing is proved.
        if is_whole || self.variant == "Pinned" || is_linted() {
            Ok(generated)
        } else {
            Err(format!("{name}: {verification}"))
        }
    }
}

/// Whether what is generated is only linted, by clippy. It is proved and verified when the tests are built.
fn is_linted() -> bool {
    std::env::var_os("RUSTC_WORKSPACE_WRAPPER").is_some()
}

/// All of them, in their order, as many at a time as there are processors.
pub fn run(jobs: &[Job]) -> Result<Vec<Done<'_>>, String> {
    let next = AtomicUsize::new(0);
    let results: Vec<_> = jobs.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some(index) =
            Some(next.fetch_add(1, Ordering::Relaxed)).filter(|i| *i < jobs.len())
        {
            let result = jobs[index].generate();
            *results[index].lock().expect("no thread panics here") = Some(result);
        }
    };
    let workers = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(work);
        }
    });
    jobs.iter()
        .zip(results)
        .map(|(job, slot)| {
            let result = slot.into_inner().expect("no thread panics there");
            let generated = result.expect("every job is taken")?;
            Ok(Done { job, generated })
        })
        .collect()
}

/// `two_limbs` as the name of a type: `TwoLimbs`.
pub fn type_name(robot: &str) -> String {
    robot
        .split('_')
        .flat_map(|word| {
            let mut letters = word.chars();
            letters
                .next()
                .map(|first| first.to_ascii_uppercase())
                .into_iter()
                .chain(letters)
        })
        .collect()
}
