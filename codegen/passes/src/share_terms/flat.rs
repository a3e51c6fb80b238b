//! Conversion of a program to polynomials, and back.

use crate::copies::Copies;
use crate::polynomials::{Evaluation, Monomial, Polynomial, Polynomials, Variable};
use multibody_program::exact::Rational;
use multibody_program::ir::{Builder, InputKind, Node, Program, Value};

/// The polynomials of a program. Their atoms are inputs, constant angles, quotients and calls of functions. The operands of
/// quotients and functions are outputs, in addition to the outputs of the program.
pub struct ProgramPolynomials<'a> {
    /// The polynomials.
    pub polynomials: Polynomials,
    program: &'a Program,
    roles: Vec<Role>,
}

/// The role of a node in the polynomials.
#[derive(Clone, Copy, Debug, Default)]
struct Role {
    /// The variable of the node. None: the node is expanded.
    variable: Option<usize>,
    /// The index of the node among the outputs, if it is one.
    output: Option<usize>,
}

impl<'a> ProgramPolynomials<'a> {
    /// Converts a program to polynomials.
    pub fn of(program: &'a Program) -> Self {
        let usage = Usage::of(program);
        let mut roles = vec![Role::default(); program.nodes().len()];
        let atom_count = number_atoms(program, &mut roles);
        let defined_positions: Vec<usize> = (0..roles.len())
            .filter(|&position| usage.is_defined(program, position))
            .collect();
        for (index, &position) in defined_positions.iter().enumerate() {
            roles[position].variable = Some(atom_count + index);
        }
        let output_positions: Vec<usize> = (0..roles.len())
            .filter(|&position| usage.is_output[position])
            .collect();
        for (index, &position) in output_positions.iter().enumerate() {
            roles[position].output = Some(index);
        }
        let flattening = Flattening {
            program,
            roles: &roles,
        };
        let definitions = defined_positions
            .iter()
            .map(|&position| flattening.definition(position))
            .collect();
        let outputs = output_positions
            .iter()
            .map(|&position| flattening.polynomial(position))
            .collect();
        Self {
            polynomials: Polynomials {
                atom_count,
                definitions,
                outputs,
            },
            program,
            roles,
        }
    }

    /// The program that computes `polynomials`. These have the variables and outputs of `self.polynomials`, and further
    /// definitions.
    pub fn to_program(&self, polynomials: &Polynomials) -> Program {
        let mut b = Builder::new();
        let mut evaluation = Evaluation::new(polynomials);
        let mut angles = Copies::new(self.program);
        // Variables are computed in the order of the program, so each one is computed after the values that it needs.
        for (position, role) in self.roles.iter().enumerate() {
            let Some(variable) = role.variable else {
                continue;
            };
            let value = if variable < polynomials.atom_count {
                let value = self.compute_atom(&mut b, &mut evaluation, &mut angles, position);
                evaluation.set_atom(variable, value);
                value
            } else {
                evaluation.variable(&mut b, variable)
            };
            b.hint_if_some(value, self.program.hint(self.program.value(position)));
        }
        let outputs: Vec<Value> = (self.program.outputs().iter())
            .map(|output| self.add_output(&mut b, &mut evaluation, *output))
            .collect();
        b.finish(&outputs)
    }

    fn add_output(&self, b: &mut Builder, evaluation: &mut Evaluation<'_>, value: Value) -> Value {
        let output = self.roles[value.index()].output;
        let copy = evaluation.output(b, output.expect("outputs are kept"));
        b.hint_if_some(copy, self.program.hint(value));
        copy
    }

    /// Computes the value of an atom. An angle is copied operation by operation: a polynomial may be multiplied by arbitrary
    /// factors, but a sum with constant angles may not.
    fn compute_atom(
        &self,
        b: &mut Builder,
        evaluation: &mut Evaluation<'_>,
        angles: &mut Copies<'_>,
        position: usize,
    ) -> Value {
        match self.program.nodes()[position] {
            Node::Input(input) => b.input(input.kind, input.index as usize),
            Node::Angle(index) => b.angle(&self.program.angles()[index as usize]),
            Node::Div(x, y) => {
                let (x, y) = (
                    self.add_output(b, evaluation, x),
                    self.add_output(b, evaluation, y),
                );
                b.div(x, y)
            }
            Node::Call(function, x) if function.is_of_angle() => {
                let angle = angles.value(b, x);
                b.call(function, angle)
            }
            Node::Call(function, x) => {
                let argument = self.add_output(b, evaluation, x);
                b.call(function, argument)
            }
            _ => unreachable!("the other nodes are polynomials"),
        }
    }
}

fn is_operation(node: Node) -> bool {
    matches!(node, Node::Add(..) | Node::Sub(..) | Node::Mul(..))
}

/// Numbers the variables of atoms. Prepared values, which are the parameters here, come first, so that
/// products of prepared values alone are computed once. Returns the number of variables.
fn number_atoms(program: &Program, roles: &mut [Role]) -> usize {
    let is_prepared =
        |node: &Node| matches!(node, Node::Input(input) if input.kind == InputKind::Parameter);
    let mut count = 0;
    for prepared in [true, false] {
        for (node, role) in program.nodes().iter().zip(&mut *roles) {
            let is_atom = !is_operation(*node) && !matches!(node, Node::Constant(_) | Node::Neg(_));
            if is_atom && is_prepared(node) == prepared {
                role.variable = Some(count);
                count += 1;
            }
        }
    }
    count
}

/// How the nodes of a program are used.
struct Usage {
    /// How often a node is used, directly or through negations.
    uses: Vec<usize>,
    /// Whether a node is an output of the polynomials: an output of the program, or an operand of a quotient or of a function.
    is_output: Vec<bool>,
    /// Whether a node is a factor of a product, directly or through signs and constant factors. If it is a sum, it is not
    /// expanded.
    is_factor: Vec<bool>,
    /// Whether a node is used only in angles.
    is_in_angles: Vec<bool>,
}

impl Usage {
    fn of(program: &Program) -> Self {
        let nodes = program.nodes();
        let mut usage = Self {
            uses: vec![0; nodes.len()],
            is_output: vec![false; nodes.len()],
            is_factor: vec![false; nodes.len()],
            is_in_angles: vec![true; nodes.len()],
        };
        for output in program.outputs() {
            usage.is_output[output.index()] = true;
            usage.is_in_angles[output.index()] = false;
        }
        for (position, &node) in nodes.iter().enumerate().rev() {
            usage.pass_on(program, position, node);
        }
        usage
    }

    /// Passes usage from a node to its operands, after all users of the node have been visited.
    fn pass_on(&mut self, program: &Program, position: usize, node: Node) {
        let operands_are_angles = matches!(node, Node::Call(function, _) if function.is_of_angle())
            || (self.is_in_angles[position] && !matches!(node, Node::Div(..) | Node::Call(..)));
        if operands_are_angles {
            return;
        }
        for operand in node.operands().map(Value::index) {
            self.is_in_angles[operand] = false;
            self.uses[operand] += match node {
                Node::Neg(_) => self.uses[position] + usize::from(self.is_output[position]),
                _ => 1,
            };
            match node {
                Node::Div(..) | Node::Call(..) => self.is_output[operand] = true,
                Node::Neg(_) => self.is_factor[operand] |= self.is_factor[position],
                Node::Mul(x, y) => {
                    let is_constant = |value| program.as_constant(value).is_some();
                    let has_constant = is_constant(x) || is_constant(y);
                    self.is_factor[operand] |= self.is_factor[position] || !has_constant;
                }
                _ => {}
            }
        }
    }

    /// Whether a node is a variable of its own.
    fn is_defined(&self, program: &Program, position: usize) -> bool {
        let node = program.nodes()[position];
        let is_sum = matches!(node, Node::Add(..) | Node::Sub(..));
        is_operation(node)
            && !self.is_in_angles[position]
            && (self.uses[position] > 1
                || (self.is_output[position] && self.uses[position] > 0)
                || (self.is_factor[position] && is_sum))
    }
}

/// Expands nodes to polynomials.
struct Flattening<'a> {
    program: &'a Program,
    roles: &'a [Role],
}

impl Flattening<'_> {
    /// The polynomial that defines the variable of a node.
    fn definition(&self, position: usize) -> Polynomial {
        let mut terms = Vec::new();
        let mut stack = Vec::new();
        self.expand_node(
            self.program.value(position),
            Rational::ONE,
            &mut stack,
            &mut terms,
        );
        self.expand(stack, terms)
    }

    /// The polynomial of a node, which is its variable if it has one.
    fn polynomial(&self, position: usize) -> Polynomial {
        self.expand(
            vec![(self.program.value(position), Rational::ONE)],
            Vec::new(),
        )
    }

    /// Expands the values in `stack`, each multiplied by a number, and adds them to `terms`. The last value is expanded first.
    /// There is no recursion, since an expanded sum can be as deep as the robot is long.
    fn expand(&self, mut stack: Vec<(Value, Rational)>, mut terms: Vec<Monomial>) -> Polynomial {
        while let Some((value, coefficient)) = stack.pop() {
            match self.variable(value) {
                Some(variable) => terms.push(Monomial {
                    coefficient,
                    factors: vec![variable],
                }),
                None => self.expand_node(value, coefficient, &mut stack, &mut terms),
            }
        }
        combine(terms)
    }

    fn variable(&self, value: Value) -> Option<Variable> {
        let variable = self.roles[value.index()].variable?;
        // A program with more variables than `Variable` can number is not improved: its polynomials are dropped.
        Some(Variable::try_from(variable).unwrap_or(Variable::MAX))
    }

    /// Adds `coefficient` times a node to `terms`, or leaves its operands for later in `stack`.
    fn expand_node(
        &self,
        value: Value,
        coefficient: Rational,
        stack: &mut Vec<(Value, Rational)>,
        terms: &mut Vec<Monomial>,
    ) {
        match self.program.nodes()[value.index()] {
            Node::Add(x, y) => stack.extend([(y, coefficient.clone()), (x, coefficient)]),
            Node::Sub(x, y) => stack.extend([(y, -coefficient.clone()), (x, coefficient)]),
            Node::Neg(x) => stack.push((x, -coefficient)),
            Node::Mul(x, y) => {
                for (factor, operand) in [(x, y), (y, x)] {
                    if let Some(constant) = self.program.as_constant(factor) {
                        return stack.push((operand, constant * &coefficient));
                    }
                }
                terms.push(self.product(vec![x, y], coefficient));
            }
            _ => terms.push(self.product(vec![value], coefficient)),
        }
    }

    /// `coefficient` times the product of some values.
    fn product(&self, mut stack: Vec<Value>, coefficient: Rational) -> Monomial {
        let mut term = Monomial {
            coefficient,
            factors: Vec::new(),
        };
        while let Some(value) = stack.pop() {
            if let Some(variable) = self.variable(value) {
                term.factors.push(variable);
                continue;
            }
            match self.program.nodes()[value.index()] {
                Node::Constant(index) => {
                    term.coefficient *= self.program.constants()[index as usize].clone();
                }
                Node::Neg(x) => {
                    term.coefficient = -term.coefficient;
                    stack.push(x);
                }
                Node::Mul(x, y) => stack.extend([x, y]),
                _ => unreachable!("sums below products are definitions"),
            }
        }
        term.factors.sort_unstable();
        term
    }
}

/// Combines terms with the same factors.
fn combine(terms: Vec<Monomial>) -> Polynomial {
    let mut sum: Vec<Monomial> = Vec::with_capacity(terms.len());
    for term in terms {
        match sum.iter_mut().find(|other| other.factors == term.factors) {
            Some(twin) => twin.coefficient += term.coefficient,
            None => sum.push(term),
        }
    }
    sum.retain(|term| term.coefficient != Rational::ZERO);
    sum
}
