/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const NO_REPORT = { passed: 0, failed: 1, skipped: 0 };

/**
 * Counts from Vitest's JSON report. A file that failed although none of its tests did (it could not be loaded, or its
 * preparation failed) counts as one failure. A missing report does too.
 * @returns {Counts}
 */
export function countVitest(report) {
  if (!report) return NO_REPORT;
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { status, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((test) => test.status === "failed").length;
    const passed = assertionResults.filter((test) => test.status === "passed").length;
    counts.passed += passed;
    counts.failed += status === "failed" ? Math.max(failed, 1) : failed;
    counts.skipped += assertionResults.length - passed - failed;
  }
  return counts;
}

/**
 * Counts from Playwright's JSON report. A test that passed only at the second attempt counts as failed. An error
 * outside the tests (a file could not be loaded, or there are no tests) counts as one failure. A missing report does
 * too.
 * @returns {Counts}
 */
export function countPlaywright(report) {
  if (!report) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** The most failures of a tier that are worth a second run. More of them have one common reason. */
const MOST = 4;

/**
 * The failed files of a Vitest report that are worth a second run by themselves, in which they may turn out to be
 * merely unstable.
 * @returns {readonly string[]} paths; none if the run failed in another way
 */
export function failedFiles(report) {
  const files = report?.testResults.filter(({ status }) => status === "failed").map(({ name }) => name) ?? [];
  return files.length > MOST ? [] : files;
}

/** The first report, with the second run's results for the files that ran again. */
export function withSecondRun(first, second) {
  const again = new Map(second.testResults.map((file) => [file.name, file]));
  return { testResults: first.testResults.map((file) => again.get(file.name) ?? file) };
}

/** What failed in these files, as `FILE: TEST`, or `FILE` where the file failed as a whole. */
export function failuresIn(report, files) {
  return report.testResults
    .filter(({ name }) => files.includes(name))
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === "failed");
      return failed.length === 0 ? [name] : failed.map(({ fullName }) => `${name}: ${fullName}`);
    });
}

/**
 * The failed tests of a Playwright report that are worth a second run, as `FILE: TEST`.
 * @returns {readonly string[]} none if something failed outside the tests
 */
export function failedSpecs(report) {
  const specs = (suite) => [
    ...(suite.specs ?? []).map((spec) => ({ ...spec, file: suite.file })),
    ...(suite.suites ?? []).flatMap(specs),
  ];
  const failed = (report?.suites ?? []).flatMap(specs).filter(({ ok }) => !ok);
  if (!report || report.errors.length > 0 || failed.length > MOST) return [];
  return failed.map(({ file, title }) => `${file}: ${title}`);
}
