//! The format of the golden files of a corpus.

use serde::Deserialize;
use serde_json::{Map, Value};

/// Pinocchio's numbers for one robot.
#[derive(Debug, Deserialize)]
pub struct Golden {
    /// The acceleration of a falling mass in world axes, m/s^2.
    pub gravity: [f64; 3],
    /// The mass of all mobile links, kg.
    pub total_mass: f64,
    /// The joints in the order of `v`; mimic joints are independent.
    pub joints: Vec<Joint>,
    /// All links, including those welded to the world.
    pub links: Vec<Link>,
    /// The joint on whose child link a wrench acts.
    pub fext_joint: String,
    /// Whether the mass matrix is singular, so that there is no forward dynamics.
    #[serde(rename = "singular_M")]
    pub singular_mass_matrix: bool,
    /// The numbers at each state.
    pub samples: Vec<Sample>,
    mimic_resolved: Option<Value>,
}

/// The numbers at one state, by key.
pub type Sample = Map<String, Value>;

/// A joint and its entries in `q` and `v`.
#[derive(Clone, Debug, Deserialize)]
pub struct Joint {
    /// The name in the description.
    pub name: String,
    /// Pinocchio's name for its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// The index of its first entry in `q`.
    pub idx_q: usize,
    /// The number of its entries in `q`.
    pub nq: usize,
    /// The index of its first entry in `v`.
    pub idx_v: usize,
    /// The number of its entries in `v`.
    pub nv: usize,
}

/// A link, and the placement of its frame in the frame of the joint that moves it.
#[derive(Debug, Deserialize)]
pub struct Link {
    /// The name in the description.
    pub name: String,
    /// The joint that moves it; `universe` if none does.
    pub joint: String,
    /// The rotation from link to joint axes, by rows.
    #[serde(rename = "R")]
    pub rotation: [[f64; 3]; 3],
    /// The origin in the joint frame, m.
    #[serde(rename = "p")]
    pub position: [f64; 3],
}

/// Numbers for the robot whose mimic joints follow others.
#[derive(Debug, Deserialize)]
pub struct Resolved {
    /// The independent joints in the order of `v`.
    pub independent_joints: Vec<String>,
    /// G of `v_full = G v`, by rows: `v_full` has the rates of all joints, `v` those of the independent ones.
    #[serde(rename = "G")]
    pub derivative: Vec<Vec<f64>>,
    /// The numbers at each state: `q_full` of all joints, all others for the independent ones.
    pub samples: Vec<Sample>,
}

impl Golden {
    /// Reads a golden file.
    ///
    /// # Errors
    /// If the text is not JSON, or a key is missing.
    pub fn parse(text: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(text)
    }

    /// Whether there are numbers for mimic joints that follow others. A file of a robot without mimic joints has a note
    /// instead.
    #[must_use]
    pub fn has_resolved_mimic(&self) -> bool {
        self.mimic_resolved
            .as_ref()
            .is_some_and(|block| block.get("samples").is_some())
    }

    /// The numbers for mimic joints that follow others.
    ///
    /// # Panics
    /// If a key is missing.
    #[must_use]
    pub fn mimic_block(&self) -> Option<Resolved> {
        let block = self
            .mimic_resolved
            .clone()
            .filter(|_| self.has_resolved_mimic())?;
        Some(serde_json::from_value(block).expect("a mimic block is complete"))
    }

    /// The link whose frame is that of the joint: its child, or a link welded to the child with the same frame.
    ///
    /// # Panics
    /// If there is no such link.
    #[must_use]
    pub fn origin_link(&self, joint: &str) -> &str {
        let identity = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let at_origin = |link: &&Link| {
            link.joint == joint && link.rotation == identity && link.position == [0.0; 3]
        };
        let link = self.links.iter().find(at_origin);
        &link
            .unwrap_or_else(|| panic!("no link at the origin of joint {joint}"))
            .name
    }

    /// The links of which some sample has a Jacobian.
    ///
    /// # Panics
    /// If a sample has no Jacobians.
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
