/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * Counts from Vitest's JSON report. A file that could not even be loaded counts as one failure; so does no report.
 * @returns {Counts}
 */
export function countVitest(report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const unloaded = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts from Playwright's JSON report. A test that passed only on a second attempt has failed; an error outside the
 * tests (a file that could not be loaded, no tests found) counts as one failure; so does no report.
 * @returns {Counts}
 */
export function countPlaywright(report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}
