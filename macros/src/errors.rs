//! The one place where faults of the tokens are gathered, so that all are reported at once.

/// Gathers errors; [`Errors::finish`] hands them over.
#[derive(Debug, Default)]
pub struct Errors(Option<syn::Error>);

impl Errors {
    /// Adds an error.
    pub fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(first) => first.combine(error),
            None => self.0 = Some(error),
        }
    }

    /// Keeps what is wrong, hands on what is right.
    pub fn take<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|error| self.push(error)).ok()
    }

    /// What is right, if nothing was wrong.
    ///
    /// # Errors
    /// All that was gathered.
    pub fn finish<T>(self, right: T) -> syn::Result<T> {
        self.0.map_or(Ok(right), Err)
    }
}
