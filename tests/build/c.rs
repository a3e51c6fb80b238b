//! Reads back the functions of robots in C: each has to compute the operations of its program, whose text in Rust is verified.

use multibody_codegen::Settings;
use multibody_codegen::internal::derive::FunctionProgram;
use multibody_codegen::internal::emit::Robot;
use multibody_codegen::internal::emit::c::texts;
use multibody_codegen::internal::generated::Programs;
use multibody_codegen::internal::language::{Language, Layout};

use crate::reader_of_c;

/// Reads back all functions of a robot; returns the number of their operations. Any difference ends the build.
pub fn read_back(programs: &Programs, settings: &Settings) -> usize {
    let system = &programs.system;
    // Without what C does not have, and without functions that are made of several programs.
    let settings = Settings {
        layout: Layout {
            language: Language::C,
            ..Layout::default()
        },
        dispatch: false,
        pack_limbs: false,
        bundles: Vec::new(),
        at: Vec::new(),
        ..settings.clone()
    };
    let names = settings.wrenches.iter();
    let wrench_links: Vec<usize> = names.filter_map(|name| system.tree.link(name)).collect();
    let functions = programs.targets.iter().zip(&programs.prepared.functions);
    let functions: Vec<FunctionProgram> = functions
        .map(|(&target, program)| FunctionProgram {
            target,
            program: program.clone(),
        })
        .collect();
    let prepare = &programs.prepared.prepare;
    let [header, source] = texts(&Robot {
        name: &settings.name,
        settings: &settings,
        system,
        wrench_links: &wrench_links,
        functions: &functions,
        notes: &[],
        bundles: &[],
        prepare,
        visibility: "pub",
        singular: None,
        equations: None,
        is_derived: true,
    });
    let has_fields = !system.parameters.is_empty();
    let programs: Vec<_> = (has_fields.then_some(prepare).into_iter())
        .chain(functions.iter().map(|function| &function.program))
        .collect();
    reader_of_c::read_back([&header, &source], &programs, system.nv())
}
