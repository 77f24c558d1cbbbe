import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { AccessRequest, Check, Decision, Identity, IdentityFault } from "./decision";
import { isFault } from "./identify";
import type { ErrorCode } from "@/lib/errors";

/** What is stored about a decision: enough to understand it and to decide again, without the token or the prompt. */
export interface DecisionRecord {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The generation of the settings that decided. */
  readonly generation: number;
  /** Equal for all calls of the same caller. */
  readonly fingerprint: string;
  /** The fingerprint of the identity that the decision recorder keeps, to decide again; undefined if it keeps none. */
  readonly identityFingerprint?: string | undefined;
  /** The id that the caller gave the request; undefined if the request is known by the id of the decision. */
  readonly requestId?: string | undefined;
  /** The claims that rules read, under the identity's field names; undefined if none could be read. */
  readonly identity: RecordedIdentity | undefined;
  readonly method: string;
  readonly route: string;
  readonly model: string | undefined;
  readonly requestedTeam: string | undefined;
  readonly requestedOrganization: string | undefined;
  readonly endUser: string | undefined;
  /** The tool server and its tool; undefined: the request names none. */
  readonly mcpServer?: string | undefined;
  readonly mcpTool?: string | undefined;
  /** The tools that a model call brought; undefined: none. */
  readonly hostedTools?: readonly string[] | undefined;
  readonly outcome: "allow" | ErrorCode;
  readonly message: string | undefined;
  readonly checks: readonly Check[];
}

export type RecordedIdentity = Pick<
  Identity,
  | "kind"
  | "issuer"
  | "subject"
  | "scopes"
  | "roles"
  | "teamId"
  | "groups"
  | "userId"
  | "email"
  | "objectId"
  | "organizationId"
  | "endUserId"
> & { readonly keyId: string | undefined };

/** Upper bounds for lists and strings in one record, so that a large token does not make a large record. */
const MAX_ITEMS = 50;
const MAX_TEXT = 256;

/** A refusal from outside the rules: before them, because the credentials prove nothing, or after them, by a limit. */
export interface FailedProof {
  readonly code: ErrorCode;
  readonly message: string;
  readonly checks: readonly Check[];
}

export interface DecisionToRecord {
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly generation: number;
  readonly requestId?: string | undefined;
  /** Undefined if the credentials prove no identity. */
  readonly identity: Identity | IdentityFault | undefined;
  readonly request: AccessRequest;
  readonly decision: Decision | FailedProof;
}

/** Builds the record of a decision. Its size is bounded, whatever the token and the request contain. */
export function decisionRecordOf(
  { id, at, generation, requestId, identity, request, decision }: DecisionToRecord,
  identityFingerprint?: string,
): DecisionRecord {
  const recorded = identity === undefined || isFault(identity) ? undefined : recordedIdentity(identity);
  const refusal = "allow" in decision && decision.allow ? undefined : decision;
  return {
    id,
    at,
    generation,
    fingerprint: fingerprintOf(recorded),
    identityFingerprint,
    requestId,
    identity: recorded,
    method: request.method,
    route: request.route,
    model: request.model === undefined ? undefined : bounded(request.model),
    requestedTeam: request.requestedTeam === undefined ? undefined : bounded(request.requestedTeam),
    requestedOrganization:
      request.requestedOrganization === undefined ? undefined : bounded(request.requestedOrganization),
    endUser: request.endUser,
    mcpServer: request.mcpServer === undefined ? undefined : bounded(request.mcpServer),
    mcpTool: request.mcpTool === undefined ? undefined : bounded(request.mcpTool),
    hostedTools: request.hostedTools && boundedList(request.hostedTools),
    outcome: refusal?.code ?? "allow",
    message: refusal?.message,
    checks: decision.checks,
  };
}

/** The newest `capacity` records, by id. */
export class RecentRecords {
  readonly #records: LRUCache<string, DecisionRecord>;

  constructor(capacity: number) {
    this.#records = new LRUCache({ max: capacity });
  }

  add(record: DecisionRecord): void {
    this.#records.set(record.id, record);
  }

  find(id: string): DecisionRecord | undefined {
    // Not `get`: a record that is looked at must not outlive newer ones.
    return this.#records.peek(id);
  }
}

function recordedIdentity(identity: Identity): RecordedIdentity {
  const {
    kind,
    issuer,
    subject,
    scopes,
    roles,
    teamId,
    groups,
    userId,
    email,
    objectId,
    organizationId,
    endUserId,
    key,
  } = identity;
  return {
    kind,
    issuer: issuer === undefined ? undefined : bounded(issuer),
    subject: subject === undefined ? undefined : bounded(subject),
    scopes: boundedList(scopes),
    roles: boundedList(roles),
    teamId,
    groups: boundedList(groups),
    userId,
    email,
    objectId,
    organizationId,
    endUserId,
    keyId: key?.id,
  };
}

function fingerprintOf(identity: RecordedIdentity | undefined): string {
  const who = identity && [
    identity.kind,
    identity.issuer,
    identity.subject,
    identity.teamId,
    identity.userId,
    identity.objectId,
    identity.email,
    identity.keyId,
  ];
  return createHash("sha256")
    .update(JSON.stringify(who ?? null))
    .digest("hex")
    .slice(0, 16);
}

function boundedList(values: readonly string[]): string[] {
  return values.slice(0, MAX_ITEMS).map(bounded);
}

function bounded(text: string): string {
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 3)}...` : text;
}
