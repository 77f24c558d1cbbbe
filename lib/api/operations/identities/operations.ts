import type { Operation } from "@/lib/api/operation";
import { endUserOperations } from "./end-users";
import { organizationOperations } from "./organizations";
import { searchOperation } from "./search";
import { teamMemberOperations } from "./team-members";
import { teamOperations } from "./teams";
import { userOperations } from "./users";

/** The operations of teams, users, organisations and end users. */
export const IDENTITY_OPERATIONS: readonly Operation[] = [
  ...teamOperations,
  ...teamMemberOperations,
  ...userOperations,
  ...organizationOperations,
  ...endUserOperations,
  searchOperation,
];
