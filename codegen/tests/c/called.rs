//! What bodies call, beside its counterpart in the runtime: sines, Stumpff's functions, loops over matrices.

use multibody::dense;

use crate::compiler::{Folder, NO_CONTRACTION, OPTIMISATIONS, WARNINGS, installed};
use crate::numbers::{Draws, Number};

const START: &str = include_str!("../../emit/src/c/text/start.c");
const SINES: &str = include_str!("../../emit/src/c/text/sines.c");
const STUMPFF: &str = include_str!("../../emit/src/c/text/stumpff.c");
const DENSE: &str = include_str!("../../emit/src/c/text/dense.c");

/// Reads numbers from a file, and writes what `calls` makes of them.
fn program(parts: &[&str], calls: &str) -> String {
    let main = format!(
        "#include <stdio.h>\nstatic real x[2000000];\nstatic void put(const real *from, int count)\n{{\n  \
         fwrite(from, sizeof(real), (size_t)count, stdout);\n}}\nint main(int words, char **word)\n{{\n  \
         FILE *file = fopen(word[words - 1], \"rb\");\n  \
         const int count = (int)fread(x, sizeof(real), sizeof x / sizeof x[0], file);\n{calls}  return 0;\n}}\n"
    );
    [parts, &[main.as_str()]].concat().concat()
}

/// Compares what the program makes of the input with what it should be.
fn compare<T: Number>(name: &str, program: &str, input: &[T], expected: &[T]) {
    let folder = Folder::new(name);
    folder.write("main.c", program);
    folder.write(
        "numbers",
        input.iter().flat_map(|x| x.bytes()).collect::<Vec<u8>>(),
    );
    for compiler in installed() {
        for optimisation in OPTIMISATIONS {
            let words = ["-std=c99", NO_CONTRACTION, "main.c", "-lm", "-o", "main"];
            folder.compile(
                compiler,
                &[&WARNINGS, optimisation, T::FLAGS, &words].concat(),
            );
            let actual: Vec<T> = T::all(&folder.run("main", "numbers"));
            assert_eq!(actual.len(), expected.len());
            for (at, (actual, expected)) in actual.into_iter().zip(expected).enumerate() {
                let (actual, expected) = (actual.bits(), expected.bits());
                assert_eq!(
                    actual, expected,
                    "{name} {compiler} {optimisation:?}: number {at}"
                );
            }
        }
    }
}

/// Angles of all sizes: random ones, those next to eighths of a turn, tiny and far ones, and what is no angle.
fn angles<T: Number>() -> Vec<T> {
    let mut draws = Draws::new();
    let mut angles = vec![
        0.0,
        -0.0,
        5e-324,
        1e-300,
        1.05e-8,
        1.06e-8,
        1e6,
        3000.0,
        3000.1,
        1.7e6,
        f64::MAX,
        f64::INFINITY,
        f64::NAN,
    ];
    // The multiple of a quarter turn that is closest to a double: its remainder needs the most digits.
    angles.push(5.319372648326541e255);
    angles.extend((0..3000).map(f64::from).flat_map(|k| {
        let multiple = k * std::f64::consts::FRAC_PI_4;
        [
            multiple,
            multiple * (1.0 + f64::EPSILON),
            multiple + 7e-6,
            multiple * 1e5,
            multiple * 1e20,
        ]
    }));
    for size in 0..20_000 {
        let exponent = f64::from(size % 2000) * 0.7 - 340.0;
        let scale = match size % 4 {
            0 => 7.0,
            1 => 300.0,
            2 => 4e6,
            _ => 10_f64.powf(exponent.clamp(-320.0, 308.0)),
        };
        angles.push((draws.next() - 0.5) * scale);
    }
    angles
        .into_iter()
        .flat_map(|x| [T::lit(x), T::lit(-x)])
        .collect()
}

fn compare_sines<T: Number>(name: &str) {
    let angles = angles::<T>();
    let calls = "  int k;\n  for (k = 0; k + 1 < count; k += 2) {\n    real s[2], c[2];\n    \
                 multibody_sines_and_cosines(2, x + k, s, c);\n    put(s, 2);\n    put(c, 2);\n    \
                 multibody_sine_and_cosine(1, x[k], s, c);\n    put(s, 1);\n    put(c, 1);\n  }\n";
    let pairs = angles.as_chunks::<2>().0;
    let expected: Vec<T> = pairs
        .iter()
        .flat_map(|&pair| {
            let (([s0, s1], [c0, c1]), (s, c)) = (T::sin_cos_all(pair), pair[0].sin_cos());
            [s0, s1, c0, c1, s, c]
        })
        .collect();
    compare(name, &program(&[START, SINES], calls), &angles, &expected);
}

#[test]
fn sines_are_those_of_the_runtime() {
    compare_sines::<f64>("sines-double");
    compare_sines::<f32>("sines-float");
}

fn compare_stumpff<T: Number>(name: &str) {
    let mut draws = Draws::new();
    let numbers: Vec<T> = (0..2000)
        .map(|k| T::lit(draws.next() * [1e-12, 3.0, 20.0, 2000.0][k % 4]))
        .collect();
    let calls = "  int k, n;\n  for (k = 0; k < count; ++k) {\n    for (n = 0; n < 16; ++n) {\n      \
                 const real c = multibody_stumpff(x[k], n);\n      put(&c, 1);\n    }\n  }\n";
    let expected: Vec<T> = numbers
        .iter()
        .flat_map(|x| (0..16).map(|k| x.stumpff(k)))
        .collect();
    compare(
        name,
        &program(&[START, SINES, STUMPFF], calls),
        &numbers,
        &expected,
    );
}

#[test]
fn stumpff_functions_are_those_of_the_runtime() {
    compare_stumpff::<f64>("stumpff-double");
    compare_stumpff::<f32>("stumpff-float");
}

/// The number of unknowns.
const N: usize = 7;

fn matrix<T: Number, const COLUMNS: usize>(draws: &mut Draws) -> [[T; COLUMNS]; N] {
    std::array::from_fn(|i| {
        std::array::from_fn(|j| {
            let diagonal = if i == j { 8.0 } else { 0.0 };
            T::lit(draws.next() - 0.5 + diagonal)
        })
    })
}

/// The entries in the order of rows or columns.
fn stored<T: Number, const COLUMNS: usize>(m: &[[T; COLUMNS]; N], by_columns: bool) -> Vec<T> {
    if by_columns {
        (0..COLUMNS)
            .flat_map(|j| m.iter().map(move |row| row[j]))
            .collect()
    } else {
        m.concat()
    }
}

fn compare_loops<T: Number>(name: &str, by_columns: bool) {
    const CALLS: &str = "  static real a[49], y[49];\n  real *const m = x, *const b = x + 49, *const v = x + 84, *const w = x + 91;\n  \
                         real column[7], energy;\n  (void)count;\n  \
                         memcpy(a, m, sizeof a);\n  multibody_dense_accelerations(7, a, v, w, y);\n  put(y, 7);\n  \
                         memcpy(a, m, sizeof a);\n  memset(y, 0, sizeof y);\n  multibody_dense_inverse(7, a, column, y);\n  put(y, 49);\n  \
                         multibody_dense_mirror(7, y);\n  put(y, 49);\n  \
                         multibody_dense_product(7, m, v, y);\n  put(y, 7);\n  \
                         multibody_dense_negative_product(7, 5, m, b, y);\n  put(y, 35);\n  \
                         energy = multibody_dense_energy(7, m, v);\n  put(&energy, 1);\n";
    let mut draws = Draws::new();
    let (m, b) = (matrix::<T, N>(&mut draws), matrix::<T, 5>(&mut draws));
    let [v, w] = [(); 2].map(|()| std::array::from_fn::<T, N, _>(|_| T::lit(draws.next() - 0.5)));
    let input = [
        stored(&m, by_columns),
        stored(&b, by_columns),
        v.to_vec(),
        w.to_vec(),
    ]
    .concat();
    let mut expected = dense::accelerations(&mut m.clone(), &v, &w).to_vec();
    let mut lower = [[T::ZERO; N]; N];
    dense::inverse_lower(&mut m.clone(), &mut lower);
    expected.extend(stored(&lower, by_columns));
    let mut inverse = [[T::ZERO; N]; N];
    dense::inverse(&mut m.clone(), &mut inverse);
    expected.extend(stored(&inverse, by_columns));
    expected.extend(dense::product(&m, &v));
    let mut product = [[T::ZERO; 5]; N];
    dense::negative_product(&m, &b, &mut product);
    expected.extend(stored(&product, by_columns));
    expected.push(dense::energy(&m, &v));
    let order = if by_columns { "(j) * (rows) + (i)" } else { "(i) * (columns) + (j)" };
    let entry = format!(
        "#define MULTIBODY_COLUMNS {}\n#define MULTIBODY_ENTRY(a, rows, columns, i, j) (a)[{order}]\n",
        u8::from(by_columns)
    );
    let program = program(&[START, &entry, DENSE], CALLS);
    compare(&format!("{name}-{by_columns}"), &program, &input, &expected);
}

#[test]
fn loops_are_those_of_the_runtime() {
    for by_columns in [false, true] {
        compare_loops::<f64>("loops-double", by_columns);
        compare_loops::<f32>("loops-float", by_columns);
    }
}
