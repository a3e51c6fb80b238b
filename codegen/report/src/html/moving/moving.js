// A robot under the reader's hand. `robot` has its handles, rates, fields and figure; its functions are above.
const find = id => document.getElementById(id);
const SVG = 'http://www.w3.org/2000/svg';
const zeros = count => new Array(count).fill(0);
const along = (x, h, slope) => x.map((value, k) => value + h * slope[k]);
const STEP = 1e-3, STEPS_A_FRAME = 16, VIEW = 420;

const state = {
  t: 0, q: [...robot.start], qd: zeros(robot.rates.length), fields: robot.fields.map(field => field.value),
  isMoving: false, energyAtStart: 0, yaw: 0.7, pitch: 0.4, zoom: 1, prepared: [],
};

// An element with attributes and a text.
function element(name, attributes = {}, text = '', namespace = null) {
  const made = namespace ? document.createElementNS(namespace, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== '') made.append(text);
  return made;
}
const svg = (name, attributes, text) => element(name, attributes, text, SVG);

// What the robot's functions give at the state; absent functions give nothing.
function call(name, tau = []) {
  const f = functions[name];
  return f ? f(state.prepared, state.t, state.q, state.qd, tau) : [];
}
function prepare() { state.prepared = functions.prepare(state.fields); }
function places() { return functions.figure(state.fields, state.t, state.q, state.qd); }
function energies() {
  const [kinetic = 0] = call('kinetic_energy'), [potential = 0] = call('potential_energy');
  const [springs = 0] = call('spring_energy');
  return {kinetic, potential: potential + springs};
}

// MovableRobot: one step of the classical method of Runge and Kutta, as `simulate` takes it.
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
  [state.t, state.q, state.qd] = [t + h, along(q, h, mean('q')), along(qd, h, mean('qd'))];
  robot.handles.forEach(normalize);
}
// 1 if the described damping is to act but the functions have none, -1 if it is to be taken from them, else 0.
function damping() {
  const box = find('damping');
  return box ? Number(box.checked) - Number(robot.hasDamping) : 0;
}
function normalize({kind, q, v}) {
  if (kind !== 'quaternion') return;
  const norm = Math.hypot(...state.q.slice(q, q + 4));
  const radial = v === null ? 0 : [0, 1, 2, 3].reduce((sum, k) => sum + state.q[q + k] * state.qd[v + k], 0) / norm;
  for (let k = 0; k < 4; k++) {
    state.q[q + k] /= norm;
    if (v !== null) state.qd[v + k] = (state.qd[v + k] - radial * state.q[q + k]) / norm;
  }
}

// Controls: a slider for each position and field, a trackball for each quaternion.
const shown = [];
function slider(name, unit, [lower, upper], read, write) {
  const row = element('label', {class: 'slider'});
  const input = element('input', {type: 'range', min: lower, max: upper, step: 'any'});
  const output = element('output');
  input.addEventListener('input', () => { hold(); write(Number(input.value)); draw(); });
  row.append(element('span', {}, name), input, output);
  shown.push(() => {
    if (document.activeElement !== input || state.isMoving) input.value = read();
    output.textContent = `${read().toFixed(3)} ${unit}`;
  });
  return row;
}
function trackball({name, q}) {
  const row = element('div', {class: 'slider'});
  const ball = element('button', {type: 'button', class: 'ball', 'aria-label': `${name}: turn by dragging or by arrows`});
  const output = element('output');
  const turn = (right, up) => {
    hold();
    state.q.splice(q, 4, ...turned(state.q.slice(q, q + 4), right, up));
    draw();
  };
  drags(ball, (dx, dy) => turn(dx / 60, dy / 60));
  const keys = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1]};
  ball.addEventListener('keydown', event => {
    if (!keys[event.key]) return;
    event.preventDefault();
    turn(...keys[event.key]);
  });
  row.append(element('span', {}, name), ball, output);
  shown.push(() => { output.textContent = state.q.slice(q, q + 4).map(x => x.toFixed(2)).join(' '); });
  return row;
}
// A quaternion x y z w, turned about the vertical and about the axis to the right of the view.
function turned(quaternion, right, up) {
  const [s, c] = [Math.sin(state.yaw), Math.cos(state.yaw)];
  const product = ([a, b, c, d], [x, y, z, w]) => [
    d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z,
  ];
  const about = (axis, angle) => [...axis.map(x => x * Math.sin(angle / 2)), Math.cos(angle / 2)];
  const result = product(about([-s, c, 0], up), product(about([0, 0, 1], right), quaternion));
  const norm = Math.hypot(...result);
  return result.map(x => x / norm);
}
function drags(target, moved) {
  let last = null;
  target.addEventListener('pointerdown', event => { last = event; target.setPointerCapture(event.pointerId); });
  target.addEventListener('pointerup', () => { last = null; });
  target.addEventListener('pointermove', event => {
    if (!last) return;
    moved(event.clientX - last.clientX, event.clientY - last.clientY);
    last = event;
  });
}
// The middle of the robot at its neutral position, and its length: the world's origin belongs to it.
function extent() {
  const place = places(), items = robot.figure.joints.concat(robot.figure.masses);
  const ranges = [0, 1, 2].map(axis => {
    const values = items.map(item => place[item.place + axis]).filter(Number.isFinite);
    return [Math.min(0, ...values), Math.max(0, ...values)];
  });
  const length = Math.hypot(...ranges.map(([least, most]) => most - least)) || 1;
  return {length, middle: ranges.map(([least, most]) => (least + most) / 2)};
}
function range({kind, lower, upper}, length) {
  const half = {angle: Math.PI, length, number: 1}[kind];
  return [lower ?? -half, upper ?? half];
}
function controls() {
  const units = {angle: 'rad', length: 'm', number: ''}, list = find('controls');
  for (const handle of robot.handles) {
    list.append(handle.kind === 'quaternion' ? trackball(handle) : slider(handle.name, units[handle.kind],
      range(handle, length), () => state.q[handle.q], value => { state.q[handle.q] = value; }));
  }
  robot.fields.forEach((field, k) => {
    const span = field.value === 0 ? [-1, 1] : [Math.min(0, 2 * field.value), Math.max(0, 2 * field.value)];
    list.append(slider(field.name, '', span, () => state.fields[k], value => { state.fields[k] = value; prepare(); }));
  });
}

// The figure: links from joint to joint, masses by area, frames on request, seen along yaw and pitch.
const drawn = {links: [], joints: [], masses: [], ties: [], frames: []};
function figure() {
  const view = find('view');
  const add = (list, name, attributes, title) => {
    const made = svg(name, attributes);
    if (title) made.append(svg('title', {}, title));
    view.append(made);
    list.push(made);
  };
  for (const {name} of robot.figure.ties) add(drawn.ties, 'line', {class: 'tie'}, name);
  for (const {name} of robot.figure.joints) add(drawn.links, 'line', {class: 'link'}, name);
  for (const {name} of robot.figure.masses) add(drawn.masses, 'circle', {class: 'mass'}, name);
  for (const {name} of robot.figure.joints) add(drawn.joints, 'circle', {class: 'joint', r: 3}, name);
  for (const _ of robot.figure.joints) for (const axis of 'xyz') add(drawn.frames, 'line', {class: `axis ${axis}`});
}
function drawFigure() {
  const place = places(), scale = state.zoom * 0.8 * VIEW / length;
  const [s, c, sp, cp] = [Math.sin(state.yaw), Math.cos(state.yaw), Math.sin(state.pitch), Math.cos(state.pitch)];
  const flat = point => {
    const [x, y, z] = point.map((value, axis) => value - middle[axis]);
    return [scale * (c * y - s * x), scale * (sp * (c * x + s * y) - cp * z)];
  };
  const point = k => [place[k], place[k + 1], place[k + 2]];
  const line = (item, a, b) => set(item, 'x1 y1 x2 y2', [...flat(a), ...flat(b)]);
  robot.figure.joints.forEach((joint, k) => {
    const here = point(joint.place), carrier = robot.figure.joints[joint.parent];
    line(drawn.links[k], here, carrier ? point(carrier.place) : [0, 0, 0]);
    set(drawn.joints[k], 'cx cy', flat(here));
    [0, 1, 2].forEach(axis => {
      const end = here.map((x, row) => x + 0.12 * length * place[joint.rotation + 3 * row + axis]);
      line(drawn.frames[3 * k + axis], here, end);
    });
  });
  const heaviest = Math.max(...robot.figure.masses.map(mass => place[mass.mass]).filter(Number.isFinite), 0);
  robot.figure.masses.forEach((mass, k) => {
    const share = Math.max(place[mass.mass] / heaviest, 0) || 0;
    set(drawn.masses[k], 'cx cy r', [...flat(point(mass.place)), 13 * Math.sqrt(share)]);
  });
  robot.figure.ties.forEach((tie, k) => line(drawn.ties[k], ...tie.ends.map(point)));
}
// Sets attributes, unless a number is none: then nothing is drawn.
function set(item, names, values) {
  const isThere = values.every(Number.isFinite);
  item.style.display = isThere ? '' : 'none';
  if (isThere) names.split(' ').forEach((name, k) => item.setAttribute(name, values[k].toFixed(2)));
}

// M(q) as a map, and gravity beside the limits of effort.
const cells = [], bars = [];
function panels() {
  const count = robot.rates.length, map = find('mass-matrix'), rows = find('gravity');
  map.setAttribute('viewBox', `0 0 ${count} ${count}`);
  for (let k = 0; k < count * count; k++) {
    const cell = svg('rect', {x: k % count, y: Math.floor(k / count), width: 0.96, height: 0.96});
    const names = [robot.rates[Math.floor(k / count)].name, robot.rates[k % count].name];
    cell.addEventListener('pointerenter', () => {
      find('entry').textContent = `${names.join(', ')}: ${call('mass_matrix')[k].toPrecision(6)}`;
    });
    map.append(cell);
    cells.push(cell);
  }
  for (const {name, effort} of robot.rates) {
    const row = element('div', {class: 'bar'}), drawing = svg('svg', {viewBox: '-100 0 200 12', preserveAspectRatio: 'none'});
    const bar = svg('rect', {y: 2, height: 8}), limits = [-1, 1].map(() => svg('line', {class: 'limit', y1: 0, y2: 12}));
    const output = element('output');
    drawing.append(bar, ...(effort === null ? [] : limits));
    row.append(element('span', {}, name), drawing, output);
    rows.append(row);
    bars.push({bar, limits, output, effort});
  }
}
function drawPanels() {
  const matrix = call('mass_matrix'), largest = Math.max(...matrix.map(Math.abs).filter(Number.isFinite), 1e-300);
  cells.forEach((cell, k) => {
    const share = Math.sqrt(Math.abs(matrix[k]) / largest) || 0;
    cell.setAttribute('class', matrix[k] < 0 ? 'negative' : 'positive');
    cell.setAttribute('fill-opacity', share.toFixed(3));
  });
  const gravity = call('gravity');
  const most = Math.max(...gravity.map(Math.abs).filter(Number.isFinite), ...robot.rates.map(rate => rate.effort ?? 0), 1e-9);
  bars.forEach(({bar, limits, output, effort}, k) => {
    const length = 98 * gravity[k] / most;
    set(bar, 'x width', [Math.min(0, length), Math.abs(length)]);
    limits.forEach((limit, side) => set(limit, 'x1 x2', zeros(2).fill((2 * side - 1) * 98 * effort / most)));
    output.textContent = gravity.length ? gravity[k].toPrecision(4) : '';
  });
}
function drawEnergies() {
  const {kinetic, potential} = energies(), total = kinetic + potential;
  if (!state.isMoving && state.t === 0) state.energyAtStart = total;
  const numbers = [['T', kinetic], ['V', potential], ['T + V', total]].map(([name, x]) => `${name} = ${x.toFixed(4)} J`);
  const drift = state.t > 0 ? [`t = ${state.t.toFixed(2)} s`, `drift ${(total - state.energyAtStart).toExponential(1)} J`] : [];
  find('energies').textContent = numbers.concat(drift).join(', ');
}

function hold() {
  state.isMoving = false;
  state.t = 0;
  state.qd = zeros(robot.rates.length);
}
function draw() {
  drawFigure();
  drawPanels();
  drawEnergies();
  shown.forEach(show => show());
  if (find('go')) find('go').textContent = state.isMoving ? 'hold' : 'let go';
}
function frame() {
  if (!state.isMoving) return;
  for (let k = 0; k < STEPS_A_FRAME; k++) step(STEP);
  draw();
  requestAnimationFrame(frame);
}
// A state in the address, such as #state={"q":[0.1,0.2],"run":1000}, and its numbers in the page: for tests, and for links.
function followAddress() {
  const [, text] = /^#state=(.*)$/.exec(decodeURIComponent(location.hash)) ?? [];
  if (text === undefined) return;
  const {run = 0, ...start} = JSON.parse(text);
  Object.assign(state, start);
  prepare();
  state.energyAtStart = energies().kinetic + energies().potential;
  for (let k = 0; k < run; k++) step(STEP);
  const {t, q, qd} = state;
  const numbers = {t, q, qd, ...energies(), mass_matrix: call('mass_matrix'), gravity: call('gravity'), start: state.energyAtStart};
  find('numbers').textContent = JSON.stringify(numbers);
}

prepare();
const {length, middle} = extent();
controls();
figure();
panels();
drags(find('view'), (dx, dy) => { state.yaw -= dx / 100; state.pitch += dy / 100; draw(); });
find('view').addEventListener('wheel', event => {
  event.preventDefault();
  state.zoom *= Math.exp(-event.deltaY / 500);
  draw();
}, {passive: false});
find('frames').addEventListener('change', event => find('view').classList.toggle('with-frames', event.target.checked));
find('back').addEventListener('click', () => {
  hold();
  state.q = [...robot.start];
  state.fields = robot.fields.map(field => field.value);
  prepare();
  draw();
});
find('go')?.addEventListener('click', () => {
  state.isMoving = !state.isMoving;
  if (state.t === 0) state.energyAtStart = energies().kinetic + energies().potential;
  frame();
  draw();
});
followAddress();
find('motion').hidden = false;
document.querySelector('.neutral')?.setAttribute('hidden', '');
draw();
