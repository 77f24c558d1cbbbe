import type { Operation } from "@/lib/api/operation";
import { toolOperations } from "./messages";
import { toolServerOperations } from "./servers";

/** The operations of tools and their servers. */
export const TOOL_OPERATIONS: readonly Operation[] = [...toolOperations, ...toolServerOperations];
