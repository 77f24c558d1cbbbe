import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { isSessionOver } from "@/lib/auth/session/session-state";
import { endSessions } from "@/lib/store/sessions/console-sessions";
import { listSessions } from "@/lib/store/sessions/session-list";
import { sessionContracts } from "@/lib/wire/contracts/sessions";
import { sessionRecord } from "@/lib/wire/session";

const sessionList = defineOperation(
  sessionContracts.list,
  async ({ services, request }, { page, size, status, search }) => {
    const at = services.now();
    const ended = status && { is: status === "ended", at: new Date(at) };
    const { rows, total } = await listSessions(services.database, { page, size }, { ended, search });
    const own = request.headers["authorization"] === undefined ? await services.readSession(request) : undefined;
    const data = rows.map((row) => ({
      ...sessionRecord(row),
      status: isSessionOver(row, at) ? ("ended" as const) : ("active" as const),
      current: row.id === own?.id,
    }));
    return { body: { data, total, page, size } };
  },
);

const sessionEnd = defineOperation(sessionContracts.end, async ({ services, caller }, input) => {
  const ids = [...new Set(input.session_ids)];
  const end = { reason: "administrator", at: services.now(), actor: caller.actor } as const;
  const done = await endSessions(services, { ids }, end);
  return { body: { ended_sessions: done?.ended.map(({ id }) => id) ?? [], nodes: done?.nodes ?? [] } };
});

/** `/session/*` */
export const sessionOperations: readonly CallerOperation[] = [sessionList, sessionEnd];
