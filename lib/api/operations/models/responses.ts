import { defineOperation, type CallerContext, type CallerOperation, type RawReply } from "@/lib/api/operation";
import { askKept, type KeptQuestion, type KeptReply } from "@/lib/gateway/call/ask-kept";
import { visibleModels } from "@/lib/gateway/request/visible-models";
import { keptItems } from "@/lib/providers/kept-state";
import { responseContracts } from "@/lib/wire/contracts/model-routes/responses";

/** `/responses/{response_id}`: what an upstream keeps. The answers are the upstream's own. */
export const responseOperations: readonly CallerOperation[] = [
  defineOperation(responseContracts.get, async (context, { response_id: id, ...query }) =>
    raw(await ask(context, { id, method: "GET", part: "" }, query)),
  ),
  defineOperation(responseContracts.delete, async (context, { response_id: id }) => {
    const asked = await ask(context, { id, method: "DELETE", part: "" }, {});
    if (asked.status < 300) await context.services.kept.forget(id);
    return raw(asked);
  }),
  defineOperation(responseContracts.inputItems, async (context, { response_id: id, ...query }) => {
    const asked = await ask(context, { id, method: "GET", part: "/input_items" }, query);
    // A caller who has seen the ids may name the items in calls.
    if (asked.status < 300) await context.services.kept.keep(keptItems(asked.bytes), asked.kept);
    return raw(asked);
  }),
];

function ask(
  context: CallerContext,
  asked: Pick<KeptQuestion, "id" | "method" | "part">,
  query: Readonly<Record<string, string | number | string[] | undefined>>,
): Promise<KeptReply> {
  const { services, request, caller } = context;
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const mayCall = async (model: string): Promise<boolean> => (await visibleModels(context)).allows(model);
  return askKept(services, { ...asked, request, caller, mayCall, query: given });
}

function raw({ reply }: KeptReply): RawReply {
  return { raw: reply };
}
