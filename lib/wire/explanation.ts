import { z } from "zod";
import { askedName } from "@/lib/auth/asked-name";
import type { Check, Identity, Obligation, Principal } from "@/lib/auth/decision";
import type { DecisionRecord, RecordedIdentity } from "@/lib/auth/decision-record";
import type { Named } from "@/lib/auth/claims/claim-line";
import type { TokenClaim } from "@/lib/auth/claims/token-claims";
import { theTeams } from "@/lib/auth/standing";
import { quote } from "@/lib/quote";
import { SENTENCE_KINDS } from "@/lib/sentence-parts";
import { describedChange, limitPlace, type RemedyChange } from "./change";
import { resolution } from "./resolution";

const check = z.object({
  rule: z.string(),
  spec: z.string().describe("Section of the specification, or a page of docs."),
  outcome: z.enum(["pass", "skip", "fail", "not reached"]),
  because: z.string(),
});

const identity = z.object({
  kind: z.enum(["master-key", "virtual-key", "jwt"]),
  issuer: z.string().nullable(),
  subject: z.string().nullable(),
  scopes: z.array(z.string()),
  roles: z.array(z.string()),
  team_id: z.string().nullable(),
  groups: z.array(z.string()),
  user_id: z.string().nullable(),
  email: z.string().nullable(),
  object_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  end_user_id: z.string().nullable(),
  key_id: z.string().nullable(),
});

const principal = z.object({
  admin: z.boolean(),
  viewer: z.boolean().describe("Whether the caller reads as administrators do."),
  administers: z
    .array(z.string())
    .describe("The teams that the caller administers, on routes for their administrators."),
  role: z.string().nullable(),
  key_id: z.string().nullable(),
  team_id: z.string().nullable(),
  user_id: z.string().nullable(),
  organization_id: z.string().nullable(),
  end_user_id: z.string().nullable(),
});

const nearestMiss = z.object({
  changes: z.array(describedChange),
  sentence: z.string(),
});

const claim = z.object({
  path: z.string().describe("As a claim field names it."),
  type: z.enum(["string", "number", "boolean", "null", "list", "object"]),
  value: z.string().describe("As JSON; a long one is cut."),
  read_by: z.array(z.string()).describe("The claim fields that read it."),
  names: z
    .array(
      z.object({
        kind: z.enum(["team", "user", "organization", "role", "scope"]),
        id: z.string(),
        line: z
          .string()
          .nullable()
          .describe("The line of configuration that would read it; null: it is read, or no field can."),
      }),
    )
    .describe("What exists by this value, or is mapped from it."),
});

const named = z.object({
  kind: z.enum(SENTENCE_KINDS),
  id: z.string(),
  name: z.string(),
  told_as: z.string().nullable().describe("What sentences call it in place of the id: a key by its last characters."),
});
export type NamedEntity = z.output<typeof named>;

const names = z
  .array(named)
  .describe("The names of those of the teams, users, organisations, end users and keys in this answer that have one.");

const bindingLimit = limitPlace.extend({
  name: z.string().describe("As messages name it."),
  value: z.number(),
});
export type BoundLimit = z.output<typeof bindingLimit>;

export const explanation = z.object({
  allow: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  checks: z.array(check),
  identity: identity.nullable().describe("Null: the token gives none."),
  principal: principal.nullable(),
  obligations: z
    .array(z.string())
    .describe("What allowing the call requires: users and teams to create, memberships to change."),
  resolution: resolution.nullable().describe("The answer of /model/resolve; null on routes without a model."),
  nearest_miss: nearestMiss
    .nullable()
    .describe("The smallest change, of at most two steps, that would allow the call; null: there is none."),
  limits: z
    .array(bindingLimit)
    .describe("The limits on rates and parallel calls that bind a call which the rules allow."),
  claims: z.array(claim).describe("The claims of a proven JWT."),
  unread: z
    .array(z.object({ field: z.string(), sentence: z.string() }))
    .describe("The claim fields that find no claim in the token, with the claims that come nearest."),
  names,
});

export type Explanation = z.output<typeof explanation>;

export const decisionRecord = z.object({
  id: z.string(),
  at: z.string(),
  generation: z.number().int().describe("The generation of the settings that decided; see /config/get."),
  fingerprint: z.string().describe("Identifies the caller: the same for all calls of one caller."),
  identity_fingerprint: z
    .string()
    .nullable()
    .optional()
    .describe("Of what is kept of the caller to ask again; null: nothing."),
  request_id: z.string().optional().describe("The `x-request-id` of its answer; absent: an older record."),
  method: z.string(),
  route: z.string(),
  model: z.string().nullable(),
  team_id: z.string().nullable().describe("From x-gateway-team-id."),
  organization_id: z.string().nullable().optional().describe("From x-gateway-organization-id."),
  end_user_id: z.string().nullable(),
  mcp_server: z.string().nullable().optional().describe("The tool server that was asked."),
  tool: z.string().nullable().optional().describe("The tool of it."),
  hosted_tools: z.array(z.string()).optional().describe("The tools that the call brought; absent: none."),
  allow: z.boolean(),
  code: z.string().nullable(),
  message: z.string().nullable(),
  checks: z.array(check),
  identity: identity.nullable(),
});

export type RecordedDecision = z.output<typeof decisionRecord>;

/** A record with the present names of what it mentions. */
export const namedRecord = decisionRecord.extend({ names });

export type NamedRecord = z.output<typeof namedRecord>;

/** The name that a recorded request is listed under: the model's, or `server-tool`. */
export function recordedName({ model, mcp_server: server, tool }: RecordedDecision): string | undefined {
  return askedName({ model: model ?? undefined, mcpServer: server ?? undefined, mcpTool: tool ?? undefined });
}

/** The identity as people see it: only the fields that they need. */
export function identityView(value: Identity | RecordedIdentity): z.output<typeof identity> {
  return {
    kind: value.kind,
    issuer: value.issuer ?? null,
    subject: value.subject ?? null,
    scopes: [...value.scopes],
    roles: [...value.roles],
    team_id: value.teamId ?? null,
    groups: [...value.groups],
    user_id: value.userId ?? null,
    email: value.email ?? null,
    object_id: value.objectId ?? null,
    organization_id: value.organizationId ?? null,
    end_user_id: value.endUserId ?? null,
    key_id: ("key" in value ? value.key?.id : "keyId" in value ? value.keyId : undefined) ?? null,
  };
}

export function principalView(value: Principal): z.output<typeof principal> {
  return {
    admin: value.admin,
    viewer: value.viewer,
    administers: [...value.administers],
    role: value.role ?? null,
    key_id: value.keyId ?? null,
    team_id: value.teamId ?? null,
    user_id: value.userId ?? null,
    organization_id: value.organizationId ?? null,
    end_user_id: value.endUserId ?? null,
  };
}

/** An obligation as a phrase. */
export function obligationView(obligation: Obligation): string {
  switch (obligation.kind) {
    case "create-user":
      return `would create the user ${quote(obligation.id)}`;
    case "create-team":
      return `would create the team ${quote(obligation.id)}`;
    case "sync-memberships": {
      const { userId, join, leave } = obligation;
      const parts = [
        join.length > 0 && `join ${theTeams(join)}`,
        leave.length > 0 && `leave ${theTeams(leave)}`,
      ].filter(Boolean);
      return `would make the user ${quote(userId)} ${parts.join(" and ")}`;
    }
  }
}

export function nearestMissView({ changes, descriptions, sentence }: ShownRemedy): z.output<typeof nearestMiss> {
  return { changes: changes.map((change, index) => ({ ...change, description: descriptions[index] ?? "" })), sentence };
}

/** What would allow a refused request. */
interface ShownRemedy {
  readonly changes: readonly RemedyChange[];
  readonly descriptions: readonly string[];
  readonly sentence: string;
}

/** A claim of a token, and what it names. */
interface ShownClaim extends Pick<TokenClaim, "path" | "type" | "value"> {
  readonly readBy: readonly string[];
  readonly named: readonly {
    readonly kind: Named;
    readonly id: string;
    readonly use: { readonly line: string } | undefined;
  }[];
}

/** The length of the longest value that is shown whole, in characters. */
const LONGEST_VALUE = 300;

export function claimView({ path, type, value, readBy, named }: ShownClaim): z.output<typeof claim> {
  const text = JSON.stringify(value) ?? "";
  return {
    path,
    type,
    value: text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE - 3)}...` : text,
    read_by: [...readBy],
    names: named.map(({ kind, id, use }) => ({ kind, id, line: use?.line ?? null })),
  };
}

export function checksView(checks: readonly Check[]): z.output<typeof check>[] {
  return checks.map((one) => ({ ...one }));
}

export function recordView(record: DecisionRecord): z.output<typeof decisionRecord> {
  const { id, at, generation, fingerprint, method, route, outcome } = record;
  return {
    id,
    at: new Date(at).toISOString(),
    generation,
    fingerprint,
    identity_fingerprint: record.identityFingerprint ?? null,
    request_id: record.requestId ?? id,
    method,
    route,
    model: record.model ?? null,
    team_id: record.requestedTeam ?? null,
    organization_id: record.requestedOrganization ?? null,
    end_user_id: record.endUser ?? null,
    mcp_server: record.mcpServer ?? null,
    tool: record.mcpTool ?? null,
    ...(record.hostedTools && { hosted_tools: [...record.hostedTools] }),
    allow: outcome === "allow",
    code: outcome === "allow" ? null : outcome,
    message: record.message ?? null,
    checks: checksView(record.checks),
    identity: record.identity ? identityView(record.identity) : null,
  };
}
