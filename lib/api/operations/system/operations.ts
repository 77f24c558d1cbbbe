import type { Operation } from "@/lib/api/operation";
import { ALERT_OPERATIONS } from "../alerts/operations";
import { alertingOperations } from "./alerting";
import { auditOperations } from "./audit";
import { healthOperations } from "./health";
import { metricsOperation } from "./metrics";
import { overviewOperations } from "./overview";
import { sessionOperations } from "./sessions";
import { trafficOperation } from "./traffic";

/** The operations of the gateway itself: the audit log, sessions, health and figures. */
export const SYSTEM_OPERATIONS: readonly Operation[] = [
  ...auditOperations,
  ...sessionOperations,
  ...healthOperations,
  trafficOperation,
  ...overviewOperations,
  metricsOperation,
  ...alertingOperations,
  ...ALERT_OPERATIONS,
];
