import type { Operation } from "@/lib/api/operation";
import { keyChangeOperations } from "./key-changes";
import { keyOperations } from "./keys";

/** The operations of virtual keys. */
export const KEY_OPERATIONS: readonly Operation[] = [...keyOperations, ...keyChangeOperations];
