//! Turns user-defined frames into links without mass, and requests their functions. The word `all` in the settings' list of
//! links is replaced by the names of all links.

use std::collections::{BTreeMap, BTreeSet};

use crate::fault::{Fault, Faults, Shown};
use crate::model::{
    Frame, Inertial, Joint, JointKind, Link, Model, Number, Origin, Quantity, Rotation, Span,
    Spanned,
};
use crate::settings::{self, ALL, Settings};
use crate::source::tokens::{Places, WORLD};
use multibody_program::exact::Rational;

/// Adds the frames of the description and the settings to the model as links. Returns the settings with the functions of
/// these frames requested as well.
pub fn add_frames(model: &mut Model, settings: &Settings, faults: &mut Faults) -> Settings {
    let mut extended_settings = settings.clone();
    let is_link = |model: &Model, name: &str| model.links.iter().any(|l| l.name.value == name);
    let requests_all = settings.links.iter().any(|link| link == ALL) && !is_link(model, ALL);
    let mut frames = std::mem::take(&mut model.frames);
    frames.extend(settings.frames.iter().map(frame_of_setting));
    check_names_differ(&frames, faults);
    let frame_names: Vec<String> = frames
        .iter()
        .map(|frame| frame.name.value.clone())
        .collect();
    let requested_frames = move_requested_frames(model, settings, &frames);
    // A frame that only a constraint names has no functions of its own.
    let unrequested: BTreeSet<String> = requested_frames
        .iter()
        .map(|frame| frame.name.value.clone())
        .filter(|name| !settings.links.contains(name))
        .collect();
    frames.extend(requested_frames);
    // A frame may be attached to a frame that is named later.
    while let Some(next) = (frames.iter()).position(|frame| is_link(model, &frame.link.value)) {
        add_frame(model, frames.remove(next), faults);
    }
    // The remaining frames name no link, or name one another: they are reported.
    for frame in frames {
        add_frame(model, frame, faults);
    }
    if requests_all {
        let is_listed = |link: &&Link| {
            let name = &link.name.value;
            let is_world = model.conventions.has_world && name == WORLD;
            !link.is_intermediate && !is_world && !unrequested.contains(name)
        };
        let links = model.links.iter().filter(is_listed);
        let mut link_names: Vec<String> = links.map(|link| link.name.value.clone()).collect();
        // Names that are not links are reported where links are looked up.
        let listed_names = settings.links.iter();
        link_names.extend(
            listed_names
                .filter(|name| *name != ALL && !is_link(model, name))
                .cloned(),
        );
        extended_settings.links = link_names;
    }
    for name in frame_names {
        if is_link(model, &name) && !extended_settings.links.contains(&name) {
            extended_settings.links.push(name);
        }
    }
    extended_settings
}

/// Removes from the offered frames those that settings, constraints, springs or other frames name, and returns them.
/// Links and other frames have precedence over offered frames of the same name.
fn move_requested_frames(model: &mut Model, settings: &Settings, frames: &[Frame]) -> Vec<Frame> {
    if model.offered_frames.is_empty() {
        return Vec::new();
    }
    let loops = settings.loops.iter();
    let lists = [&settings.links, &settings.wrenches, &settings.contacts];
    let option_values = (lists.into_iter().flatten())
        .chain(settings.renames.iter().map(|rename| &rename.link))
        .chain(loops.flat_map(|closure| [&closure.from, &closure.to]));
    let constraints = model.constraints.iter();
    let springs = model.point_springs.iter().flat_map(|spring| &spring.ends);
    let ends = constraints
        .flat_map(|constraint| constraint.kind.ends())
        .chain(springs);
    let carriers = frames.iter().map(|frame| &frame.link.value);
    let mut requests: BTreeSet<String> = option_values
        .chain(ends.map(|end| &end.link.value))
        .chain(carriers)
        .cloned()
        .collect();
    let links = model.links.iter().map(|link| &link.name.value);
    for name in links.chain(frames.iter().map(|frame| &frame.name.value)) {
        requests.remove(name);
    }
    let offered = std::mem::take(&mut model.offered_frames);
    let (requested_frames, unrequested_frames) =
        (offered.into_iter()).partition(|frame| requests.remove(&frame.name.value));
    model.offered_frames = unrequested_frames;
    requested_frames
}

/// Reports frames with the same name; the first one is kept.
fn check_names_differ(frames: &[Frame], faults: &mut Faults) {
    let mut first_spans: BTreeMap<&str, Span> = BTreeMap::new();
    for frame in frames {
        let name = &frame.name;
        if let Some(first_span) = first_spans.insert(&name.value, name.span) {
            let (noun, option) = ("frame", "frame");
            let shown_name = Shown::from(&name.value);
            let fault = Fault::SettingTwice {
                what: noun,
                name: shown_name,
                option,
            };
            faults.push_conflict(name.span, vec![first_span], fault);
        }
    }
}

/// Makes a link from a frame, with a fixed joint that attaches it.
fn add_frame(model: &mut Model, frame: Frame, faults: &mut Faults) {
    let Frame {
        name,
        link,
        mut origin,
        is_at_com,
    } = frame;
    let find_link =
        |requested: &str| (model.links.iter()).find(|link| link.name.value == requested);
    let existing = find_link(&name.value);
    // Two frames with the same name have been reported already.
    let is_frame_link = existing.is_some_and(|link| {
        model.joints.iter().any(|joint| {
            joint.child.value == link.name.value && joint.name.value == joint_name(&link.name.value)
        })
    });
    let existing_span = existing.map(|link| link.name.span);
    if let Some(existing) = existing_span.filter(|_| !is_frame_link) {
        let frame = Shown::from(&name.value);
        let fault = Fault::SettingFrameNameUsed { frame };
        if Places::is_token(name.span) {
            faults.push_conflict(name.span, vec![existing], fault)
        } else {
            faults.push(existing, fault)
        }
    }
    let Some(carrier) = find_link(&link.value) else {
        let hint = faults.nearest_or_some(&link.value, model.offered_names());
        let (noun, name) = ("link", Shown::from(&link.value));
        let fault = Fault::SettingUnknown {
            what: noun,
            name,
            hint,
        };
        faults.push(link.span, fault);
        return;
    };
    if existing_span.is_some() {
        return;
    }
    if is_at_com {
        let Some(com) = com(&name, &link, carrier, faults) else {
            return;
        };
        origin.xyz = com;
    }
    // If a frame is not in the file itself, its faults are reported at the link that carries it.
    let is_elsewhere = name.span == Span::default() || Places::is_token(name.span);
    let span = match model.conventions.option {
        Some(_) if is_elsewhere => carrier.name.span,
        _ => name.span,
    };
    model
        .joints
        .push(attachment_joint(&name.value, link.value, origin, span));
    let value = name.value;
    model.links.push(Link::new(Spanned { value, span }, None));
}

/// The centre of mass of the link that carries a frame. Reports a link without mass.
fn com(
    frame: &Spanned<String>,
    link: &Spanned<String>,
    carrier: &Link,
    faults: &mut Faults,
) -> Option<[Quantity; 3]> {
    let is_massive = |inertial: &&Inertial| {
        (inertial.mass.exact()).is_none_or(|mass| mass.value != Rational::ZERO)
    };
    let inertial = carrier.inertial.as_ref().filter(is_massive);
    if inertial.is_none() {
        let [frame, carrier_name] = [frame, link].map(|name| Shown::from(&name.value));
        let fault = Fault::SettingFrameNoCom {
            frame,
            link: carrier_name,
        };
        let place = if Places::is_token(link.span) { link.span } else { carrier.name.span };
        faults.push(place, fault);
    }
    Some(inertial?.origin.xyz.clone())
}

/// The joint that attaches a frame to a link.
fn attachment_joint(frame: &str, link: String, origin: Origin, span: Span) -> Joint {
    let name = |value: String| Spanned { value, span };
    let kind = Spanned {
        value: JointKind::default(),
        span,
    };
    let ends = [name(link), name(frame.to_owned())];
    Joint::new(
        name(joint_name(frame)),
        kind,
        ends,
        replace_span(origin, span),
    )
}

/// The name of the joint that attaches a frame.
fn joint_name(frame: &str) -> String {
    format!("frame {frame}")
}

/// The same pose, with another span for its numbers.
fn replace_span(origin: Origin, span: Span) -> Origin {
    let replace = |quantity: Quantity| match quantity {
        Quantity::Exact(number) => Quantity::Exact(Number { span, ..number }),
        Quantity::Expression(value, _) => Quantity::Expression(value, span),
    };
    Origin {
        xyz: origin.xyz.map(replace),
        rotation: match origin.rotation {
            Rotation::RollPitchYaw(angles) => Rotation::RollPitchYaw(angles.map(replace)),
            matrix => matrix,
        },
    }
}

/// The frame of the model for a frame of the settings.
fn frame_of_setting(frame: &settings::Frame) -> Frame {
    let span = Span::default();
    let spanned = |value: &String| Spanned {
        value: value.clone(),
        span,
    };
    let exact = |numbers: &[Rational; 3]| {
        numbers
            .each_ref()
            .map(|value| Quantity::Exact(number(value.clone(), span)))
    };
    let zero = [0, 0, 0].map(Rational::from);
    Frame {
        name: spanned(&frame.name),
        link: spanned(&frame.link),
        origin: Origin {
            xyz: exact(frame.xyz.as_ref().unwrap_or(&zero)),
            rotation: Rotation::RollPitchYaw(exact(&frame.rpy)),
        },
        is_at_com: frame.xyz.is_none(),
    }
}

fn number(value: Rational, span: Span) -> Number {
    let text = value.to_string();
    Number { value, text, span }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{End, PointSpring, Source};
    use crate::source::urdf;

    const ROBOT: &str = r#"<robot name="arm"><link name="base"/><link name="fore"/>
        <joint name="elbow" type="continuous"><parent link="base"/><child link="fore"/></joint></robot>"#;

    fn name_without_span(name: &str) -> Spanned<String> {
        Spanned {
            value: name.to_owned(),
            span: Span::default(),
        }
    }

    #[test]
    fn offered_frames_become_links_only_if_they_are_named() {
        let source = Source::new("arm.urdf", ROBOT);
        let mut faults = Faults::new();
        let mut model = urdf(&source, &mut faults).unwrap();
        let frame = |name: &str| Frame {
            name: name_without_span(name),
            link: name_without_span("fore"),
            origin: Origin::identity(Span::default()),
            is_at_com: false,
        };
        model.offered_frames = ["tip", "side", "back", "base"].map(frame).to_vec();
        let zero = || Quantity::Exact(Number::left_out(0, Span::default()));
        let end = |name: &str| End {
            link: name_without_span(name),
            point: [zero(), zero(), zero()],
        };
        model.point_springs.push(PointSpring {
            name: name_without_span("band"),
            ends: [end("base"), end("side")],
            stiffness: zero(),
            length: zero(),
            damping: zero(),
        });
        let settings = Settings {
            links: [ALL, "tip"].map(str::to_owned).to_vec(),
            ..Settings::default()
        };
        let extended = add_frames(&mut model, &settings, &mut faults);
        assert!(!faults.finish().has_errors());
        assert_eq!(extended.links, ["base", "fore", "tip"]);
        let links: Vec<&str> = model.links.iter().map(|l| l.name.value.as_str()).collect();
        assert_eq!(links, ["base", "fore", "tip", "side"]);
        let names: Vec<&str> = model.offered_names().collect();
        assert_eq!(names, ["base", "fore", "tip", "side", "back", "base"]);
    }
}
