//! Numbers of a program that is being built. They have operators, so formulas are written as in the runtime.

use multibody_program::exact::decimal;
use multibody_program::ir::{Builder, Function, InputKind, Value};
use std::cell::RefCell;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// A number of the program that a builder makes.
#[derive(Clone, Copy)]
pub struct ProgramNumber<'b> {
    builder: &'b RefCell<Builder>,
    /// The value in the program.
    pub value: Value,
}

impl<'b> ProgramNumber<'b> {
    /// A value of a program.
    pub fn of(builder: &'b RefCell<Builder>, value: Value) -> Self {
        Self { builder, value }
    }

    /// The first `count` inputs of a program.
    pub fn inputs(builder: &'b RefCell<Builder>, count: usize) -> Vec<Self> {
        let input = |k| builder.borrow_mut().input(InputKind::Parameter, k);
        (0..count).map(|k| Self::of(builder, input(k))).collect()
    }

    /// A constant of the program to which this number belongs.
    pub fn lit(self, text: &str) -> Self {
        let constant = decimal(text).expect("a decimal number");
        Self::of(self.builder, self.builder.borrow_mut().constant(&constant))
    }

    /// A function of this number.
    pub fn call(self, function: Function) -> Self {
        Self::of(
            self.builder,
            self.builder.borrow_mut().call(function, self.value),
        )
    }

    /// Its sine and its cosine.
    pub fn sin_cos(self) -> (Self, Self) {
        (self.call(Function::Sin), self.call(Function::Cos))
    }
}

macro_rules! operators {
    ($($name:ident $method:ident),*) => {$(
        impl $name for ProgramNumber<'_> {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                let value = self.builder.borrow_mut().$method(self.value, other.value);
                Self { value, ..self }
            }
        }
    )*};
}

operators!(Add add, Sub sub, Mul mul, Div div);

impl Neg for ProgramNumber<'_> {
    type Output = Self;

    fn neg(self) -> Self {
        let value = self.builder.borrow_mut().neg(self.value);
        Self { value, ..self }
    }
}
