// The QR codes that the page draws, held against codes made by another implementation (qrcodegen 1.8, level M, bytes),
// with the same mask.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const source = await readFile(new URL("../../crates/server/ui/qr.js", import.meta.url), "utf8");
const { qrModules, qrPath } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

const rows = (/** @type {string} */ text) =>
  qrModules(text).map((/** @type {boolean[]} */ row) => row.map((dark) => (dark ? "#" : ".")).join(""));

test("a short text is the code that others make of it", () => {
  assert.deepEqual(rows("parlour"), [
    "#######.##.#..#######",
    "#.....#.###...#.....#",
    "#.###.#.#.###.#.###.#",
    "#.###.#...#...#.###.#",
    "#.###.#.#.###.#.###.#",
    "#.....#...#...#.....#",
    "#######.#.#.#.#######",
    "..........#..........",
    "#..######..#.#..#.###",
    "#.#.....##.###..#.#..",
    ".##.#.##...##..#..###",
    "..##....###.###...#..",
    ".#...###.#.######..##",
    "........###.#####.#..",
    "#######.#.##....#....",
    "#.....#.#.#...######.",
    "#.###.#.###..##..#.##",
    "#.###.#.#...####.....",
    "#.###.#..#.###..#####",
    "#.....#...###..######",
    "#######.##..##.......",
  ]);
});

test("longer ones, of several blocks and with a version's number, are too", () => {
  const link = "http://192.168.1.5:7070/play/0123456789abcdefghjk#join=0123456789abcdef0123456789abcdef";
  for (const [text, size, digest] of /** @type {[string, number, string][]} */ ([
    [link, 41, "04e3d82e1ad7663a"],
    [`ü${"x".repeat(120)}`, 45, "6351660da4e53770"],
    ["y".repeat(213), 57, "3bb4dc258df63cd7"],
    ["z".repeat(214), 61, "c6a8ebe05d8e1d86"],
    ["x".repeat(300), 69, "a6c4c99a50e77d18"],
  ])) {
    const code = rows(text);
    assert.equal(code.length, size, text);
    const bits = code.join("\n").replaceAll("#", "1").replaceAll(".", "0");
    assert.equal(createHash("sha256").update(bits).digest("hex").slice(0, 16), digest, text);
  }
});

test("what is too long for the codes drawn here is refused, and a picture has a light border", () => {
  assert.equal(qrModules("x".repeat(1000)), null);
  const { path, width } = qrPath(qrModules("parlour"));
  assert.equal(width, 21 + 8);
  assert.ok(path.startsWith("M4 4h1v1h-1z"));
});
