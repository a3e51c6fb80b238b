//! Writes a result as text, and reads it back. The text has the key, a fingerprint of all that it contains, and then each value as
//! a text after its length.

use std::fmt::Write;

use crate::generated::Generated;
use multibody_description::fault::Faults;
use multibody_outputs::report::{
    AbsentFunction, CountAsWritten, Equations, Errors, Figure, FunctionReport, LinkReport,
    MatrixPattern, OtherRoute, ParameterReport, PatternReport, RefusedRoute, Report, Rounding,
    Snap, UnprovedItem, Verification, Verified,
};
use multibody_program::ir::Count;
use multibody_support::fingerprint::Fingerprint;

/// The text of an entry. What every build computes itself is left out: stages, joints, passive forces, armatures, springs,
/// constraints, the figure, programs and diagnostics. So is the machine code, which only a report contains.
pub fn text(key: &str, generated: &Generated) -> String {
    let Generated {
        declarations,
        definitions,
        binding,
        verified_fingerprint,
        report,
        diagnostics: _,
        programs: _,
    } = generated;
    let Report {
        name,
        nq,
        nv,
        functions,
        verification,
        absent,
        without_jacobian,
        refuted,
        snaps,
        stages: _,
        passive: _,
        armatures: _,
        springs: _,
        constraints: _,
        tree,
        sparsity,
        patterns,
        links,
        joints: _,
        parameters,
        equations,
        figure: _,
        machine_code: _,
    } = report;
    let mut writer = Writer::default();
    for text in [
        declarations,
        definitions,
        binding,
        verified_fingerprint,
        name,
        tree,
        sparsity,
    ] {
        writer.text(text);
    }
    writer.number(*nq);
    writer.number(*nv);
    writer.list(functions, Writer::function);
    writer.verification(verification);
    writer.list(absent, |writer, AbsentFunction { function, reason }| {
        writer.text(function);
        writer.text(reason);
    });
    writer.list(without_jacobian, |writer, function| writer.text(function));
    writer.list(refuted.as_slice(), |writer, text| writer.text(text));
    writer.list(snaps, |writer, Snap { place, change }| {
        writer.text(place);
        writer.float(*change);
    });
    writer.list(patterns, Writer::pattern);
    writer.list(links, Writer::link);
    writer.list(parameters, |writer, ParameterReport { field, value }| {
        writer.text(field);
        writer.text(value);
    });
    writer.list(equations.as_slice(), Writer::equations);
    let fingerprint = Fingerprint::of([key, &writer.0]);
    format!("{key}\n{fingerprint}\n{}", writer.0)
}

/// The result that was written under this key. `None`: the text was written under another key, or has changed since.
pub fn read(key: &str, text: &str) -> Option<Generated> {
    let (stored_key, text) = text.split_once('\n')?;
    let (fingerprint, payload) = text.split_once('\n')?;
    if stored_key != key || fingerprint != Fingerprint::of([key, payload]).to_string() {
        return None;
    }
    let mut reader = Reader(payload);
    let declarations = reader.text()?;
    let definitions = reader.text()?;
    let binding = reader.text()?;
    let verified_fingerprint = reader.text()?;
    let (name, tree, sparsity) = (reader.text()?, reader.text()?, reader.text()?);
    let (nq, nv) = (reader.number()?, reader.number()?);
    let functions = reader.list(Reader::function)?;
    let verification = reader.verification()?;
    let absent = reader.list(|reader| {
        Some(AbsentFunction {
            function: reader.text()?,
            reason: reader.text()?,
        })
    })?;
    let without_jacobian = reader.list(Reader::text)?;
    let refuted = reader.list(Reader::text)?.pop();
    let snaps = reader.list(|reader| {
        let place = reader.text()?;
        let change = reader.float()?;
        Some(Snap { place, change })
    })?;
    let patterns = reader.list(Reader::pattern)?;
    let links = reader.list(Reader::link)?;
    let parameters = reader.list(|reader| {
        Some(ParameterReport {
            field: reader.text()?,
            value: reader.text()?,
        })
    })?;
    let equations = reader.list(Reader::equations)?.pop();
    let report = Report {
        name,
        nq,
        nv,
        functions,
        verification,
        absent,
        without_jacobian,
        refuted,
        snaps,
        stages: Vec::new(),
        passive: Vec::new(),
        armatures: Vec::new(),
        springs: Vec::new(),
        constraints: Vec::new(),
        tree,
        sparsity,
        patterns,
        links,
        joints: Vec::new(),
        parameters,
        equations,
        figure: Figure::default(),
        machine_code: None,
    };
    Some(Generated {
        declarations,
        definitions,
        binding,
        verified_fingerprint,
        report,
        diagnostics: Faults::new().finish(),
        programs: None,
    })
}

/// The text of an entry as it grows.
#[derive(Default)]
struct Writer(String);

impl Writer {
    /// A text after its length in bytes.
    fn text(&mut self, text: &str) {
        let _ = writeln!(self.0, "{} {text}", text.len());
    }

    fn number(&mut self, number: usize) {
        self.text(&number.to_string());
    }

    /// A float, exact to the bit.
    fn float(&mut self, number: f64) {
        self.text(&number.to_bits().to_string());
    }

    /// The length of a list, then its items. An `Option` is written as a list of at most one item.
    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Self, &T)) {
        self.number(items.len());
        items.iter().for_each(|item| write(self, item));
    }

    fn function(&mut self, function: &FunctionReport) {
        let FunctionReport {
            name,
            count,
            fused,
            with_derived_kernels,
            route,
            others,
            rounding,
            refused,
            proved,
        } = function;
        self.text(name);
        self.count(count);
        self.number(*fused);
        self.list(with_derived_kernels.as_slice(), Self::count);
        self.text(route);
        self.list(others, |writer, OtherRoute { route, count }| {
            writer.text(route);
            writer.count(count);
        });
        self.list(rounding.as_slice(), Self::rounding);
        self.list(refused, |writer, RefusedRoute { route, why }| {
            writer.text(route);
            writer.text(why);
        });
        self.number(usize::from(*proved));
    }

    fn verification(&mut self, verification: &Verification) {
        let (reason, verified) = match verification {
            Verification::Not(reason) => (&[reason.clone()][..], &[][..]),
            Verification::Done(verified) => (&[][..], std::slice::from_ref(verified)),
        };
        self.list(reason, |writer, reason| writer.text(reason));
        self.list(verified, |writer, verified| {
            let Verified {
                items,
                log2_error,
                unproved,
                recognised,
            } = verified;
            writer.number(*items);
            writer.list(log2_error.as_slice(), |writer, error| {
                writer.text(&error.to_string());
            });
            writer.list(unproved, |writer, UnprovedItem { name, reason }| {
                writer.text(name);
                writer.text(reason);
            });
            writer.list(recognised, |writer, text| writer.text(text));
        });
    }

    fn rounding(&mut self, rounding: &Rounding) {
        let Rounding {
            errors,
            of_result,
            has_undefined_states,
        } = rounding;
        self.errors(errors);
        self.list(of_result.as_slice(), Self::errors);
        self.number(usize::from(*has_undefined_states));
    }

    fn errors(&mut self, errors: &Errors) {
        let Errors { f64, f32 } = *errors;
        self.float(f64);
        self.float(f32);
    }

    fn pattern(&mut self, pattern: &PatternReport) {
        let PatternReport { function, matrices } = pattern;
        self.text(function);
        self.list(matrices, |writer, MatrixPattern { name, drawing }| {
            writer.text(name);
            writer.text(drawing);
        });
    }

    fn link(&mut self, link: &LinkReport) {
        let LinkReport {
            name,
            parent,
            joint,
            moves,
            freedom,
        } = link;
        for text in [name, joint, moves, freedom.name()] {
            self.text(text);
        }
        self.list(parent.as_slice(), |writer, parent| writer.number(*parent));
    }

    fn equations(&mut self, equations: &Equations) {
        let Equations {
            plain,
            latex,
            mathml,
            fields_mathml,
            masses_mathml,
            counts,
        } = equations;
        for text in [plain, latex, mathml, fields_mathml, masses_mathml] {
            self.text(text);
        }
        self.list(counts, |writer, CountAsWritten { function, count }| {
            writer.text(function);
            writer.count(count);
        });
    }

    fn count(&mut self, count: &Count) {
        let Count {
            mul,
            add,
            div,
            sqrt,
            sincos,
            other,
        } = *count;
        for number in [mul, add, div, sqrt, sincos, other] {
            self.number(number);
        }
    }
}

/// The text that is not read yet. Values are read in the order in which [`Writer`] writes them.
struct Reader<'a>(&'a str);

impl Reader<'_> {
    /// A text after its length in bytes. `None`: there is no such text.
    fn text(&mut self) -> Option<String> {
        let (length, following) = self.0.split_once(' ')?;
        let (text, following) = following.split_at_checked(length.parse().ok()?)?;
        self.0 = following.strip_prefix('\n')?;
        Some(text.to_owned())
    }

    fn number(&mut self) -> Option<usize> {
        self.text()?.parse().ok()
    }

    fn float(&mut self) -> Option<f64> {
        self.text()?.parse().ok().map(f64::from_bits)
    }

    fn list<T>(&mut self, read_item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| read_item(self)).collect()
    }

    fn function(&mut self) -> Option<FunctionReport> {
        Some(FunctionReport {
            name: self.text()?,
            count: self.count()?,
            fused: self.number()?,
            with_derived_kernels: self.list(Self::count)?.pop(),
            route: self.text()?,
            others: self.list(|reader| {
                Some(OtherRoute {
                    route: reader.text()?,
                    count: reader.count()?,
                })
            })?,
            rounding: self.list(Self::rounding)?.pop(),
            refused: self.list(|reader| {
                Some(RefusedRoute {
                    route: reader.text()?,
                    why: reader.text()?,
                })
            })?,
            proved: self.number()? == 1,
        })
    }

    fn verification(&mut self) -> Option<Verification> {
        let reason = self.list(Self::text)?.pop();
        let verified = self.list(|reader| {
            Some(Verified {
                items: reader.number()?,
                log2_error: reader.list(|reader| reader.text()?.parse().ok())?.pop(),
                unproved: reader.list(|reader| {
                    Some(UnprovedItem {
                        name: reader.text()?,
                        reason: reader.text()?,
                    })
                })?,
                recognised: reader.list(Self::text)?,
            })
        });
        let outcome = verified?.pop().map(Verification::Done);
        outcome.or(reason.map(Verification::Not))
    }

    fn rounding(&mut self) -> Option<Rounding> {
        Some(Rounding {
            errors: self.errors()?,
            of_result: self.list(Self::errors)?.pop(),
            has_undefined_states: self.number()? == 1,
        })
    }

    fn errors(&mut self) -> Option<Errors> {
        Some(Errors {
            f64: self.float()?,
            f32: self.float()?,
        })
    }

    fn pattern(&mut self) -> Option<PatternReport> {
        Some(PatternReport {
            function: self.text()?,
            matrices: self.list(|reader| {
                Some(MatrixPattern {
                    name: reader.text()?,
                    drawing: reader.text()?,
                })
            })?,
        })
    }

    fn link(&mut self) -> Option<LinkReport> {
        Some(LinkReport {
            name: self.text()?,
            joint: self.text()?,
            moves: self.text()?,
            freedom: self.text()?.parse().ok()?,
            parent: self.list(Self::number)?.pop(),
        })
    }

    fn equations(&mut self) -> Option<Equations> {
        Some(Equations {
            plain: self.text()?,
            latex: self.text()?,
            mathml: self.text()?,
            fields_mathml: self.text()?,
            masses_mathml: self.text()?,
            counts: self.list(|reader| {
                Some(CountAsWritten {
                    function: reader.text()?,
                    count: reader.count()?,
                })
            })?,
        })
    }

    fn count(&mut self) -> Option<Count> {
        Some(Count {
            mul: self.number()?,
            add: self.number()?,
            div: self.number()?,
            sqrt: self.number()?,
            sincos: self.number()?,
            other: self.number()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(mul: usize) -> Count {
        Count {
            mul,
            add: 2,
            div: 3,
            sqrt: 4,
            sincos: 5,
            other: 6,
        }
    }

    fn function(name: &str, with_derived_kernels: Option<Count>) -> FunctionReport {
        FunctionReport {
            name: name.into(),
            count: count(1),
            fused: 2,
            with_derived_kernels,
            route: "bodies in a tree".into(),
            others: vec![OtherRoute {
                route: "another".into(),
                count: count(8),
            }],
            rounding: with_derived_kernels.map(|_| Rounding {
                errors: Errors {
                    f64: 1.5,
                    f32: f64::INFINITY,
                },
                of_result: Some(Errors { f64: 2.5, f32: 3.5 }),
                has_undefined_states: true,
            }),
            refused: vec![RefusedRoute {
                route: "a third".into(),
                why: "too\nlong".into(),
            }],
            proved: true,
        }
    }

    fn example() -> Generated {
        let report = Report {
            name: "Arm".into(),
            nq: 7,
            nv: 6,
            functions: vec![function("gravity", None), function("bias", Some(count(9)))],
            verification: Verification::Done(Verified {
                items: 3,
                log2_error: Some(-112),
                unproved: vec![UnprovedItem {
                    name: "gravity".into(),
                    reason: "two\nlines".into(),
                }],
                recognised: vec!["`COSTS`".into()],
            }),
            absent: vec![AbsentFunction {
                function: "forward_dynamics".into(),
                reason: "singular\n".into(),
            }],
            without_jacobian: vec!["bias".into()],
            refuted: Some("a form".into()),
            snaps: vec![Snap {
                place: "joint `é`".into(),
                change: 3.673e-6,
            }],
            stages: Vec::new(),
            passive: Vec::new(),
            armatures: Vec::new(),
            springs: Vec::new(),
            constraints: Vec::new(),
            tree: "world\n└─ arm\n".into(),
            sparsity: String::new(),
            patterns: vec![PatternReport {
                function: "bias_derivatives".into(),
                matrices: vec![MatrixPattern {
                    name: "dq".into(),
                    drawing: "x ·\n· c\n".into(),
                }],
            }],
            links: vec![LinkReport {
                name: "base".into(),
                parent: Some(3),
                joint: "elbow".into(),
                moves: "revolute q[0]".into(),
                freedom: multibody_outputs::report::Freedom::Turns,
            }],
            joints: Vec::new(),
            parameters: vec![ParameterReport {
                field: "mass".into(),
                value: "2".into(),
            }],
            equations: Some(Equations {
                plain: "M = 1".into(),
                latex: "M".into(),
                mathml: String::new(),
                fields_mathml: "g".into(),
                masses_mathml: "m".into(),
                counts: vec![CountAsWritten {
                    function: "gravity".into(),
                    count: count(7),
                }],
            }),
            figure: Figure::default(),
            machine_code: None,
        };
        Generated {
            declarations: "pub struct Arm;\n".into(),
            definitions: "impl Arm {}\n12 \n".into(),
            binding: "#include \"arm.h\"\n".into(),
            verified_fingerprint: "abc".into(),
            report,
            diagnostics: Faults::new().finish(),
            programs: None,
        }
    }

    #[test]
    fn a_written_result_is_read_back_unchanged() {
        let text = text("key", &example());
        let result = read("key", &text).expect("what was written");
        assert_eq!(format!("{result:?}"), format!("{:?}", example()));
    }

    #[test]
    fn a_text_that_is_not_verified_is_kept_with_its_reason() {
        let mut generated = example();
        generated.report.verification = Verification::Not("verify = false".into());
        let result = read("key", &text("key", &generated)).expect("what was written");
        assert_eq!(result.report.verification, generated.report.verification);
    }

    #[test]
    fn damaged_texts_are_refused() {
        let text = text("key", &example());
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert!(read("key", &text[..end]).is_none(), "the first {end} bytes");
        }
        assert!(read("key", &text.replacen("Arm", "Arn", 1)).is_none());
        assert!(read("key", &text.replacen("impl", "imp1", 1)).is_none());
    }

    /// Examples are a copied file, and a file whose name and first line belong to another robot.
    #[test]
    fn entries_of_another_key_are_refused() {
        let text = text("key", &example());
        assert!(read("yek", &text).is_none());
        assert!(read("yek", &text.replacen("key", "yek", 1)).is_none());
    }

    /// The fingerprint of such a text is correct, but the lengths in it are wrong.
    #[test]
    fn wrong_lengths_give_no_result() {
        for tail in [
            "",
            "9 a\n",
            "x a\n",
            "1 é\n",
            "1 a",
            "18446744073709551615 a\n",
        ] {
            let text = format!("key\n{}\n{tail}", Fingerprint::of(["key", tail]));
            assert!(read("key", &text).is_none(), "{tail}");
        }
    }
}
