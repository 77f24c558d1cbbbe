import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { type CountedTraffic, readIssuerTraffic } from "@/lib/store/record/issuer-traffic";
import { DAY_MS } from "@/lib/time/period";
import { decisionContracts } from "@/lib/wire/contracts/decisions";

/** `GET /auth/issuer/traffic` */
export const issuerTrafficOperations: readonly CallerOperation[] = [
  defineOperation(decisionContracts.issuerTraffic, async ({ services: { database, now } }, { issuer, days }) => {
    const since = new Date(now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
    const counted = await readIssuerTraffic(database, issuer, since);
    const those = (wanted: CountedTraffic["kind"]) =>
      counted.flatMap(({ kind, id, allowed, refused }) => (kind === wanted ? [{ id, allowed, refused }] : []));
    const [all, callers] = [those("all")[0], those("callers")[0]];
    return {
      body: {
        allowed: all?.allowed ?? 0,
        refused: all?.refused ?? 0,
        callers: callers?.allowed ?? 0,
        by_day: those("day").map(({ id, ...sums }) => ({ day: id, ...sums })),
        models: those("model"),
        teams: those("team"),
        users: those("user"),
      },
    };
  }),
];
