import { askedName } from "@/lib/auth/asked-name";
import type { DecisionRecord, RecordedIdentity } from "@/lib/auth/decision-record";
import { isEntityId } from "@/lib/entity-id";
import { type CountedRefusals, MOST_EXAMPLES, othersOf, type RefusalGroup } from "@/lib/refusal";
import { partsOfGroup } from "@/lib/refusal-parts";
import { recordedName, type RecordedDecision } from "@/lib/wire/explanation";
import { teamOf } from "./team-of-refusal";

const HOUR_MS = 3_600_000;
/** What the group of a refusal depends on. */
interface Refused extends Pick<DecisionRecord, "requestedTeam" | "route" | "model" | "mcpServer" | "mcpTool"> {
  readonly outcome: string;
  readonly identity:
    | Pick<
        RecordedIdentity,
        "kind" | "keyId" | "teamId" | "groups" | "userId" | "objectId" | "email" | "subject" | "issuer"
      >
    | undefined;
}

/**
 * The group of a refusal. It names the model and the route only if the refusal depends on them. Names that nothing
 * could have are counted with `others`.
 */
export function groupOf(record: Refused): RefusalGroup {
  const { outcome: code } = record;
  const { route, model } = partsOfGroup({ code, route: record.route, model: askedName(record) ?? "" });
  const { kind, principal } = principalOf(record);
  const isStorable = (text: string): boolean => text === "" || isEntityId(text);
  if (!isStorable(model) || !isStorable(principal) || !isStorable(route)) return othersOf({ code });
  return { code, kind, principal, route, model };
}

/** The group of a refusal, as its record is shown. */
export function groupOfView(record: RecordedDecision): RefusalGroup {
  const { code, identity, team_id: team, route } = record;
  return groupOf({
    outcome: code ?? "allow",
    requestedTeam: team ?? undefined,
    route,
    model: recordedName(record),
    identity: identity
      ? {
          kind: identity.kind,
          keyId: identity.key_id ?? undefined,
          teamId: identity.team_id ?? undefined,
          groups: identity.groups,
          userId: identity.user_id ?? undefined,
          objectId: identity.object_id ?? undefined,
          email: identity.email ?? undefined,
          subject: identity.subject ?? undefined,
          issuer: identity.issuer ?? undefined,
        }
      : undefined,
  });
}

/** The most specific name that a caller has: the key, the team of the call, the user, or whoever issued the token. */
function principalOf({
  identity,
  requestedTeam,
}: Pick<Refused, "identity" | "requestedTeam">): Pick<RefusalGroup, "kind" | "principal"> {
  if (!identity) return { kind: "unproven", principal: "" };
  if (identity.kind === "master-key") return { kind: "master_key", principal: "" };
  const { keyId, teamId, groups, userId, objectId, email, subject, issuer } = identity;
  if (keyId !== undefined) return { kind: "key", principal: keyId };
  const { team } = teamOf({ teamId, groups }, requestedTeam);
  if (team !== undefined) return { kind: "team", principal: team };
  const user = userId ?? objectId ?? email ?? subject;
  if (user !== undefined) return { kind: "user", principal: user };
  return { kind: "issuer", principal: issuer ?? "" };
}

/**
 * Counts refusals until they are written. No refusal is dropped: what does not fit counts with `others` of its code.
 */
export class RefusalCounts {
  #groups = new Map<string, CountedRefusals>();

  /** `most`: how many groups are kept apart. */
  constructor(readonly most: number) {}

  get isEmpty(): boolean {
    return this.#groups.size === 0;
  }

  /** `at`: milliseconds since the epoch. `id`: of the refusal. */
  add(group: RefusalGroup, at: number, id: string): void {
    const hour = Math.floor(at / HOUR_MS) * HOUR_MS;
    this.#merge({ ...group, hour, count: 1, firstAt: at, lastAt: at, examples: [id] });
  }

  /** Returns all counts, and forgets them here. */
  take(): CountedRefusals[] {
    const taken = [...this.#groups.values()];
    this.#groups = new Map();
    return taken;
  }

  /** Adds back counts that could not be written. */
  putBack(taken: readonly CountedRefusals[]): void {
    for (const one of taken) this.#merge(one);
  }

  #merge(one: CountedRefusals): void {
    const known = this.#groups.get(keyOf(one));
    if (!known && this.#groups.size >= this.most && one.kind !== "others") {
      this.#merge({ ...one, ...othersOf(one) });
      return;
    }
    const [newer, older] = known && known.lastAt > one.lastAt ? [known, one] : [one, known];
    this.#groups.set(keyOf(one), {
      ...one,
      count: one.count + (known?.count ?? 0),
      firstAt: Math.min(one.firstAt, known?.firstAt ?? one.firstAt),
      lastAt: newer.lastAt,
      examples: [...new Set([...newer.examples, ...(older?.examples ?? [])])].slice(0, MOST_EXAMPLES),
    });
  }
}

function keyOf({ hour, code, kind, principal, route, model }: CountedRefusals): string {
  return [hour, code, kind, principal, route, model].join("\n");
}
