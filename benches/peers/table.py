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
    "forward_dynamics_derivatives_by_value": "FD and its derivatives, by value",
    "linearize": "`linearize`",
    "gravity_stiffness": "derivatives of gravity, M",
    "constrained": "constrained FD",
}
OURS, OURS_ANYWHERE, OURS_V3 = "ours", "ours, any processor", "ours, x86-64-v3"
FAMILIES = ("Pinocchio", "lcaba", "generated C", "MuJoCo", "dynibo")
COMPARED = ("Pinocchio", "generated C")
# Rows for the README of the repository: titles of cases, functions, and numbers.
SELECTED = (
    ("Panda", "ID", "f64"),
    ("Panda", "ID", "f64x8"),
    ("Panda", "M", "f64"),
    ("Panda", "FD", "f64"),
    ("ANYmal", "FD", "f64"),
    ("Talos", "FD", "f64"),
    ("ANYmal, 4 feet", "constrained FD", "f64"),
)


def rows(robots, implementations, times):
    """A row for each function of each robot: times in ns, and ratios of times."""
    entries = []
    for robot in robots:
        of_robot = implementations[robot.case.name]
        functions = list(dict.fromkeys(function for implementation in of_robot for function in implementation.symbols))
        for function in sorted(functions, key=sort_key):
            entries.append(row(robot, function, of_robot, times))
    return entries


def sort_key(function):
    """Functions are sorted by their place in the table, then by their number."""
    plain, number = split(function)
    return list(NAMES).index(plain), number


def split(function):
    """A function without its number, and the number."""
    plain, _, number = function.partition("_in_f")
    return plain, f"f{number}" if number else "f64"


def row(robot, function, implementations, times):
    def measured(which, function):
        chosen = filter(which, implementations)
        names = {implementation.name for implementation in chosen if function in implementation.symbols}
        return {name: times[robot.case.name, function, name] for name in sorted(names)}

    ours = measured(lambda implementation: implementation.name == OURS, function)
    anywhere = measured(lambda implementation: implementation.name == OURS_ANYWHERE, function)
    version_3 = measured(lambda implementation: implementation.name == OURS_V3, function)
    plain, number = split(function)
    entry = {"robot": robot.case.title, "dof": robot.model.nv, "function": NAMES[plain], "number": number}
    entry["ns"] = {name: min(sittings) for name, sittings in (ours | anywhere | version_3).items()}
    entry["ratios"] = {}
    for name, sittings in (anywhere | version_3).items():
        # The time of a program for any processor, relative to that of one compiled for processors with AVX2.
        if name == OURS_V3 and anywhere:
            entry["ratios"]["x86-64-v3"] = range_of(anywhere[OURS_ANYWHERE], sittings)
    for family in FAMILIES:
        # A state in lanes is compared with a peer's call for one state.
        members = measured(lambda implementation: implementation.family == family, plain)
        if not members:
            continue
        entry["ns"] |= {name: min(sittings) for name, sittings in members.items()}
        fastest = [min(sitting) for sitting in zip(*members.values())]
        entry["ns"][family] = min(fastest)
        if ours:
            entry["ratios"][family] = range_of(ours[OURS], fastest)
    return entry


def range_of(mine, theirs):
    """The ratios of two implementations' times, sitting by sitting: median, least and most."""
    ratios = [my_time / their_time for my_time, their_time in zip(mine, theirs)]
    return {"median": statistics.median(ratios), "least": min(ratios), "most": max(ratios)}


def markdown(measured):
    """All rows in f64, ratios with their range."""
    return lines([entry for entry in measured if entry["number"] == "f64"], FAMILIES, ratio)


def in_numbers(measured):
    """A row for each function in each number other than f64, in ns a state; Pinocchio computes one state in f64."""
    names = (OURS, OURS_ANYWHERE, OURS_V3)
    head = ["robot", "function", "number", *names, "any processor / x86-64-v3", "ours / Pinocchio"]
    table_lines = [line(head), line("---" for _ in head)]
    for entry in measured:
        if entry["number"] != "f64":
            ns = [nanoseconds(entry["ns"].get(name)) for name in names]
            ratios = [ratio(entry["ratios"].get(name)) for name in ("x86-64-v3", "Pinocchio")]
            table_lines.append(line([f"{entry['robot']}, {entry['dof']}", entry["function"], f"`{entry['number']}`", *ns, *ratios]))
    return "\n".join(table_lines)


def selected(measured):
    """The rows for the README of the repository, with the medians of the ratios only."""
    by_key = {(entry["robot"], entry["function"], entry["number"]): entry for entry in measured}
    return lines([by_key[row] for row in SELECTED if row in by_key], COMPARED, median)


def lines(measured, families, shown):
    names = (OURS, OURS_ANYWHERE, *families)
    head = ["robot", "function", *names, *(f"ours / {family}" for family in COMPARED)]
    table_lines = [line(head), line("---" for _ in head)]
    for entry in measured:
        ns = [nanoseconds(entry["ns"].get(name)) for name in names]
        ratios = [shown(entry["ratios"].get(family)) for family in COMPARED]
        number = "" if entry["number"] == "f64" else f", a state in `{entry['number']}`"
        table_lines.append(line([f"{entry['robot']}, {entry['dof']}", entry["function"] + number, *ns, *ratios]))
    return "\n".join(table_lines)


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
