// Functions of numbers, with the bits of Rust's runtime with its feature `same-bits`. Math.sin has other bits in each
// browser. Beyond a million radians the browser's own functions are used.
const FAR = 1e6, QUARTERS = 0.6366197723675814, WHOLE = 6755399441055744;
const HIGH = 1.5707963267341256, MIDDLE = 6.077100506303966e-11, LOW = 2.0222662487959506e-21;
const SINE = [-0.16666666666666632, 0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6,
  -2.5050760253406863e-8, 1.58969099521155e-10];
const COSINE = [0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5, -2.7557314351390663e-7,
  2.087572321298175e-9, -1.1359647557788195e-11];

// [sine, cosine, sine, cosine, ..] of several angles, by the method of runtime/src/arithmetic/sines.
function sinesAndCosines(angles) {
  const result = [];
  for (const angle of angles) {
    const [sine, cosine] = Math.abs(angle) <= FAR ? near(angle) : sineAndCosine([angle]);
    result.push(sine, cosine);
  }
  return result;
}

function near(x) {
  const quarters = x * QUARTERS + WHOLE - WHOLE;
  const first = x - quarters * HIGH, middle = quarters * MIDDLE, low = quarters * LOW;
  const second = first - middle, y = second - low;
  const tail = ((first - second) - middle) + ((second - y) - low);
  const z = y * y, square = z * z, fourth = square * square;
  const polynomial = c => fourth * (z * c[5] + c[4]) + (square * (z * c[3] + c[2]) + (z * c[1] + c[0]));
  const nearOne = 1 - z * 0.5, lost = (1 - nearOne - z * 0.5) - y * tail;
  const cosine = nearOne + (square * polynomial(COSINE) + lost);
  const sine = y + (z * y * polynomial(SINE) + nearOne * tail);
  return turned(quarters, sine, cosine);
}

// Sine and cosine of an angle from those of what is left of it after so many quarter turns.
function turned(quarters, sine, cosine) {
  switch (((quarters % 4) + 4) % 4) {
    case 0: return [sine, cosine];
    case 1: return [cosine, -sine];
    case 2: return [-sine, -cosine];
    default: return [-cosine, sine];
  }
}

// The same of one angle, by the method of fdlibm (Sun Microsystems, 1993), which Rust's libm has.
function sineAndCosine([x]) {
  const top = highWord(x);
  if (top <= 0x3fe921fb) {
    return top < 0x3e46a09e ? [x, 1] : ofRemainder(x);
  }
  if (!(Math.abs(x) <= FAR)) {
    return [Math.sin(x), Math.cos(x)];
  }
  const [quarters, y, tail] = remainder(x, top);
  return turned(quarters, ...ofRemainder(y, tail));
}

const view = new DataView(new ArrayBuffer(8));

function highWord(x) {
  view.setFloat64(0, x);
  return view.getUint32(0) & 0x7fffffff;
}

function ofRemainder(x, tail) {
  const y = tail ?? 0;
  const z = x * x, w = z * z, v = z * x, half = 0.5 * z, rest = 1 - half;
  const [S, C] = [SINE, COSINE];
  const r = S[1] + z * (S[2] + z * S[3]) + z * w * (S[4] + z * S[5]);
  const sine = tail === undefined ? x + v * (S[0] + z * r) : x - ((z * (0.5 * y - v * r) - y) - v * S[0]);
  const c = z * (C[0] + z * (C[1] + z * C[2])) + w * w * (C[3] + z * (C[4] + z * C[5]));
  return [sine, rest + (((1 - rest) - half) + (z * c - x * y))];
}

// A quarter turn in parts: the first has 33 bits, and the second is what is left.
const PARTS = [[HIGH, 6.07710050650619224932e-11], [MIDDLE, LOW],
  [2.02226624871116645580e-21, 8.47842766036889956997e-32]];

function remainder(x, top) {
  // Next to these multiples of a quarter turn digits cancel, and more parts are needed.
  const isNearMultiple = top <= 0x400f6a7a && (top & 0xfffff) === 0x921fb || top === 0x4012d97c || top === 0x401921fb;
  const bounds = [0x4002d97c, 0x400f6a7a, 0x4015fdbc, 0x401c463b];
  const least = bounds.findIndex(bound => top <= bound) + 1;
  const isSmall = least > 0 && !isNearMultiple;
  const quarters = isSmall ? Math.sign(x) * least : x * QUARTERS + WHOLE - WHOLE;
  let rest = x - quarters * HIGH, low = quarters * PARTS[0][1], y = rest - low;
  const lostBits = () => (top >> 20) - (highWord(y) >> 20);
  for (const [part, bits] of [[1, 16], [2, 49]]) {
    if (isSmall || lostBits() <= bits) {
      break;
    }
    const before = rest, [high, more] = PARTS[part];
    low = quarters * high;
    rest = before - low;
    low = quarters * more - ((before - rest) - low);
    y = rest - low;
  }
  return [quarters, y, (rest - y) - low];
}

// Stumpff's function c_k, by its series for small x, else by its recurrence.
function stumpff(x, k) {
  const factorial = n => n < 2 ? 1 : n * factorial(n - 1);
  if (x < 2 + 2 * k) {
    let sum = 1;
    for (let i = 14; i >= 1; i--) {
      const n = k + 2 * i;
      sum = 1 - x * (1 / (n * (n - 1))) * sum;
    }
    return sum * (1 / factorial(k));
  }
  const root = Math.sqrt(x), [sine, cosine] = sineAndCosine([root]);
  let c = k % 2 === 0 ? cosine : sine / root;
  for (let n = k % 2; n < k; n += 2) {
    c = (1 / factorial(n) - c) / x;
  }
  return c;
}
