// Runs each unit test in a separate process; tests that one line of a loop declares run together. Arguments are parts
// of the names of the files to run.
import { createVitest } from 'vitest/node';

const failed = [];
const vitest = await createVitest('test', {
  watch: false,
  project: ['unit'],
  isolate: true,
  includeTaskLocation: true,
  reporters: [{ onTestCaseResult: (test) => void (test.result().state === 'failed' && failed.push(test)) }],
});
const { testModules } = await vitest.collect(process.argv.slice(2));
const files = testModules.map((module) => {
  const lines = [...module.children.allTests()].map(({ location }) => location.line);
  return { module, count: lines.length, lines: [...new Set(lines)] };
});
for (let at = 0; files.some(({ lines }) => at < lines.length); at++) {
  const here = files.filter(({ lines }) => at < lines.length);
  await vitest.runTestSpecifications(
    here.map(({ module, lines }) => module.project.createSpecification(module.moduleId, [lines[at]])),
  );
}
for (const test of failed) console.log(`✖ ${test.module.relativeModuleId}: ${test.fullName}`, ...test.result().errors);
const sum = files.reduce((sum, { count }) => sum + count, 0);
console.log(`alone: ${sum} tests of ${files.length} files, ${failed.length} failed`);
await vitest.close();
process.exitCode = failed.length && 1;
