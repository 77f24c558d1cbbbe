import { askedName } from "@/lib/auth/asked-name";
import type { AccessRequest, Decision } from "@/lib/auth/decision";
import { describeIdentity } from "@/lib/auth/replay-identity";
import type { Settings } from "@/lib/config/schema";
import { decideAbout, type KnownIdentity } from "@/lib/gateway/request/known-identity";
import { resolveModel, type RoutableEntry } from "@/lib/router/resolve";
import { PeopleChanges } from "./people-changes";
import type { ChangedAccess, ChangedResolution, ReplayReport, Served } from "@/lib/wire/replay";

/** The settings that decide and the models that resolve names: those in force, or a draft. */
export interface World {
  readonly settings: Pick<Settings, "jwtAuth">;
  readonly models: readonly RoutableEntry[];
}

/** A recorded request, with what is known today about who made it. */
export interface ReplayedRequest extends KnownIdentity {
  readonly request: AccessRequest;
  readonly count: number;
  readonly lastSeen: Date;
  /** `count` by UTC date, as in `2026-06-15`. */
  readonly days: Readonly<Record<string, number>>;
  /** The same caller after a draft of rows of the database; absent: the same as today. */
  readonly after?: KnownIdentity;
}

/** Tries a draft on recorded requests, one after the other, and groups what would change. */
export class Replay {
  readonly #inForce: World;
  readonly #draft: World;
  readonly #now: number;
  readonly #denied = new Map<string, ChangedAccess>();
  readonly #allowed = new Map<string, ChangedAccess>();
  readonly #resolved = new Map<string, ChangedResolution>();
  readonly #people = new PeopleChanges();
  #evaluated = 0;
  #unchanged = 0;

  /** `now`: milliseconds since the epoch. */
  constructor(inForce: World, draft: World, now: number) {
    this.#inForce = inForce;
    this.#draft = draft;
    this.#now = now;
  }

  /** Decides about one request in both worlds, with the functions that a call goes through. */
  add(replayed: ReplayedRequest): void {
    const before = this.#decide(this.#inForce, replayed);
    const after = this.#decide(this.#draft, { ...replayed, ...replayed.after });
    this.#evaluated += replayed.count;
    const change = before.allow === after.allow ? "unchanged" : after.allow ? "newlyAllowed" : "newlyDenied";
    this.#people.add(describeIdentity(replayed.identity), replayed.days, change);
    if (before.allow && !after.allow) collectAccess(this.#denied, replayed, after);
    else if (!before.allow && after.allow) collectAccess(this.#allowed, replayed, before);
    else if (!after.allow || !this.#collectResolution(replayed)) this.#unchanged += replayed.count;
  }

  /** The changes, the most frequent first. */
  report(): ReplayReport {
    return {
      evaluated: this.#evaluated,
      unchanged: this.#unchanged,
      newlyDenied: mostFrequentFirst(this.#denied),
      newlyAllowed: mostFrequentFirst(this.#allowed),
      resolvedDifferently: mostFrequentFirst(this.#resolved),
      people: this.#people.report(),
    };
  }

  #decide({ settings }: World, replayed: ReplayedRequest): Decision {
    return decideAbout(replayed, replayed.request, settings, this.#now);
  }

  #collectResolution({ request: { model }, count, lastSeen }: ReplayedRequest): boolean {
    if (model === undefined || this.#inForce.models === this.#draft.models) return false;
    const [before, after] = [servedBy(model, this.#inForce.models), servedBy(model, this.#draft.models)];
    if (before?.modelName === after?.modelName && before?.upstreamModel === after?.upstreamModel) return false;
    collect(this.#resolved, model, { model, before, after, count, lastSeen });
    return true;
  }
}

function servedBy(model: string, models: readonly RoutableEntry[]): Served | undefined {
  const { winner } = resolveModel(model, models);
  return winner && { modelName: winner.entry.model_name, upstreamModel: winner.upstreamModel };
}

function collectAccess(
  groups: Map<string, ChangedAccess>,
  { identity, request, count, lastSeen }: ReplayedRequest,
  refusal: Extract<Decision, { allow: false }>,
): void {
  const who = describeIdentity(identity);
  const { route } = request;
  const model = askedName(request);
  const { code, message } = refusal;
  collect(groups, JSON.stringify([who, route, model, code]), { who, route, model, code, message, count, lastSeen });
}

function collect<Group extends { count: number; lastSeen: Date }>(
  groups: Map<string, Group>,
  key: string,
  group: Group,
): void {
  const known = groups.get(key);
  if (!known) {
    groups.set(key, group);
    return;
  }
  known.count += group.count;
  if (group.lastSeen > known.lastSeen) known.lastSeen = group.lastSeen;
}

function mostFrequentFirst<Group extends { count: number; lastSeen: Date }>(
  groups: ReadonlyMap<string, Group>,
): Group[] {
  return [...groups.values()].sort((a, b) => b.count - a.count || b.lastSeen.getTime() - a.lastSeen.getTime());
}
