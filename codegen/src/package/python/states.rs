//! Calls of a function for many states, whose numbers are one after the other in memory.

use std::ops::Range;
use std::{iter, thread};

/// A number, or an array of numbers.
///
/// # Safety
/// A value of the type is `f64`s one after the other in memory, and nothing else.
pub unsafe trait PlainNumbers: Copy {}
// SAFETY: it is one.
unsafe impl PlainNumbers for f64 {}
// SAFETY: arrays have no gaps.
unsafe impl<T: PlainNumbers, const N: usize> PlainNumbers for [T; N] {}

/// Where the numbers of an argument begin, and how far the numbers of the next state are from there.
#[derive(Clone, Copy)]
pub struct ArgumentSource {
    /// The first number of the first state.
    pub start: *const f64,
    /// How many numbers a state has; 0 if all states share them.
    pub step: usize,
}

/// The arguments of a function at a state.
pub struct StateArguments<'a> {
    /// All arguments.
    pub sources: &'a [ArgumentSource],
    /// The number of the state.
    pub row: usize,
}

impl StateArguments<'_> {
    /// A reference to an argument, in the caller's memory.
    #[inline(always)]
    pub fn get<T: PlainNumbers>(&self, argument: usize) -> &T {
        let ArgumentSource { start, step } = self.sources[argument];
        // SAFETY: `row` is less than the count of rows in `PythonInput`. A row is a `T`, since its sizes and `T` come from the same
        // signature, and arrays are aligned. Nothing is written before all results of the state are computed.
        unsafe { &*start.add(self.row * step).cast::<T>() }
    }
}

/// Where the next numbers of each array of the result go.
pub struct ResultArrays<'a>(pub &'a mut [*mut f64]);

impl ResultArrays<'_> {
    /// Appends numbers to the array with this index.
    #[inline(always)]
    pub fn append<T: PlainNumbers>(&mut self, array: usize, numbers: &T) {
        let place = &mut self.0[array];
        // SAFETY: for each state the array has room for the numbers that the signature of the function states.
        unsafe {
            place.cast::<T>().write_unaligned(*numbers);
            *place = place.add(size_of::<T>() / size_of::<f64>());
        }
    }
}

/// Calls a function for each state of a range.
pub type Loop<'a> = dyn Fn(&[ArgumentSource], &mut [*mut f64], Range<usize>) + Sync + 'a;

/// States along the first axis of arrays.
#[derive(Clone, Copy)]
pub struct Batch<'a> {
    /// The arguments.
    pub sources: &'a [ArgumentSource],
    /// Where the arrays of the result begin.
    pub places: &'a [*mut f64],
    /// How many numbers each array of the result has for a state.
    pub counts: &'a [usize],
    /// How many states there are.
    pub rows: usize,
}

// SAFETY: threads read the sources, and each of them writes rows of its own.
unsafe impl Send for Batch<'_> {}
unsafe impl Sync for Batch<'_> {}

impl Batch<'_> {
    /// Calls a function for all states, in this many threads; 0 means one for each processor.
    pub fn run(&self, threads: usize, compute: &Loop<'_>) {
        /// The fewest states of a thread: with fewer, its start takes longer than its work.
        const LEAST_ROWS: usize = 64;
        const STACK: usize = 8 << 20;
        let processors = || thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { processors() } else { threads };
        let rows = self.rows.div_ceil(threads).max(LEAST_ROWS);
        thread::scope(|scope| {
            let mut first = 0;
            while first + rows < self.rows {
                let part = first..first + rows;
                let run = || self.run_part(part.clone(), compute);
                let run_there = {
                    let part = part.clone();
                    move || self.run_part(part, compute)
                };
                if thread::Builder::new()
                    .stack_size(STACK)
                    .spawn_scoped(scope, run_there)
                    .is_err()
                {
                    run();
                }
                first += rows;
            }
            self.run_part(first..self.rows, compute);
        });
    }

    fn run_part(&self, rows: Range<usize>, compute: &Loop<'_>) {
        // SAFETY: the arrays have as many rows as the batch.
        let place = |(start, count): (&*mut f64, &usize)| unsafe { start.add(rows.start * count) };
        let mut places: Vec<*mut f64> = iter::zip(self.places, self.counts).map(place).collect();
        compute(self.sources, &mut places, rows);
    }
}
