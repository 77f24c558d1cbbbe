/** Limits of one holder. Moved elsewhere, or under another section, each would bind somebody else. */
export const HOLDER_LIMITS: ReadonlySet<string> = new Set([
  "max_budget",
  "soft_budget",
  "budget_duration",
  "tpm_limit",
  "rpm_limit",
  "max_parallel_requests",
]);

/** What to do about such a limit where it would be one of all calls. */
export const HOLDER_LIMIT_ADVICE = "give it to organisations, teams, users or keys";
