import { GatewayError } from "@/lib/errors";
import { bodyOwner } from "@/lib/gateway/request/body-memory";
import type { Caller } from "@/lib/gateway/request/caller";
import { asksToForget, isKeptId, namedState } from "@/lib/providers/kept-state";
import type { Kept } from "@/lib/providers/adapter";
import type { KeptAnswer } from "@/lib/spend/kept-answers";
import type { Services } from "../services";
import type { Call } from "./call";
import type { Target } from "./target";

/** A call may name as many responses and items that an upstream keeps. */
const MOST_REFERENCES = 1_000;

/**
 * Who owns what an upstream keeps for a caller: the team, else the caller. Somebody whose team is only the default one
 * owns nothing of it.
 */
export function ownerOf({ principal, token }: Pick<Caller, "principal" | "token">): string {
  const { teamId, teamIsDefault, userId } = principal;
  if (teamId !== undefined && !teamIsDefault) return `team ${teamId}`;
  return userId === undefined ? bodyOwner(token) : `user ${userId}`;
}

/**
 * Checks that a call continues only what is its caller's own. Undefined: it continues nothing, or its upstreams keep
 * nothing and say so. Otherwise rejects with GatewayError not_found: somebody else's is not there, like one that never
 * was; or invalid_request, directory_unavailable.
 */
export function checkContinued(
  { kept }: Pick<Services, "kept">,
  call: Pick<Call, "route" | "body" | "caller" | "targets" | "model">,
): Promise<void> | undefined {
  const named = namedState(call.route, call.body);
  const target = call.targets.find(({ adapter }) => adapter.door !== undefined);
  return named && target && checkOwner(named);

  async function checkOwner({ references, conversation }: NonNullable<typeof named>): Promise<void> {
    if (references.size > MOST_REFERENCES)
      throw new GatewayError("invalid_request", `A call may name at most ${MOST_REFERENCES} items by id.`, {
        param: "input",
      });
    const owner = ownerOf(call.caller);
    const found = await kept.find([...references.keys()].filter(isKeptId));
    for (const [id, param] of references) if (found.get(id)?.owner !== owner) throw notKept(id, param);
    if (conversation === undefined || !target) return;
    if (!isKeptId(conversation)) throw notKept(conversation, "conversation");
    const own = { owner, deployment: target.deployment.id, model: call.model };
    if ((await kept.claim(conversation, own)).owner !== owner) throw notKept(conversation, "conversation");
  }
}

/** The refusal of what is not there, at least not for this caller. */
export function notKept(id: string, param: string): GatewayError {
  return new GatewayError(
    "not_found",
    `There is no response, item or conversation ${JSON.stringify(id.slice(0, 120))}.`,
    {
      param,
    },
  );
}

/** Notes whose an answer is that the upstream keeps, and where; undefined: it keeps nothing. */
export function keepAnswer(
  { kept }: Pick<Services, "kept">,
  { caller, body }: Pick<Call, "caller" | "body">,
  { target, model }: { readonly target: Pick<Target, "deployment">; readonly model: string },
  answer: Kept | undefined,
): Promise<void> | undefined {
  if (!answer?.kept || asksToForget(body.outline)) return undefined;
  const ids = answer.kept();
  const own: KeptAnswer = { owner: ownerOf(caller), deployment: target.deployment.id, model };
  return ids.length === 0 ? undefined : kept.keep(ids, own);
}
