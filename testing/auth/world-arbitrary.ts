import fc from "fast-check";
import { questionArbitrary, stateArbitrary, type Question } from "./decision-arbitrary";

/** A limit beside what the question says: one that refuses every call, or one that refuses none for now. */
const limitArbitrary = fc.record({
  table: fc.constantFrom("teams", "users", "organizations", "end_users", "keys"),
  limit: fc.constantFrom(
    "max_budget = 0",
    "rpm_limit = 0",
    "tpm_limit = 0",
    "max_parallel_requests = 0",
    "max_budget = 1000, rpm_limit = 1000000, max_parallel_requests = 1000",
  ),
});

/** A question, and what else the answer could depend on. */
export interface World {
  readonly question: Question;
  /** The earlier state, under which the caller has made the same request. */
  readonly before: Question["state"];
  readonly limit: { readonly table: string; readonly limit: string } | undefined;
}

export const worldArbitrary: fc.Arbitrary<World> = fc.record({
  question: questionArbitrary,
  before: stateArbitrary,
  limit: fc.option(limitArbitrary, { nil: undefined }),
});
