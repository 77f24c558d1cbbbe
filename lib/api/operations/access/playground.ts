import type { ApiReply } from "@/lib/doors/contract";
import { MODEL_CALL } from "@/lib/auth/access";
import { LIST_OF_MESSAGES, checkRequired } from "@/lib/providers/model-routes";
import { listPricedModels } from "@/lib/prices/price";
import { isFault } from "@/lib/auth/identify";
import { describeIdentity } from "@/lib/auth/replay-identity";
import { errorReply, type GatewayError } from "@/lib/errors";
import { listedModels } from "@/lib/gateway/request/listed-models";
import { UnhurriedWork } from "@/lib/gateway/request/unhurried-work";
import { visibleModels } from "@/lib/gateway/request/visible-models";
import type { Services } from "@/lib/gateway/services";
import { callAs, decideAs } from "@/lib/gateway/trial/call-as";
import { chosenIdentity, type ChosenIdentity } from "@/lib/gateway/trial/chosen-identity";
import { readModelBody } from "@/lib/providers/model-body";
import { write } from "@/lib/store/write";
import { callOwn } from "@/lib/gateway/trial/call-own";
import { PLAYGROUND_ROUTE } from "@/lib/gateway/trial/stream-events";
import {
  OWN_PLAYGROUND,
  PLAYGROUND_MODELS,
  playgroundContracts,
  playgroundEvents,
  type PlaygroundDecision,
} from "@/lib/wire/contracts/playground";
import { defineOperation, type CallerOperation, type ModelOperation } from "@/lib/api/operation";

/** A chat completion as oneself: decided, limited and booked like any other. Its stream also tells what it cost. */
export const ownPlayground: ModelOperation = {
  ...MODEL_CALL,
  id: "playground.own",
  method: "POST",
  path: OWN_PLAYGROUND,
  route: PLAYGROUND_ROUTE,
  family: "openai_routes",
  summary:
    "Try a chat completion as yourself: decided, limited and booked like one on `/chat/completions`, with the tag `playground`. Answers the stream of `/auth/playground`: the events `decision` and `deployment`, the chunks of the model, then `usage`",
  modelBody: { body: "json", required: [LIST_OF_MESSAGES] },
  hasStreams: true,
  output: playgroundEvents,
  answer: async (call) => {
    checkRequired([LIST_OF_MESSAGES], call.modelBody);
    return callOwn(call.services, call);
  },
};

/** `POST /auth/playground` and `/auth/playground/models`: calls of models as a chosen identity. */
export const playgroundOperations: readonly CallerOperation[] = [
  {
    ...defineOperation(playgroundContracts.call, async ({ services, caller, request }, { as, request: given }) => {
      const body = readModelBody(Buffer.from(JSON.stringify({ ...given, stream: true })));
      checkRequired([LIST_OF_MESSAGES], body);
      const chosen = await chosenIdentity(services, as, services.settings.current());
      const decided = await decideAs(services, chosen, body);
      const event = {
        actor: caller.actor,
        action: "playground.call",
        entityType: "model",
        entityId: body.model.slice(0, 256),
        after: { as: nameOf(chosen), allow: decided.decision.allow, code: decided.decision.code },
      };
      await write(services, async () => ({ result: undefined, audit: [event], changes: [] }));
      return {
        raw: decided.failure
          ? refusal(decided.failure, decided.decision)
          : callAs(services, request, caller, decided, body),
      };
    }),
    hasStreams: true,
  },
  defineOperation(playgroundContracts.models, async ({ services }, { as }) => {
    return {
      body: { models: await usableModels(services, await chosenIdentity(services, as, services.settings.current())) },
    };
  }),
];

async function usableModels(services: Services, { identity, headers }: ChosenIdentity): Promise<string[]> {
  if (isFault(identity)) return [];
  const work = new UnhurriedWork(() => services.wait(0), services.now);
  const { models } = services.settings.current();
  const all = await listedModels(models, { listPricedModels, includePatterns: false }, work);
  const visible = await visibleModels({ services, request: { headers }, caller: { identity } });
  return (await visible.filter(all, PLAYGROUND_MODELS)).map(({ name }) => name);
}

/**
 * The answer that the identity would have got, with the decision. Nobody real was refused, so no refusal is recorded.
 */
function refusal(error: GatewayError, decision: PlaygroundDecision): ApiReply {
  const { status, headers, body } = errorReply(error);
  return { status, headers, body: JSON.stringify({ ...body, decision }) };
}

function nameOf({ identity }: ChosenIdentity): string {
  return isFault(identity) ? "a token that cannot be read" : describeIdentity(identity);
}
