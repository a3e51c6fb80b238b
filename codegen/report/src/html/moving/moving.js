// A robot under the reader's hand. `robot` has its start, rates and figure, and its functions are above; its controls and what is
// drawn of it are elements of the page.
const find = id => document.getElementById(id);
const all = selector => [...document.querySelectorAll(`#motion ${selector}`)];
const zeros = count => new Array(count).fill(0);
const along = (x, h, slope) => x.map((value, k) => value + h * slope[k]);
// A number to read; what does not exist has none.
const digits = (x, format) => Number.isFinite(x) ? format(x) : '–';
const largest = numbers => Math.max(...numbers.map(Math.abs).filter(Number.isFinite), 1e-9);
// Motion takes as long as it does, up to so many steps a frame.
const STEP = 1e-3, MOST_STEPS = 32, VIEW = 420;

const state = {q: [...robot.start], fields: [...robot.fields], yaw: 0.7, pitch: 0.4, zoom: 1, reach: robot.length / 2};

function prepare() { state.prepared = functions.prepare(state.fields); }
// Stands still: a motion starts from here.
function hold() {
  Object.assign(state, {t: 0, qd: zeros(robot.rates.length), isMoving: false});
  prepare();
  state.energyAtStart = energies().total;
}
// What the robot's functions give at the state; absent functions give nothing.
function call(name) {
  return functions[name]?.(state.prepared, state.t, state.q, state.qd, []) ?? [];
}
function energies() {
  const of = name => call(name)[0] ?? 0;
  const kinetic = of('kinetic_energy'), potential = of('potential_energy') + of('spring_energy');
  return {kinetic, potential, total: kinetic + potential};
}

// One step of the classical method of Runge and Kutta, as `simulate` takes it.
function slope(t, q, qd) {
  const tau = robot.rates.map((rate, k) => damping() * -rate.damping * qd[k]);
  return {
    q: functions.position_rates(state.fields, t, q, qd),
    qd: functions.forward_dynamics(state.prepared, t, q, qd, tau),
  };
}
function step(h) {
  const {t, q, qd} = state;
  const from = (time, s) => slope(t + time, along(q, time, s.q), along(qd, time, s.qd));
  const a = slope(t, q, qd), b = from(h / 2, a), c = from(h / 2, b), d = from(h, c);
  const mean = key => a[key].map((x, k) => (x + 2 * (b[key][k] + c[key][k]) + d[key][k]) / 6);
  const next = [along(q, h, mean('q')), along(qd, h, mean('qd'))];
  // There is no motion from here.
  if (!next.flat().every(Number.isFinite)) { state.isMoving = false; return; }
  [state.t, state.q, state.qd] = [t + h, ...next];
  robot.quaternions.forEach(normalize);
}
// 1 if the described damping is to act but the functions have none, -1 if it is to be taken from them, else 0.
function damping() {
  const box = find('damping');
  return box ? Number(box.checked) - Number(robot.hasDamping) : 0;
}
function normalize({q, v}) {
  const norm = Math.hypot(...state.q.slice(q, q + 4));
  const radial = v === null ? 0 : [0, 1, 2, 3].reduce((sum, k) => sum + state.q[q + k] * state.qd[v + k], 0) / norm;
  for (let k = 0; k < 4; k++) {
    state.q[q + k] /= norm;
    if (v !== null) state.qd[v + k] = (state.qd[v + k] - radial * state.q[q + k]) / norm;
  }
}

// Controls: a slider for each position and field, a trackball for each quaternion. Each shows its numbers.
const shown = all('input[data-index]').map(input => {
  const {list, index, unit} = input.dataset;
  input.addEventListener('input', () => { state[list][index] = Number(input.value); hold(); draw(); });
  return () => {
    if (document.activeElement !== input || state.isMoving) input.value = state[list][index];
    input.nextElementSibling.textContent = `${digits(state[list][index], x => x.toFixed(3))} ${unit}`;
  };
});
for (const ball of all('.ball')) {
  const q = Number(ball.dataset.index), quaternion = () => state.q.slice(q, q + 4);
  const turn = (right, up) => { state.q.splice(q, 4, ...turned(quaternion(), right, up)); hold(); draw(); };
  const keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]};
  drags(ball, (dx, dy) => turn(dx / 60, dy / 60));
  ball.addEventListener('keydown', event => {
    if (!keys[event.key]) return;
    event.preventDefault();
    turn(...keys[event.key]);
  });
  shown.push(() => { ball.nextElementSibling.textContent = quaternion().map(x => x.toFixed(2)).join(' '); });
}
// A quaternion x y z w, turned about the vertical and about the axis to the right of the view.
function turned(quaternion, right, up) {
  const product = ([a, b, c, d], [x, y, z, w]) => [
    d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z,
  ];
  const about = (axis, angle) => [...axis.map(x => x * Math.sin(angle / 2)), Math.cos(angle / 2)];
  const rightwards = [-Math.sin(state.yaw), Math.cos(state.yaw), 0];
  const result = product(about(rightwards, up), product(about([0, 0, 1], right), quaternion));
  return result.map(x => x / Math.hypot(...result));
}
function drags(target, moved) {
  let last = null;
  target.addEventListener('pointerdown', event => { last = event; target.setPointerCapture(event.pointerId); });
  for (const end of ['pointerup', 'pointercancel']) target.addEventListener(end, () => { last = null; });
  target.addEventListener('pointermove', event => {
    if (!last) return;
    moved(event.clientX - last.clientX, event.clientY - last.clientY);
    last = event;
  });
}

// The figure: links from joint to joint, masses by area, frames on request, seen along yaw and pitch, as far as it ever reached.
const [ties, arms, links, masses, joints, axes] = ['tie', 'arm', 'link', 'mass', 'joint', 'axis'].map(name => all(`#view .${name}`));
function places() { return functions.figure(state.fields, state.t, state.q, state.qd); }
function drawFigure() {
  const place = places(), point = k => place.slice(k, k + 3);
  const distances = [...robot.joints, ...robot.masses].map(part => Math.hypot(...point(part.place).map((x, axis) => x - robot.middle[axis])));
  const scale = state.zoom * 0.4 * VIEW / (state.reach = Math.max(state.reach, ...distances.filter(Number.isFinite)));
  const [s, c, sp, cp] = [Math.sin(state.yaw), Math.cos(state.yaw), Math.sin(state.pitch), Math.cos(state.pitch)];
  const flat = point => {
    const [x, y, z] = point.map((value, axis) => value - robot.middle[axis]);
    return [scale * (c * y - s * x), scale * (sp * (c * x + s * y) - cp * z)];
  };
  const line = (item, a, b) => set(item, 'x1 y1 x2 y2', [...flat(a), ...flat(b)]);
  const pivot = (joint, other) => joint === null ? other : point(robot.joints[joint].place);
  robot.joints.forEach((joint, k) => {
    const here = point(joint.place);
    line(links[k], here, pivot(joint.parent, [0, 0, 0]));
    set(joints[k], 'cx cy', flat(here));
    for (const axis of [0, 1, 2]) {
      line(axes[3 * k + axis], here, here.map((x, row) => x + 0.12 * robot.length * place[joint.rotation + 3 * row + axis]));
    }
  });
  const heaviest = largest(robot.masses.map(mass => place[mass.mass]));
  robot.masses.forEach(({mass, place: at, joint}, k) => {
    set(masses[k], 'cx cy r', [...flat(point(at)), 13 * Math.sqrt(Math.max(place[mass] / heaviest, 0) || 0)]);
    line(arms[k], point(at), pivot(place[mass] > 0 ? joint : null, point(at)));
  });
  robot.ties.forEach((ends, k) => line(ties[k], ...ends.map(point)));
}
// Sets attributes, unless a number is none: then nothing is drawn.
function set(item, names, values) {
  const isThere = values.every(Number.isFinite);
  item.style.display = isThere ? '' : 'none';
  if (isThere) names.split(' ').forEach((name, k) => item.setAttribute(name, values[k].toFixed(2)));
}

// M(q) as a map, and gravity beside the limits of effort.
const cells = robot.rates.flatMap((row, i) => robot.rates.map((column, j) => {
  const cell = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  set(cell, 'x y width height', [j, i, 0.96, 0.96]);
  cell.addEventListener('pointerenter', () => {
    const entry = call('mass_matrix')[i * robot.rates.length + j];
    find('entry').textContent = `${row.name}, ${column.name}: ${digits(entry, x => x.toPrecision(6))}`;
  });
  find('mass-matrix').append(cell);
  return cell;
}));
const bars = all('#gravity .bar');
function drawPanels() {
  const matrix = call('mass_matrix'), most = largest(matrix);
  cells.forEach((cell, k) => {
    cell.setAttribute('class', matrix[k] < 0 ? 'negative' : 'positive');
    cell.setAttribute('fill-opacity', Math.min(Math.sqrt(Math.abs(matrix[k]) / most) || 0, 1));
  });
  const gravity = call('gravity'), scale = 98 / largest([...gravity, ...robot.rates.map(rate => rate.effort ?? 0)]);
  bars.forEach((bar, k) => {
    const length = scale * gravity[k];
    set(bar.querySelector('rect'), 'x width', [Math.min(0, length), Math.abs(length)]);
    bar.querySelectorAll('line').forEach((limit, side) => {
      set(limit, 'x1 x2', zeros(2).fill((2 * side - 1) * scale * robot.rates[k].effort));
    });
    bar.lastElementChild.textContent = digits(gravity[k], x => x.toPrecision(4));
  });
}
function drawEnergies() {
  const {kinetic, potential, total} = energies(), drift = total - state.energyAtStart;
  const pairs = [['T', kinetic], ['V', potential], ['T + V', total]];
  const numbers = pairs.map(([name, x]) => `${name} = ${digits(x, x => x.toFixed(4))} J`);
  if (state.t > 0) numbers.push(`t = ${state.t.toFixed(2)} s`, `${find('damping')?.checked ? 'change' : 'drift'} ${digits(drift, x => x.toExponential(1))} J`);
  find('energies').replaceChildren(...numbers.map(text => Object.assign(document.createElement('span'), {textContent: `${text} `})));
}

function draw() {
  drawFigure();
  drawPanels();
  drawEnergies();
  shown.forEach(show => show());
  if (find('go')) find('go').textContent = state.isMoving ? 'hold' : 'let go';
}
function frame(now) {
  if (!state.isMoving) return;
  for (let k = Math.min((now - state.shownAt) / (1000 * STEP), MOST_STEPS); k > 0.5; k--) step(STEP);
  state.shownAt = now;
  draw();
  state.request = requestAnimationFrame(frame);
}
// A state in the address, such as #state={"q":[0.1,0.2],"run":1000}, and its numbers in the page: for tests, and for links.
function followAddress() {
  const [, text] = /^#state=(.*)$/.exec(location.hash) ?? [];
  if (text === undefined) return;
  const {run = 0, ...start} = JSON.parse(decodeURIComponent(text));
  for (const list of ['q', 'qd', 'fields']) {
    const numbers = start[list] ?? [];
    if (numbers.length === state[list].length && numbers.every(Number.isFinite)) state[list] = numbers;
  }
  robot.quaternions.forEach(normalize);
  prepare();
  state.energyAtStart = energies().total;
  for (let k = 0; k < Math.min(run, 1e5); k++) step(STEP);
  const {t, q, qd, energyAtStart} = state;
  const numbers = {t, q, qd, ...energies(), mass_matrix: call('mass_matrix'), gravity: call('gravity'), start: energyAtStart, figure: places()};
  find('numbers').textContent = JSON.stringify(numbers);
}

drags(find('view'), (dx, dy) => { state.yaw -= dx / 100; state.pitch += dy / 100; draw(); });
find('view').addEventListener('wheel', event => {
  event.preventDefault();
  state.zoom *= Math.exp(-event.deltaY / 500);
  draw();
}, {passive: false});
find('back').addEventListener('click', () => {
  Object.assign(state, {q: [...robot.start], fields: [...robot.fields], reach: robot.length / 2});
  hold(), draw();
});
find('go')?.addEventListener('click', () => {
  Object.assign(state, {isMoving: !state.isMoving, shownAt: performance.now()});
  cancelAnimationFrame(state.request);
  state.request = requestAnimationFrame(frame);
  draw();
});
function start() {
  hold();
  try { followAddress(); } catch { hold(); } // An address may say anything.
  draw();
}
find('motion').hidden = false;
document.querySelector('.neutral')?.setAttribute('hidden', '');
for (const event of ['hashchange', 'load']) addEventListener(event, start);
