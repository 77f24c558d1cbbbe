import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { isSessionOver, sessionTimes } from "@/lib/auth/session/session-state";
import { listSessions } from "@/lib/store/sessions/session-list";
import { sessionContracts } from "@/lib/wire/contracts/sessions";
import { sessionRecord } from "@/lib/wire/session";

const sessionList = defineOperation(
  sessionContracts.list,
  async ({ services, request }, { page, size, status, search }) => {
    const at = services.now();
    const times = sessionTimes(services.settings.current().general);
    const ended = status && { is: status === "ended", at, times };
    const { rows, total } = await listSessions(services.database, { page, size }, { ended, search });
    const own = request.headers["authorization"] === undefined ? await services.readSession(request) : undefined;
    const data = rows.map((row) => ({
      ...sessionRecord(row),
      status: isSessionOver(row, times, at) ? ("ended" as const) : ("active" as const),
      current: row.id === own?.id,
    }));
    return { body: { data, total, page, size } };
  },
);

const sessionEnd = defineOperation(sessionContracts.end, async ({ services, caller }, input) => {
  const { ended, nodes } = await services.endSessions([...new Set(input.session_ids)], caller.actor);
  return { body: { ended_sessions: ended, nodes } };
});

/** `/session/*` */
export const sessionOperations: readonly CallerOperation[] = [sessionList, sessionEnd];
