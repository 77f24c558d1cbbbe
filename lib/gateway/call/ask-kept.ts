import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import type { Caller } from "@/lib/gateway/request/caller";
import { isKeptId } from "@/lib/providers/kept-state";
import { ACCESS_REFUSED } from "@/lib/router/failure";
import type { KeptAnswer } from "@/lib/spend/kept-answers";
import { decodedBody } from "@/lib/upstream/content-encoding";
import { upstreamFailure } from "@/lib/upstream/failure";
import { callerHeaders, headerText } from "@/lib/upstream/headers";
import { getUpstream, type SignRequest } from "@/lib/upstream/post";
import { upstreamRequestId } from "@/lib/upstream/request-id";
import type { Services } from "../services";
import { accessRefused } from "./attempt-failure";
import { notKept, ownerOf } from "./kept-answers";
import type { Target } from "./target";
import { targetsOf } from "./targets";

/** No response is longer. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

/** A question about a response that an upstream keeps. */
export interface KeptQuestion {
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly id: string;
  readonly method: "GET" | "DELETE";
  /** What of it, after its id: `/input_items`. */
  readonly part: string;
  readonly query: readonly [name: string, value: string][];
  /** Whether the caller may call a model now. */
  readonly mayCall: (model: string) => Promise<boolean>;
}

/** The upstream's answer about what it keeps. */
export interface KeptReply {
  readonly status: number;
  readonly reply: ApiReply;
  /** Empty if the answer is streamed. */
  readonly bytes: Buffer;
  readonly kept: KeptAnswer;
}

/**
 * Asks the upstream that keeps a response about it. @throws GatewayError not_found if it is not the caller's, or its
 * deployment or the right to its model is gone; upstream_…
 */
export async function askKept(services: Services, question: KeptQuestion): Promise<KeptReply> {
  const { request, caller, id, method, part, query } = question;
  const kept = isKeptId(id) ? (await services.kept.find([id])).get(id) : undefined;
  if (kept?.owner !== ownerOf(caller) || !(await question.mayCall(kept.model))) throw notKept(id, "response_id");
  const target = findTarget(services, kept);
  const door = target?.adapter.door?.(target.deployment, `/responses/${encodeURIComponent(id)}${part}`);
  if (!target || !door) throw notKept(id, "response_id");
  try {
    const { deployment, policy } = target;
    const { origin, clientCertificate, credential } = deployment;
    const held = await credential?.current(services.credentials, policy.cooldownMs);
    const sign: SignRequest | undefined = held && ((unsigned) => held.sign({ ...unsigned, origin }, services.now()));
    const exchange = getUpstream(
      services.upstreams.line(origin, policy.connectMs, clientCertificate),
      { path: withQuery(door.path, query), headers: door.headers, method },
      policy,
      request,
      sign,
    );
    const head = await exchange.head;
    const isStreamed = query.some(([name, value]) => name === "stream" && value === "true");
    const headers = callerHeaders(head.headers);
    headers["x-gateway-deployment"] = headerText(deployment.id);
    const upstreamId = upstreamRequestId(head.headers);
    if (upstreamId !== null) headers["x-upstream-request-id"] = upstreamId;
    if (isStreamed && head.status < 300) {
      const reply = { status: head.status, headers, body: decodedBody(exchange, head) };
      return { status: head.status, reply, bytes: Buffer.alloc(0), kept };
    }
    const answer = services.answers.enter();
    let bytes: Buffer;
    try {
      bytes = await decodedBody(exchange, head).collect(LONGEST_ANSWER, answer);
    } catch (error) {
      answer.release();
      throw error;
    }
    answer.end();
    if (ACCESS_REFUSED.has(head.status)) throw accessRefused(head.status);
    const reply = { status: head.status, headers, body: bytes, over: () => answer.release() };
    return { status: head.status, reply, bytes, kept };
  } catch (error) {
    throw upstreamFailure(error);
  }
}

function findTarget(services: Services, { model, deployment }: KeptAnswer): Target | undefined {
  const { settings, prices, now } = services;
  try {
    const call = { model, route: "/responses", startedAt: now() };
    return targetsOf(call, settings.current(), prices.current())?.find((one) => one.deployment.id === deployment);
  } catch (error) {
    // No entry of that name serves the route any more.
    if (error instanceof GatewayError) return undefined;
    throw error;
  }
}

function withQuery(path: string, query: KeptQuestion["query"]): string {
  const text = new URLSearchParams([...query]).toString();
  return text === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${text}`;
}
