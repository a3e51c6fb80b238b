//! Mass and inertia of bodies: as written, or of their geoms.

use super::body::{Body, Placed};
use super::classes::{ORIENTATIONS, Resolved};
use super::place::place;
use super::reader::{Reader, is_not_zero};
use super::shapes::{Form, Moments, RigidMass, Solid, round_long};
use crate::fault::Fault;
use crate::model::{Inertial, Number, Origin, Quantity, Rotation, Span};
use multibody_program::exact::{Rational, integer, long_square_root, rotation, symmetric};

/// Density of a geom that has neither mass nor density, kg/m^3.
const DENSITY: i64 = 1000;
/// The first and the last group whose geoms count.
const GROUPS: [i64; 2] = [0, 5];

const INERTIAL: &str = "<inertial pos=\"0 0 0.1\" mass=\"2\" diaginertia=\"0.1 0.1 0.1\"/>";
const MASS: &str = "write a mass or a density that is not negative";
const SIZES: &str = "a sphere has one positive size, a capsule or cylinder two, a box or ellipsoid three; with `fromto` all have one";
const SHAPES: &[&str] = &[
    "sphere",
    "plane",
    "hfield",
    "capsule",
    "ellipsoid",
    "cylinder",
    "box",
    "mesh",
    "sdf",
];

/// How masses and inertias follow from bodies and geoms, from the attributes of `compiler`.
#[derive(Debug)]
struct MassRules {
    /// `auto`, `true` or `false`: whether geoms count where a body has no `inertial`, everywhere, or nowhere.
    from_geoms: &'static str,
    groups: [Rational; 2],
    least_mass: Option<Number>,
    least_inertia: Option<Number>,
    is_balanced: bool,
    /// The mass of all bodies together.
    total_mass: Option<Number>,
}

impl<'a> Reader<'_, 'a> {
    /// Mass and inertia of each body; the world, which comes first, has none.
    pub(super) fn read_inertials(&mut self, bodies: &[Body<'a>]) -> Vec<Option<Inertial>> {
        let rules = self.mass_rules();
        let mut inertials = vec![None];
        // Of each body, whether nothing moves it: parents come first.
        let mut is_static = vec![true];
        for body in bodies.iter().skip(1) {
            is_static.push(is_static[body.parent] && body.joints.is_empty());
            inertials.push(self.inertial(body, is_static[is_static.len() - 1], &rules));
        }
        if let Some(total) = &rules.total_mass {
            set_total_mass(&mut inertials, total);
        }
        inertials
    }

    /// The rules that `compiler` states.
    fn mass_rules(&mut self) -> MassRules {
        let compiler = &self.settings.compiler.clone();
        let mut positive = |name: &str| {
            let number = self.number(compiler, name)?;
            (number.value > Rational::ZERO).then_some(number)
        };
        let [least_mass, least_inertia, total_mass] =
            ["boundmass", "boundinertia", "settotalmass"].map(&mut positive);
        let groups: Option<[Number; 2]> = self.numbers(compiler, "inertiagrouprange");
        MassRules {
            from_geoms: self.word(compiler, "inertiafromgeom", &["auto", "true", "false"]),
            groups: groups.map_or(GROUPS.map(integer), |range| range.map(|n| n.value)),
            least_mass,
            least_inertia,
            is_balanced: self.boolean(compiler, "balanceinertia").unwrap_or(false),
            total_mass,
        }
    }

    /// Mass and inertia of a body, before all masses are scaled. What only a static body needs is not reported if it
    /// is missing.
    fn inertial(
        &mut self,
        body: &Body<'a>,
        is_static: bool,
        rules: &MassRules,
    ) -> Option<Inertial> {
        let counted: Vec<&Placed> = match (rules.from_geoms, &body.inertial) {
            ("false", _) | ("auto", Some(_)) => Vec::new(),
            _ => {
                let geoms = body.geoms.iter();
                geoms.filter(|geom| self.is_counted(geom, rules)).collect()
            }
        };
        let is_needless = is_static && rules.total_mass.is_none();
        let of_geoms = self.inertial_of_geoms(&counted, is_needless);
        let has_mass = |inertial: &Inertial| inertial.mass.exact().is_some_and(is_not_zero);
        let inertial = match &body.inertial {
            // Geoms without mass do not replace it.
            Some(inertial) if !of_geoms.as_ref().is_some_and(has_mass) => {
                Some(self.written_inertial(inertial))
            }
            _ => of_geoms,
        };
        self.adjust(body, inertial, rules)
    }

    /// Whether a geom is in a group that counts.
    fn is_counted(&mut self, geom: &Placed<'a>, rules: &MassRules) -> bool {
        let number = self.number(&geom.element, "group");
        let group = number.map_or(Rational::ZERO, |number| number.value);
        let [first, last] = &rules.groups;
        (first..=last).contains(&&group)
    }

    /// The mass and inertia of an `inertial`.
    fn written_inertial(&mut self, Placed { element, pose }: &Placed<'a>) -> Inertial {
        for name in ["pos", "mass"] {
            self.require_name(element, name, INERTIAL);
        }
        let span = element.element.tag_span();
        let zero = || Number::left_out(0, span);
        let mass = self.number(element, "mass").unwrap_or_else(zero);
        let tensor: Option<[Number; 6]> = self.numbers(element, "fullinertia");
        let diagonal: Option<[Number; 3]> = self.numbers(element, "diaginertia");
        if tensor.is_some() {
            let excluded = ["diaginertia"].into_iter().chain(ORIENTATIONS);
            for attribute in excluded.filter_map(|name| element.attribute(name)) {
                let fault = Fault::ExclusiveAttributes {
                    first: "fullinertia".to_owned(),
                    second: attribute.name.to_owned(),
                    place: place(element.element),
                };
                self.faults.push(attribute.span, fault);
            }
        }
        let inertia = match (tensor, diagonal) {
            (Some([xx, yy, zz, xy, xz, yz]), _) => [xx, xy, xz, yy, yz, zz],
            (None, Some([xx, yy, zz])) => [xx, zero(), zero(), yy, zero(), zz],
            (None, None) => std::array::from_fn(|_| zero()),
        };
        Inertial {
            origin: pose.origin(),
            mass: mass.into(),
            inertia: inertia.map(Quantity::from),
        }
    }

    /// The mass and inertia of geoms together; none if they have no mass.
    fn inertial_of_geoms(&mut self, geoms: &[&Placed<'a>], is_needless: bool) -> Option<Inertial> {
        let mut moments = Moments::zero();
        for geom in geoms {
            self.add_geom(&mut moments, geom, is_needless);
        }
        let RigidMass {
            mass,
            center,
            inertia,
        } = moments.total()?;
        let span = geoms.first()?.element.element.tag_span();
        let quantity = |value| Quantity::Exact(Number::derived(value, span));
        Some(Inertial {
            origin: Origin {
                xyz: center.map(quantity),
                rotation: Rotation::Exact(rotation::identity()),
            },
            mass: quantity(mass),
            inertia: inertia.map(quantity),
        })
    }

    /// Adds the moments of a geom. None: it has no mass, or a fault.
    fn add_geom(
        &mut self,
        moments: &mut Moments,
        Placed { element, pose }: &Placed<'a>,
        is_needless: bool,
    ) -> Option<()> {
        let shape = self.word(element, "type", SHAPES);
        let own_mass = self.number(element, "mass");
        let density = match &own_mass {
            Some(_) => None,
            None => self.number(element, "density"),
        };
        let factor = own_mass.as_ref().or(density.as_ref());
        if let Some(number) = factor.filter(|number| number.value < Rational::ZERO) {
            return self.refuse_geom(element, number.span, "has a negative mass", MASS);
        }
        let is_massless = factor.is_some_and(|number| number.value == Rational::ZERO);
        if is_massless || ["plane", "hfield"].contains(&shape) {
            return None;
        }
        let needs_mesh = ["mesh", "sdf"].contains(&shape) || element.attribute("mesh").is_some();
        let is_shell = self.boolean(element, "shellinertia") == Some(true);
        if needs_mesh || is_shell {
            if is_needless {
                return None;
            }
            let reason = if needs_mesh { "a mesh" } else { "a shell" };
            let fault = Fault::MassOfMesh {
                geom: place(element.element),
                reason,
            };
            self.faults.push(element.element.tag_span(), fault);
            return None;
        }
        let half_length = match element.attribute("fromto") {
            Some(_) => Some(self.half_length(element, shape)?),
            None => None,
        };
        let solid = self.solid(element, shape, half_length)?;
        let mass = match own_mass {
            Some(mass) => mass.value,
            None => solid.volume() * density.map_or(integer(DENSITY), |number| number.value),
        };
        let center = pose.position.each_ref().map(|x| x.value.clone());
        moments.add(&solid, &mass, &center, &pose.rotation);
        Some(())
    }

    /// Half the length of the segment of `fromto`.
    fn half_length(&mut self, element: &Resolved<'a>, shape: &str) -> Option<Rational> {
        let span = element.attribute("fromto")?.span;
        if !["capsule", "cylinder", "ellipsoid", "box"].contains(&shape) {
            let remedy =
                "capsules, cylinders, ellipsoids and boxes have `fromto`; give others `pos`";
            return self.refuse_geom(element, span, "cannot have `fromto`", remedy);
        }
        let numbers: [Number; 6] = self.numbers(element, "fromto")?;
        let difference = |k: usize| &numbers[k + 3].value - &numbers[k].value;
        let squares = (0..3).map(|k| difference(k) * difference(k));
        let square = squares.fold(Rational::ZERO, |sum, square| sum + square);
        if square == Rational::ZERO {
            let remedy = "write two different points";
            return self.refuse_geom(element, span, "has no length", remedy);
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
        let form = match shape {
            "box" => Form::Box,
            "capsule" => Form::Capsule,
            "cylinder" => Form::Cylinder,
            _ => Form::Ellipsoid,
        };
        let is_round = matches!(form, Form::Capsule | Form::Cylinder);
        let count = match (shape, &half_length) {
            ("sphere", _) | (_, Some(_)) => 1,
            _ if is_round => 2,
            _ => 3,
        };
        let numbers = self.up_to(3, element, "size").unwrap_or_default();
        let numbers: Vec<&Rational> = numbers.iter().map(|size| &size.value).collect();
        let is_positive = |size: &&Rational| **size > Rational::ZERO;
        let sizes = numbers.get(..count);
        let Some(sizes) = sizes.filter(|sizes| sizes.iter().all(is_positive)) else {
            let size = element.attribute("size");
            let span = size.map_or(element.element.tag_span(), |size| size.span);
            return self.refuse_geom(element, span, "needs other sizes", SIZES);
        };
        let radius = sizes[0];
        let across = if is_round { radius } else { sizes.get(1).copied().unwrap_or(radius) };
        let half_length = half_length.as_ref().unwrap_or(sizes[count - 1]);
        Some(Solid {
            form,
            sizes: [radius, across, half_length].map(Clone::clone),
        })
    }

    fn refuse_geom<T>(
        &mut self,
        geom: &Resolved<'a>,
        span: Span,
        problem: &'static str,
        remedy: &'static str,
    ) -> Option<T> {
        let geom = place(geom.element);
        let fault = Fault::InvalidGeom {
            geom,
            problem,
            remedy,
        };
        self.faults.push(span, fault);
        None
    }

    /// A body's mass and inertia within the bounds of `compiler`.
    fn adjust(
        &mut self,
        body: &Body<'a>,
        inertial: Option<Inertial>,
        rules: &MassRules,
    ) -> Option<Inertial> {
        let span = body.element.tag_span();
        let has_bounds = rules.least_mass.is_some() || rules.least_inertia.is_some();
        let mut inertial = match inertial {
            None if has_bounds => Inertial {
                origin: Origin::identity(span),
                mass: Number::left_out(0, span).into(),
                inertia: std::array::from_fn(|_| Number::left_out(0, span).into()),
            },
            inertial => inertial?,
        };
        if let (Some(least), Some(mass)) = (&rules.least_mass, inertial.mass.exact())
            && mass.value < least.value
        {
            inertial.mass = least.clone().into();
        }
        let numbers = Quantity::all_exact(&inertial.inertia)?.map(|number| number.value.clone());
        if let Some(least) = &rules.least_inertia
            && !symmetric::is_at_least(&numbers, &least.value)
        {
            let [_, xy, xz, _, yz, _] = &numbers;
            if [xy, xz, yz].iter().any(|entry| **entry != Rational::ZERO) {
                let fault = Fault::BoundInertia {
                    body: place(body.element),
                };
                self.faults.push(least.span, fault);
                return Some(inertial);
            }
            for (k, moment) in [0, 3, 5].map(|k| (k, &numbers[k])) {
                if *moment < least.value {
                    inertial.inertia[k] = least.clone().into();
                }
            }
        }
        let numbers = Quantity::all_exact(&inertial.inertia)?.map(|number| number.value.clone());
        let [xx, _, _, yy, _, zz] = &numbers;
        let is_possible =
            symmetric::is_at_least(&symmetric::second_moments(&numbers), &Rational::ZERO);
        if rules.is_balanced && !is_possible {
            let mean = (xx + yy + zz) / integer(3);
            let span = inertial.inertia[0].span();
            inertial.inertia = std::array::from_fn(|k| match k {
                0 | 3 | 5 => Number::derived(mean.clone(), span).into(),
                _ => Number::left_out(0, span).into(),
            });
        }
        Some(inertial)
    }
}

/// Scales all masses and inertias, so that all bodies together have a mass.
fn set_total_mass(inertials: &mut [Option<Inertial>], total: &Number) {
    let masses = inertials
        .iter()
        .flatten()
        .filter_map(|inertial| inertial.mass.exact());
    let sum = masses.fold(Rational::ZERO, |sum, mass| sum + &mass.value);
    if sum <= Rational::ZERO {
        return;
    }
    let factor = &total.value / sum;
    for inertial in inertials.iter_mut().flatten() {
        let quantities = std::iter::once(&mut inertial.mass).chain(&mut inertial.inertia);
        for quantity in quantities {
            if let Quantity::Exact(number) = quantity {
                *number = Number::derived(round_long(&number.value * &factor), number.span);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{Read, read};
    use multibody_program::exact::nearest_f64;

    fn with_body(compiler: &str, body: &str) -> Read {
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
            let off = (nearest_f64(&number.value) - expected).abs();
            assert!(
                off <= 1e-14 * expected.abs(),
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
    fn bounds_precede_balance_and_the_mass_of_all_is_last() {
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
}
