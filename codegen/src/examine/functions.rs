//! The functions of a robot: those that are requested and exist for this robot.

use std::collections::BTreeSet;

use super::language_faults;
use multibody_description::fault::{Fault, Faults, Shown};
use multibody_description::findings::ExaminedSystem;
use multibody_description::function::{Function, Quantity, Target};
use multibody_description::joint::orientations;
use multibody_description::model::{Model, Span};
use multibody_description::requested::{Request, bundles};
use multibody_description::settings::{AT, FunctionName, Settings};
use multibody_description::system::System;
use multibody_examine::size::{DerivativeSizes, LIMIT, Oversize, oversize};
use multibody_outputs::report::AbsentFunction;

/// All requested functions. A function of links is listed once for each requested link that exists.
pub fn targets(system: &ExaminedSystem, settings: &Settings) -> Vec<Target> {
    let mut targets = Vec::new();
    for function in settings.select_functions(system.acting_forces()) {
        if function.is_of_link() {
            let names: BTreeSet<&String> = settings.links.iter().collect();
            let links = names.into_iter().filter_map(|name| system.tree.link(name));
            targets.extend(links.map(Some).map(|link| Target { function, link }));
        } else {
            let link = None;
            targets.push(Target { function, link });
        }
    }
    targets
}

/// The requested functions without those that are too large to be emitted unless they are requested by name.
pub fn without_oversize(system: &ExaminedSystem, settings: &Settings) -> Vec<Target> {
    let oversize_functions = oversize(system, settings);
    let mut targets = targets(system, settings);
    targets.retain(|target| !is_among(&oversize_functions, target.function));
    targets
}

/// The requested functions and bundles that exist for the robot, and the functions that are absent.
pub fn requested_functions(
    model: &Model,
    system: &ExaminedSystem,
    settings: &Settings,
    faults: &mut Faults,
) -> (Request, Vec<AbsentFunction>) {
    let (targets, absent) = possible_functions(model, system, settings, faults);
    language_faults::report(system, settings, &targets, faults);
    let bundles = bundles(system, settings, &targets, faults);
    (Request { targets, bundles }, absent)
}

/// The functions to derive, and the absent functions.
fn possible_functions(
    model: &Model,
    system: &ExaminedSystem,
    settings: &Settings,
    faults: &mut Faults,
) -> (Vec<Target>, Vec<AbsentFunction>) {
    let mass_matrix = MassMatrix::of(system);
    let mut selection = Selection {
        targets: targets(system, settings),
        absent: Vec::new(),
    };
    let impossible = selection.leave_out_inverses(system, &mass_matrix);
    selection.leave_out_undetermined(system, &mass_matrix);
    selection.leave_out_unsupported(system, settings);
    selection.leave_out_free_bodies(system);
    selection.leave_out_sphere_derivatives(system);
    selection.leave_out_long_derivatives(system, settings, faults);
    selection.leave_out_centroidal(system);
    selection.leave_out_pivoted(settings);
    report_singular(model, &mass_matrix, &impossible, faults);
    report_named(settings, &selection.absent, faults);
    selection.leave_out_oversize(model, system, settings, faults);
    selection.add_callees(system.nv());
    (selection.targets, selection.absent)
}

/// The properties of the mass matrix that may make it impossible to invert.
struct MassMatrix {
    rank: usize,
    /// The number of rows.
    nv: usize,
    /// Whether a pivot is 0 although the rank is full.
    is_indefinite: bool,
}

impl MassMatrix {
    fn of(system: &ExaminedSystem) -> Self {
        let (rank, nv) = (multibody_prove::mass_matrix_rank(system), system.nv());
        Self {
            rank,
            nv,
            is_indefinite: rank == nv && multibody_prove::has_zero_pivot(system),
        }
    }
}

/// The functions that are still to be derived, and those that are left out.
struct Selection {
    targets: Vec<Target>,
    absent: Vec<AbsentFunction>,
}

impl Selection {
    /// Leaves out functions for a reason, and returns them.
    fn leave_out(&mut self, is_absent: impl Fn(&Target) -> bool, reason: &str) -> Vec<Target> {
        let candidates = std::mem::take(&mut self.targets).into_iter();
        let (absent, targets): (Vec<Target>, Vec<Target>) = candidates.partition(is_absent);
        self.targets = targets;
        self.absent
            .extend(absent.iter().map(|target| AbsentFunction {
                function: target.function.name().to_owned(),
                reason: reason.to_owned(),
            }));
        absent
    }

    /// Leaves out functions that invert the mass matrix, if that is impossible.
    fn leave_out_inverses(
        &mut self,
        system: &ExaminedSystem,
        mass_matrix: &MassMatrix,
    ) -> Vec<Target> {
        let &MassMatrix {
            rank,
            nv,
            is_indefinite,
        } = mass_matrix;
        if rank == nv && !is_indefinite {
            return Vec::new();
        }
        let reason = if is_indefinite {
            WHY_INDEFINITE.to_owned()
        } else {
            why_singular(system, rank)
        };
        let inverts = |target: &Target| target.function.quantity().inverts_mass_matrix();
        self.leave_out(inverts, &reason)
    }

    /// Leaves out functions that solve for accelerations, if masses and constraints do not determine them.
    fn leave_out_undetermined(&mut self, system: &ExaminedSystem, mass_matrix: &MassMatrix) {
        let is_indefinite = mass_matrix.is_indefinite;
        let are_undetermined = self.targets.iter().any(solves_constraints)
            && (is_indefinite || !multibody_prove::constraints_determine_accelerations(system));
        let reason = if is_indefinite {
            WHY_INDEFINITE
        } else {
            "some accelerations are determined neither by masses nor by constraints"
        };
        if are_undetermined {
            self.leave_out(solves_constraints, reason);
        }
    }

    /// Leaves out functions by least squares, if it is unknown which forces constraints can exert at unactuated joints.
    fn leave_out_unsupported(&mut self, system: &ExaminedSystem, settings: &Settings) {
        let has_least_squares = |target: &Target| target.function.quantity().has_least_squares();
        let is_regularized = settings.regularization.is_some();
        if !is_regularized && system.findings.actuation.support().is_none() {
            let reason = "it would take too long to compute which forces constraints can exert at unactuated joints";
            self.leave_out(has_least_squares, reason);
        }
    }

    /// Leaves out functions in maximal coordinates, if the equations of the free bodies do not determine their accelerations.
    fn leave_out_free_bodies(&mut self, system: &ExaminedSystem) {
        let is_maximal = |target: &Target| target.function.quantity().is_maximal();
        if self.targets.iter().any(is_maximal)
            && let Some(reason) = multibody_tree::place_bodies(system).why_not_free()
        {
            self.leave_out(is_maximal, &reason);
        }
    }

    /// Leaves out derivatives if the rates of a quaternion are the derivatives of its four coordinates. A change of one coordinate
    /// alone leaves the unit sphere, so a derivative along one rate has no meaning.
    fn leave_out_sphere_derivatives(&mut self, system: &ExaminedSystem) {
        let is_derivative = |target: &Target| target.function.quantity().is_derivative();
        let mut coordinates = system.coordinates.iter();
        let coordinate = coordinates.find(|coordinate| {
            let kinds = coordinate.kind.positions();
            let is_on_sphere = orientations(kinds).any(|(_, chart)| chart.has_unit_norm());
            is_on_sphere && coordinate.kind.nv() == kinds.len()
        });
        if let Some(coordinate) = coordinate {
            let joint = Shown::from(coordinate.joint.as_str());
            let reason = format!(
                "the rates of `{joint}` are the derivatives of a quaternion: along one of them it does not keep its unit length; \
                 take rates in body axes"
            );
            self.leave_out(is_derivative, &reason);
        }
    }

    /// Leaves out derivatives, and products with them, that are too long even if they are requested by name: their text would take
    /// minutes to compile. Functions that are too long only because of a bundle are kept, and reported with the bundle.
    fn leave_out_long_derivatives(
        &mut self,
        system: &ExaminedSystem,
        settings: &Settings,
        faults: &mut Faults,
    ) {
        let sizes = DerivativeSizes::of(system, settings);
        let functions: BTreeSet<Function> =
            self.targets.iter().map(|target| target.function).collect();
        for function in functions {
            let maximum = |operations: &dyn Fn(Target) -> Option<usize>| {
                let targets = self.targets.iter();
                let targets_of_function = targets.filter(|target| target.function == function);
                targets_of_function
                    .filter_map(|target| operations(*target))
                    .max()
            };
            let longest = maximum(&|target| sizes.operations(target)).unwrap_or_default();
            if longest <= LIMIT {
                continue;
            }
            let is_long_alone = maximum(&|target| sizes.operations_alone(target)) > Some(LIMIT);
            if !is_long_alone {
                report_long_in_bundles(function, longest, settings, faults);
                continue;
            }
            let total = maximum(&|target| sizes.all_operations(target)).unwrap_or_default();
            let operations = if total > longest {
                format!("it may take {total} operations, {longest} of them in one function")
            } else {
                format!("it may take {longest} operations")
            };
            let remedy = match function.quantity() {
                Quantity::Derivatives(derivatives)
                    if derivatives.function.quantity().terms().is_none() =>
                {
                    "the function itself in `multibody::Dual` numbers computes its derivative along a direction"
                }
                Quantity::Derivatives(_) => {
                    "`multibody::linearize` computes derivatives of the equation of motion, and `inverse_dynamics_jvp` and \
                     `inverse_dynamics_vjp` products with them"
                }
                _ => {
                    "`multibody::linearize` computes derivatives of the equation of motion, and `inverse_dynamics_jvp` and \
                     `inverse_dynamics_vjp` products with those of inverse dynamics"
                }
            };
            let reason = format!("{operations}, more than {LIMIT}; {remedy}");
            // A function of links gets one message, not one for each link.
            let count = self.absent.len();
            self.leave_out(|target| target.function == function, &reason);
            self.absent.truncate(count + 1);
        }
    }

    /// Leaves out momenta of all bodies if expressions describe some of them, or if there is no centre of mass.
    fn leave_out_centroidal(&mut self, system: &ExaminedSystem) {
        let sums_momenta = |target: &Target| target.function.quantity().sums_momenta();
        let symbolic = &system.symbolic;
        let reason = match symbolic.kinetic.is_empty() && symbolic.bodies.is_empty() {
            false => "expressions describe some of the bodies",
            true if multibody_prove::is_massless(system) => "no mobile body has mass",
            true => return,
        };
        self.leave_out(sums_momenta, reason);
    }

    /// Leaves out functions with pivots if pivots can be 0, since constraint rows may be dependent.
    fn leave_out_pivoted(&mut self, settings: &Settings) {
        let has_pivots = |target: &Target| target.function.quantity().has_pivots();
        if settings.regularization.is_some() {
            let reason =
                "with `regularization` constraint rows may be dependent, and then pivots are 0";
            self.leave_out(has_pivots, reason);
        }
    }

    /// Adds the functions that others call, and sorts all by the order of emission.
    fn add_callees(&mut self, nv: usize) {
        let callers = self.targets.iter();
        let called: BTreeSet<Function> = callers.flat_map(|it| it.function.callees(nv)).collect();
        let is_missing = |it: &Function| self.targets.iter().all(|target| target.function != *it);
        let callees: Vec<Function> = called.iter().copied().filter(is_missing).collect();
        let link = None;
        let targets = (callees.into_iter()).map(|function| Target { function, link });
        self.targets.extend(targets);
        self.targets.sort_by_key(|target| target.function);
        let is_called = |name: &str| called.iter().any(|function| function.name() == name);
        self.absent.retain(|absence| !is_called(&absence.function));
    }

    /// Leaves out, and reports, functions that are too large to be emitted unless they are requested by name.
    fn leave_out_oversize(
        &mut self,
        model: &Model,
        system: &ExaminedSystem,
        settings: &Settings,
        faults: &mut Faults,
    ) {
        let mut left_out = oversize(system, settings);
        left_out.retain(|oversize| self.targets.iter().any(|t| t.function == oversize.function));
        if !left_out.is_empty() {
            faults.push(model.name.span, oversize_fault(&left_out));
        }
        self.absent
            .extend(left_out.iter().map(|oversize| AbsentFunction {
                function: oversize.function.name().to_owned(),
                reason: oversize.reason(),
            }));
        self.targets
            .retain(|target| !is_among(&left_out, target.function));
    }
}

/// Whether a function solves for accelerations or rates under constraints.
fn solves_constraints(target: &Target) -> bool {
    target.function.quantity().solves_constraints()
}

/// Reports that the mass matrix cannot be inverted, unless all functions that this leaves out solve for accelerations or rates under
/// constraints.
fn report_singular(
    model: &Model,
    mass_matrix: &MassMatrix,
    impossible: &[Target],
    faults: &mut Faults,
) {
    let &MassMatrix { rank, nv, .. } = mass_matrix;
    if impossible.iter().all(solves_constraints) {
        return;
    }
    let fault = if mass_matrix.is_indefinite {
        Fault::TokenIndefinite
    } else {
        Fault::SettingSingular { rank, nv }
    };
    faults.push(model.name.span, fault);
}

/// Reports each bundle that makes a function too long, and the option `at` if it does.
fn report_long_in_bundles(
    function: Function,
    operations: usize,
    settings: &Settings,
    faults: &mut Faults,
) {
    let contains_function =
        |members: &[FunctionName]| members.iter().any(|it| it.as_str() == function.name());
    let requests = settings.bundles.iter();
    let long_bundles = requests.filter(|bundle| contains_function(&bundle.functions));
    let places =
        long_bundles.map(|bundle| format!("the bundle `{}`", Shown::from(bundle.name.as_str())));
    let option = contains_function(&settings.at).then(|| format!("the option `{AT}`"));
    for place in places.chain(option) {
        let fault = Fault::SettingBundleTooLong {
            place,
            function: function.name(),
            operations,
            limit: LIMIT,
        };
        faults.push(Span::default(), fault);
    }
}

/// Reports absent functions that are requested by name. The attribute's front end moves each fault to the name.
fn report_named(settings: &Settings, absent: &[AbsentFunction], faults: &mut Faults) {
    let names = settings.functions.named.iter();
    let requests: BTreeSet<&str> = names.map(|function| function.name()).collect();
    for AbsentFunction { function, reason } in absent {
        if requests.contains(&**function) {
            let (function, reason) = (function.clone(), reason.clone());
            faults.push(Span::default(), Fault::SettingAbsent { function, reason });
        }
    }
}

/// Whether a function is one of those left out for their size.
fn is_among(left_out: &[Oversize], function: Function) -> bool {
    left_out
        .iter()
        .any(|oversize| oversize.function == function)
}

/// The fault about functions left out for their size.
fn oversize_fault(left_out: &[Oversize]) -> Fault {
    let join = |show: &dyn Fn(&Oversize) -> String| {
        left_out.iter().map(show).collect::<Vec<_>>().join(", ")
    };
    Fault::SettingOversize {
        functions: join(&|o| format!("`{}` ({})", o.function.name(), o.operations)),
        names: join(&|o| o.function.name().to_owned()),
        limit: LIMIT,
    }
}

/// The reason for which functions that invert an indefinite mass matrix are absent.
const WHY_INDEFINITE: &str =
    "a pivot of the mass matrix is 0, since the kinetic energy is not positive";

/// The reason for which functions that invert a singular mass matrix are absent.
fn why_singular(system: &System, rank: usize) -> String {
    let cause = if system.has_quaternion_rates() {
        "; a joint with four quaternion rates has only three independent rotations"
    } else {
        ""
    };
    let nv = system.nv();
    format!("the mass matrix is singular: its rank is {rank} of {nv}{cause}")
}
