//! What the derivations of all functions from one tree share: the recursions, in any frames and with the kernels in use, and the
//! candidates from these recursions.

use super::derived_terms::DerivedTerms;
use crate::functions::Recursion;
use crate::kernels::{Derived, HandWritten, Kernels};
use crate::search::ArrangedTree;
use crate::selection::Candidate;
use multibody_description::function::{Function, Target};
use multibody_description::settings::{Effort, Idea, Settings};
use multibody_outputs::Route;
use multibody_passes::Thoroughness;
use multibody_passes::pack::Packing;
use multibody_program::ir::{Builder, Count, Limbs, Program};
use multibody_tree::Tree;

/// A robot with more bodies than this is large: see [`Deriver::is_large`].
const SMALL_BODY_LIMIT: usize = 16;

/// The data that the derivations of all functions from one tree share.
pub struct Deriver<'a> {
    /// The tree of the robot's system, or of its variant with joints in place of bodies that expressions place. Its frames
    /// are those read.
    pub tree: &'a Tree,
    /// The tree in plain frames: modified Denavit-Hartenberg frames that turn with their bodies.
    pub plain: ArrangedTree,
    /// The terms that the computer algebra has derived.
    pub terms: &'a DerivedTerms,
    /// The links on which wrenches act.
    pub wrench_links: &'a [usize],
    /// Whether the robot is large. If so, bias, `coriolis` and gravity are tried in the best frames of inverse dynamics; the best
    /// frames of bias and of gravity are searched for only at a high effort.
    pub is_large: bool,
    /// The requested settings.
    pub settings: &'a Settings,
    /// How thoroughly common parts are factored out of programs; `None`: not at all.
    pub thoroughness: Option<Thoroughness>,
    /// The generalized forces of springs between points and of constant forces; without outputs if there are none.
    pub generalized_link_forces: Program,
    /// The limbs whose values are packed into vector lanes; none unless packing is requested.
    limbs: Limbs,
}

impl<'a> Deriver<'a> {
    /// Collects the data for a tree: the same tree in plain frames, and the terms that the computer algebra has derived for
    /// it.
    pub fn new(
        tree: &'a Tree,
        plain: ArrangedTree,
        terms: &'a DerivedTerms,
        wrench_links: &'a [usize],
        settings: &'a Settings,
    ) -> Self {
        let mut deriver = Self {
            tree,
            plain,
            terms,
            wrench_links,
            is_large: tree.bodies.len() > SMALL_BODY_LIMIT,
            settings,
            thoroughness: match settings.effort {
                _ if !settings.uses(Idea::CommonParts) => None,
                Effort::None => None,
                Effort::Default => Some(Thoroughness::Briefly),
                Effort::High => Some(Thoroughness::Fully),
            },
            generalized_link_forces: Builder::new().finish(&[]),
            limbs: if settings.pack_limbs { tree.limbs.clone() } else { Limbs::default() },
        };
        if tree.has_link_forces() {
            deriver.generalized_link_forces = deriver.derive_link_forces();
        }
        deriver
    }

    /// The cost of one call of a program, as one number; with the values of limbs packed, if that is requested.
    pub fn weight(&self, program: &Program) -> usize {
        if self.limbs.is_empty() {
            Count::of(program).weight()
        } else {
            Packing::of(program, &self.limbs).weight(program)
        }
    }

    /// The program for springs between points and constant forces. It is built once, in plain frames, since forces along
    /// coordinates are the same in all frames.
    fn derive_link_forces(&self) -> Program {
        let plain = &self.plain;
        let mut b = plain.tree.builder.clone();
        let values = if self.uses_hand_written() {
            self.with_recursion(plain, &plain.tree, &self.hand_written_kernels(), |r| {
                r.derive_link_forces(&mut b)
            })
        } else {
            self.with_recursion(plain, &plain.tree, &self.derived_kernels(), |r| {
                r.derive_link_forces(&mut b)
            })
        };
        b.finish(&values)
    }

    /// Whether hand-written kernels are used.
    pub fn uses_hand_written(&self) -> bool {
        self.settings.uses(Idea::HandWrittenKernels) && self.terms.refuted_lemma.is_none()
    }

    /// The kernels that the computer algebra has derived.
    pub fn derived_kernels(&self) -> Derived<'_> {
        Derived {
            body_terms: &self.terms.body_terms,
        }
    }

    /// The hand-written kernels.
    pub fn hand_written_kernels(&self) -> HandWritten {
        HandWritten {
            rotates_column_of_u: self.settings.uses(Idea::ThirdColumn),
        }
    }

    /// Runs `build` on the recursion for a target in one set of frames.
    pub fn in_frames<K: Kernels, R>(
        &self,
        arranged: &ArrangedTree,
        kernels: &K,
        target: Target,
        build: impl FnOnce(&Recursion<'_, K>) -> R,
    ) -> R {
        // Gravity forces and potential energy are proportional to masses and g. So masses are multiplied by a component of g, which
        // becomes 1.
        let is_gravity = [Function::Gravity, Function::PotentialEnergy].contains(&target.function);
        let scaled_tree = is_gravity.then(|| multibody_tree::in_gravity_unit(&arranged.tree));
        let tree = scaled_tree.as_ref().unwrap_or(&arranged.tree);
        self.with_recursion(arranged, tree, kernels, build)
    }

    /// Runs `build` on the recursion of a tree in one set of frames: `tree` is that of `arranged`, or the same with
    /// masses multiplied by g.
    pub fn with_recursion<K: Kernels, R>(
        &self,
        arranged: &ArrangedTree,
        tree: &Tree,
        kernels: &K,
        build: impl FnOnce(&Recursion<'_, K>) -> R,
    ) -> R {
        let terms = self.terms.of_joints(tree);
        build(&Recursion {
            tree,
            terms: &terms,
            kernels,
            symbolic: &self.terms.symbolic,
            generalized_link_forces: &self.generalized_link_forces,
            is_singular: self.tree.findings.is_singular,
            wrench_links: self.wrench_links,
            unturned: &arranged.unturned,
            last_body_of_columns: arranged.last_body_of_columns,
        })
    }

    /// All programs of a target in one set of frames, by the given kernels.
    pub fn candidates_with<K: Kernels>(
        &self,
        arranged: &ArrangedTree,
        kernels: &K,
        target: Target,
    ) -> Vec<Candidate> {
        self.in_frames(arranged, kernels, target, |recursion| {
            let mut candidates = Candidate::all(recursion, target);
            if !self.settings.uses(Idea::OtherAlgorithms) {
                // The default algorithm comes first.
                candidates.truncate(1);
            }
            candidates
        })
    }

    /// All programs of a target in one set of frames, by the kernels in use.
    pub fn candidates(&self, arranged: &ArrangedTree, target: Target) -> Vec<Candidate> {
        if self.uses_hand_written() {
            self.candidates_with(arranged, &self.hand_written_kernels(), target)
        } else {
            self.candidates_with(arranged, &self.derived_kernels(), target)
        }
    }

    /// The candidates by the derived kernels alone, in plain frames.
    pub fn candidates_by_derived_kernels(&self, target: Target) -> Vec<Candidate> {
        let mut candidates = self.candidates_with(&self.plain, &self.derived_kernels(), target);
        for candidate in &mut candidates {
            candidate.route = Route::DerivedKernels(candidate.route.algorithm());
        }
        candidates
    }

    /// The programs of a target among which a search takes the cheapest: usually all. For two functions another algorithm than
    /// the default is known to be far cheaper, and the default programs would take long to build. For these only the programs of
    /// that algorithm are returned, if it has any: articulated bodies for the forward dynamics of a large robot, composite bodies
    /// for derivatives of inverse dynamics. The kernels are the hand-written ones: there is no search without them.
    pub fn candidates_for_search(&self, arranged: &ArrangedTree, target: Target) -> Vec<Candidate> {
        let kernels = self.hand_written_kernels();
        let has_cheaper_algorithm = match target.function {
            Function::ForwardDynamics => self.is_large,
            Function::InverseDynamicsDerivatives => true,
            _ => false,
        };
        let uses_others = has_cheaper_algorithm && self.settings.uses(Idea::OtherAlgorithms);
        let cheaper = uses_others.then(|| {
            self.in_frames(arranged, &kernels, target, |recursion| {
                Candidate::alternatives(recursion, target)
            })
        });
        match cheaper {
            Some(cheaper) if !cheaper.is_empty() => cheaper,
            _ => self.candidates_with(arranged, &kernels, target),
        }
    }
}
