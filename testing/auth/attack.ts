import type { ErrorCode } from "@/lib/errors";
import type { AttackFixture } from "./forge";

/** One way to be let in without a right to it. Every one is answered with 401. */
export interface Attack {
  readonly name: string;
  /** Where it is described. */
  readonly source: string;
  readonly code: ErrorCode;
  readonly make: (fixture: AttackFixture) => string;
}
