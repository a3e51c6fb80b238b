//! Robots that nobody would build: chains and trees on any axes whose joints follow each other by any multiples.

use multibody_codegen::settings::Root;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub struct Random(pub u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound as u64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// With three digits.
    pub fn number(&mut self, low: f64, high: f64) -> String {
        let share = (self.bits() >> 11) as f64 / (1_u64 << 53) as f64;
        format!("{:.3}", low + (high - low) * share)
    }

    fn vector(&mut self, reach: f64) -> String {
        [(); 3].map(|()| self.number(-reach, reach)).join(" ")
    }
}

const MULTIPLIERS: [&str; 20] = [
    "1e-9",
    "0.0833",
    "0.1",
    "0.333",
    "0.3333333",
    "0.6666667",
    "0.7",
    "0.95",
    "1.13",
    "1.5",
    "2",
    "10",
    "20",
    "30",
    "60",
    "100",
    "1000",
    "-1",
    "-0.5",
    "-3",
];
const OFFSETS: [&str; 3] = ["0", "0.3", "1.5708"];

/// A robot of one to eight moving links, and how its root is joined to the world.
pub fn robot(seed: u64) -> (String, Root) {
    let mut random = Random(seed);
    let mut text = String::from("<robot name=\"random\"><link name=\"l0\"/>");
    for index in 1..=1 + random.below(8) {
        let kind = if random.one_in(4) { "prismatic" } else { "continuous" };
        let parent = if random.one_in(4) { random.below(index) } else { index - 1 };
        let axis = match random.below(3) {
            0 => "0 0 1".to_owned(),
            1 => "1 0 0".to_owned(),
            _ => format!("{} {}", random.vector(1.0), random.number(0.1, 1.0))
                .split_whitespace()
                .skip(1)
                .collect::<Vec<_>>()
                .join(" "),
        };
        let follows = index > 1 && random.one_in(2);
        let mimic = if follows {
            format!(
                "<mimic joint=\"j{}\" multiplier=\"{}\" offset=\"{}\"/>",
                1 + random.below(index - 1),
                random.pick(&MULTIPLIERS),
                random.pick(&OFFSETS),
            )
        } else {
            String::new()
        };
        let limit = match kind {
            "prismatic" => "<limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/>",
            _ => "",
        };
        let place = random.vector(0.5);
        let (roll, pitch) = (
            random.number(-1.5, 1.5),
            random.pick(&["0", "1.5708", "0.4"]),
        );
        let (com, mass) = (random.vector(0.2), random.number(0.1, 3.0));
        let [ixx, iyy, izz] = [(); 3].map(|()| random.number(0.02, 0.03));
        text += &format!(
            "<joint name=\"j{index}\" type=\"{kind}\"><parent link=\"l{parent}\"/><child link=\"l{index}\"/>\
             <origin xyz=\"{place}\" rpy=\"{roll} {pitch} 0\"/><axis xyz=\"{axis}\"/>{limit}{mimic}</joint>\
             <link name=\"l{index}\"><inertial><origin xyz=\"{com}\"/><mass value=\"{mass}\"/>\
             <inertia ixx=\"{ixx}\" ixy=\"0.001\" ixz=\"-0.002\" iyy=\"{iyy}\" iyz=\"0.001\" izz=\"{izz}\"/>\
             </inertial></link>"
        );
    }
    text += "</robot>";
    let root = if random.one_in(5) { Root::FLOATING } else { Root::Fixed };
    (text, root)
}
