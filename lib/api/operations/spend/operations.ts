import type { Operation } from "@/lib/api/operation";
import { budgetListOperation } from "../budgets/list";
import { raiseOperations } from "../budgets/raises";
import { spendCalculateOperations } from "./calculate";
import { contentOperations } from "./contents";
import { spendExportOperations } from "./export";
import { journalOperation } from "./journal";
import { spendRepriceOperations } from "./reprice";
import { requestOperations } from "./requests";
import { seriesOperation } from "./series";
import { sinksOperation } from "./sinks";
import { spendOperations } from "./spend";
import { summaryOperation } from "./summary";

/** The operations of spend, calls, and where they are sent. */
export const SPEND_OPERATIONS: readonly Operation[] = [
  ...spendOperations,
  ...contentOperations,
  seriesOperation,
  summaryOperation,
  ...requestOperations,
  ...spendCalculateOperations,
  ...spendExportOperations,
  ...spendRepriceOperations,
  journalOperation,
  sinksOperation,
  budgetListOperation,
  ...raiseOperations,
];
