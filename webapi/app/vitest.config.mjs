// The tests of the page, in a random order: ORDER=<seed> repeats one. Those of a file share only the modules with other
// files, which have no state.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';

process.env.TZ = 'Asia/Tokyo';

/** The names of Chromium on PATH. None is downloaded. */
const names = ['chromium', 'chromium-browser', 'google-chrome'];
const paths = names.flatMap((name) => process.env.PATH.split(delimiter).map((dir) => join(dir, name)));
const executablePath = [process.env.CHROME, ...paths].find((path) => path && existsSync(path));

export default defineConfig({
  test: {
    restoreMocks: true,
    sequence: { shuffle: { files: true, tests: true }, seed: Number(process.env.ORDER || Date.now() % 1_000_000) },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          globalSetup: 'test/built.mjs',
          setupFiles: 'test/kit/setup.ts',
          testTimeout: 60_000,
          pool: 'forks', // a test may change the time zone of its process
          isolate: false,
        },
      },
      {
        extends: true,
        optimizeDeps: { include: ['@preact/signals', 'idb', 'preact', 'preact/hooks', 'preact/jsx-runtime', 'uqr'] },
        test: {
          name: 'components',
          include: ['test/**/*.test.tsx'],
          testTimeout: 20_000,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 390, height: 844 },
            provider: playwright({ launchOptions: { executablePath } }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
