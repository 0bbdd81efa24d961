import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { catalogues } from '../../src/messages';
import { en } from '../../src/push/messages/en';
import { ja } from '../../src/push/messages/ja';

const keys = Object.keys(ja) as (keyof typeof ja)[];

test('both languages have the same sentences, with the same arguments', () => {
  assert.deepEqual(Object.keys(en), keys);
  for (const [language, catalogue] of Object.entries({ ja, en })) {
    for (const [key, message] of Object.entries(catalogue)) {
      const text = typeof message === 'string' ? message : message('Aoki');
      assert.ok(text.trim() && (typeof message === 'string' || text.includes('Aoki')), `${language} ${key}: ${text}`);
    }
  }
});

test('every sentence is used, and none has the name of one of the page', () => {
  const files = readdirSync('src/push', { encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const source = files.map((name) => readFileSync(join('src/push', name), 'utf8')).join('\n');
  assert.deepEqual(
    keys.filter((key) => !source.includes(`t.${key}`) || key in catalogues.ja),
    [],
  );
});
