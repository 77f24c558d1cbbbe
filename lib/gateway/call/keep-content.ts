import type { Facts, Identity } from "@/lib/auth/decision";
import type { OpenContent } from "@/lib/content/content-keeper";
import { CONTENT_HEADER, contentRule, NO_LOG_HEADER } from "@/lib/content/content-rule";
import type { CapturedPrompt } from "@/lib/content/stored-content";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { CallBody } from "@/lib/providers/call-body";
import type { Services } from "../services";
import type { Call, CallContent } from "./call";

/** Who asks for what, as far as it decides about keeping it. */
export interface AskedContent {
  /** Of the call or the refusal. */
  readonly id: string;
  readonly route: string;
  readonly request: Pick<ApiRequest, "headers">;
  readonly body: CallBody;
  readonly identity: Pick<Identity, "key">;
  readonly facts: Pick<Facts, "teams">;
  readonly payers: { readonly [Payer in "teamId" | "userId" | "endUserId"]: string | undefined };
}

/** Begins to keep the content of a call, if its key or its team has opted in. Undefined: neither has. */
export function openContent(
  { contents, settings }: Pick<Services, "contents" | "settings">,
  { id, route, request, body, identity, facts, payers }: AskedContent,
): CallContent | undefined {
  const { teamId, userId, endUserId } = payers;
  const { general } = settings.current();
  const team = teamId === undefined ? undefined : facts.teams.get(teamId);
  const rule = contentRule({ key: identity.key, team, noLog: request.headers[NO_LOG_HEADER], settings: general });
  if (rule === undefined) return undefined;
  if (rule === "declined") return { mark: "declined" };
  const owner = {
    id,
    route,
    keyId: identity.key?.id ?? null,
    teamId: team?.id ?? null,
    userId: userId ?? null,
    endUserId: endUserId ?? null,
    days: rule.days,
  };
  const open = contents.open(owner, promptOf(body));
  return open ? { mark: "kept", open } : { mark: "dropped" };
}

/** What the caller sent: the bytes of JSON, which are not copied, or the fields of a form without its files. */
function promptOf(body: CallBody): CapturedPrompt {
  if (body.kind === "json") return { form: "json", bytes: body.bytes, length: body.bytes.length, isCut: false };
  const bytes = Buffer.from(JSON.stringify(body.value));
  return { form: "fields", bytes, length: bytes.length, isCut: true };
}

/** The answer of a call. Where its content is kept, everything is that its caller gets. Rejects as the answer does. */
export function keepingAnswer({ content }: Pick<Call, "content">, answer: () => Promise<ApiReply>): Promise<ApiReply> {
  return content?.open ? keptAnswer(content.open, answer) : answer();
}

async function keptAnswer(open: OpenContent, answer: () => Promise<ApiReply>): Promise<ApiReply> {
  try {
    const reply = await answer();
    const { status, headers, body } = reply;
    headers[CONTENT_HEADER] = "kept";
    open.begin(status, headers["content-type"] ?? "");
    if (typeof body !== "string" && !Buffer.isBuffer(body)) return { ...reply, body: keepingPieces(open, body) };
    open.push(typeof body === "string" ? Buffer.from(body) : body);
    open.end();
    return reply;
  } catch (error) {
    open.end(keepError(open, error));
    throw error;
  }
}

/**
 * Keeps what a caller asked whom the rules refused, if the key or the team that the credential names has opted in. The
 * error names the refusal.
 */
export function keepRefused(
  services: Pick<Services, "contents" | "settings">,
  asked: Omit<AskedContent, "id" | "payers"> & {
    readonly identity: Identity;
    readonly requestedTeam: string | undefined;
  },
  error: GatewayError,
): void {
  const { key, teamId, groups, userId, endUserId } = asked.identity;
  const [group, another] = groups;
  const team = key?.teamId ?? asked.requestedTeam ?? teamId ?? (another === undefined ? group : undefined);
  const id = refusalId(error);
  if (id === undefined) return;
  const open = openContent(services, { ...asked, id, payers: { teamId: team, userId, endUserId } })?.open;
  if (!open) return;
  keepError(open, error);
  open.end();
}

function refusalId({ options }: GatewayError): string | undefined {
  return options.headers?.["x-gateway-decision-id"];
}

/** Keeps an error as the answer. Returns the id of the refusal, if it is one. */
function keepError(open: OpenContent, error: unknown): string | undefined {
  if (!(error instanceof GatewayError)) return undefined;
  open.begin(error.status, "application/json");
  open.push(Buffer.from(JSON.stringify({ error: { code: error.code, message: error.message } })));
  return refusalId(error);
}

async function* keepingPieces(open: OpenContent, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of pieces) {
      open.push(piece);
      yield piece;
    }
  } finally {
    open.end();
  }
}
