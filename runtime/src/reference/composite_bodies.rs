//! The mass matrix by the composite-rigid-body algorithm (Featherstone 2008, table 6.2).

use std::vec::Vec;

use nalgebra::DMatrix;

use super::Model;

impl Model {
    /// The mass matrix `M(q)`, with both triangles: `T = 1/2 qd^T M qd`.
    pub fn mass_matrix(&self, q: &[f64]) -> DMatrix<f64> {
        let configuration = self.configuration(q);
        let (transforms, subspaces) = (&configuration.transforms, &configuration.subspaces);

        // The composite inertia of a body and all bodies that it supports.
        let mut composites: Vec<_> = self.bodies.iter().map(|body| body.inertia).collect();
        for (i, body) in self.bodies.iter().enumerate().rev() {
            if let Some(parent) = body.parent {
                let parent_inertia = transforms[i].transpose() * composites[i] * transforms[i];
                composites[parent] += parent_inertia;
            }
        }

        let armatures = DMatrix::from_diagonal(&self.armature);
        let mut mass_matrix = armatures + self.expression_mass_matrix(q);
        // Blocks are added, since joints that share a coordinate share a row and a column.
        let mut add = |row: usize, column: usize, block: DMatrix<f64>| {
            let mut target = mass_matrix.view_mut((row, column), block.shape());
            target += block;
        };
        for (i, body) in self.bodies.iter().enumerate() {
            let start = subspaces[i].velocities.start;
            // The force on the composite per unit of the joint's acceleration, transformed from body to body up to the
            // root.
            let mut force = composites[i] * &subspaces[i].columns;
            add(start, start, subspaces[i].columns.tr_mul(&force));
            let (mut child, mut ancestor) = (i, body.parent);
            while let Some(j) = ancestor {
                force = transforms[child].tr_mul(&force);
                let ancestor_start = subspaces[j].velocities.start;
                let block = subspaces[j].columns.tr_mul(&force);
                add(start, ancestor_start, block.transpose());
                add(ancestor_start, start, block);
                (child, ancestor) = (j, self.bodies[j].parent);
            }
        }
        mass_matrix
    }

    /// The inverse `M(q)^-1` of the mass matrix; `None` if the matrix is exactly singular.
    pub fn mass_matrix_inverse(&self, q: &[f64]) -> Option<DMatrix<f64>> {
        self.mass_matrix(q).try_inverse()
    }
}
