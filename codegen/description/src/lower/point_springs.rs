//! The springs between points of a model.

use crate::fault::{Fault, Faults, Shown};
use crate::model::{self, Model, Spanned};
use crate::source::tokens::WORLD;
use crate::system::MAX_POINT_SPRINGS;
use crate::system::{End, PointSpring};
use multibody_program::ir::Builder;

/// The springs, with the names of links resolved.
pub fn point_springs(b: &mut Builder, model: &Model) -> Vec<PointSpring> {
    let springs = model.point_springs.iter();
    springs
        .map(|spring| {
            let [first, second] = &spring.ends;
            PointSpring {
                name: spring.name.value.clone(),
                ends: [resolve_end(b, model, first), resolve_end(b, model, second)],
                stiffness: spring.stiffness.value(b),
                length: spring.length.value(b),
                damping: spring.damping.value(b),
            }
        })
        .collect()
}

/// Reports links that do not exist, and more springs than can be proved.
pub fn check(model: &Model, faults: &mut Faults) {
    let limit = MAX_POINT_SPRINGS;
    if let Some(spring) = model.point_springs.get(limit) {
        let fault = Fault::TokenTooManySprings { limit };
        faults.push(spring.name.span, fault);
    }
    for spring in &model.point_springs {
        for end in &spring.ends {
            check_end(model, ("spring", &spring.name), end, faults);
        }
    }
}

/// Reports the link of an end if it does not exist.
pub fn check_end(
    model: &Model,
    (noun, name): (&'static str, &Spanned<String>),
    end: &model::End,
    faults: &mut Faults,
) {
    let link = &end.link;
    if link_index(model, &link.value).is_none() && link.value != WORLD {
        let hint = faults.nearest_or_some(&link.value, model.offered_names());
        let [name, link_name] = [name, link].map(|name| Shown::from(&name.value));
        let fault = Fault::TokenEndLink {
            what: noun,
            name,
            link: link_name,
            hint,
        };
        faults.push(link.span, fault);
    }
}

/// An end, with the name of its link resolved.
pub fn resolve_end(b: &mut Builder, model: &Model, end: &model::End) -> End {
    End {
        link: link_index(model, &end.link.value),
        point: end.point.each_ref().map(|x| x.value(b)),
    }
}

fn link_index(model: &Model, name: &str) -> Option<usize> {
    model.links.iter().position(|link| link.name.value == name)
}
