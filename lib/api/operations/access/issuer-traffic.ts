import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import type { Services } from "@/lib/gateway/services";
import { orUnavailable } from "@/lib/store/failures";
import { type CountedTraffic, readIssuerTraffic } from "@/lib/store/record/issuer-traffic";
import { DAY_MS } from "@/lib/time/period";
import { decisionContracts } from "@/lib/wire/contracts/decisions";

/** `GET /auth/issuer/traffic` */
export const issuerTrafficOperations: readonly CallerOperation[] = [
  defineOperation(decisionContracts.issuerTraffic, async ({ services }, { issuer, days }) => {
    const { database, now } = services;
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
        teams: await withoutConsole(services, those("team")),
        users: those("user"),
      },
    };
  }),
];

/**
 * The teams without the console itself: its tokens name its own client, of which there is a team only if somebody has
 * made one.
 */
async function withoutConsole<Team extends { readonly id: string }>(
  { environment, settings, database }: Services,
  teams: readonly Team[],
): Promise<Team[]> {
  const { console_login: logins } = settings.current().general;
  const clients = new Set([environment.oidc?.clientId, ...logins.map(({ client_id: id }) => id)]);
  const suspects = teams.flatMap(({ id }) => (clients.has(id) ? [id] : []));
  if (suspects.length === 0) return [...teams];
  const made = await orUnavailable(
    database.prisma.team.findMany({ where: { id: { in: suspects } }, select: { id: true } }),
  );
  return teams.filter(({ id }) => !clients.has(id) || made.some((team) => team.id === id));
}
