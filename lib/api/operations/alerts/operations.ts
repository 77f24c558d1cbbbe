import type { CallerOperation } from "@/lib/api/operation";
import { alertChannelOperations } from "./channels";
import { alertHistoryOperations } from "./history";
import { alertRuleOperations } from "./rules";
import { alertSilenceOperations } from "./silences";

/** The operations about alerts that administrators set up without the file. */
export const ALERT_OPERATIONS: readonly CallerOperation[] = [
  ...alertRuleOperations,
  ...alertChannelOperations,
  ...alertSilenceOperations,
  ...alertHistoryOperations,
];
