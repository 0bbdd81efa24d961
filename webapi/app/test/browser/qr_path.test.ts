import assert from 'node:assert/strict';
import { encode } from 'uqr';
import { test } from 'vitest';
import { qrPath } from '../../src/browser/qr_path';
import { drawQr } from '../../src/browser/qrcode';

/** Draws a path of rectangles one module high, as an SVG shows it. */
function drawn(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const rectangles = [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)];
  assert.equal(rectangles.map(([all]) => all).join(''), path);
  for (const [, x, y, length, back] of rectangles) {
    assert.equal(length, back);
    for (let i = 0; i < Number(length); i++) modules[Number(y)]![Number(x) + i] = true;
  }
  return modules;
}

const paths: [string, boolean[][], string][] = [
  ['nothing', [[false, false]], ''],
  ['one', [[false, true]], 'M1 0h1v1h-1z'],
  [
    'runs',
    [
      [true, true, false, true],
      [false, true, true, true],
    ],
    'M0 0h2v1h-2zM3 0h1v1h-1zM1 1h3v1h-3z',
  ],
];
for (const [name, modules, want] of paths) test(`path: ${name}`, () => assert.equal(qrPath(modules), want));

test('the drawing of an invite link has every module of its code, in a white border', () => {
  const link = `https://memo.example.com/join?token=${'aB3-_'.repeat(5)}`;
  const { size, path } = drawQr(link);
  const modules = drawn(path, size);
  assert.deepEqual(modules, encode(link, { ecc: 'M', border: 4 }).data);
  assert.ok(modules.slice(0, 4).every((row) => !row.includes(true)));
});
