import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { askForList } from "@/lib/gateway/trial/list-models";
import { offeredModels } from "@/lib/gateway/trial/offered-models";
import { listPricedModels } from "@/lib/prices/price";
import { deploymentOf } from "@/lib/providers/resolve-deployment";
import { hasAddress, PROVIDERS, splitUpstreamModel } from "@/lib/providers/table";
import { modelCatalogueContracts } from "@/lib/wire/contracts/model-catalogue";
import { write } from "@/lib/store/write";
import { newEntry, requireCredential } from "./model-changes";

/** `GET /model/providers` and `POST /model/offered`: from whom models can be had, and which. */
export const modelCatalogueOperations: readonly CallerOperation[] = [
  defineOperation(modelCatalogueContracts.providers, async ({ services }) => {
    const { models, providerKeys } = services.settings.current();
    const used = models.map(({ gateway_params: { model } }) => splitUpstreamModel(model).provider);
    return {
      body: {
        data: PROVIDERS.map(({ name, apiBase, keyVariables, list }) => ({
          name,
          api_base: apiBase ?? null,
          needs_address: !hasAddress(name),
          key_variables: [...keyVariables],
          has_key: providerKeys.has(name),
          lists_models: list !== undefined,
          priced_models: listPricedModels(name).length,
          entries: used.filter((one) => one === name).length,
        })),
      },
    };
  }),
  defineOperation(
    modelCatalogueContracts.offered,
    async ({ services, caller, request }, { provider, gateway_params: params }) => {
      const entry = newEntry({
        model_name: `${provider}/*`,
        gateway_params: { ...params, model: `${provider}/*` },
        model_info: {},
      });
      requireCredential(services, entry);
      const settings = services.settings.current();
      const deployment = deploymentOf({ entry, index: 0, upstreamModel: `${provider}/*` }, settings);
      const audit = [{ actor: caller.actor, action: "model.offered", entityType: "model", entityId: entry.model_name }];
      await write(services, async () => ({ result: undefined, audit, changes: [] }));
      const list = await askForList(services, request, deployment);
      const { outcome, status, message } = list;
      const found = offeredModels(provider, list, {
        entries: settings.models,
        catalog: services.prices.current(),
        at: services.now(),
      });
      return { body: { ...found, list: { outcome, status, message } } };
    },
  ),
];
