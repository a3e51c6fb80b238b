//! Texts with random bytes changed: no panic, and nothing is verified that differs from the original.

use crate::evaluator::Text;
use crate::files::ARM;
use multibody_support::random::Random;

/// The number of texts; more with `MULTIBODY_BROKEN`.
const TEXTS: usize = 200;

#[test]
fn broken_texts_are_refused_or_wrong_or_the_same() {
    let count = std::env::var("MULTIBODY_BROKEN")
        .ok()
        .and_then(|count| count.parse().ok());
    let text = ARM.text();
    let original = Text::read(&text, ARM.name).expect("a text");
    let mut random = Random::new(7);
    let (mut refused, mut wrong, mut same) = (0, 0, 0);
    for _ in 0..count.unwrap_or(TEXTS) {
        let broken = broken(&text, &mut random);
        let Ok(report) = ARM.verify(&broken) else {
            refused += 1;
            continue;
        };
        if !report.is_right() {
            wrong += 1;
            continue;
        }
        same += 1;
        let read = Text::read(&broken, ARM.name).expect("the verifier has read it too");
        for (name, ..) in report
            .items
            .iter()
            .filter(|(name, ..)| report.is_verified(name))
        {
            let values = |of: &Text| [3, 4].map(|seed| of.evaluate(name, seed));
            assert_eq!(values(&original), values(&read), "{name} in\n{broken}");
        }
    }
    println!("{refused} refused, {wrong} wrong, {same} the same");
}

/// A text with up to three changes: a byte, a line dropped or doubled, or a piece from another place.
fn broken(text: &str, random: &mut Random) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let end = (at + 1 + random.below(40)).min(bytes.len());
        match random.below(6) {
            0 => bytes[at] = b"+-*/()[]{}.,;&=!'\"#_ \n0159ceqst"[random.below(31)],
            1 => bytes.insert(at, b"+-*/()[]{}.,;&=!'\"#_ \n0159ceqst"[random.below(31)]),
            2 => drop(bytes.remove(at)),
            3 => drop(bytes.drain(at..end)),
            4 => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                drop(bytes.splice(to..to, piece));
            }
            _ => {
                let piece = bytes[at..end].to_vec();
                let piece = piece.repeat(1 + random.below(50));
                drop(bytes.splice(at..at, piece));
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
