//! A robot with a type of joint that no list of the generator has.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use multibody_codegen::fault::Faults;
use multibody_codegen::internal::exact::integer;
use multibody_codegen::internal::generate::generate_model;
use multibody_codegen::internal::ir::{Builder, Pose, Value};
use multibody_codegen::internal::joint::{JointType, MotionDatum, PositionKind, TextbookMotion};
use multibody_codegen::internal::model::JointKind;
use multibody_codegen::internal::source;
use multibody_codegen::settings::Effort;
use multibody_codegen::{Settings, Source};

/// Turns about z and advances by an eighth of a metre a radian: its word, transform and textbook counterpart
/// are all that there is of it.
#[derive(Debug)]
struct Auger;

impl JointType for Auger {
    fn name(&self) -> &'static str {
        "auger"
    }

    fn textbook_motion(&self) -> Option<TextbookMotion> {
        let pitch = MotionDatum::Number("pitch", 0.125);
        let data = [MotionDatum::Axis, pitch, MotionDatum::Coordinate];
        Some(TextbookMotion::new("Screw", &data))
    }

    fn positions(&self) -> &'static [PositionKind] {
        &[PositionKind::Angle]
    }

    fn transform(&self, b: &mut Builder, q: &[Value]) -> Pose {
        let (s, c) = b.sin_cos(q[0]);
        let (o, l, minus) = (b.zero(), b.one(), b.neg(s));
        Pose {
            rotation: [[c, minus, o], [s, c, o], [o, o, l]],
            translation: [o, o, b.scale(&(integer(1) / integer(8)), q[0])],
        }
    }
}

/// Writes an arm whose second joint is one.
pub fn write(out: &Path) -> Result<(), String> {
    let name = "planar_arm.urdf";
    let text = fs::read_to_string(Path::new("robots").join(name)).map_err(|e| e.to_string())?;
    let source = Source::new(name, text);
    let settings = Settings {
        name: "Drill".into(),
        effort: Effort::None,
        ..Settings::default()
    };
    let load = |faults: &mut Faults| {
        let mut model = source::read(&source, faults)?;
        let mut moving = model.joints.iter_mut().filter(|j| !j.kind.value.is_fixed());
        moving.nth(1)?.kind.value = JointKind::single(Arc::new(Auger));
        Some(model)
    };
    let generated =
        generate_model(load, &settings, &mut |_| ()).map_err(|report| report.render(&source))?;
    let text = format!("{}{}", generated.declarations, generated.definitions);
    fs::write(out.join("auger.rs"), text).map_err(|error| error.to_string())
}
