//! Items and functions that have one fixed text for a robot: what calls the runtime with the robot's tables, what makes
//! views, and the declarations of structs.

use std::collections::BTreeMap;

use syn::{ImplItemFn, Item, ItemStruct, Visibility};

use crate::owner::{Base, Owner, is_same};
use crate::robot::Robot;
use crate::shape::{Shape, array};
use multibody_description::function::Function;
use multibody_program::exact::nearest_f64;
use multibody_program::ir::InputKind;

/// The texts of a robot.
pub struct Fixed<'a> {
    robot: &'a Robot,
}

impl<'a> Fixed<'a> {
    pub fn of(robot: &'a Robot) -> Self {
        Self { robot }
    }

    /// Whether a function has the text for its name. `None`: no function of this name has a fixed text.
    pub fn function(&self, owner: Owner, function: &ImplItemFn) -> Option<bool> {
        let name = function.sig.ident.to_string();
        let mut texts = self.functions(owner).into_iter().peekable();
        let all = texts.by_ref().filter(|(own, _)| *own == name);
        let all: Vec<_> = all.map(|(_, text)| text).collect();
        let mut found = function.clone();
        found.attrs.clear();
        found.vis = Visibility::Inherited;
        (!all.is_empty()).then(|| all.iter().any(|text| is_same(&found, text)))
    }

    /// All texts of functions of a type.
    fn functions(&self, owner: Owner) -> Vec<(&'static str, String)> {
        let robot = self.robot;
        let (name, nq, nv) = (&robot.settings.name, robot.system.nq(), robot.system.nv());
        let (g, made) = match owner {
            Owner::ROBOT => ("<T: multibody::Real>", "<'a, T: multibody::Real>"),
            _ => ("", "<'a>"),
        };
        let time = if owner == Owner::ROBOT { "f64" } else { "T" };
        let of_view = |bound: [bool; 3]| {
            let [under_wrenches, selecting, at_time] = bound;
            let view = Owner {
                under_wrenches,
                selecting,
                at_time,
                ..Owner::ROBOT
            };
            view.name(name)
        };
        let [under, selecting, at_time] =
            [[true, false, false], [false, true, false], [false, false, true]].map(of_view);
        let lent = |kind| robot.argument_type(kind, "T").replace('&', "&'a ");
        let (wrenches, selectors) = (lent(InputKind::Wrench), lent(InputKind::Selector));
        let fields = robot.system.parameters.iter().map(|parameter| {
            let numbers = parameter.reads().into_iter();
            let numbers: Vec<String> =
                numbers.map(|read| format!("T::lit(f64::from({read}))")).collect();
            let numbers = numbers.join(", ");
            let field = &parameter.field.value;
            match parameter.shape.array() {
                None => format!("{field}: {numbers},"),
                Some(_) => format!("{field}: [{numbers}],"),
            }
        });
        let fields: String = fields.collect();
        let text = |name, head: String, body: String| (name, format!("fn {name}{head} {{ {body} }}"));
        vec![
            text(
                "joint",
                "(&self, name: &str) -> ::core::option::Option<&'static multibody::JointInfo>".into(),
                format!(
                    "let joints: &'static [multibody::JointInfo] = &{name}::JOINTS; \
                     joints.iter().find(|joint| joint.name == name)"
                ),
            ),
            text(
                "link",
                format!("(&self, name: &str) -> ::core::option::Option<{name}Link>"),
                format!(
                    "let mut links = {name}::LINKS.into_iter(); \
                     links.find(|info| info.name == name).and_then(|info| info.link)"
                ),
            ),
            text(
                "without_constraints",
                "(&self) -> multibody::WithoutConstraints<'_, Self>".into(),
                "multibody::WithoutConstraints::new(self)".into(),
            ),
            text(
                "neutral",
                format!("{g}(&self) -> [T; {nq}]"),
                format!(
                    "let mut q = [T::ZERO; {nq}]; \
                     multibody::manifold::neutral(&{name}::JOINTS, &mut q); q"
                ),
            ),
            text(
                "normalize",
                format!("{g}(&self, q: &mut [T; {nq}], qd: &mut [T; {nv}])"),
                format!("multibody::manifold::normalize(&{name}::JOINTS, q, qd);"),
            ),
            text(
                "position_rate",
                format!("{g}(&self, q: &[T; {nq}], qd: &[T; {nv}]) -> [T; {nq}]"),
                format!(
                    "let mut rate = [T::ZERO; {nq}]; \
                     multibody::manifold::position_rate(&{name}::JOINTS, q, qd, &mut rate); rate"
                ),
            ),
            text(
                "integrate",
                format!("{g}(&self, q: &[T; {nq}], qd: &[T; {nv}], h: T) -> [T; {nq}]"),
                format!(
                    "let mut next = [T::ZERO; {nq}]; \
                     multibody::manifold::integrate(&{name}::JOINTS, q, qd, h, &mut next); next"
                ),
            ),
            text(
                "difference",
                format!("{g}(&self, from: &[T; {nq}], to: &[T; {nq}]) -> [T; {nv}]"),
                format!(
                    "let mut step = [T::ZERO; {nv}]; \
                     multibody::manifold::difference(&{name}::JOINTS, from, to, &mut step); step"
                ),
            ),
            text(
                "at_time",
                format!("(&self, t: {time}) -> {at_time}<'_, Self, {time}>"),
                format!("{at_time} {{ robot: self, t }}"),
            ),
            text(
                "under",
                format!("{made}(&'a self, wrenches: {wrenches}) -> {under}<'a, Self, T>"),
                format!("{under} {{ robot: self, wrenches, }}"),
            ),
            text(
                "under",
                format!("{made}(&'a self, wrenches: {wrenches}) -> {under}<'a, Self, T>"),
                format!("{under} {{ robot: self, wrenches }}"),
            ),
            text(
                "selecting",
                format!("{made}(&'a self, selectors: {selectors}) -> {selecting}<'a, &'a Self, T>"),
                format!("{selecting} {{ robot: self, selectors }}"),
            ),
            text(
                "selecting",
                format!("(&self, selectors: {selectors}) -> {selecting}<'a, Self, T>"),
                format!(
                    "let robot = {under} {{ robot: self.robot, wrenches: self.wrenches }}; \
                     {selecting} {{ robot, selectors }}"
                ),
            ),
            text(
                "parameters",
                format!("<T: multibody::Real>(&self) -> {name}Parameters<T>"),
                format!("{name}Parameters {{ {fields} }}"),
            ),
            text(
                "prepare",
                format!("<T: multibody::Real>(&self) -> {name}Prepared<T>"),
                "self.parameters().prepare()".into(),
            ),
            text(
                "joints",
                "(&self) -> &'static [multibody::JointInfo]".into(),
                format!("&{name}::JOINTS"),
            ),
            text(
                "constraints",
                "(&self) -> &'static [multibody::ConstraintInfo]".into(),
                format!("&{name}::CONSTRAINTS"),
            ),
            text(
                "links",
                "(&self) -> &'static [multibody::LinkInfo<Self::Link>]".into(),
                format!("&{name}::LINKS"),
            ),
        ]
    }

    /// Whether an implementation or a macro has one of the fixed texts.
    pub fn is_item(&self, item: &Item) -> bool {
        let name = &self.robot.settings.name;
        let under = format!("{name}UnderWrenches");
        let at_time = format!("{name}AtTime");
        let parameters = &self.robot.system.parameters;
        let fields: Vec<&str> = parameters.iter().map(|of| of.field.value.as_str()).collect();
        let values = parameters.iter().map(|parameter| {
            let values = parameter.default.iter().flatten();
            let values: Vec<String> = values.map(|of| format!("{:?}", nearest_f64(of))).collect();
            let values = values.join(", ");
            let field = &parameter.field.value;
            match parameter.shape.array() {
                None => format!("{field}: {values},"),
                Some(_) => format!("{field}: [{values}],"),
            }
        });
        let values: String = values.collect();
        let texts = [
            format!(
                "impl<R: multibody::Joints, T> multibody::Joints for {under}<'_, R, T> {{ \
                 fn joints(&self) -> &'static [multibody::JointInfo] {{ self.robot.joints() }} }}"
            ),
            format!(
                "impl<R, T> {under}<'_, R, T> {{ \
                 fn without_constraints(&self) -> multibody::WithoutConstraints<'_, Self> {{ \
                 multibody::WithoutConstraints::new(self) }} }}"
            ),
            format!(
                "impl<R, T: multibody::Real> {under}<'_, R, T> {{ \
                 fn at_time(&self, t: T) -> {at_time}<'_, Self, T> {{ {at_time} {{ robot: self, t }} }} }}"
            ),
            format!("impl Default for {name} {{ fn default() -> Self {{ Self {{ {values} }} }} }}"),
            "multibody::assert_dispatch!();".to_owned(),
            format!(
                "multibody::parameter_lanes! {{ {name}Parameters {{ {} }} }}",
                fields.join(", ")
            ),
        ];
        let mut found = item.clone();
        match &mut found {
            Item::Impl(of) => {
                of.attrs.clear();
                for item in &mut of.items {
                    if let syn::ImplItem::Fn(function) = item {
                        function.attrs.clear();
                        function.vis = Visibility::Inherited;
                    }
                }
            }
            Item::Macro(of) => of.attrs.clear(),
            _ => return false,
        }
        texts.iter().any(|text| is_same(&found, text))
    }

    /// Whether each struct has the declaration for its name; the names of those that have not. `slots` are the numbers of
    /// prepared values.
    pub fn wrong_structs(
        &self,
        found: &BTreeMap<String, &ItemStruct>,
        slots: &BTreeMap<Base, usize>,
    ) -> Vec<String> {
        let expected = self.structs(slots);
        let is_right = |of: &ItemStruct| {
            let mut plain = of.clone();
            plain.attrs.clear();
            plain.vis = Visibility::Inherited;
            for field in &mut plain.fields {
                field.attrs.clear();
                field.vis = Visibility::Inherited;
            }
            expected.iter().any(|text| is_same(&plain, text))
        };
        let wrong = found.iter().filter(|(_, of)| !is_right(of));
        wrong.map(|(name, _)| name.clone()).collect()
    }

    /// The texts of all structs.
    fn structs(&self, slots: &BTreeMap<Base, usize>) -> Vec<String> {
        let robot = self.robot;
        let name = &robot.settings.name;
        let lent = |kind| robot.argument_type(kind, "T").replace('&', "&'a ");
        let mut texts = vec![
            format!(
                "struct {name}UnderWrenches<'a, R, T> {{ robot: &'a R, wrenches: {}, }}",
                lent(InputKind::Wrench)
            ),
            format!(
                "struct {name}Selecting<'a, R, T> {{ robot: R, selectors: {}, }}",
                lent(InputKind::Selector)
            ),
            format!("struct {name}AtTime<'a, R, T> {{ robot: &'a R, t: T, }}"),
        ];
        texts.extend(slots.iter().map(|(base, slots)| {
            let own = Owner::of(*base).type_of(name);
            format!("struct {own} {{ p: [T; {slots}], }}")
        }));
        let fields = robot.system.parameters.iter().map(|parameter| {
            let sizes: Vec<usize> = parameter.shape.array().into_iter().collect();
            format!("{}: {},", parameter.field.value, array(&sizes, "T"))
        });
        let fields: String = fields.collect();
        texts.push(format!("struct {name}Parameters<T> {{ {fields} }}"));
        let functions = Function::ALL.into_iter().map(|of| Shape::of_function(robot, of));
        let bundles = robot.bundles.iter().map(|of| Shape::of_bundle(robot, of));
        for shape in functions.chain(bundles) {
            if let Shape::Record([own, _], fields) = shape
                && own.starts_with(name)
            {
                let fields = fields.iter();
                let fields = fields.map(|(name, shape)| format!("{name}: {},", shape.rust("T")));
                texts.push(format!("struct {own}<T> {{ {} }}", fields.collect::<String>()));
            }
        }
        texts
    }
}
