// Bundles the page for the tests of the bundle, which find it in the directory BUNDLE.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from '../build.mjs';

export async function setup() {
  process.env.BUNDLE = await mkdtemp(join(tmpdir(), 'voicememo-app-'));
  await bundle(process.env.BUNDLE);
}

export const teardown = () => rm(process.env.BUNDLE, { recursive: true });
