//! What is derived from tokens.

use multibody_codegen::generate_attribute;

/// A cart-pole with wrenches on its pole, so that lines get long.
fn cart_pole() -> multibody_codegen::Generated {
    let items = "gravity = [0, 0, -g],
        joint rail { prismatic, parent: world, child: cart, axis: x },
        joint hinge { revolute, parent: cart, child: pole, axis: y, damping: friction,
            rotation: rpy(0, tilt + pi / 2, 0), origin: [0, 0, height] },
        body cart { mass: cart_mass },
        body pole { mass: m, com: [0, 0, l / 2], inertia: diag(m * l * l / 12, m * l * l / 12, sqrt(spin)) }";
    let item = "pub(crate) struct CartPole { pub g: f64, cart_mass: f32, m: f64, l: f64, \
        friction: f64, tilt: f64, height: f64, spin: f64 }";
    let options = "links(pole), wrenches(pole, cart)";
    let attribute = format!("{items}, {options}").parse().unwrap();
    let folder = std::path::Path::new("");
    let expansion = generate_attribute(attribute, item.parse().unwrap(), folder, &mut |_| ());
    expansion
        .generated
        .unwrap_or_else(|| panic!("{:?}", expansion.reports.tokens))
}

#[test]
#[cfg_attr(not(all_tests), ignore = "takes long: MULTIBODY_TESTS=all runs it")]
fn a_tilted_cart_pole_is_proved_and_counts_exclude_what_is_prepared() {
    let generated = cart_pole();
    let functions = &generated.report.functions;
    assert!(functions.iter().all(|function| function.proved));
    assert_eq!(functions.len(), 24);
    let mass_matrix = functions.iter().find(|f| f.name == "mass_matrix").unwrap();
    // m l / 2 cos(q + tilt) is all that is left to do at each call: two sines are those of q.
    assert!(mass_matrix.count.mul_add() <= 4, "{}", mass_matrix.count);
    assert_eq!(mass_matrix.count.sqrt, 0);
    assert!(
        generated
            .definitions
            .contains("pub(crate) struct CartPolePrepared<T> {")
    );
}
