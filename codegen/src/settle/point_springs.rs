//! The springs between points of a model.

use crate::fault::{Fault, Faults, Shown};
use crate::ir::Builder;
use crate::model::{self, Model};
use crate::prove::MOST_SPRINGS;
use crate::source::tokens::WORLD;
use crate::system::{End, PointSpring};

/// Springs whose links are looked up.
pub fn point_springs(b: &mut Builder, model: &Model) -> Vec<PointSpring> {
    let springs = model.point_springs.iter();
    springs
        .map(|spring| {
            let [from, to] = &spring.ends;
            PointSpring {
                ends: [end(b, model, from), end(b, model, to)],
                stiffness: spring.stiffness.value(b),
                length: spring.length.value(b),
                damping: spring.damping.value(b),
            }
        })
        .collect()
}

/// Reports links that are not there, and more springs than can be proved.
pub fn check(model: &Model, faults: &mut Faults) {
    if let Some(spring) = model.point_springs.get(MOST_SPRINGS) {
        let (what, limit) = ("springs between points", MOST_SPRINGS);
        faults.push(spring.name.span, Fault::TooMany { what, limit });
    }
    for end in model.point_springs.iter().flat_map(|spring| &spring.ends) {
        check_end(model, end, faults);
    }
}

/// Reports a link that is not there.
pub fn check_end(model: &Model, end: &model::End, faults: &mut Faults) {
    let (name, span) = (&end.link.value, end.link.span);
    if position(model, name).is_none() && name != WORLD {
        let links = model.links.iter().map(|link| link.name.value.as_str());
        let hint = faults.nearest_or_some(name, links);
        let (what, name) = ("link", Shown::from(name));
        faults.push(span, Fault::SettingUnknown { what, name, hint });
    }
}

/// A point whose link is looked up.
pub fn end(b: &mut Builder, model: &Model, end: &model::End) -> End {
    End {
        link: position(model, &end.link.value),
        point: end.point.each_ref().map(|x| x.value(b)),
    }
}

fn position(model: &Model, name: &str) -> Option<usize> {
    model.links.iter().position(|link| link.name.value == name)
}
