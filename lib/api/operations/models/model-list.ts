import { inSlices } from "@/lib/async/steps";
import { checkModelDraft, type CheckedModels, type DraftContext } from "@/lib/settings/draft-models";
import type { Finding } from "@/lib/config/finding";
import type { ModelEntry } from "@/lib/config/schema";
import { encodeModel } from "@/lib/settings/stored-models";
import { GatewayError } from "@/lib/errors";
import { splitUpstreamModel } from "@/lib/providers/table";
import { analyseOverlaps } from "@/lib/router/analyse";
import { deploymentId } from "@/lib/providers/deployment";
import { etagOf } from "@/lib/store/row-version";
import { modelRecord, type ModelView } from "@/lib/wire/model";
import { resolutionView } from "@/lib/wire/resolution";
import { isPriced, pricesOfEntry } from "@/lib/prices/price";
import { fallbacksOf } from "@/lib/gateway/call/targets";
import { hasPrice, isKnownProvider } from "@/lib/prices/known-models";
import { modelContracts, type ModelGroup } from "@/lib/wire/contracts/models";
import { type ListOrder, pageFields, pageInOrder, pageOf } from "@/lib/api/list-page";
import { defineOperation, type CallerContext, type CallerOperation, type RawReply } from "@/lib/api/operation";
import { credentialFailure } from "./credential-state";
import { listBody } from "./list-body";
import { seesEverything } from "@/lib/api/ownership";
import type { Services } from "@/lib/gateway/services";
import { UnhurriedWork } from "@/lib/gateway/request/unhurried-work";
import { visibleModels } from "@/lib/gateway/request/visible-models";

/** `GET /model/info`, `GET /model_group/info`, `POST /model/resolve`: the model list in force on this node. */
export const modelListOperations: readonly CallerOperation[] = [
  defineOperation(modelContracts.info, async (context, { id, page, size, after }) => {
    const { services, caller } = context;
    const { models } = services.settings.current();
    const isAdmin = seesEverything(caller);
    const visible = await visibleNames(context, models);
    const all = models
      .map((entry, index): Placed => ({ id: deploymentId(entry, index), entry, index }))
      .filter((one) => (id === undefined || one.id === id) && (visible?.has(one.entry.model_name) ?? true));
    if (id !== undefined && all.length === 0)
      throw new GatewayError("not_found", "There is no model entry with this id.", { param: "id" });
    const { overlaps, truncated } = isAdmin ? analyseOverlaps(models) : { overlaps: [], truncated: false };
    const row = isAdmin && id !== undefined ? services.settings.storedModel(id) : undefined;
    const idAt = (index: number): string => {
      const entry = models[index];
      return entry ? deploymentId(entry, index) : "";
    };
    const asked = { page, size: size ?? Math.max(1, all.length), after };
    const { rows, ...listed } = pageInOrder(all, pageOf(asked, AS_LISTED));
    const list = {
      ...pageFields(asked, AS_LISTED, listed),
      findings: isAdmin ? services.settings.findings().filter(isAboutModels) : [],
      overlaps: overlaps.map(({ winner, loser, ...rest }) => ({ winner: idAt(winner), loser: idAt(loser), ...rest })),
      overlaps_truncated: truncated,
    };
    const view = ({ entry, index }: Placed): ModelView => viewEntry(services, entry, index, isAdmin);
    if (rows.length > MANY) return inPieces(services, { ...list, data: rows }, view);
    return { body: { ...list, data: rows.map(view) }, ...(row && { headers: { etag: etagOf(modelRecord(row)) } }) };
  }),
  defineOperation(modelContracts.groups, async (context, { model_group: name, page, size, after }) => {
    const { models } = context.services.settings.current();
    const all = [...entriesByName(models)];
    const wanted = all.filter(([model]) => name === undefined || model === name);
    const groups = wanted.map(([name, entries]) => ({ id: name, name, entries }));
    const visible = seesEverything(context.caller) ? groups : await (await visibleModels(context)).filter(groups);
    const asked = { page, size: size ?? Math.max(1, visible.length), after };
    const { rows, ...listed } = pageInOrder(visible, pageOf(asked, GROUPS_AS_LISTED));
    const list = pageFields(asked, GROUPS_AS_LISTED, listed);
    const view = ({ name, entries }: (typeof rows)[number]): ModelGroup => viewGroup(context.services, name, entries);
    if (rows.length > MANY) return inPieces(context.services, { ...list, data: rows }, view);
    return { body: { ...list, data: rows.map(view) } };
  }),
  defineOperation(modelContracts.resolve, async ({ services, caller }, { model: requested, model_list: draft }) => {
    const settings = services.settings.current();
    if (draft === undefined) return { body: { ...resolutionView(requested, settings.models), findings: [] } };
    const { environment } = services;
    const steps = checkModelDraft(draft, {
      environment: caller.principal.admin ? environment : ANY_ENVIRONMENT,
      isKnownProvider,
      isPriced: hasPrice,
      general: settings.general,
      access: settings.jwtAuth,
    });
    const { models, findings } = (await inSlices(steps, () => othersFirst(services))) ?? UNCHECKED;
    if (!models) throw draftFault(findings);
    return { body: { ...resolutionView(requested, models), findings } };
  }),
];

/** In which every variable is set: whoever may only read must not learn which ones really are. */
const ANY_ENVIRONMENT: DraftContext["environment"] = { lookup: () => "set", vaultSecret: () => ({ value: "set" }) };

const UNCHECKED: CheckedModels = { models: undefined, findings: [] };

/** Between two steps of a check. */
async function othersFirst({ wait }: Pick<Services, "wait">): Promise<boolean> {
  await wait(0);
  return true;
}

/** An entry at its place in the model list. */
interface Placed {
  readonly id: string;
  readonly entry: ModelEntry;
  readonly index: number;
}

/** Longer lists are made and sent in pieces of this many, so that other requests do not wait for them. */
const MANY = 100;

function inPieces<Item>(
  { wait, now }: Pick<Services, "wait" | "now">,
  list: { readonly data: readonly Item[] } & Readonly<Record<string, unknown>>,
  view: (item: Item) => unknown,
): RawReply {
  const body = listBody(list, view, new UnhurriedWork(() => wait(0), now));
  return { raw: { status: 200, headers: { "content-type": "application/json" }, body } };
}

const AS_LISTED: ListOrder = { name: "models", kind: "number" };
const GROUPS_AS_LISTED: ListOrder = { name: "model_groups", kind: "number" };

/** The `model_name`s that the caller may use, patterns among them; undefined: all of them. */
async function visibleNames(
  context: CallerContext,
  models: readonly ModelEntry[],
): Promise<ReadonlySet<string> | undefined> {
  if (seesEverything(context.caller)) return undefined;
  const names = [...new Set(models.map((entry) => entry.model_name))].map((name) => ({ name }));
  return new Set((await (await visibleModels(context)).filter(names)).map(({ name }) => name));
}

function isAboutModels({ path, number }: Finding): boolean {
  return /^(model_list|models|general_settings\.fallbacks)\b/.test(path) || number === "C058" || number === "C059";
}

function draftFault(findings: readonly Finding[]): GatewayError {
  const first = findings.find(({ severity }) => severity === "error");
  return new GatewayError("invalid_request", `${first?.path ?? "model_list"}: ${first?.message ?? "is not valid"}`, {
    param: first?.path ?? "model_list",
  });
}

/** An entry with its state on this node. Only administrators see its parameters and its address. */
function viewEntry(
  { settings, deployments, credentials, prices, now }: Services,
  entry: ModelEntry,
  index: number,
  isAdmin: boolean,
): ModelView {
  const { provider } = splitUpstreamModel(entry.gateway_params.model);
  const id = deploymentId(entry, index);
  const row = settings.storedModel(id);
  const { params, hints, info } = encodeModel(entry);
  const priced = isAdmin ? pricesOfEntry(entry, prices.current(), now()) : undefined;
  return {
    id,
    model_name: entry.model_name,
    gateway_params: isAdmin ? { ...params, ...hints } : {},
    model_info: isAdmin ? { ...info } : {},
    upstream_model: entry.gateway_params.model,
    provider,
    api_base: isAdmin ? (entry.gateway_params.api_base ?? null) : null,
    source: row ? "database" : "file",
    taken_over: row !== undefined && settings.hasFileModel(id),
    priced: hasKnownPrice({ prices, now }, entry),
    prices: priced?.prices ?? null,
    price_version: priced?.version ?? null,
    unusable: settings.current().unusable.get(id) ?? null,
    credential_failure: isAdmin ? credentialFailure({ settings, credentials }, entry, index) : null,
    in_flight: deployments.load(id).inFlight,
    cooldowns: deployments
      .cooldowns(id)
      .map((cooldown) => ({ ...cooldown, until: new Date(cooldown.until).toISOString() })),
    created_by: isAdmin ? (row?.createdBy ?? null) : null,
    created_at: row?.createdAt.toISOString() ?? null,
    updated_at: row?.updatedAt.toISOString() ?? null,
  };
}

/** Whether a model of an entry has a price. */
function hasKnownPrice({ prices, now }: Pick<Services, "prices" | "now">, entry: ModelEntry): boolean {
  const { provider, model } = splitUpstreamModel(entry.gateway_params.model);
  return isPriced(provider, model, entry, prices.current(), now()) || (model.includes("*") && hasPrice(entry));
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

/** What everybody may know of a group. Made of each entry's state alone: a group may have thousands of entries. */
function viewGroup(
  services: Services,
  model: string,
  entries: readonly (readonly [index: number, entry: ModelEntry])[],
): ModelGroup {
  const settings = services.settings.current();
  const sum = (name: "rpm" | "tpm"): number | null => {
    const limits = entries.map(([, entry]) => entry.gateway_params[name]);
    return limits.reduce<number | null>(
      (total, limit) => (total === null || limit === undefined ? null : total + limit),
      0,
    );
  };
  return {
    model_group: model,
    providers: [...new Set(entries.map(([, entry]) => splitUpstreamModel(entry.gateway_params.model).provider))],
    is_pattern: model.includes("*"),
    priced: entries.some(([, entry]) => hasKnownPrice(services, entry)),
    rpm: sum("rpm"),
    tpm: sum("tpm"),
    fallbacks: [...fallbacksOf(settings, model)],
    deployments: entries.map(([index, entry]) => {
      const id = deploymentId(entry, index);
      return {
        id,
        weight: entry.gateway_params.weight ?? 1,
        usable: !settings.unusable.has(id),
        in_flight: services.deployments.load(id).inFlight,
        models_on_cooldown: services.deployments.cooldowns(id).length,
      };
    }),
  };
}
