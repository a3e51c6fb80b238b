//! Reads equations in plain text again, as a reader would: formulas and tables, with numbers for names.

use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

use super::State;

/// The value of a formula or a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Read {
    Number(f64),
    List(Vec<Read>),
    Word(String),
}

impl Read {
    #[track_caller]
    pub fn number(&self) -> f64 {
        match self {
            Self::Number(number) => *number,
            other => panic!("{other:?} is no number"),
        }
    }

    /// Of a list, or of a single number.
    #[track_caller]
    pub fn numbers(&self) -> Vec<f64> {
        match self {
            Self::List(parts) => parts.iter().map(Self::number).collect(),
            single => vec![single.number()],
        }
    }

    #[track_caller]
    pub fn rows(&self) -> Vec<Vec<f64>> {
        match self {
            Self::List(rows) => rows.iter().map(Self::numbers).collect(),
            other => panic!("{other:?} has no rows"),
        }
    }

    #[track_caller]
    pub fn word(&self) -> &str {
        match self {
            Self::Word(word) => word,
            other => panic!("{other:?} is no word"),
        }
    }
}

/// Names and their numbers.
type Known = BTreeMap<String, f64>;

/// A row of a table by the titles of its columns; empty cells are left out.
type Row = BTreeMap<String, Read>;

/// A page, and the state at which its formulas are computed.
pub struct Page<'a> {
    text: &'a str,
    known: Known,
}

impl<'a> Page<'a> {
    pub fn of(text: &'a str, state: &State) -> Self {
        let named = |base: &'static str, values: &[f64]| {
            let numbered = |(at, &x): (usize, &f64)| (format!("{base}{}", at + 1), x);
            values.iter().enumerate().map(numbered).collect::<Known>()
        };
        let mut known = named("q", &state.q);
        known.extend(named("qd", &state.qd));
        Self { text, known }
    }

    /// The right side of the first formula of a name behind some text.
    #[track_caller]
    fn right_side(&self, behind: &str, name: &str) -> Option<Vec<&'a str>> {
        let index = self
            .text
            .find(behind)
            .unwrap_or_else(|| panic!("no `{behind}`"));
        let text = &self.text[index + behind.len()..];
        // A type ends where the next one or the next chapter begins.
        let own = text.split("\nType ").next()?.split("\nMotion, ").next()?;
        let begin = format!("    {name} = ");
        let mut lines = own.lines().skip_while(|line| !line.starts_with(&begin));
        let first = lines.next()?.strip_prefix(&begin)?;
        let rest = lines.take_while(|line| !line.is_empty()).map(str::trim);
        Some(std::iter::once(first).chain(rest).collect())
    }

    fn computed(&self, lines: &[&str], known: &Known) -> Read {
        let row = |line: &&str| {
            let content = line.strip_prefix("[ ")?.strip_suffix(" ]")?;
            let cells = content
                .split("   ")
                .map(str::trim)
                .filter(|cell| !cell.is_empty());
            Some(Read::List(
                cells.map(|cell| expression(cell, known)).collect(),
            ))
        };
        match lines.iter().map(row).collect::<Option<Vec<_>>>() {
            Some(rows) => Read::List(rows),
            None => expression(&lines.join(" "), known),
        }
    }

    /// The value of a formula behind those of the joint types.
    #[track_caller]
    pub fn formula(&self, name: &str) -> Read {
        let lines = self.right_side("Motion, from", name);
        self.computed(&lines.unwrap_or_else(|| panic!("no `{name}`")), &self.known)
    }

    /// The formulas of a joint type at positions and rates; one that is not given is 0.
    pub fn of_type(&self, word: &str, s: &[f64], w: &[f64]) -> impl Fn(&str) -> Read + use<'_, 'a> {
        let mut known = Known::new();
        for (base, values) in [("s", s), ("w", w)] {
            for (index, &x) in values.iter().enumerate() {
                let name = match values.len() {
                    1 => base.to_owned(),
                    _ => format!("{base}{}", index + 1),
                };
                known.insert(name, x);
            }
        }
        let begins = |line: &&str| {
            let words = line
                .strip_prefix("Type ")
                .and_then(|line| line.strip_suffix(':'));
            words.is_some_and(|words| words.split(", ").any(|known| known == word))
        };
        let begin = self.text.lines().find(begins);
        let begin = begin.unwrap_or_else(|| panic!("no type {word}")).to_owned();
        move |name| match self.right_side(&begin, name) {
            Some(lines) => self.computed(&lines, &known),
            None => Read::Number(0.0),
        }
    }

    /// Lines of the table with such a second title: head and rows.
    fn table(&self, title: &str) -> (&'a str, Vec<&'a str>) {
        let is_head = |line: &&str| {
            let mut words = line.split_whitespace();
            words.next() == Some("i") && words.next() == Some(title)
        };
        let mut lines = self.text.lines().skip_while(|line| !is_head(line));
        let head = lines.next().expect("a table");
        (head, lines.take_while(|line| !line.is_empty()).collect())
    }

    fn cells(&self, head: &str, line: &str, known: &Known) -> Row {
        let mut starts = vec![(4, "i")];
        let mut index = 5;
        while let Some(next) = head[index..].find(|c| c != ' ') {
            let title = head[index + next..].split("  ").next().expect("a title");
            starts.push((index + next, title));
            index += next + title.len();
        }
        let mut row = Row::new();
        for (column, &(start, title)) in starts.iter().enumerate() {
            let end = starts.get(column + 1).map_or(line.len(), |next| next.0);
            let cell = line.get(start..end.min(line.len())).unwrap_or("").trim();
            if cell.is_empty() {
                continue;
            }
            let value = match title {
                "i" | "joint" | "link" | "type" => Read::Word(cell.to_owned()),
                _ => expression(cell, known),
            };
            row.insert(title.to_owned(), value);
        }
        row
    }

    /// The rows of a table by their numbers.
    pub fn rows(&self, title: &str) -> Vec<(&'a str, Row)> {
        let (head, lines) = self.table(title);
        let number = |line: &'a str| line.split_whitespace().next().expect("a number");
        let row = |line| (number(line), self.cells(head, line, &self.known));
        lines.into_iter().map(row).collect()
    }

    /// The row of such a number.
    pub fn row(&self, title: &str, number: &str) -> Option<Row> {
        let mut rows = self.rows(title).into_iter();
        rows.find_map(|(found, row)| (found == number).then_some(row))
    }

    /// What a unit of each rate makes of a cell, which is linear in them: a column for each rate.
    pub fn derivative(&self, number: &str, column: &str, nv: usize) -> Vec<Vec<f64>> {
        let (head, lines) = self.table("joint");
        let own = |line: &&&str| line.split_whitespace().next() == Some(number);
        let line = lines.iter().find(own).expect("a row");
        let of_rate = |v: usize| {
            let mut known = self.known.clone();
            for other in 0..nv {
                known.insert(format!("qd{}", other + 1), f64::from(u8::from(other == v)));
            }
            self.cells(head, line, &known)[column].numbers()
        };
        let columns: Vec<Vec<f64>> = (0..nv).map(of_rate).collect();
        (0..columns[0].len())
            .map(|row| columns.iter().map(|column| column[row]).collect())
            .collect()
    }
}

/// Sums, products, quotients and powers of numbers, names, sines and cosines; lists in parentheses.
fn expression(text: &str, known: &Known) -> Read {
    let mut reader = Reader {
        rest: text.chars().peekable(),
        known,
    };
    let value = reader.sum();
    reader.skip();
    assert_eq!(reader.rest.next(), None, "the end of `{text}`");
    value
}

struct Reader<'a> {
    rest: Peekable<Chars<'a>>,
    known: &'a Known,
}

impl Reader<'_> {
    fn skip(&mut self) {
        while self.rest.next_if(|c| *c == ' ').is_some() {}
    }

    fn found(&mut self, sign: char) -> bool {
        self.skip();
        self.rest.next_if(|c| *c == sign).is_some()
    }

    fn sum(&mut self) -> Read {
        let mut negative = self.found('-');
        let mut sum: Option<Read> = None;
        loop {
            let term = self.product();
            let signed = if negative { Read::Number(-term.number()) } else { term };
            sum = Some(match sum {
                Some(sum) => Read::Number(sum.number() + signed.number()),
                None => signed,
            });
            negative = match (self.found('+'), self.found('-')) {
                (true, _) => false,
                (_, true) => true,
                _ => return sum.expect("a term"),
            };
        }
    }

    fn product(&mut self) -> Read {
        let mut product = self.power();
        loop {
            if self.found('/') {
                product = Read::Number(product.number() / self.power().number());
            } else if self
                .rest
                .peek()
                .is_some_and(|c| c.is_alphanumeric() || *c == '(')
            {
                product = Read::Number(product.number() * self.power().number());
            } else {
                return product;
            }
        }
    }

    fn power(&mut self) -> Read {
        let base = self.atom();
        if self.found('^') {
            Read::Number(base.number().powf(self.atom().number()))
        } else {
            base
        }
    }

    fn atom(&mut self) -> Read {
        if self.found('(') {
            let mut parts = vec![self.sum()];
            while self.found(',') {
                parts.push(self.sum());
            }
            assert!(self.found(')'), "a parenthesis");
            return match parts.len() {
                1 => parts.remove(0),
                _ => Read::List(parts),
            };
        }
        self.skip();
        let mut word = String::new();
        while let Some(c) = self
            .rest
            .next_if(|c| c.is_alphanumeric() || "._".contains(*c))
        {
            word.push(c);
            let in_exponent = word.starts_with(|c: char| c.is_ascii_digit()) && c == 'e';
            word.extend(self.rest.next_if(|c| in_exponent && *c == '-'));
        }
        match word.as_str() {
            "sin" => Read::Number(self.atom().number().sin()),
            "cos" => Read::Number(self.atom().number().cos()),
            word => {
                let known = self.known.get(word).copied();
                let number = known.or_else(|| word.parse().ok());
                Read::Number(number.unwrap_or_else(|| panic!("`{word}` is not known")))
            }
        }
    }
}
