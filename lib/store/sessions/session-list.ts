import type { SessionTimes } from "@/lib/auth/session/session-state";
import type { ConsoleSession } from "@/lib/auth/session/console-session";
import type { Prisma } from "@/lib/store/generated/client";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import { cutPage } from "../list-cursor";
import { behindNewest, containing, type Listed, offsetOf, type Page, cursorOfNewest } from "../listing";
import { sessionOf } from "./session-row";

/** The sessions to list; an absent field allows any. */
export interface SessionFilter {
  /** Whether they have ended by a moment, in milliseconds since the epoch, with these settings. */
  readonly ended?: { readonly is: boolean; readonly at: number; readonly times: SessionTimes };
  /** Part of a name or of a subject; upper and lower case are alike. */
  readonly search?: string;
}

/** One page of the console's sessions, the latest sign-in first. @throws GatewayError directory_unavailable */
export async function listSessions(
  database: Database,
  page: Page,
  { ended, search }: SessionFilter,
): Promise<Listed<ConsoleSession>> {
  const isOver: Prisma.ConsoleSessionWhereInput | undefined = ended && { OR: conditionsOfOver(ended.at, ended.times) };
  const contains = containing(search ?? "");
  const where: Prisma.ConsoleSessionWhereInput = {
    AND: [
      ...(ended && isOver ? [ended.is ? isOver : { NOT: isOver }] : []),
      ...(search ? [{ OR: [{ name: contains }, { subject: contains }] }] : []),
    ],
  };
  const [found, total] = await orUnavailable(
    Promise.all([
      database.prisma.consoleSession.findMany({
        where: page.after ? { AND: [where, behindNewest(page.after)] } : where,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        skip: offsetOf(page),
        take: page.size + 1,
      }),
      database.prisma.consoleSession.count({ where }),
    ]),
  );
  const { rows, next } = cutPage(found, page.size, cursorOfNewest);
  return { rows: rows.map(sessionOf), total, next };
}

/** `isSessionOver`, for the database. */
function conditionsOfOver(now: number, { maxMs, idleMs }: SessionTimes): Prisma.ConsoleSessionWhereInput[] {
  const at = new Date(now);
  return [
    { endedAt: { not: null } },
    { expiresAt: { lte: at } },
    { createdAt: { lte: new Date(now - maxMs) } },
    ...(idleMs === undefined ? [] : [{ lastSeenAt: { lte: new Date(now - idleMs) } }]),
    // `not: null`, so that the opposite is true where it is null.
    { kind: "oidc", refreshToken: null, tokenEndsAt: { not: null, lte: at } },
  ];
}

/** Notes that a session is in use. `at`: milliseconds since the epoch. */
export async function touchSession(database: Database, id: string, at: number): Promise<void> {
  const where = { id, lastSeenAt: { lt: new Date(at) } };
  await database.prisma.consoleSession.updateMany({ where, data: { lastSeenAt: new Date(at) } });
}
