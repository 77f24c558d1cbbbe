/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

const NO_REPORT = { passed: 0, failed: 1, skipped: 0 };

/**
 * Counts from Vitest's JSON report. A file of which no test failed but that failed itself (it could not be loaded, or
 * its preparation failed) counts as one failure; so does no report.
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
 * Counts from Playwright's JSON report. A test that passed only on a second attempt has failed; an error outside the
 * tests (a file that could not be loaded, no tests found) counts as one failure; so does no report.
 * @returns {Counts}
 */
export function countPlaywright(report) {
  if (!report) return NO_REPORT;
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

/** The most failures of a tier that are worth a second run: more of them have one reason. */
const MOST = 4;

/**
 * The files of a Vitest report that failed and that a second run, by themselves, may show to be unstable only.
 * @returns {readonly string[]} paths; none if the run failed in another way
 */
export function failedFiles(report) {
  const files = report?.testResults.filter(({ status }) => status === "failed").map(({ name }) => name) ?? [];
  return files.length > MOST ? [] : files;
}

/** The first report with the results of the second run in the place of those files' own. */
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
 * The tests of a Playwright report that failed and that a second run may show to be unstable only, as `FILE: TEST`.
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
