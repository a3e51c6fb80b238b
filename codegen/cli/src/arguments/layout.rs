//! The options of a text of C, which `generate` and `package` have.

use clap::Args;
use multibody_codegen::internal::language::{Language, Layout};

/// How a text of C is laid out.
#[derive(Clone, Copy, Debug, Args)]
pub struct LayoutOptions {
    /// Store the matrices of C by columns, as Eigen, BLAS and Simulink do [default: by rows]
    #[arg(long)]
    columns: bool,
    /// Write the functions of C as CasADi calls them, with their Jacobians
    #[arg(long)]
    casadi: bool,
    /// Add the robot's model to C as acados calls it: `expl_ode_fun`, `expl_vde_forw`, `expl_vde_adj`, `dyn_disc_phi_fun`
    #[arg(long)]
    acados: bool,
}

impl LayoutOptions {
    /// The layout of a text in this language.
    pub fn of(self, language: Language) -> Layout {
        Layout {
            language,
            columns: self.columns,
            casadi: self.casadi,
            acados: self.acados,
            ..Layout::default()
        }
    }

    /// The options that are given, as users write them.
    pub fn names(self) -> Vec<String> {
        let options = self.of(Language::C).chosen_options();
        options.iter().map(|name| format!("--{name}")).collect()
    }
}
