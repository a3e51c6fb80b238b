"""What was measured, as a Markdown table and as JSON."""

import statistics

NAMES = {
    "inverse_dynamics": "ID",
    "mass_matrix": "M",
    "forward_dynamics": "FD",
    "poses": "poses of all moving links",
    "mass_matrix_inverse": "M^-1",
    "inverse_dynamics_derivatives": "derivatives of ID",
    "forward_dynamics_derivatives": "FD and its derivatives",
    "linearize": "`linearize`",
    "gravity_stiffness": "derivatives of gravity, M",
    "inverse_dynamics_in_lanes": "ID, a state in `f64x8`",
    "constrained": "constrained FD",
}
OURS, OURS_ANYWHERE = "ours", "ours, any processor"
FAMILIES = ("Pinocchio", "generated C", "MuJoCo", "dynibo")
COMPARED = ("Pinocchio", "generated C")
# Rows for the README of the repository: titles of cases, and functions.
SELECTED = (
    ("Panda", "ID"),
    ("Panda", "M"),
    ("Panda", "FD"),
    ("ANYmal", "FD"),
    ("Talos", "FD"),
    ("ANYmal, 4 feet", "constrained FD"),
)


def rows(robots, implementations, times):
    """A row for each function of each robot: ns and ratios."""
    found = []
    for robot in robots:
        of_robot = implementations[robot.case.name]
        functions = list(dict.fromkeys(function for one in of_robot for function in one.symbols))
        for function in sorted(functions, key=list(NAMES).index):
            found.append(row(robot, function, of_robot, times))
    return found


def row(robot, function, implementations, times):
    def measured(which, function):
        names = {one.name for one in implementations if which(one) and function in one.symbols}
        return {name: times[robot.case.name, function, name] for name in sorted(names)}

    ours = measured(lambda one: one.name == OURS, function)
    anywhere = measured(lambda one: one.name == OURS_ANYWHERE, function)
    found = {"robot": robot.case.title, "dof": robot.model.nv, "function": NAMES[function]}
    found["ns"] = {name: min(sittings) for name, sittings in (ours | anywhere).items()}
    found["ratios"] = {}
    for family in FAMILIES:
        # Lanes are compared with a state alone.
        members = measured(lambda one: one.family == family, function.removesuffix("_in_lanes"))
        if not members:
            continue
        found["ns"] |= {name: min(sittings) for name, sittings in members.items()}
        fastest = [min(sitting) for sitting in zip(*members.values())]
        found["ns"][family] = min(fastest)
        if ours:
            ratios = [mine / theirs for mine, theirs in zip(ours[OURS], fastest)]
            found["ratios"][family] = {"median": statistics.median(ratios), "least": min(ratios), "most": max(ratios)}
    return found


def markdown(measured):
    """All rows, ratios with their range."""
    return lines(measured, FAMILIES, ratio)


def selected(measured):
    """The rows for the README, ratios by their median alone."""
    chosen = {(one["robot"], one["function"]): one for one in measured}
    return lines([chosen[row] for row in SELECTED if row in chosen], COMPARED, median)


def lines(measured, families, shown):
    names = (OURS, OURS_ANYWHERE, *families)
    head = ["robot", "function", *names, *(f"ours / {family}" for family in COMPARED)]
    found = [line(head), line("---" for _ in head)]
    for one in measured:
        ns = [nanoseconds(one["ns"].get(name)) for name in names]
        ratios = [shown(one["ratios"].get(family)) for family in COMPARED]
        found.append(line([f"{one['robot']}, {one['dof']}", one["function"], *ns, *ratios]))
    return "\n".join(found)


def line(cells):
    return "| " + " | ".join(cells) + " |"


def nanoseconds(value):
    if value is None:
        return "-"
    return f"{value:.1f}" if value < 20 else f"{value:.0f}"


def ratio(value):
    if value is None:
        return "-"
    return "{} ({least:.{digits}f} to {most:.{digits}f})".format(median(value), digits=digits(value), **value)


def median(value):
    return "-" if value is None else "{:.{}f}".format(value["median"], digits(value))


def digits(value):
    return 3 if value["median"] < 0.1 else 2
