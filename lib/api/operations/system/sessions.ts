import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { isSessionOver, sessionTimes } from "@/lib/auth/session/session-state";
import { listSessions } from "@/lib/store/sessions/session-list";
import { sessionContracts } from "@/lib/wire/contracts/sessions";
import { sessionRecord } from "@/lib/wire/sign-in/session";

const LATEST: ListOrder = { name: "sessions", kind: "time" };

const sessionList = defineOperation(
  sessionContracts.list,
  async ({ services, request }, { status, search, ...page }) => {
    const at = services.now();
    const times = sessionTimes(services.settings.current().general);
    const ended = status && { is: status === "ended", at, times };
    const { rows, ...listed } = await listSessions(services.database, pageOf(page, LATEST), { ended, search });
    const own = request.headers["authorization"] === undefined ? await services.readSession(request) : undefined;
    const data = rows.map((row) => ({
      ...sessionRecord(row),
      status: isSessionOver(row, times, at) ? ("ended" as const) : ("active" as const),
      current: row.id === own?.id,
    }));
    return { body: { data, ...pageFields(page, LATEST, listed) } };
  },
);

const sessionEnd = defineOperation(sessionContracts.end, async ({ services, caller }, input) => {
  const { ended, nodes } = await services.endSessions([...new Set(input.session_ids)], caller.actor, services.actedBy);
  return { body: { ended_sessions: ended, nodes } };
});

/** `/session/*` */
export const sessionOperations: readonly CallerOperation[] = [sessionList, sessionEnd];
