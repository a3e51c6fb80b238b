//! Matrices among the numbers of a result, as solvers take them: by columns, and only the entries that may be nonzero.

use multibody_program::ir::Value;

/// A matrix in an array of numbers.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// Its name.
    pub name: String,
    /// Its rows and columns.
    pub sizes: [usize; 2],
    /// The index of its first number.
    pub first: usize,
    /// Whether it is stored by columns.
    pub by_columns: bool,
    /// Whether it is symmetric, and only its lower triangle is stored.
    pub is_lower: bool,
    /// Whether each entry may be nonzero, by rows.
    pub nonzeros: Vec<bool>,
}

impl Matrix {
    /// A matrix of which all entries may be nonzero, by columns.
    pub fn dense(name: &str, sizes: [usize; 2]) -> Self {
        Self {
            name: name.to_owned(),
            sizes,
            first: 0,
            by_columns: true,
            is_lower: false,
            nonzeros: vec![true; sizes[0] * sizes[1]],
        }
    }

    /// The same without entries that may be nonzero.
    pub fn empty(name: &str, sizes: [usize; 2]) -> Self {
        let nonzeros = vec![false; sizes[0] * sizes[1]];
        Self {
            nonzeros,
            ..Self::dense(name, sizes)
        }
    }

    /// How many numbers it has.
    pub fn len(&self) -> usize {
        self.sizes[0] * self.sizes[1]
    }

    /// Whether an entry may be nonzero.
    pub fn is_nonzero(&self, row: usize, column: usize) -> bool {
        self.nonzeros[row * self.sizes[1] + column]
    }

    /// The places of the entries that may be nonzero, by columns.
    pub fn places(&self) -> Vec<[usize; 2]> {
        let [rows, columns] = self.sizes;
        let places = (0..columns).flat_map(|column| (0..rows).map(move |row| [row, column]));
        places
            .filter(|&[row, column]| self.is_nonzero(row, column))
            .collect()
    }

    /// Where an entry is stored.
    pub fn index(&self, [row, column]: [usize; 2]) -> usize {
        let [row, column] =
            if self.is_lower { [row.max(column), row.min(column)] } else { [row, column] };
        let offset = if self.by_columns {
            column * self.sizes[0] + row
        } else {
            row * self.sizes[1] + column
        };
        self.first + offset
    }

    /// Where the entries that may be nonzero are stored, by columns.
    pub fn order(&self) -> Vec<usize> {
        self.places()
            .into_iter()
            .map(|place| self.index(place))
            .collect()
    }

    /// The pattern in CasADi's form: rows, columns, where each column begins, and the row of each entry.
    pub fn pattern(&self) -> Vec<usize> {
        let places = self.places();
        let begins = (0..=self.sizes[1])
            .map(|end| places.iter().filter(|[_, column]| *column < end).count());
        let rows = places.iter().map(|[row, _]| *row);
        self.sizes.into_iter().chain(begins).chain(rows).collect()
    }

    /// The pattern, in CasADi's short form if no entry is left out.
    pub fn short_pattern(&self) -> Vec<usize> {
        match self.sizes {
            [rows, columns] if self.nonzeros.iter().all(|&it| it) => vec![rows, columns, 1],
            _ => self.pattern(),
        }
    }
}

/// The entries of a matrix, each with its place.
pub type Entries = Vec<([usize; 2], Value)>;

/// The tables of a source: patterns, and orders of numbers. Equal tables are written once.
#[derive(Debug)]
pub struct Tables {
    /// The beginning of the names.
    prefix: String,
    /// The type and the numbers of each table.
    tables: Vec<(&'static str, Vec<usize>)>,
}

impl Tables {
    /// No tables.
    pub fn new(prefix: String) -> Self {
        Self {
            prefix,
            tables: Vec::new(),
        }
    }

    /// The name of a pattern.
    pub fn pattern(&mut self, numbers: Vec<usize>) -> String {
        self.name("casadi_int", numbers)
    }

    /// Three arguments of `multibody_write` that select numbers of `array`, an expression: how many, of which array, and the table of
    /// their order; 0 if the numbers are the first ones in sequence.
    pub fn select(&mut self, array: &str, order: Vec<usize>) -> String {
        let count = order.len();
        let order = if order.iter().copied().eq(0..count) {
            "0".to_owned()
        } else {
            self.name("int", order)
        };
        format!("{count}, {array}, {order}")
    }

    /// The name of a table, which is added if it is new.
    fn name(&mut self, number_type: &'static str, numbers: Vec<usize>) -> String {
        let table = (number_type, numbers);
        let position = self.tables.iter().position(|other| *other == table);
        let index = position.unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        });
        format!("{}_table{index}", self.prefix)
    }

    /// Their definitions.
    pub fn text(&self) -> String {
        let tables = self
            .tables
            .iter()
            .enumerate()
            .map(|(index, (number_type, numbers))| {
                let lines = numbers.chunks(40).map(|line| {
                    let words: Vec<String> = line.iter().map(usize::to_string).collect();
                    format!("  {},\n", words.join(", "))
                });
                // No array of C is empty.
                let lines: String =
                    if numbers.is_empty() { "  0,\n".to_owned() } else { lines.collect() };
                format!(
                    "static const {number_type} {}_table{index}[] = {{\n{lines}}};\n",
                    self.prefix
                )
            });
        tables.collect()
    }
}
