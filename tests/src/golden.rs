//! The golden files of a corpus, as far as their form is concerned.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Foreign numbers for one robot.
#[derive(Debug, Deserialize)]
pub struct Golden {
    /// In world axes, m/s^2.
    pub gravity: [f64; 3],
    /// Of all that moves, kg.
    pub total_mass: f64,
    /// In the order of `v`; mimic joints are independent.
    pub joints: Vec<Joint>,
    /// All links, those welded to the world too.
    pub links: Vec<Link>,
    /// Joint on whose link a wrench acts.
    pub fext_joint: String,
    /// Whether there is no forward dynamics.
    #[serde(rename = "singular_M")]
    pub singular_mass_matrix: bool,
    /// Numbers at each state.
    pub samples: Vec<Sample>,
    mimic_resolved: Option<Value>,
}

/// Numbers at one state, by key.
pub type Sample = Map<String, Value>;

/// A joint and where it stands in `q` and `v`.
#[derive(Clone, Debug, Deserialize)]
pub struct Joint {
    /// As in the description.
    pub name: String,
    /// The peer's name of its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// Its first entry in `q`.
    pub idx_q: usize,
    /// How many entries of `q` it has.
    pub nq: usize,
    /// Its first entry in `v`.
    pub idx_v: usize,
    /// How many entries of `v` it has.
    pub nv: usize,
}

/// A link and its frame in that of a joint's.
#[derive(Debug, Deserialize)]
pub struct Link {
    /// As in the description.
    pub name: String,
    /// The joint that moves it; `universe` if none does.
    pub joint: String,
    /// Link to joint axes, by rows.
    #[serde(rename = "R")]
    pub rotation: [[f64; 3]; 3],
    /// In the joint frame, m.
    #[serde(rename = "p")]
    pub position: [f64; 3],
}

/// Numbers for the robot whose mimic joints follow.
#[derive(Debug, Deserialize)]
pub struct Resolved {
    /// In the order of `v`.
    pub independent_joints: Vec<String>,
    /// `v_full = G v`, by rows.
    #[serde(rename = "G")]
    pub derivative: Vec<Vec<f64>>,
    /// Numbers at each state: `q_full` of all joints, all else of the independent ones.
    pub samples: Vec<Sample>,
}

impl Golden {
    /// Reads a golden file.
    ///
    /// # Errors
    /// If it is no JSON or lacks something.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Whether there are numbers for resolved mimic joints; a file without anything to resolve has
    /// a note instead.
    #[must_use]
    pub fn has_resolved_mimic(&self) -> bool {
        self.mimic_resolved
            .as_ref()
            .is_some_and(|block| block.get("samples").is_some())
    }

    /// Numbers for resolved mimic joints.
    ///
    /// # Panics
    /// If they lack something.
    #[must_use]
    pub fn mimic_block(&self) -> Option<Resolved> {
        let block = self
            .mimic_resolved
            .clone()
            .filter(|_| self.has_resolved_mimic())?;
        Some(serde_json::from_value(block).expect("a mimic block is complete"))
    }

    /// The link whose frame is that of the joint: its child, or one welded to it at the same place.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn origin_link(&self, joint: &str) -> &str {
        let unit = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let at_origin = |link: &&Link| {
            link.joint == joint && link.rotation == unit && link.position == [0.0; 3]
        };
        let link = self.links.iter().find(at_origin);
        &link
            .unwrap_or_else(|| panic!("no link at the origin of joint {joint}"))
            .name
    }

    /// The links that some sample has a Jacobian of.
    ///
    /// # Panics
    /// If a sample has none.
    #[must_use]
    pub fn jacobian_links(&self) -> Vec<String> {
        let mut links: Vec<String> = Vec::new();
        for sample in &self.samples {
            let jacobians = sample["jacobians"].as_object().expect("Jacobians by joint");
            for joint in jacobians.keys() {
                let link = self.origin_link(joint);
                if !links.iter().any(|known| known == link) {
                    links.push(link.into());
                }
            }
        }
        links
    }
}
