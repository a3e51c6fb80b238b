//! Mass and inertia of bodies: as written, or of their geoms.

use super::body::{Body, Placed};
use super::classes::{ORIENTATIONS, Resolved};
use super::document::place;
use super::pose::Pose;
use super::reader::{Reader, is_not_zero};
use super::shapes::{Form, Moments, Solid, round_long};
use crate::fault::Fault;
use crate::model::{Inertial, Number, Origin, Quantity};
use multibody_program::exact::{Rational, integer, long_square_root, rotation, symmetric};

/// Density of a geom that has neither mass nor density, kg/m^3.
const DENSITY: i64 = 1000;
/// The first and the last group whose geoms count.
const GROUPS: [i64; 2] = [0, 5];

const INERTIAL_EXAMPLE: &str = "<inertial pos=\"0 0 0.1\" mass=\"2\" diaginertia=\"0.1 0.1 0.1\"/>";
const MASS_REMEDY: &str = "write a mass or a density that is not negative";
const SIZES_REMEDY: &str = "a sphere has one positive size, a capsule or cylinder two, a box or ellipsoid three; with `fromto` all have one";
const FROMTO_REMEDY: &str =
    "capsules, cylinders, ellipsoids and boxes have `fromto`; give others `pos`";
const SHAPES: &str = "sphere plane hfield capsule ellipsoid cylinder box mesh sdf";

/// The mass and the inertia of a body, as exact numbers.
struct BodyMass {
    /// The frame of the inertia; its origin is the centre of mass.
    origin: Origin,
    /// kg
    mass: Number,
    /// kg m^2, by its entries xx xy xz yy yz zz.
    inertia: [Number; 6],
}

impl<'a> Reader<'_, 'a> {
    /// Mass and inertia of each body; the world, which comes first, has none.
    pub(super) fn read_inertials(&mut self, bodies: &[Body<'a>]) -> Vec<Option<Inertial>> {
        let total = self.positive_number("settotalmass");
        let mut inertials = vec![None];
        // For each body, whether nothing moves it. Parents come first.
        let mut is_static = vec![true];
        for body in bodies.iter().skip(1) {
            is_static.push(is_static[body.parent] && body.joints.is_empty());
            let is_needless = is_static[is_static.len() - 1] && total.is_none();
            let inertial = self.exact_inertial(body, is_needless);
            inertials.push(self.adjust(body, inertial));
        }
        if let Some(total) = &total {
            set_total_mass(&mut inertials, &total.value);
        }
        let convert = |inertial: BodyMass| Inertial {
            origin: inertial.origin,
            mass: inertial.mass.into(),
            inertia: inertial.inertia.map(Quantity::from),
        };
        let results = inertials.into_iter().map(|inertial| inertial.map(convert));
        results.collect()
    }

    /// A number of `compiler`, if it is positive.
    fn positive_number(&mut self, name: &str) -> Option<Number> {
        let compiler = self.settings.compiler.clone();
        let number = self.number(&compiler, name);
        number.filter(|number| number.value > Rational::ZERO)
    }

    /// Mass and inertia of a body, before bounds. If nothing depends on them (`is_needless`), it is no fault that they cannot be read.
    fn exact_inertial(&mut self, body: &Body<'a>, is_needless: bool) -> Option<BodyMass> {
        let compiler = self.settings.compiler.clone();
        let from_geoms = self.word(&compiler, "inertiafromgeom", "auto true false");
        let of_geoms = match (from_geoms, &body.inertial) {
            ("false", _) | ("auto", Some(_)) => None,
            _ => self.inertial_of_geoms(&body.geoms, is_needless),
        };
        match &body.inertial {
            // Geoms without mass do not replace what is written.
            Some(inertial) if of_geoms.is_none() => Some(self.written_inertial(inertial)),
            _ => of_geoms,
        }
    }

    /// The mass and inertia of an `inertial`.
    fn written_inertial(&mut self, Placed { element, pose }: &Placed<'a>) -> BodyMass {
        for name in ["pos", "mass"] {
            self.require(element, name, INERTIAL_EXAMPLE);
        }
        let zero = || Number::left_out(0, element.span());
        let mass = self.number(element, "mass").unwrap_or_else(zero);
        let tensor: Option<[Number; 6]> = self.numbers(element, "fullinertia");
        let diagonal: Option<[Number; 3]> = self.numbers(element, "diaginertia");
        if let Some(attribute) = element.own("fullinertia") {
            let orientations = ORIENTATIONS.iter().filter_map(|it| element.own(it));
            self.report_conflict(element, attribute, orientations);
            let diagonal = element.attribute("diaginertia");
            self.report_conflict(element, attribute, diagonal.filter(|_| tensor.is_some()));
        }
        let inertia = match (tensor, diagonal) {
            (Some([xx, yy, zz, xy, xz, yz]), _) => [xx, xy, xz, yy, yz, zz],
            (None, Some([xx, yy, zz])) => [xx, zero(), zero(), yy, zero(), zz],
            (None, None) => std::array::from_fn(|_| zero()),
        };
        let origin = pose.origin();
        BodyMass {
            origin,
            mass,
            inertia,
        }
    }

    /// The mass and inertia of the geoms in groups that count; none if they have no mass.
    fn inertial_of_geoms(&mut self, geoms: &[Placed<'a>], is_needless: bool) -> Option<BodyMass> {
        let compiler = self.settings.compiler.clone();
        let groups: Option<[Number; 2]> = self.numbers(&compiler, "inertiagrouprange");
        let [first, last] = groups.map_or(GROUPS.map(integer), |range| range.map(|n| n.value));
        let mut moments = Moments::zero();
        for geom in geoms {
            let number = self.number(&geom.element, "group");
            let group = number.map_or(Rational::ZERO, |number| number.value);
            if (&first..=&last).contains(&&group) {
                self.add_geom(&mut moments, geom, is_needless);
            }
        }
        let total = moments.total()?;
        let span = geoms.first()?.element.span();
        let number = |value| Number::derived(value, span);
        Some(BodyMass {
            origin: Pose::at(total.center.map(number)).origin(),
            mass: number(total.mass),
            inertia: total.inertia.map(number),
        })
    }

    /// Adds the moments of a geom; returns none if it has no mass or cannot be read.
    fn add_geom(
        &mut self,
        moments: &mut Moments,
        Placed { element, pose }: &Placed<'a>,
        is_needless: bool,
    ) -> Option<()> {
        let shape = self.word(element, "type", SHAPES);
        let has_mass = element.attribute("mass").is_some();
        let number = self.number(element, if has_mass { "mass" } else { "density" });
        let zero = &Rational::ZERO;
        if let Some(number) = number.as_ref().filter(|number| number.value < *zero) {
            self.report_invalid(
                number.span,
                element.element,
                "has a negative mass",
                MASS_REMEDY,
            );
            return None;
        }
        let mass_or_density = number.map_or(integer(DENSITY), |number| number.value);
        if mass_or_density == *zero || ["plane", "hfield"].contains(&shape) {
            return None;
        }
        let needs_mesh = ["mesh", "sdf"].contains(&shape) || element.attribute("mesh").is_some();
        let is_shell = self.boolean(element, "shellinertia") == Some(true);
        if needs_mesh || is_shell {
            if !is_needless {
                let reason = if needs_mesh { "a mesh" } else { "a shell" };
                let geom = place(element.element);
                let fault = Fault::MassOfMesh { geom, reason };
                self.faults.push(element.span(), fault);
            }
            return None;
        }
        let has_ends = element.attribute("fromto").is_some();
        let half_length = if has_ends { Some(self.half_length(element, shape)?) } else { None };
        let solid = self.solid(element, shape, half_length)?;
        let mass = if has_mass { mass_or_density } else { solid.volume() * mass_or_density };
        let center = pose.position.each_ref().map(|x| x.value.clone());
        moments.add(&solid, &mass, &center, &pose.rotation);
        Some(())
    }

    /// Half the length of the segment of `fromto`.
    fn half_length(&mut self, element: &Resolved<'a>, shape: &str) -> Option<Rational> {
        let span = element.attribute("fromto")?.span;
        if !["capsule", "cylinder", "ellipsoid", "box"].contains(&shape) {
            self.report_invalid(span, element.element, "cannot have `fromto`", FROMTO_REMEDY);
            return None;
        }
        let numbers: [Number; 6] = self.numbers(element, "fromto")?;
        let difference = [0, 1, 2].map(|k: usize| &numbers[k + 3].value - &numbers[k].value);
        let square = rotation::dot(&difference, &difference);
        if square == Rational::ZERO {
            let remedy = "write two different points";
            self.report_invalid(span, element.element, "has no length", remedy);
            return None;
        }
        Some(long_square_root(&square) / integer(2))
    }

    /// The solid that a geom is; `fromto` gives `half_length`.
    fn solid(
        &mut self,
        element: &Resolved<'a>,
        shape: &str,
        half_length: Option<Rational>,
    ) -> Option<Solid> {
        let (form, count, is_round) = match shape {
            "box" => (Form::Box, 3, false),
            "capsule" => (Form::Capsule, 2, true),
            "cylinder" => (Form::Cylinder, 2, true),
            "sphere" => (Form::Ellipsoid, 1, true),
            _ => (Form::Ellipsoid, 3, false),
        };
        let count = if half_length.is_some() { 1 } else { count };
        let numbers = self.up_to(3, element, "size").unwrap_or_default();
        let is_positive = |size: &Number| size.value > Rational::ZERO;
        let sizes = numbers.get(..count);
        let Some(sizes) = sizes.filter(|sizes| sizes.iter().all(is_positive)) else {
            let span = element.span_of("size");
            self.report_invalid(span, element.element, "needs other sizes", SIZES_REMEDY);
            return None;
        };
        let half_x = &sizes[0];
        let half_y = if is_round { half_x } else { sizes.get(1).unwrap_or(half_x) };
        let half_z = half_length.as_ref().unwrap_or(&sizes[count - 1].value);
        let sizes = [&half_x.value, &half_y.value, half_z].map(Clone::clone);
        Some(Solid { form, sizes })
    }

    /// A body's mass and inertia within the bounds of `compiler`.
    fn adjust(&mut self, body: &Body<'a>, inertial: Option<BodyMass>) -> Option<BodyMass> {
        let span = body.element.tag_span();
        let [least_mass, least_moment] =
            ["boundmass", "boundinertia"].map(|name| self.positive_number(name));
        let has_bounds = least_mass.is_some() || least_moment.is_some();
        // A body without mass gets the least one. Its pose in the body is, as in MuJoCo, the one that the body's own attributes give.
        let mut inertial = match inertial {
            None if has_bounds => BodyMass {
                origin: self.pose(&Resolved::alone(body.element)).origin(),
                mass: Number::left_out(0, span),
                inertia: std::array::from_fn(|_| Number::left_out(0, span)),
            },
            inertial => inertial?,
        };
        if let Some(least) = least_mass.filter(|least| inertial.mass.value < least.value) {
            inertial.mass = least;
        }
        let entries = |inertial: &BodyMass| inertial.inertia.each_ref().map(|it| it.value.clone());
        if let Some(least) = least_moment
            && !symmetric::is_at_least(&entries(&inertial), &least.value)
        {
            let [xx, xy, xz, yy, yz, zz] = &mut inertial.inertia;
            if is_not_zero(xy) || is_not_zero(xz) || is_not_zero(yz) {
                let body = place(body.element);
                self.faults.push(least.span, Fault::BoundInertia { body });
                return Some(inertial);
            }
            for moment in [xx, yy, zz] {
                if moment.value < least.value {
                    *moment = least.clone();
                }
            }
        }
        let values = entries(&inertial);
        // The triangle inequality: no second moment of a body is negative.
        let is_possible =
            symmetric::is_at_least(&symmetric::second_moments(&values), &Rational::ZERO);
        let compiler = self.settings.compiler.clone();
        if self.boolean(&compiler, "balanceinertia") == Some(true) && !is_possible {
            let [xx, _, _, yy, _, zz] = &values;
            let mean = Number::derived((xx + yy + zz) / integer(3), inertial.inertia[0].span);
            let zero = || Number::left_out(0, mean.span);
            let moment = || mean.clone();
            inertial.inertia = [moment(), zero(), zero(), moment(), zero(), moment()];
        }
        Some(inertial)
    }
}

/// Scales all masses and inertias, so that the masses add up to `total`.
fn set_total_mass(inertials: &mut [Option<BodyMass>], total: &Rational) {
    let values = inertials.iter().flatten().map(|it| &it.mass.value);
    let sum = values.fold(Rational::ZERO, |sum, mass| sum + mass);
    if sum <= Rational::ZERO {
        return;
    }
    let factor = total / sum;
    for BodyMass { mass, inertia, .. } in inertials.iter_mut().flatten() {
        for number in [mass].into_iter().chain(inertia) {
            *number = Number::derived(round_long(&number.value * &factor), number.span);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{ReadRobot, read};
    use super::*;
    use crate::model::Rotation;
    use multibody_program::exact::{Angle, nearest_f64};

    fn with_body(compiler: &str, body: &str) -> ReadRobot {
        read(&format!(
            "<mujoco><compiler {compiler}/><asset><mesh name=\"t\" file=\"nowhere.stl\"/></asset><worldbody>\
             <geom size=\".2\"/><body name=\"s\"><geom size=\".1\" mass=\"3\"/></body>\
             <body name=\"b\"><joint/>{body}</body></worldbody></mujoco>"
        ))
    }

    /// Mass, and the moments xx, xy and zz of the moving body.
    #[track_caller]
    fn assert_inertial(compiler: &str, body: &str, expected: [f64; 4]) {
        let robot = with_body(compiler, body);
        let link = robot.model.links.iter().find(|link| link.name.value == "b");
        let inertial = link.and_then(|link| link.inertial.as_ref()).expect("mass");
        let [xx, xy, _, _, _, zz] = &inertial.inertia;
        let numbers =
            [&inertial.mass, xx, xy, zz].map(|quantity| quantity.exact().expect("a number"));
        for (number, expected) in numbers.iter().zip(expected) {
            let deviation = (nearest_f64(&number.value) - expected).abs();
            assert!(
                deviation <= 1e-14 * expected.abs(),
                "{}: {numbers:?}",
                number.text
            );
        }
    }

    #[test]
    fn geoms_count_where_the_body_has_no_mass_of_its_own() {
        let inertial = "<inertial pos=\".1 0 0\" mass=\"3\" diaginertia=\".1 .2 .25\"/>";
        let geom = "<geom size=\".1\" mass=\"2\"/>";
        let ball = [2.0, 0.008, 0.0, 0.008];
        let own_mass = [3.0, 0.1, 0.0, 0.25];
        let inertial_and_geom = format!("{inertial}{geom}");
        assert_inertial("", geom, ball);
        assert_inertial("", &inertial_and_geom, own_mass);
        assert_inertial("inertiafromgeom=\"true\"", &inertial_and_geom, ball);
        assert_inertial(
            "inertiafromgeom=\"true\" inertiagrouprange=\"2 3\"",
            &inertial_and_geom,
            own_mass,
        );
        let weightless = format!("{inertial}<geom size=\".1\" mass=\"0\"/>");
        assert_inertial("inertiafromgeom=\"true\"", &weightless, own_mass);
        let mesh = "<geom type=\"mesh\" mesh=\"t\" mass=\"0\"/><geom type=\"mesh\" mesh=\"t\" group=\"6\"/>";
        assert_inertial("", &format!("{mesh}{geom}"), ball);
        assert_inertial(
            "",
            &format!("{inertial}<geom mesh=\"t\" type=\"mesh\"/>"),
            own_mass,
        );
    }

    #[test]
    fn bounds_apply_first_and_total_mass_last() {
        let body = "<inertial pos=\".1 0 0\" mass=\"5\" diaginertia=\"1 1 1\"/>";
        let factor = 16.0 / 9.0;
        assert_inertial(
            "settotalmass=\"16\" boundmass=\"4\"",
            body,
            [5.0 * factor, factor, 0.0, factor],
        );
        let body = "<inertial pos=\"0 0 0\" mass=\"2\" diaginertia=\"1 1 4\"/>";
        assert_inertial("balanceinertia=\"true\"", body, [2.0, 2.0, 0.0, 2.0]);
        assert_inertial(
            "balanceinertia=\"true\" boundinertia=\"2\"",
            body,
            [2.0, 2.0, 0.0, 4.0],
        );
        let tensor = "<inertial pos=\"0 0 0\" mass=\"2\" fullinertia=\"1 1.1 1.2 .1 .2 .3\"/>";
        assert_inertial("boundinertia=\".5\"", tensor, [2.0, 1.0, 0.1, 1.2]);
    }

    /// Values by MuJoCo 4.0.0, which takes the place of the body in its parent for a place in the body.
    #[test]
    fn a_massless_body_has_its_least_mass_at_its_own_pose() {
        let model = read(
            "<mujoco><compiler boundmass=\"2\" boundinertia=\".5\"/><worldbody><frame pos=\"10 0 0\">\
             <body name=\"b\" pos=\"1 2 3\" euler=\"0 0 90\"><joint/></body></frame></worldbody></mujoco>",
        )
        .model;
        let inertial = model.links[1].inertial.as_ref().expect("a mass");
        let numbers = [&inertial.mass].into_iter().chain(&inertial.origin.xyz);
        let values = numbers.map(|it| nearest_f64(&it.exact().expect("a number").value));
        assert_eq!(values.collect::<Vec<_>>(), [2.0, 1.0, 2.0, 3.0]);
        let turn = rotation::about(2, &Angle::of_quarter_turns(1));
        assert!(matches!(&inertial.origin.rotation, Rotation::Exact(it) if *it == turn));
    }
}
