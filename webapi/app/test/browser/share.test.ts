import assert from 'node:assert/strict';
import { test } from 'vitest';
import { sharedText } from '../../src/browser/share';

const shared: [string, string, string][] = [
  ['a text', '?text=milk', 'milk'],
  ['a page', '?title=Pie&url=https%3A%2F%2Fa.example%2Fpie', 'Pie https://a.example/pie'],
  [
    'an address that the text has already',
    '?text=See+https%3A%2F%2Fa.example&url=https%3A%2F%2Fa.example',
    'See https://a.example',
  ],
  ['a title that the text begins with', '?title=Pie&text=Pie+for+two', 'Pie for two'],
  ['a list', '?text=milk%0D%0Aeggs', 'milk\r\neggs'],
  ['a list with a title', '?title=Shopping&text=milk%0Aeggs', 'Shopping:\nmilk\neggs'],
  ['a list with an address', '?text=milk%0Aeggs&url=https%3A%2F%2Fa.example', 'milk\neggs\nhttps://a.example'],
  ['nothing', '', ''],
  ['only spaces', '?text=+', ''],
];
for (const [name, search, want] of shared) test(`shared: ${name}`, () => assert.equal(sharedText(search), want));
