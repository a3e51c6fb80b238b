//! Each idea that saves operations can be left out: what is derived then is proved as well, and tells
//! what the idea is worth.

use std::path::Path;

use multibody_codegen::internal::ablation::{Ablation, ablation};
use multibody_codegen::settings::Idea;
use multibody_codegen::{Function, Report, Settings, Source, generate};

use crate::support::robot::read;
use crate::support::shared_fixture;

/// A report on a robot, every function of which is proved.
fn report(source: &Source, without: Vec<Idea>) -> Report {
    let settings = Settings {
        functions: [
            Function::MassMatrix,
            Function::Gravity,
            Function::InverseDynamics,
        ]
        .into(),
        without,
        ..Settings::default()
    };
    let generated = generate(source, &settings, &mut |_| ());
    let report = generated
        .unwrap_or_else(|faults| panic!("{}", faults.render(source)))
        .report;
    assert!(report.functions.iter().all(|function| function.proved));
    report
}

/// Operations more in each function without an idea.
fn increases(ablations: &[Ablation], idea: Idea) -> &[i64] {
    let ablation = ablations.iter().find(|ablation| ablation.idea == idea);
    &ablation.expect("each idea is left out once").increases
}

/// All but those for small robots, for branches that meet, and for expressions.
#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn an_arm_of_seven_joints_needs_every_idea_but_three() {
    let panda = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/panda/panda.urdf");
    let source = read(&panda);
    let all = report(&source, Vec::new());
    let ablations = ablation(&all, |idea| Ok::<_, ()>(report(&source, vec![idea])));
    let ablations = ablations.expect("no generation fails");
    for Ablation { idea, increases } in &ablations {
        println!("without {idea:15} {increases:?}");
        let worth: i64 = increases.iter().sum();
        let idle = [Idea::Expansion, Idea::Meeting, Idea::JointsOfExpressions];
        let idle = idle.contains(idea);
        assert_eq!(worth > 0, !idle, "{idea}: {increases:?}");
    }
    let [mass_matrix, gravity, inverse_dynamics] = increases(&ablations, Idea::HandWrittenKernels)
    else {
        panic!("three functions were requested");
    };
    assert!(*mass_matrix > 300 && *inverse_dynamics > 200 && *gravity > 20);
    assert!(increases(&ablations, Idea::Regrouping)[2] > 50);
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn an_arm_of_two_joints_is_shorter_as_polynomials() {
    let source = shared_fixture("planar_arm.urdf");
    let [with, without] = [Vec::new(), vec![Idea::Expansion]].map(|without| {
        let functions = report(&source, without).functions;
        functions.iter().map(|f| f.count.mul_add()).sum::<usize>()
    });
    println!("planar arm: {with}, without expansion {without}");
    assert!(with < without, "{with} {without}");
}
