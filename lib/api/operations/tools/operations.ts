import type { Operation } from "@/lib/api/operation";
import { toolOperations } from "./messages";
import { approvalOperations } from "./approvals";
import { toolServerOperations } from "./server-changes";

/** The operations of tools and their servers. */
export const TOOL_OPERATIONS: readonly Operation[] = [
  ...toolOperations,
  ...approvalOperations,
  ...toolServerOperations,
];
