import assert from 'node:assert/strict';
import { test } from 'vitest';
import { piecesOf } from '../../src/messages/links';

/** The links of a text: the shown text, and the address if it differs. */
const linksOf = (text: string) =>
  piecesOf(text)
    .filter(({ href }) => href)
    .map(({ text: words, href }) => (words === href ? words : `${words} ${href}`));

const found: [name: string, text: string, ...links: string[]][] = [
  ['a URL', 'see https://school.example.jp/lunch today', 'https://school.example.jp/lunch'],
  ['http, and a port', 'http://192.0.2.1:8080/a?b=c&d=%20#e', 'http://192.0.2.1:8080/a?b=c&d=%20#e'],
  ['Japanese words around it', '献立はhttps://school.example.jp/lunchを見て', 'https://school.example.jp/lunch'],
  [
    'Japanese brackets',
    '（https://example.jp/a）「https://example.jp/b」',
    'https://example.jp/a',
    'https://example.jp/b',
  ],
  [
    'a full stop',
    'Read https://example.jp/a. Then https://example.jp/b?',
    'https://example.jp/a',
    'https://example.jp/b',
  ],
  ['a Japanese full stop', 'https://example.jp/a。', 'https://example.jp/a'],
  ['brackets around it', '(https://example.jp/a)', 'https://example.jp/a'],
  ['brackets in it', '(https://example.jp/wiki/A_(b))', 'https://example.jp/wiki/A_(b)'],
  ['a line each', 'https://example.jp/a\nhttps://example.jp/b', 'https://example.jp/a', 'https://example.jp/b'],
  ['capitals', 'HTTPS://EXAMPLE.JP/A', 'HTTPS://EXAMPLE.JP/A'],
  ['a telephone number within it', 'https://example.jp/03-1234-5678', 'https://example.jp/03-1234-5678'],
  ['an address', 'anna@example.jp に送る', 'anna@example.jp mailto:anna@example.jp'],
  ['a mailto URL', '<mailto:anna.b+c@mail.example.co.jp>', 'mailto:anna.b+c@mail.example.co.jp'],
  ['Japan, landline', '歯医者 03-1234-5678 まで', '03-1234-5678 tel:0312345678'],
  ['Japan, four groups of digits ahead', '0467-12-3456', '0467-12-3456 tel:0467123456'],
  ['Japan, an island', '04992-2-1234', '04992-2-1234 tel:0499221234'],
  ['Japan, mobile', '090-1234-5678、080-1234-5678', '090-1234-5678 tel:09012345678', '080-1234-5678 tel:08012345678'],
  ['Japan, without hyphens', '0312345678か09012345678', '0312345678 tel:0312345678', '09012345678 tel:09012345678'],
  ['Japan, free', '0120-123-456 と 0800-123-4567', '0120-123-456 tel:0120123456', '0800-123-4567 tel:08001234567'],
  ['Japan, brackets', '03(1234)5678 / (03)1234-5678', '03(1234)5678 tel:0312345678', '(03)1234-5678 tel:0312345678'],
  ['full-width', 'ＴＥＬ：０３－１２３４－５６７８', '０３－１２３４－５６７８ tel:0312345678'],
  ['long hyphens', '03ー1234ー5678', '03ー1234ー5678 tel:0312345678'],
  ['after a word', 'Tel:03-1234-5678', '03-1234-5678 tel:0312345678'],
  ['two with a slash', '03-1234-5678/090-1111-2222', '03-1234-5678 tel:0312345678', '090-1111-2222 tel:09011112222'],
  ['a sentence ends', 'Ring 03-1234-5678.', '03-1234-5678 tel:0312345678'],
  [
    'Japan, from abroad',
    '+81 3-1234-5678, +819012345678',
    '+81 3-1234-5678 tel:+81312345678',
    '+819012345678 tel:+819012345678',
  ],
  ['United Kingdom', '020 7946 0123 or 07700 900123', '020 7946 0123 tel:02079460123', '07700 900123 tel:07700900123'],
  [
    'United Kingdom, from abroad',
    '+44 20 7946 0123; +44 (0)20 7946 0123',
    '+44 20 7946 0123 tel:+442079460123',
    '+44 (0)20 7946 0123 tel:+442079460123',
  ],
  ['North America', '(415) 555-0123 or 415-555-0123', '(415) 555-0123 tel:4155550123', '415-555-0123 tel:4155550123'],
  ['North America, from abroad', '+1 415 555 0123', '+1 415 555 0123 tel:+14155550123'],
  ['France', '+33 1 23 45 67 89', '+33 1 23 45 67 89 tel:+33123456789'],
  ['www', 'see www.example.jp.', 'www.example.jp https://www.example.jp'],
  ['no http', '(example.co.jp/lunch?a=b)', 'example.co.jp/lunch?a=b https://example.co.jp/lunch?a=b'],
  ['no http, Japanese words around it', '献立はexample.jpを見て', 'example.jp https://example.jp'],
  ['a name in other letters', 'https://日本語.jp/a と https://münchen.de', 'https://日本語.jp/a', 'https://münchen.de'],
  ['a path in other letters', 'https://example.com/日本語 を見る', 'https://example.com/日本語'],
  ['parts of a path', 'https://ja.wikipedia.org/wiki/東京_駅#歴史、', 'https://ja.wikipedia.org/wiki/東京_駅#歴史'],
  ['a word after a slash', 'https://example.com/を見る', 'https://example.com/'],
  [
    'France, at home',
    '06 12 34 56 78 / 06.12.34.56.78',
    '06 12 34 56 78 tel:0612345678',
    '06.12.34.56.78 tel:0612345678',
  ],
  ['Germany', '030 901820', '030 901820 tel:030901820'],
  ['Germany, a hyphen', '030-901820', '030-901820 tel:030901820'],
  ['Germany, a slash', '030/901820 um 8', '030/901820 tel:030901820'],
  ['Germany, a slash and spaces', '089 / 12 34 56 78', '089 / 12 34 56 78 tel:08912345678'],
  ['Germany, an extension', '030/901820-15', '030/901820-15 tel:03090182015'],
  ['Germany, mobile', '0176/12345678, 0171 1234567', '0176/12345678 tel:017612345678', '0171 1234567 tel:01711234567'],
  ['North America, with full stops', '212.555.0123', '212.555.0123 tel:2125550123'],
  ['North America, all full stops', '+1.212.555.0123', '+1.212.555.0123 tel:+12125550123'],
  ['a number after a postal code', '〒060-0001 011-222-3333', '011-222-3333 tel:0112223333'],
  ['a number before a floor', '+81 3-1234-5678 2階', '+81 3-1234-5678 tel:+81312345678'],
];
for (const [name, text, ...links] of found) test(`a link: ${name}`, () => assert.deepEqual(linksOf(text), links));

const none = [
  '牛乳と卵を買う',
  '11月22日 8:20',
  '2026-11-22',
  '2026/11/22 10:30',
  '09/10/2026',
  '02/123456',
  '012/345678',
  '0900/1730',
  '030/901820/21',
  '1/2 Liter, 3/4 kg',
  '01-02-2026 10:30',
  '22.11.2026',
  '8:20-10:30',
  '09:00-17:30',
  '1,234,567円',
  '¥0123456789',
  '0312345678円',
  '$0123456789',
  '〒123-4567',
  '〒060-0001',
  '〒０６０ー０００１',
  'ISBN 978-4-12-345678-9',
  'ISBN 4-12-345678-9',
  'ISBN-10: 0306406152',
  'ISBN0306406152',
  '978-0-306-40615-7',
  '12345678',
  '01234567',
  '1234567890',
  '123456789012',
  '0123456789012',
  '1-2-3-4-5-6-7',
  '0-1',
  '10 20 30 40 50 60',
  'A-0312345678',
  'X0312345678',
  '0312345678kg',
  '#0312345678',
  '3.0312345678',
  '192.168.100.200',
  'v1.20.300.4000',
  '4711 4711 4711 4711',
  'e.g. milk, i.e. this',
  '2 kg.Brot',
  'We are done.It is late',
  'readme.md and node.js',
  '1.0.com1',
  '01.02.2026',
  '12.500.000',
  '2.10.2026 8.30',
  '30 901820',
  'ftp://example.jp',
  'https://',
  'https:// example',
  'xhttps://example.jp',
  'https://bank.example@evil.example/',
  'javascript:alert(1)',
  '@anna',
  'anna@home',
  'anna @ example',
];
for (const text of none) test(`no link: ${text}`, () => assert.deepEqual(linksOf(text), []));

/** Numbers that are the same in every run, from 0 to n - 1. */
function numbers(): (n: number) => number {
  let seed = 7;
  return (n) => (seed = (seed * 48271) % 2147483647) % n;
}

const parts = [
  ...found.map(([, text]) => text),
  ...none,
  ' ',
  '\n',
  '　',
  '。',
  '(',
  ')',
  '」',
  '-',
  '０',
  '👨‍👩‍👧',
  '\u202e',
  'か\u3099',
];

test('the pieces of any text are the text, and no link is empty or has another scheme', () => {
  const next = numbers();
  for (let i = 0; i < 3000; i++) {
    const text = Array.from({ length: 1 + next(6) }, () => {
      const part = parts[next(parts.length)]!;
      return next(3) ? part : part.slice(next(part.length), 1 + next(part.length));
    }).join('');
    const pieces = piecesOf(text);
    assert.equal(pieces.map((piece) => piece.text).join(''), text);
    for (const { text: words, href } of pieces) {
      assert.ok(words || !text);
      if (href !== undefined) assert.match(href, /^(?:https?:\/\/[^\s]+|mailto:[^\s]+@[^\s]+|tel:\+?\d{9,16})$/i, text);
    }
  }
});

test('a text of the longest length that only looks like links is read in one go', () => {
  for (const part of ['0', '0-', '+81 ', '(0', 'a@', 'a.', 'https://', '03-12', '+4 4-', '〒', '1 '])
    assert.equal(
      piecesOf(part.repeat(500))
        .map(({ text }) => text)
        .join('').length,
      part.length * 500,
    );
});
