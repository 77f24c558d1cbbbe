import { z } from "zod";
import { checkModelDraft } from "@/lib/settings/draft-models";
import type { Finding } from "@/lib/config/finding";
import type { ModelEntry } from "@/lib/config/schema";
import { encodeModel } from "@/lib/settings/stored-models";
import { GatewayError } from "@/lib/errors";
import { splitUpstreamModel } from "@/lib/providers/table";
import { analyseOverlaps } from "@/lib/router/analyse";
import { deploymentId } from "@/lib/providers/deployment";
import { finding } from "@/lib/wire/finding";
import { modelView, type ModelView } from "@/lib/wire/model";
import { resolution, resolutionView } from "@/lib/wire/resolution";
import { isPriced, listPricedModels } from "@/lib/prices/price";
import { json } from "@/lib/doors/contract";
import { fallbacksOf } from "@/lib/gateway/call/targets";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { requireAdmin } from "@/lib/api/ownership";
import type { Services } from "@/lib/gateway/services";
import { visibleModels } from "@/lib/gateway/request/visible-models";

const overlap = z.object({
  winner: z.string().describe("The id of the entry that gets the names both fit."),
  loser: z.string(),
  example: z.string().describe("A name that fits both."),
  tie: z.boolean().describe("Equally specific: the order of the list decides."),
  complete: z.boolean().describe("The loser gets no name at all."),
});

const group = z.object({
  model_group: z.string().describe("A model_name, maybe a pattern."),
  providers: z.array(z.string()),
  is_pattern: z.boolean(),
  priced: z.boolean(),
  rpm: z.number().nullable().describe("Of all its deployments together; null: one of them has no limit."),
  tpm: z.number().nullable(),
  fallbacks: z.array(z.string()),
  deployments: z.array(
    z.object({
      id: z.string(),
      weight: z.number(),
      usable: z.boolean(),
      in_flight: z.number().int(),
      resting_models: z.number().int(),
    }),
  ),
});

/** `GET /model/info`, `/model_group/info`, `POST /model/resolve`: the model list as it is in force on this node. */
export const modelListOperations: readonly Operation[] = [
  defineOperation({
    id: "model.info",
    method: "GET",
    path: "/model/info",
    family: "management_routes",
    summary: "The entries of the model list, without their keys; for administrators with what is suspicious about them",
    input: z.object({ id: z.string().optional() }),
    output: z.object({
      data: z.array(modelView),
      findings: z.array(finding),
      overlaps: z.array(overlap),
      overlaps_truncated: z.boolean(),
    }),
    async handle({ services, caller }, { id }) {
      const { models } = services.settings.current();
      const isAdmin = caller?.principal.admin ?? false;
      const views = models.map((entry, index) => viewEntry(services, entry, index, isAdmin));
      const data = id === undefined ? views : views.filter((view) => view.id === id);
      if (id !== undefined && data.length === 0)
        throw new GatewayError("not_found", "There is no model entry with this id.", { param: "id" });
      const { overlaps, truncated } = isAdmin ? analyseOverlaps(models) : { overlaps: [], truncated: false };
      const idAt = (index: number): string => views[index]?.id ?? "";
      return json({
        data,
        findings: isAdmin ? services.settings.findings().filter(isAboutModels) : [],
        overlaps: overlaps.map(({ winner, loser, ...rest }) => ({ winner: idAt(winner), loser: idAt(loser), ...rest })),
        overlaps_truncated: truncated,
      });
    },
  }),
  defineOperation({
    id: "model_group.info",
    method: "GET",
    path: "/model_group/info",
    family: "info_routes",
    summary: "The model names this caller may use, each with the deployments that share its calls",
    input: z.object({ model_group: z.string().optional() }),
    output: z.object({ data: z.array(group) }),
    async handle(context, { model_group: name }) {
      const { models } = context.services.settings.current();
      const all = [...entriesByName(models)];
      const wanted = all.filter(([model]) => name === undefined || model === name);
      const visible = context.caller?.principal.admin
        ? undefined
        : new Set(
            (await visibleModels(context, { listPricedModels, includePatterns: true })).map((model) => model.name),
          );
      return json({
        data: wanted
          .filter(([model]) => visible?.has(model) ?? true)
          .map(([model, entries]) => viewGroup(context.services, model, entries)),
      });
    },
  }),
  defineOperation({
    id: "model.resolve",
    method: "POST",
    path: "/model/resolve",
    family: "management_routes",
    summary:
      "Which entry serves a model name, which others would, in order, and why; also over a draft of the model list",
    input: z.strictObject({
      model: z.string().min(1).max(1024),
      model_list: z
        .array(z.unknown())
        .max(5_000)
        .optional()
        .describe("A draft, checked as the configuration file is. Absent: the models in force."),
    }),
    output: resolution.extend({ findings: z.array(finding).describe("About the draft.") }),
    async handle({ services, caller }, { model: requested, model_list: draft }) {
      const settings = services.settings.current();
      if (draft === undefined) return json({ ...resolutionView(requested, settings.models), findings: [] });
      requireAdmin(caller);
      const { environment } = services;
      const { models, findings } = checkModelDraft(draft, {
        environment,
        isKnownProvider,
        isPriced: hasPrice,
        general: settings.general,
        access: settings.jwtAuth,
      });
      if (!models) throw draftFault(findings);
      return json({ ...resolutionView(requested, models), findings });
    },
  }),
];

function isAboutModels({ path, number }: Finding): boolean {
  return /^(model_list|models|general_settings\.fallbacks)\b/.test(path) || number === "C058" || number === "C059";
}

function draftFault(findings: readonly Finding[]): GatewayError {
  const first = findings.find(({ severity }) => severity === "error");
  return new GatewayError("invalid_request", `${first?.path ?? "model_list"}: ${first?.message ?? "is not valid"}`, {
    param: first?.path ?? "model_list",
  });
}

/** An entry as this node has it. Its settings are for administrators alone. */
export function viewEntry(
  { settings, deployments, prices, now }: Services,
  entry: ModelEntry,
  index: number,
  isAdmin: boolean,
): ModelView {
  const { provider, model: upstream } = splitUpstreamModel(entry.gateway_params.model);
  const id = deploymentId(entry, index);
  const row = settings.storedModel(id);
  const { params, hints, info } = encodeModel(entry);
  return {
    id,
    model_name: entry.model_name,
    gateway_params: isAdmin ? { ...params, ...hints } : {},
    model_info: isAdmin ? { ...info } : {},
    upstream_model: entry.gateway_params.model,
    provider,
    api_base: entry.gateway_params.api_base ?? null,
    source: row ? "database" : "file",
    priced: upstream.includes("*")
      ? listPricedModels(provider).length > 0
      : isPriced(provider, upstream, entry, prices.current(), now()),
    unusable: settings.current().unusable.get(id) ?? null,
    in_flight: deployments.load(id).inFlight,
    resting: deployments
      .resting(id)
      .map(({ model, failures, until }) => ({ model, failures, until: new Date(until).toISOString() })),
    created_by: isAdmin ? (row?.createdBy ?? null) : null,
    created_at: row?.createdAt.toISOString() ?? null,
    updated_at: row?.updatedAt.toISOString() ?? null,
  };
}

function entriesByName(models: readonly ModelEntry[]): ReadonlyMap<string, [index: number, entry: ModelEntry][]> {
  const groups = new Map<string, [index: number, entry: ModelEntry][]>();
  models.forEach((entry, index) => {
    const known = groups.get(entry.model_name);
    if (known) known.push([index, entry]);
    else groups.set(entry.model_name, [[index, entry]]);
  });
  return groups;
}

function viewGroup(
  services: Services,
  model: string,
  entries: readonly (readonly [index: number, entry: ModelEntry])[],
): z.output<typeof group> {
  const settings = services.settings.current();
  const views = entries.map(([index, entry]) => viewEntry(services, entry, index, false));
  const sum = (name: "rpm" | "tpm"): number | null => {
    const limits = entries.map(([, entry]) => entry.gateway_params[name]);
    return limits.reduce<number | null>(
      (total, limit) => (total === null || limit === undefined ? null : total + limit),
      0,
    );
  };
  return {
    model_group: model,
    providers: [...new Set(views.map(({ provider }) => provider))],
    is_pattern: model.includes("*"),
    priced: views.some(({ priced }) => priced),
    rpm: sum("rpm"),
    tpm: sum("tpm"),
    fallbacks: [...fallbacksOf(settings, model)],
    deployments: views.map(({ id, unusable, in_flight, resting }, at) => ({
      id,
      weight: entries[at]?.[1].gateway_params.weight ?? 1,
      usable: unusable === null,
      in_flight,
      resting_models: resting.length,
    })),
  };
}
