import { adminCases } from "./cases/admin.cases";
import type { DecisionCase } from "./cases/case";
import { claimCases } from "./cases/claim.cases";
import { credentialCases } from "./cases/credentials.cases";
import { groupCases } from "./cases/group.cases";
import { roleCases } from "./cases/role.cases";
import { scopeCases } from "./cases/scope.cases";
import { teamCases } from "./cases/team.cases";
import { userCases } from "./cases/user.cases";

/** The law, line by line. The same table is run against the pure function and against both doors (e2e/decisions.test.ts). */
export const DECISION_CASES: readonly DecisionCase[] = [
  ...credentialCases,
  ...adminCases,
  ...teamCases,
  ...groupCases,
  ...userCases,
  ...roleCases,
  ...scopeCases,
  ...claimCases,
];
