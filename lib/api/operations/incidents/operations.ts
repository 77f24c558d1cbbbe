import { type CallerOperation, defineOperation } from "@/lib/api/operation";
import { incidentContracts } from "@/lib/wire/contracts/incidents/timeline";
import { timelineOf } from "./timeline";

const DAY_MS = 86_400_000;

/** `/incidents/*` */
export const incidentOperations: readonly CallerOperation[] = [
  defineOperation(
    incidentContracts.timeline,
    async ({ services }, { start_date: start, end_date: end, deployment, impact = true }) => {
      const until = end?.getTime() ?? services.now();
      const since = start?.getTime() ?? until - DAY_MS;
      return { body: await timelineOf(services, { since, until, deployment, hasImpact: impact }) };
    },
  ),
];
