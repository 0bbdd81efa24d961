// The tests of the page, in a random order: ORDER=<seed> repeats one. Those of a file share nothing with other files
// but the modules, which have no state.
import { defineConfig } from 'vitest/config';

process.env.TZ = 'Asia/Tokyo';

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
    ],
  },
});
