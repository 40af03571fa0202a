// QR codes (ISO/IEC 18004) of short texts, drawn here so that a link with a key never leaves the page.
// Bytes only, error correction level M, which is what a link on a screen needs.

/** Of each version: codewords of error correction in a block, and the number of blocks. @type {[number, number][]} */
const BLOCKS = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
  [28, 10],
  [28, 11],
  [26, 13],
  [26, 14],
  [26, 16],
];

/** The eight masks: which modules are inverted. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Powers of the generator of GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1, and their logarithms. */
const EXP = new Uint8Array(510);
const LOG = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = EXP[power + 255] = value;
  LOG[value] = power;
  value = (value << 1) ^ (value & 0x80 ? 0x11d : 0);
}

/**
 * What stands at a place that is known to be there.
 * @template T
 * @param {ArrayLike<T>} list
 * @param {number} nth
 * @returns {T}
 */
const at = (list, nth) => /** @type {T} */ (list[nth]);

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? at(EXP, at(LOG, a) + at(LOG, b)) : 0);

/** The remainder of Reed and Solomon for a block of data. @param {number[]} data @param {number} degree */
function remainder(data, degree) {
  let generator = [1];
  for (let root = 0; root < degree; root++) {
    const next = [...generator, 0];
    for (const [nth, factor] of generator.entries()) next[nth + 1] = at(next, nth + 1) ^ times(factor, at(EXP, root));
    generator = next;
  }
  /** @type {number[]} */
  const rest = new Array(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ at(rest, 0);
    rest.shift();
    rest.push(0);
    for (let nth = 0; nth < degree; nth++) rest[nth] = at(rest, nth) ^ times(at(generator, nth + 1), factor);
  }
  return rest;
}

/** Where the middles of the alignment patterns are, in either direction. @param {number} version */
function alignments(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const size = version * 4 + 17;
  return [6, ...Array.from({ length: count - 1 }, (_, nth) => size - 7 - step * (count - 2 - nth))];
}

/** How many modules of a version are left for codewords. @param {number} version */
function capacity(version) {
  const count = alignments(version).length;
  const patterns = count ? 25 * count * count - 10 * count - 55 : 0;
  return (16 * version + 128) * version + 64 - patterns - (version >= 7 ? 36 : 0);
}

/** Data and error correction in the order in which they are written. @param {number[]} data @param {number} version */
function codewords(data, version) {
  const [degree, count] = at(BLOCKS, version - 1);
  const total = Math.floor(capacity(version) / 8);
  const short = Math.floor(total / count) - degree;
  const longOnes = total % count;
  const blocks = [];
  for (let nth = 0, from = 0; nth < count; nth++) {
    const length = short + (nth >= count - longOnes ? 1 : 0);
    blocks.push(data.slice(from, from + length));
    from += length;
  }
  const corrections = blocks.map((block) => remainder(block, degree));
  const result = [];
  for (let nth = 0; nth <= short; nth++)
    for (const block of blocks) if (nth < block.length) result.push(at(block, nth));
  for (let nth = 0; nth < degree; nth++) for (const block of corrections) result.push(at(block, nth));
  return result;
}

/** A check value that follows the bits it guards. @param {number} bits @param {number} length @param {number} divisor */
function guarded(bits, length, divisor) {
  let rest = bits;
  const top = 31 - Math.clz32(divisor);
  for (let nth = 0; nth < length; nth++) rest = (rest << 1) ^ ((rest >>> (top - 1)) & 1 ? divisor : 0);
  return (bits << length) | (rest & ((1 << length) - 1));
}

/**
 * The modules of the code of a text, row by row; true is dark. Nothing if the text is too long.
 * @param {string} text
 * @returns {boolean[][] | null}
 */
export function qrModules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  let version = 1;
  let room = 0;
  for (; version <= BLOCKS.length; version++) {
    const [degree, count] = at(BLOCKS, version - 1);
    room = Math.floor(capacity(version) / 8) - degree * count;
    if (4 + (version < 10 ? 8 : 16) + 8 * bytes.length <= 8 * room) break;
  }
  if (version > BLOCKS.length) return null;

  /** @type {number[]} */
  const bits = [];
  const write = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let nth = length - 1; nth >= 0; nth--) bits.push((value >>> nth) & 1);
  };
  write(4, 4);
  write(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) write(byte, 8);
  write(0, Math.min(4, 8 * room - bits.length));
  while (bits.length % 8) bits.push(0);
  for (let pad = 0xec; bits.length < 8 * room; pad ^= 0xfd) write(pad, 8);
  const data = [];
  for (let nth = 0; nth < bits.length; nth += 8) data.push(Number.parseInt(bits.slice(nth, nth + 8).join(""), 2));

  const { dark, fixed } = patterns(version);
  place(codewords(data, version), dark, fixed);
  let best = null;
  for (const [number, mask] of MASKS.entries()) {
    const masked = dark.map((row, y) => row.map((module, x) => module !== (!at(at(fixed, y), x) && mask(x, y))));
    writeFormat(masked, number);
    const score = penalty(masked);
    if (!best || score < best.score) best = { score, masked };
  }
  return best?.masked ?? null;
}

/** What stands in every code of a version: finders, timing, alignment, its number; room for the format. @param {number} version */
function patterns(version) {
  const size = version * 4 + 17;
  const dark = Array.from({ length: size }, () => new Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => new Array(size).fill(false));
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ value) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    at(dark, y)[x] = value;
    at(fixed, y)[x] = true;
  };
  for (let nth = 0; nth < size; nth++) {
    set(6, nth, nth % 2 === 0);
    set(nth, 6, nth % 2 === 0);
  }
  for (const [left, top] of /** @type {[number, number][]} */ ([
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ]))
    for (let y = -4; y <= 4; y++)
      for (let x = -4; x <= 4; x++) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        set(left + x, top + y, ring !== 2 && ring !== 4);
      }
  const middles = alignments(version);
  const last = middles.length - 1;
  for (const [i, left] of middles.entries())
    for (const [j, top] of middles.entries()) {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) continue;
      for (let y = -2; y <= 2; y++)
        for (let x = -2; x <= 2; x++) set(left + x, top + y, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  for (let nth = 0; nth < 9; nth++) {
    if (nth !== 6) {
      set(8, nth, false);
      set(nth, 8, false);
    }
    if (nth < 8) {
      set(size - 1 - nth, 8, false);
      set(8, size - 1 - nth, nth === 7);
    }
  }
  if (version >= 7) {
    const number = guarded(version, 12, 0x1f25);
    for (let nth = 0; nth < 18; nth++) {
      const [a, b] = [size - 11 + (nth % 3), Math.floor(nth / 3)];
      set(a, b, ((number >>> nth) & 1) === 1);
      set(b, a, ((number >>> nth) & 1) === 1);
    }
  }
  return { dark, fixed };
}

/** Writes codewords in the zigzag of two columns. @param {number[]} words @param {boolean[][]} dark @param {boolean[][]} fixed */
function place(words, dark, fixed) {
  const size = dark.length;
  let nth = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    const upward = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step++) {
      const y = upward ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        if (at(at(fixed, y), x) || nth >= words.length * 8) continue;
        at(dark, y)[x] = ((at(words, nth >>> 3) >>> (7 - (nth & 7))) & 1) === 1;
        nth++;
      }
    }
  }
}

/** Level M and the mask's number, twice. @param {boolean[][]} dark @param {number} mask */
function writeFormat(dark, mask) {
  const size = dark.length;
  const format = guarded(mask, 10, 0x537) ^ 0x5412;
  for (let nth = 0; nth < 15; nth++) {
    const bit = ((format >>> nth) & 1) === 1;
    if (nth < 8) at(dark, nth < 6 ? nth : nth + 1)[8] = bit;
    else at(dark, 8)[nth === 8 ? 7 : 14 - nth] = bit;
    if (nth < 8) at(dark, 8)[size - 1 - nth] = bit;
    else at(dark, size - 15 + nth)[8] = bit;
  }
}

/** How hard a code is to read: long runs, blocks, what looks like a finder, too much of one colour. @param {boolean[][]} dark */
function penalty(dark) {
  const size = dark.length;
  let score = 0;
  const columns = dark.map((_, x) => dark.map((row) => row[x]));
  for (const line of [...dark, ...columns]) {
    let text = "";
    for (const module of line) text += module ? "1" : "0";
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) score += run.length - 2;
    // Beyond the edge everything is light.
    const wide = `0000${text}0000`;
    for (let from = 0; from + 11 <= wide.length; from++) {
      const part = wide.slice(from, from + 11);
      if (part === "10111010000" || part === "00001011101") score += 40;
    }
  }
  let count = 0;
  for (const [y, row] of dark.entries()) {
    const above = dark[y - 1];
    for (const [x, module] of row.entries()) {
      if (module) count++;
      if (above && x && module === above[x] && module === row[x - 1] && module === above[x - 1]) score += 3;
    }
  }
  const total = size * size;
  return score + 10 * (Math.ceil(Math.abs(count * 20 - total * 10) / total) - 1);
}

/** The path of the dark modules in a picture, and the picture's width, with the light border of four that readers want. @param {boolean[][]} modules */
export function qrPath(modules) {
  let path = "";
  for (const [y, row] of modules.entries())
    for (const [x, dark] of row.entries()) if (dark) path += `M${x + 4} ${y + 4}h1v1h-1z`;
  return { path, width: modules.length + 8 };
}
