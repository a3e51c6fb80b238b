//! Derivation of all requested functions of a tree.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use super::candidate::{Candidate, choose};
use super::derived_terms::DerivedTerms;
use super::functions::Recursion;
use super::kernels::{Derived, HandWritten, Kernels};
use super::meter::Meter;
use super::search::{Arranged, Search};
use super::stopwatch::Stopwatch;
use super::textbook::Textbook;
use super::timed_judge::TimedJudge;
use crate::accuracy::{InputState, Judge};
use crate::derivation::derivation;
use crate::expanded_lagrangian;
use multibody_algebra::{Shut, enter};
use multibody_description::function::{Function, Quantity, Target};
use multibody_description::report::Tried;
use multibody_description::settings::{Effort, Idea, Settings};
use multibody_description::system::PointSpring;
use multibody_outputs::{Algorithm, Derivation, Derivations, FusedFunctions, Refused, Route};
use multibody_program::ir::{Builder, Count, InputKind, Limbs, Packing, Program, Value};
use multibody_program::passes::{Thoroughness, factored};
use multibody_tree::Tree;

/// The programs of all targets.
///
/// # Panics
/// If the computer algebra cannot be used.
#[must_use]
pub fn derive(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
) -> Derivations {
    let notify = &|_| ();
    let requested = (targets, &[][..]);
    let derived = derive_with_progress(tree, wrench_links, requested, settings, notify);
    derived.unwrap_or_else(|shut| panic!("{shut}"))
}

/// The programs of all targets, and the fused functions of bundles. `notify` is called for every trial of a high
/// effort.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn derive_with_progress(
    tree: &Tree,
    wrench_links: &[usize],
    (targets, bundles): (&[Target], &[Vec<Target>]),
    settings: &Settings,
    notify: &dyn Fn(Tried),
) -> Result<Derivations, Shut> {
    let named = targets.iter().flat_map(|&target| known(tree, target));
    let sprung = tree.point_springs.iter().flat_map(PointSpring::links);
    let constrained = tree.constraints.iter();
    let constrained = constrained.flat_map(|constraint| constraint.row.links());
    let links = named.chain(wrench_links.iter().copied());
    let links = links.chain(sprung).chain(constrained);
    let links: BTreeSet<usize> = links.collect();
    let tree = tree.with_links(&links);
    let tree = &match settings.does(Idea::Regrouping) {
        true => tree,
        false => multibody_tree::without_rest(&tree),
    };
    let plain = Arranged::plain(tree);
    let expands = settings.effort != Effort::None && settings.does(Idea::Expansion);
    let too_long = expanded_lagrangian::why_not_expanded(&plain.tree).filter(|_| expands);
    let (local, expanded) = enter(|| -> Result<_, Shut> {
        let local = DerivedTerms::of(&plain.tree, settings)?;
        let expanded = match expands && too_long.is_none() {
            true => expanded_lagrangian::expanded(&plain.tree, &local.terms(&plain.tree), targets),
            false => vec![None; targets.len()],
        };
        Ok((local, expanded))
    })??;
    let deriver = Deriver::new(tree, plain, &local, (wrench_links, settings), notify);
    let trying = Stopwatch::default();
    let measure = |is_written| {
        let textbook = Textbook::new(&deriver, tree, is_written);
        let judge = trying.time(|| textbook.judge(targets, FIRST_SEED));
        (textbook, judge)
    };
    let measured = measure(deriver.is_written());
    let without_written = settings.count_derived.then(|| measure(false));
    let trial = TimedJudge {
        judge: &measured.1,
        stopwatch: &trying,
    };
    let mut arranged: BTreeMap<Function, Found> = BTreeMap::new();
    let functions: Result<Vec<Derivation>, Shut> = targets
        .iter()
        .zip(expanded)
        .map(|(&target, expanded)| {
            let expanded = expanded.map(|program| Candidate {
                program: match has_forces(tree, target) {
                    true => deriver.with_forces(target, &program),
                    false => program,
                },
                route: EXPANDED,
            });
            let mut unproved = Vec::new();
            let mut candidates = match deriver.is_written() {
                _ if target.function.quantity().frees_bodies() => deriver.free_bodies(target)?,
                true => deriver.written(target, &mut arranged, &mut unproved)?,
                false => deriver.derived(target),
            };
            candidates.extend(expanded.clone());
            // For a function of a link, the frames as read may be the cheapest, since one of them is the link's own.
            if target.link.is_some() {
                let as_read = measured.0.candidate(target);
                let weight = |candidate: &Candidate| deriver.weight(&candidate.program);
                let least = candidates.iter().map(weight).min();
                let is_cheaper = least.is_none_or(|least| weight(&as_read) < least);
                candidates.extend(is_cheaper.then_some(as_read));
            }
            let chosen = |candidates, (textbook, judge): &(Textbook<'_>, Judge)| {
                let last_resort = || textbook.candidate(target);
                let weight = |program: &Program| deriver.weight(program);
                choose(candidates, last_resort, (settings, &weight), |program| {
                    trying.time(|| judge.admits(target, program))
                })
            };
            let compared = without_written.as_ref().map(|measured| {
                let derived = deriver.derived(target).into_iter().chain(expanded);
                Count::of(&chosen(derived.collect(), measured).cheapest[0].program)
            });
            let mut chosen = chosen(candidates, &measured);
            let too_long = too_long.iter().map(|why| Refused {
                route: EXPANDED.to_string(),
                why: format!("not tried: {why}"),
            });
            chosen.refused.extend(too_long.chain(unproved));
            Ok(derivation(target, chosen, compared, &trial))
        })
        .collect();
    let functions = functions?;
    // Bundles are built from whole programs, which share more than calls do.
    let bundles = deriver.bundled(bundles, (&functions, &arranged), &trial)?;
    let functions = match settings.size {
        true => deriver.with_calls(functions, &trial),
        false => functions,
    };
    Ok(Derivations {
        functions,
        bundles,
        refuted: local.refuted.clone(),
        trying: trying.total(),
    })
}

/// The links whose frames and masses a function needs.
fn known(tree: &Tree, target: Target) -> BTreeSet<usize> {
    match (target.function.quantity(), target.link) {
        (Quantity::JointWrench { .. }, Some(link)) => tree.subtree(link),
        (_, link) => link.into_iter().collect(),
    }
}

/// The judge that selects programs of a tree, at the states that `seed` gives.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn judge(
    tree: &Tree,
    wrench_links: &[usize],
    targets: &[Target],
    settings: &Settings,
    seed: u64,
) -> Result<Judge, Shut> {
    by_textbook(tree, (wrench_links, settings), |textbook| {
        textbook.judge(targets, seed)
    })
}

/// The scale of each entry of some functions at a state, by the textbook's program alone. Stated errors are in
/// units in the last place of this scale.
///
/// # Errors
/// The computer algebra cannot be used.
pub fn scales(
    tree: &Tree,
    targets: &[Target],
    settings: &Settings,
    inputs: BTreeMap<InputKind, Vec<f64>>,
) -> Result<BTreeMap<Target, Vec<f64>>, Shut> {
    by_textbook(tree, (&[], settings), |textbook| {
        textbook.scales(targets, InputState::of(inputs))
    })
}

/// Passes the textbook's programs of a tree to `give`, and returns its result.
fn by_textbook<R>(
    tree: &Tree,
    (wrench_links, settings): (&[usize], &Settings),
    give: impl FnOnce(&Textbook<'_>) -> R,
) -> Result<R, Shut> {
    let plain = Arranged::plain(tree);
    let local = enter(|| DerivedTerms::of(&plain.tree, settings))??;
    let deriver = Deriver::new(tree, plain, &local, (wrench_links, settings), &|_| ());
    Ok(give(&Textbook::new(&deriver, tree, deriver.is_written())))
}

/// The seed of the states at which programs are selected.
const FIRST_SEED: u64 = 1;
/// The name, in reports, of frames that were found by a search.
const FOUND: &str = "frames found by a search";
/// The algorithm for small robots.
const EXPANDED: Route = Route::Usual(Algorithm::Expanded);

/// A robot with more bodies than this is large.
const LARGE: usize = 16;

/// Whether a function includes forces that are not in the Lagrangian.
fn has_forces(tree: &Tree, target: Target) -> bool {
    let terms = target.function.quantity().terms();
    let acts =
        !tree.forces.is_empty() || !tree.point_springs.is_empty() || tree.symbolic.has_forces();
    acts && terms.is_some_and(|terms| terms.passive)
}

/// Number of trials per limb of a search. It is lower for small robots, which have few choices, and for large robots
/// and robots with long numbers, whose trials take longer. So a build takes seconds with the default effort, and
/// minutes with a high one. The number of digits in a trial's exact numbers grows with the number of bodies in a
/// chain: beyond 50 bodies, the time of a trial grows with the square of the number of bodies or faster.
fn trials(tree: &Tree, bits: usize, effort: Effort) -> usize {
    let square = (tree.bodies.len() + 4).pow(2);
    let trials = match effort {
        Effort::None => 0,
        Effort::Default => (8000 / square)
            .max(FEWEST)
            .min(1_500_000 / tree.bodies.len().max(1).pow(3)),
        Effort::High => (480_000 / square)
            .min(300 * tree.bodies.len())
            .clamp(FEWEST, 2000),
    };
    trials * SHORT.pow(2) / bits.max(SHORT).pow(2)
}

/// Fewest trials for which a search is worthwhile.
const FEWEST: usize = 12;
/// Numbers with at most this many bits on average do not count as long. Robots whose axes are at right angles have
/// this average.
const SHORT: usize = 160;

/// Number of trials of a search whose cost is the number of operations after common parts are factored out.
fn refinements(tree: &Tree) -> usize {
    (72_000 / (tree.bodies.len() + 4).pow(2)).clamp(12, 300)
}

/// The frames that a search has found.
#[derive(Default)]
struct Found {
    frames: Vec<Arranged>,
    /// The frames in which a hand-written kernel could not be proved.
    refused: Vec<Refused>,
}

/// The data that the derivations of all functions of a robot share.
pub struct Deriver<'a> {
    tree: &'a Tree,
    plain: Arranged,
    local: &'a DerivedTerms,
    /// The links on which wrenches act.
    pub wrench_links: &'a [usize],
    /// Whether the robot is large. If so, bias and gravity use the frames of inverse dynamics, and have a search
    /// of their own only at a high effort.
    pub is_large: bool,
    /// The requested settings.
    pub settings: &'a Settings,
    notify: &'a dyn Fn(Tried),
    /// The generalized forces of springs between points; without outputs if there are none.
    pulls: Program,
    /// The limbs that are packed.
    limbs: Limbs,
}

impl<'a> Deriver<'a> {
    /// For a tree, its plain frames, and the terms that the computer algebra has derived for it.
    fn new(
        tree: &'a Tree,
        plain: Arranged,
        local: &'a DerivedTerms,
        (wrench_links, settings): (&'a [usize], &'a Settings),
        notify: &'a dyn Fn(Tried),
    ) -> Self {
        let mut deriver = Self {
            tree,
            plain,
            local,
            wrench_links,
            is_large: tree.bodies.len() > LARGE,
            settings,
            notify,
            pulls: Builder::new().finish(&[]),
            limbs: match settings.pack_limbs {
                true => tree.limbs.clone(),
                false => Limbs::default(),
            },
        };
        if !tree.point_springs.is_empty() {
            deriver.pulls = deriver.pulls();
        }
        deriver
    }

    /// The tree of the robot.
    pub fn tree(&self) -> &Tree {
        self.tree
    }

    /// The cost of a call, as one number.
    pub fn weight(&self, program: &Program) -> usize {
        match self.limbs.is_empty() {
            true => Count::of(program).weight(),
            false => Packing::of(program, &self.limbs).weight(program),
        }
    }

    /// The program for the springs between points. It is built once, in plain frames, since forces along
    /// coordinates are the same in all frames.
    fn pulls(&self) -> Program {
        let plain = &self.plain;
        let mut b = plain.tree.builder.clone();
        let values = match self.is_written() {
            true => self.recursion(plain, &plain.tree, &self.hand_written_kernels(), |r| {
                r.pulls(&mut b)
            }),
            false => self.recursion(plain, &plain.tree, &self.derived_kernels(), |r| {
                r.pulls(&mut b)
            }),
        };
        b.finish(&values)
    }

    /// For each bundle, one program for its functions, which were derived one by one. All frames that were found
    /// are tried.
    fn bundled(
        &self,
        bundles: &[Vec<Target>],
        (functions, found): (&[Derivation], &BTreeMap<Function, Found>),
        trial: &TimedJudge<'_>,
    ) -> Result<Vec<FusedFunctions>, Shut> {
        let bundled = bundles.iter().map(|targets| {
            let members = targets.iter().filter_map(|&target| {
                let mut known = functions.iter();
                known.find(|function| function.target == target)
            });
            let members: Vec<&Derivation> = members.collect();
            let solves = |of: &&Derivation| of.target.function.quantity().solves_constraints();
            let of_links;
            let frames = found.values().flat_map(|found| &found.frames);
            let mut frames: Vec<&Arranged> = frames.collect();
            if members.iter().any(solves) {
                let with = frames
                    .iter()
                    .flat_map(|frames| frames.with_links(self.tree));
                of_links = self.proved(with.collect())?;
                frames = of_links.frames.iter().collect();
            }
            frames.push(&self.plain);
            Ok(self.fused_functions(&members, &frames, trial))
        });
        bundled.collect()
    }

    /// All programs of a target in one set of frames, with the kernels that are used for all functions.
    pub fn in_frames_as_usual(&self, arranged: &Arranged, target: Target) -> Vec<Candidate> {
        match self.is_written() {
            true => self.candidates(arranged, &self.hand_written_kernels(), target),
            false => self.candidates(arranged, &self.derived_kernels(), target),
        }
    }

    /// Adds the acting forces to a program that is derived from the Lagrangian alone. They act like tau.
    fn with_forces(&self, target: Target, program: &Program) -> Program {
        let tree = self.tree;
        let mut b = tree.builder.clone();
        let mut acting = tree.acting(&mut b);
        let pulled = b.inline(&self.pulls, |b, input| {
            b.input(input.kind, input.index as usize)
        });
        for (force, pull) in acting.iter_mut().zip(pulled) {
            *force = b.add(*force, pull);
        }
        let accelerates = target.function.quantity().is_acceleration();
        let values = b.inline(program, |b, input| {
            let value = b.input(input.kind, input.index as usize);
            match input.kind {
                InputKind::Tau if accelerates => b.add(value, acting[input.index as usize]),
                _ => value,
            }
        });
        let values: Vec<Value> = match accelerates {
            true => values,
            false => {
                let forces = values.iter().zip(&acting);
                forces.map(|(&tau, &force)| b.sub(tau, force)).collect()
            }
        };
        b.finish(&values)
    }

    /// Whether hand-written kernels are used.
    fn is_written(&self) -> bool {
        self.settings.does(Idea::HandWrittenKernels) && self.local.refuted.is_none()
    }

    /// The kernels that the computer algebra has derived.
    pub fn derived_kernels(&self) -> Derived<'_> {
        Derived {
            body: &self.local.body,
        }
    }

    /// The candidates by the derived kernels alone.
    fn derived(&self, target: Target) -> Vec<Candidate> {
        let mut candidates = self.candidates(&self.plain, &self.derived_kernels(), target);
        for candidate in &mut candidates {
            candidate.route = Route::DerivedKernels(candidate.route.algorithm());
        }
        candidates
    }

    fn hand_written_kernels(&self) -> HandWritten {
        HandWritten {
            third_column: self.settings.does(Idea::ThirdColumn),
        }
    }

    /// The candidates for free bodies. Each body keeps all of its mass, including the part that its joint leaves at
    /// rest.
    fn free_bodies(&self, target: Target) -> Result<Vec<Candidate>, Shut> {
        let plain = Arranged::plain(&multibody_tree::without_rest(self.tree));
        if !self.is_written() {
            return Ok(self.candidates(&plain, &self.derived_kernels(), target));
        }
        let proved = self.proved(vec![plain])?.frames;
        let candidates = proved
            .iter()
            .map(|frames| self.in_frames_as_usual(frames, target));
        Ok(candidates.flatten().collect())
    }

    /// The candidates by the hand-written kernels, in plain frames and in those that cost least.
    fn written(
        &self,
        target: Target,
        arranged: &mut BTreeMap<Function, Found>,
        unproved: &mut Vec<Refused>,
    ) -> Result<Vec<Candidate>, Shut> {
        let mut candidates = self.candidates(&self.plain, &self.hand_written_kernels(), target);
        if target.function == Function::KineticEnergy {
            // The kinetic energy is one sum over the bodies, for which either kind of kernel may give the shorter
            // program.
            candidates.extend(self.derived(target));
        }
        // Without bodies there are no frames to search for.
        let searched = match self.settings.effort {
            Effort::None => Vec::new(),
            _ if self.tree.bodies.is_empty() => Vec::new(),
            Effort::Default | Effort::High => self.searched_for(target.function),
        };
        for pattern in searched {
            let found = match arranged.entry(pattern) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(self.proved(self.search(pattern))?),
            };
            let of_links;
            let found = match target.function.quantity().solves_constraints() {
                true => {
                    let frames = found.frames.iter().flat_map(|of| of.with_links(self.tree));
                    of_links = self.proved(frames.collect())?;
                    &of_links
                }
                false => &*found,
            };
            let frames = found.frames.iter();
            candidates.extend(
                frames.flat_map(|frames| {
                    self.candidates(frames, &self.hand_written_kernels(), target)
                }),
            );
            unproved.extend(found.refused.iter().cloned());
        }
        Ok(candidates)
    }

    /// Separates the frames that a search has found into those in which the hand-written kernels are proved, and
    /// those in which they are not. Placements in these frames may differ from those in the plain frames.
    fn proved(&self, found: Vec<Arranged>) -> Result<Found, Shut> {
        let mut proved = Found::default();
        for arranged in found {
            match self.local.refuted_in(&arranged.tree)? {
                None => proved.frames.push(arranged),
                Some(why) => proved.refused.push(Refused {
                    route: FOUND.into(),
                    why,
                }),
            }
        }
        Ok(proved)
    }

    /// The functions whose best frames are tried for a function. A high effort tries all frames that a default effort
    /// tries, and more, so its result is never worse.
    fn searched_for(&self, function: Function) -> Vec<Function> {
        let frames = function.row().frames;
        let mut searched: Vec<Function> = Vec::new();
        if !self.is_large || self.settings.effort == Effort::High {
            searched.extend(frames.small);
        }
        if self.is_large {
            searched.extend(frames.large);
        }
        let mut known = BTreeSet::new();
        searched.retain(|&function| known.insert(function));
        searched
    }

    /// Searches for the frames in which a function costs least. A high effort also returns the frames that a default
    /// effort finds.
    fn search(&self, function: Function) -> Vec<Arranged> {
        let target = Target {
            function,
            link: None,
        };
        let weight = |arranged: &Arranged, polish: &dyn Fn(Program) -> Program| {
            let candidates = self.searched(arranged, target).into_iter();
            let weights = candidates.map(|c| self.weight(&polish(c.program)));
            weights.min().expect("a recursion gives a program")
        };
        let as_built = |arranged: &Arranged| weight(arranged, &|program| program);
        let without = &self.settings.without;
        let (tree, effort) = (self.tree, self.settings.effort);
        let silent = |_| ();
        let notify: &dyn Fn(Tried) = match effort {
            Effort::High => self.notify,
            _ => &silent,
        };
        let bits = self.plain.tree.bits_of_constants();
        let each = [Effort::Default, Effort::High].map(|effort| trials(tree, bits, effort));
        let refinements = refinements(tree);
        let total: usize = each
            .iter()
            .map(|&trials| Search::trials(tree, trials))
            .sum();
        let meter = Meter::new(function, total + refinements, notify);
        let searched = |trials| Search::new(tree, trials, without, &as_built, &meter).run();
        if effort != Effort::High {
            return match trials(tree, bits, effort) {
                0..FEWEST => Vec::new(),
                trials => vec![searched(trials).arranged],
            };
        }
        let found = each.map(searched);
        let by_default = found[0].arranged.clone();
        let polished = |arranged: &Arranged| weight(arranged, &|p| factored(p, Thoroughness::Once));
        let search = Search::new(tree, refinements, without, &polished, &meter);
        vec![search.refine(found).arranged, by_default]
    }

    /// The programs that a search compares. For the forward dynamics of a large robot, only the program by
    /// articulated bodies is compared, if there is one: it is far cheaper than the usual one, which also takes long
    /// to build.
    fn searched(&self, arranged: &Arranged, target: Target) -> Vec<Candidate> {
        let kernels = self.hand_written_kernels();
        let is_clear = self.is_large
            && target.function == Function::ForwardDynamics
            && self.settings.does(Idea::OtherAlgorithms);
        let cheaper = is_clear.then(|| {
            self.in_frames(arranged, &kernels, target, |recursion| {
                Candidate::others(recursion, target)
            })
        });
        match cheaper {
            Some(cheaper) if !cheaper.is_empty() => cheaper,
            _ => self.candidates(arranged, &kernels, target),
        }
    }

    /// All programs in one set of frames.
    fn candidates<F: Kernels>(
        &self,
        arranged: &Arranged,
        kernels: &F,
        target: Target,
    ) -> Vec<Candidate> {
        self.in_frames(arranged, kernels, target, |recursion| {
            let mut all = Candidate::all(recursion, target);
            if !self.settings.does(Idea::OtherAlgorithms) {
                all.truncate(1);
            }
            all
        })
    }

    /// Runs `build` on the recursion for a target in one set of frames.
    fn in_frames<F: Kernels, R>(
        &self,
        arranged: &Arranged,
        kernels: &F,
        target: Target,
        build: impl FnOnce(&Recursion<'_, F>) -> R,
    ) -> R {
        let by_gravity = [Function::Gravity, Function::PotentialEnergy].contains(&target.function);
        let scaled = by_gravity.then(|| multibody_tree::in_gravity_unit(&arranged.tree));
        let tree = scaled.as_ref().unwrap_or(&arranged.tree);
        self.recursion(arranged, tree, kernels, build)
    }

    /// Runs `build` on the recursion of a tree in one set of frames.
    pub fn recursion<F: Kernels, R>(
        &self,
        arranged: &Arranged,
        tree: &Tree,
        kernels: &F,
        build: impl FnOnce(&Recursion<'_, F>) -> R,
    ) -> R {
        let terms = self.local.terms(tree);
        build(&Recursion {
            tree,
            terms: &terms,
            kernels,
            symbolic: &self.local.symbolic,
            pulls: &self.pulls,
            is_singular: self.tree.findings.is_singular,
            wrench_links: self.wrench_links,
            unturned: &arranged.unturned,
            column_end: arranged.column_end,
        })
    }
}
