import type { Obligation } from "@/lib/auth/decision";
import { GatewayError } from "@/lib/errors";
import { fulfilTogether, requireReadableIds, type ObligedCall } from "@/lib/store/entities/made-by-tokens";
import type { Services } from "../services";

/** A call that waits until what it requires is done. */
interface Waiting extends ObligedCall {
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/**
 * The most calls of one transaction, and the most bytes of their ids: a notice beyond PostgreSQL's 8,000 bytes would
 * make every node drop all that it knows.
 */
const MOST_TOGETHER = 64;
const MOST_BYTES = 5_000;
/** A second transaction may begin while one waits for a lock. */
const MOST_AT_ONCE = 2;

/**
 * Does what allows require: creates users and teams (spec 3) and makes memberships follow the tokens. Idempotent. Calls
 * that arrive together, and those that arrive while others are written, share a transaction: commits with a notice take
 * a lock of the whole database server and flush its log, so one for each newcomer would let few in.
 */
export function createFulfilment(
  services: Pick<Services, "database" | "changes" | "settings" | "wait">,
): Services["fulfil"] {
  let waiting: Waiting[] = [];
  let underWay = 0;
  /** The users whose memberships are being written. */
  const syncing = new Set<string>();

  async function writeAll(): Promise<void> {
    underWay++;
    // Callers whose requests have arrived together come in one turn.
    await services.wait(0);
    for (;;) {
      const [turn, later] = splitTurn(waiting, syncing);
      // What waits for the other transaction is written by whoever writes that.
      if (turn.length === 0) break;
      waiting = later;
      const users = turn.flatMap(syncedUsers);
      for (const user of users) syncing.add(user);
      await writeTurn(turn);
      for (const user of users) syncing.delete(user);
    }
    underWay--;
  }

  async function writeTurn(turn: readonly Waiting[]): Promise<void> {
    try {
      await writeTogether(turn);
      for (const { done } of turn) done();
    } catch (error) {
      // While the database is away or slow, all of them would fail again. Anything else may be the fault of one.
      if (turn.length === 1 || error instanceof GatewayError) for (const { failed } of turn) failed(error);
      else for (const each of turn) await writeTogether([each]).then(each.done, each.failed);
    }
  }

  async function writeTogether(calls: readonly ObligedCall[]): Promise<void> {
    const { default_team_settings: team, default_internal_user_params: user } = services.settings.current().general;
    await fulfilTogether(services, calls, { team, user });
  }

  return (obligations, actor, by) =>
    new Promise<void>((resolve, reject) => {
      const call = { obligations, actor, by, done: resolve, failed: reject };
      requireReadableIds(call);
      waiting.push(call);
      if (underWay < MOST_AT_ONCE) void writeAll();
    });
}

/**
 * The calls of the next transaction, and the others. The memberships of one user are written in turns; `syncing`: those
 * of whom are being written.
 */
function splitTurn(
  waiting: readonly Waiting[],
  syncing: ReadonlySet<string>,
): readonly [turn: Waiting[], later: Waiting[]] {
  const [turn, later]: [Waiting[], Waiting[]] = [[], []];
  const synced = new Set(syncing);
  let bytes = 0;
  for (const call of waiting) {
    const users = syncedUsers(call);
    const size = sizeOf(call);
    const fits = turn.length === 0 || (turn.length < MOST_TOGETHER && bytes + size <= MOST_BYTES);
    if (!fits || users.some((user) => synced.has(user))) later.push(call);
    else {
      turn.push(call);
      bytes += size;
      for (const user of users) synced.add(user);
    }
  }
  return [turn, later];
}

/** About the bytes that a call adds to the notice. */
function sizeOf({ obligations }: ObligedCall): number {
  const texts = obligations.map((each) =>
    each.kind === "sync-memberships" ? each.userId : JSON.stringify(each.kind === "create-team" ? each : each.id),
  );
  return texts.reduce((size, text) => size + Buffer.byteLength(text) + 30, 0);
}

/** Whether what has been created binds the very request that created it: then the request is decided about again. */
export function bindsAtOnce({ settings }: Pick<Services, "settings">, obligations: readonly Obligation[]): boolean {
  const { default_team_settings: ofTeam, default_internal_user_params: ofUser } = settings.current().general;
  return obligations.some(
    ({ kind }) => (kind === "create-team" && ofTeam !== undefined) || (kind === "create-user" && ofUser !== undefined),
  );
}

function syncedUsers({ obligations }: ObligedCall): string[] {
  return obligations.flatMap((each) => (each.kind === "sync-memberships" ? [each.userId] : []));
}
