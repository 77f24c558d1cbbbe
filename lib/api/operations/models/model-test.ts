import type { ModelEntry, Settings } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { Services } from "@/lib/gateway/services";
import { listModels } from "@/lib/gateway/trial/list-models";
import { callOnce } from "@/lib/gateway/trial/call-once";
import type { Deployment } from "@/lib/providers/deployment";
import { deploymentOf } from "@/lib/providers/resolve-deployment";
import { resolveGroup } from "@/lib/router/resolve";
import { write } from "@/lib/store/write";
import { modelContracts } from "@/lib/wire/contracts/models";
import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { changedEntry, changedFileEntry, newEntry, requireCredential, type Changes } from "./model-changes";

/** `POST /model/test`: an entry is tried without being saved. */
export const modelTestOperation: CallerOperation = defineOperation(
  modelContracts.test,
  async ({ services, caller, request }, input) => {
    const entry = testedEntry(services, input);
    requireCredential(services, entry);
    const { model, deployment } = placed(entry, input.model, services.settings.current());
    if (input.chat && model === undefined)
      throw new GatewayError("invalid_request", "The entry is a pattern: give the model that a caller would ask for.", {
        param: "model",
      });
    const audit = [
      { actor: caller.actor, action: "model.test", entityType: "model", entityId: input.id ?? entry.model_name },
    ];
    await write(services, async () => ({ result: undefined, audit, changes: [] }));
    const list = await listModels(services, request, deployment, model !== undefined);
    const upstream = deployment.baseModel ?? deployment.model;
    const chat =
      input.chat && model !== undefined ? await callOnce(services, request, caller, { entry, model, upstream }) : null;
    return {
      body: {
        upstream_model: `${deployment.provider}/${deployment.model}`,
        address: deployment.origin + deployment.basePath,
        list,
        chat,
      },
    };
  },
);

/** The entry to test: a new one, or a known one with changes. @throws GatewayError invalid_request, not_found */
function testedEntry(services: Services, { id, model_name: name, ...rest }: Changes & { id?: string | undefined }) {
  const changes: Changes = { model_name: name, gateway_params: rest.gateway_params, model_info: rest.model_info };
  if (id === undefined) {
    const { id: _id, ...info } = changes.model_info ?? {};
    return newEntry({ model_name: name ?? "test", gateway_params: changes.gateway_params, model_info: info });
  }
  const row = services.settings.storedModel(id);
  if (row) return changedEntry(services, row, changes);
  const entry = services.settings.current().models.find((one) => one.model_info?.id === id);
  if (entry) return changedFileEntry(entry, changes);
  throw new GatewayError("not_found", "There is no model entry with this id.", { param: "id" });
}

/**
 * The deployment to test. `model`: the name that a caller would ask for; undefined: the entry is a pattern and the
 * request gives no name. @throws GatewayError invalid_request
 */
function placed(
  entry: ModelEntry,
  asked: string | undefined,
  settings: Settings,
): { readonly model: string | undefined; readonly deployment: Deployment } {
  const model = asked ?? (entry.model_name.includes("*") ? undefined : entry.model_name);
  if (model === undefined) {
    const upstreamModel = entry.gateway_params.model;
    return { model, deployment: deploymentOf({ entry, index: 0, upstreamModel }, settings) };
  }
  const [candidate] = resolveGroup(model, [entry]);
  if (!candidate) throw new GatewayError("invalid_request", "The entry does not match this name.", { param: "model" });
  return { model, deployment: deploymentOf(candidate, settings) };
}
