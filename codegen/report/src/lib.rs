//! Reports: what was derived, what it costs, and how it was checked, as text, JSON, and an HTML page that shows the robot moving.
#![deny(missing_docs)]

mod html;
mod json;
mod stage_line;
mod table;
mod text;

pub use html::html;
pub use json::json;
pub use stage_line::stage_line;
pub use text::text;

#[cfg(all(test, feature = "symbolica"))]
#[path = "../../tests/generator/support/hostile.rs"]
mod hostile;
#[cfg(all(test, feature = "symbolica"))]
mod names;

#[cfg(test)]
mod example {
    use std::time::Duration;

    use multibody_codegen::internal::ablation::Ablation;
    use multibody_codegen::report::{
        AbsentFunction, ArmatureReport, CodeSize, CodeSizes, ConstraintReport, CountAsWritten,
        Equations, Errors, Figure, FigureJoint, FigureMass, FigureTie, ForceReport, Freedom,
        FunctionReport, JointCoordinates, JointLimit, JointReport, LinkReport, MachineCode,
        MatrixPattern, OtherRoute, ParameterReport, PatternReport, RefusedRoute, Rounding, Snap,
        SpringEnd, SpringReport, TieKind, UnprovedItem, Verification, Verified,
    };
    use multibody_codegen::settings::Idea;
    use multibody_codegen::{Count, Report, Stage};

    pub fn ablations() -> Vec<Ablation> {
        vec![Ablation {
            idea: Idea::Gauge,
            increases: vec![3, 0],
        }]
    }

    fn count(mul: usize, add: usize, sincos: usize) -> Count {
        Count {
            mul,
            add,
            sincos,
            ..Count::default()
        }
    }

    fn code_sizes(bytes: u64, stack: u64, shared: u64) -> CodeSizes {
        let stack = Some(stack);
        CodeSizes {
            functions: vec![Some(CodeSize { bytes, stack }), None],
            shared,
        }
    }

    /// A revolute joint about y, a link of 2 kg, and two ties, which are lines between two points: a loop constraint whose ends do
    /// not coincide, and a spring.
    fn figure() -> Figure {
        let joint = |name: &str, parent, axes, q| FigureJoint {
            name: format!("to_{name}"),
            link: name.into(),
            parent,
            place: [0.0; 3],
            axes,
            freedom: match &q {
                None => Freedom::Fixed,
                Some(_) => Freedom::Turns,
            },
            q,
        };
        let tie = |name: &str, kind| FigureTie {
            name: name.into(),
            kind,
            ends: [[1.0, 0.0, 0.0], [0.0, 0.0, 0.5]],
        };
        Figure {
            joints: vec![
                joint("base", None, Vec::new(), None),
                joint("upper", Some(0), vec![[0.0, 1.0, 0.0]], Some(0..1)),
            ],
            masses: vec![FigureMass {
                name: "upper".into(),
                mass: 2.0,
                place: [0.0, 0.0, 0.5],
                joint: Some(1),
            }],
            ties: vec![tie("loop", TieKind::Loop), tie("rope", TieKind::Spring)],
            parameters_set_to_one: vec!["length".into()],
        }
    }

    fn functions() -> Vec<FunctionReport> {
        let function =
            |name: &str, emitted_count, with_derived_kernels, is_proved| FunctionReport {
                name: name.into(),
                count: emitted_count,
                fused: 6,
                with_derived_kernels,
                route: "bodies in a tree".into(),
                others: match name {
                    "mass_matrix" => vec![OtherRoute {
                        route: "expanded".into(),
                        count: count(20, 5, 1),
                    }],
                    _ => Vec::new(),
                },
                rounding: Some(Rounding {
                    errors: Errors {
                        f64: 1.25,
                        f32: 2.5,
                    },
                    of_result: Some(Errors {
                        f64: 12.5,
                        f32: 25.0,
                    }),
                    has_undefined_states: false,
                }),
                refused: match name {
                    "mass_matrix" => vec![RefusedRoute {
                        route: "harmonics".into(),
                        why: "9 mul, but its errors are large".into(),
                    }],
                    _ => Vec::new(),
                },
                proved: is_proved,
            };
        vec![
            function("mass_matrix", count(11, 7, 1), Some(count(12, 8, 1)), true),
            function("pose_of_hand", count(4, 1300, 2), None, false),
        ]
    }

    fn springs() -> Vec<SpringReport> {
        let end = |link: Option<&str>, point: [&str; 3]| SpringEnd {
            link: link.map(str::to_owned),
            point: point.map(str::to_owned),
        };
        vec![SpringReport {
            name: "rope".into(),
            ends: [
                end(Some("upper"), ["0", "0", "0.1"]),
                end(None, ["1", "0", "a parameter"]),
            ],
            stiffness: "40".into(),
            length: "0.5".into(),
            damping: "0".into(),
        }]
    }

    fn patterns() -> Vec<PatternReport> {
        let pattern = |name: &str, drawing: &str| MatrixPattern {
            name: name.into(),
            drawing: drawing.into(),
        };
        vec![PatternReport {
            function: "inverse_dynamics_derivatives".into(),
            matrices: vec![
                pattern("dq", "x x\n· x\n"),
                pattern("dqd", "· ·\n· ·\n"),
                pattern("mass_matrix", "x ·\n· x\n"),
            ],
        }]
    }

    fn links() -> Vec<LinkReport> {
        let link = |name: &str, parent, moves: &str| LinkReport {
            name: name.into(),
            parent,
            joint: format!("to_{name}"),
            moves: moves.into(),
            freedom: match moves {
                "fixed" => Freedom::Fixed,
                _ => Freedom::Turns,
            },
        };
        vec![
            link("base", None, "fixed"),
            link("upper", Some(0), "revolute q[0]"),
        ]
    }

    fn joints() -> Vec<JointReport> {
        let joint = |name: &str, parent: Option<&str>, coordinates| JointReport {
            name: format!("to_{name}"),
            kind: match coordinates {
                None => "fixed",
                Some(_) => "revolute",
            },
            parent: parent.map(str::to_owned),
            child: name.into(),
            armature: parent.map(|_| "0.25".into()),
            coordinates,
        };
        let coordinates = JointCoordinates {
            follows: Some("lead".into()),
            q: 0..1,
            v: 0..1,
            limits: vec![JointLimit {
                name: "upper",
                value: 1.5,
            }],
        };
        vec![
            joint("base", None, None),
            joint("upper", Some("base"), Some(coordinates)),
        ]
    }

    fn armatures() -> Vec<ArmatureReport> {
        let term = |(joint, factor): (&str, &str)| (joint.to_owned(), factor.to_owned());
        let armature = |owner: &str, value: &str| ArmatureReport {
            owner: owner.into(),
            value: value.into(),
            along: Vec::new(),
            part_of: None,
        };
        vec![
            ArmatureReport {
                along: [("to_upper", "2"), ("to_hand", "-3")].map(term).into(),
                ..armature("cable", "0.5")
            },
            ArmatureReport {
                part_of: Some("cable".into()),
                ..armature("drive", "0.75")
            },
        ]
    }

    /// A report with something in every part that is shown.
    pub fn report() -> Report {
        Report {
            name: "Arm".into(),
            nq: 2,
            nv: 2,
            functions: functions(),
            verification: Verification::Done(Verified {
                items: 3,
                log2_error: Some(-120),
                unproved: vec![UnprovedItem {
                    name: "pose_of_hand".into(),
                    reason: "it has pivots".into(),
                }],
                recognised: vec!["`COSTS`".into()],
            }),
            absent: vec![AbsentFunction {
                function: "forward_dynamics".into(),
                reason: "M is singular: link `tip` has no mass".into(),
            }],
            without_jacobian: Vec::new(),
            refuted: None,
            snaps: vec![Snap {
                place: "joint `elbow` roll".into(),
                change: 3.673e-6,
            }],
            passive: vec![
                ForceReport {
                    noun: "joint",
                    owner: "shoulder".into(),
                    what: "damping",
                    value: "0.10".into(),
                    idle: Some("`passive` is false"),
                },
                ForceReport {
                    noun: "tendon",
                    owner: "elbow".into(),
                    what: "damping",
                    value: "2".into(),
                    idle: None,
                },
            ],
            armatures: armatures(),
            springs: springs(),
            constraints: vec![ConstraintReport {
                name: "loop.x".into(),
                constrains: "positions".into(),
            }],
            stages: vec![Stage {
                name: "read",
                summary: "3 links".into(),
                time: Duration::from_millis(250),
                search: None,
            }],
            tree: "world\n└─ shoulder: upper\n".into(),
            sparsity: "x ·\n· c\n".into(),
            patterns: patterns(),
            links: links(),
            joints: joints(),
            parameters: vec![ParameterReport {
                field: "mass".into(),
                value: "0.5".into(),
            }],
            equations: Some(Equations {
                plain: "    M = [1]\n".into(),
                latex: "\\[\nM = 1\n\\]\n".into(),
                mathml: "<p><math><mi>M</mi></math></p>\n".into(),
                fields_mathml: "<p><math><mi>m</mi></math></p>\n".into(),
                masses_mathml: "<p><math><mi>I</mi></math></p>\n".into(),
                counts: vec![CountAsWritten {
                    function: "mass_matrix".into(),
                    count: count(30, 9, 2),
                }],
            }),
            figure: figure(),
            machine_code: Some(MachineCode {
                target: Some("thumbv7em-none-eabihf".into()),
                f64: code_sizes(512, 64, 100),
                f32: code_sizes(300, 40, 0),
            }),
        }
    }
}
