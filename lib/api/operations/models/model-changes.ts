import type { z } from "zod";
import { hasErrors, toFinding } from "@/lib/config/finding";
import { checkModels } from "@/lib/settings/model-checks";
import { encodeModel, openSecrets, takeApart } from "@/lib/settings/stored-models";
import { modelEntry, type ModelEntry } from "@/lib/config/schema";
import { keyDestination } from "@/lib/providers/resolve-deployment";
import { GatewayError } from "@/lib/errors";
import { storedModels, type ModelColumns, type StoredModelRow } from "@/lib/store/settings/models";
import type { NamedRow } from "@/lib/store/settings/sealed-rows";
import { etagOf } from "@/lib/store/row-version";
import { SEALED_COLUMNS } from "@/lib/store/sealed-columns";
import { DESTINATION_SETTINGS } from "@/lib/config/provider-settings/table";
import { entityId, newEntityId } from "@/lib/wire/fields";
import { modelRecord } from "@/lib/wire/model";
import { isKnownProvider } from "@/lib/prices/known-models";
import { modelContracts } from "@/lib/wire/contracts/models";
import { ifMatchOf } from "@/lib/api/if-match";
import { parsedFields, refusePaths, refuseReferences } from "./checked-fields";
import { defineOperation, type CallerOperation, type JsonReply } from "@/lib/api/operation";
import type { Receipt } from "@/lib/store/changes/receipts";
import type { Services } from "@/lib/gateway/services";

/**
 * `POST /model/new`, `/model/update`, `/model/take_over`, `/model/delete`: changes to the model entries stored in the
 * database.
 */
export const modelChangeOperations: readonly CallerOperation[] = [
  defineOperation(modelContracts.new, async ({ services, caller }, input) => {
    const { id: wanted, ...info } = input.model_info ?? {};
    const id = wanted === undefined ? services.newId() : idOf(wanted, newEntityId);
    if (services.settings.current().models.some((entry) => entry.model_info?.id === id)) {
      throw new GatewayError(
        "already_exists",
        "There is already a model with this id; choose another or leave it out.",
        { param: "model_info.id" },
      );
    }
    const entry = newEntry({ ...plain(input.gateway_params), model_name: input.model_name, model_info: info });
    requireCredential(services, entry);
    const names = namedRow(services, entry.gateway_params.credential_name);
    const { row, nodes } = await storedModels.create(services, caller.actor, id, columnsOf(services, id, entry), names);
    return answer(services, row, nodes);
  }),
  defineOperation(modelContracts.update, async ({ services, caller, request }, input) => {
    const id = input.id ?? idOf(input.model_info?.["id"]);
    requireStored(services, id);
    const change = (row: StoredModelRow): ModelColumns => {
      const entry = changedEntry(services, row, input);
      requireCredential(services, entry);
      return columnsOf(services, id, entry);
    };
    const { row, nodes } = await storedModels.change(services, {
      actor: caller.actor,
      id,
      ifMatch: ifMatchOf(request),
      change,
      names: namedRow(services, input.gateway_params?.["credential_name"]),
    });
    return answer(services, row, nodes);
  }),
  defineOperation(modelContracts.takeOver, async ({ services, caller }, { id }) => {
    const entry = services.settings.current().models.find((one) => one.model_info?.id === id);
    if (!entry) throw new GatewayError("not_found", "There is no model entry with this id.", { param: "id" });
    if (services.settings.storedModel(id))
      throw new GatewayError("already_exists", "This entry is in the database already.", { param: "id" });
    const { id: _id, ...info } = entry.model_info ?? {};
    const copy = { ...entry, model_info: info };
    const { row, nodes } = await storedModels.create(services, caller.actor, id, columnsOf(services, id, copy));
    return answer(services, row, nodes);
  }),
  defineOperation(modelContracts.delete, async ({ services, caller, request }, { id }) => {
    requireStored(services, id);
    const { nodes } = await storedModels.remove(services, caller.actor, { id, ifMatch: ifMatchOf(request) });
    return { body: { deleted_model: id, nodes } };
  }),
];

function idOf(value: unknown, schema = entityId): string {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new GatewayError(
    "invalid_request",
    "Name the model by its id: 1 to 256 characters, none of them a control character or, in a new id, invisible.",
    { param: "id" },
  );
}

/** @throws GatewayError invalid_request for an entry of the configuration file, which can be changed only there */
function requireStored({ settings }: Services, id: string): void {
  const isFiles =
    settings.storedModel(id) === undefined && settings.current().models.some((entry) => entry.model_info?.id === id);
  if (isFiles)
    throw new GatewayError(
      "invalid_request",
      "This entry is in the configuration file. Change it there, which takes effect immediately, or take it over first with POST /model/take_over.",
      { param: "id" },
    );
}

/** Turns the parameters of a parsed entry back into plain data, with secrets as strings. */
export function plain(params: ModelEntry["gateway_params"]): { gateway_params: Record<string, unknown> } {
  const { params: open, secrets } = encodeModel({ model_name: "", gateway_params: params });
  return { gateway_params: { ...open, ...secrets } };
}

/** What changes in an entry; null clears a field. */
export interface Changes {
  readonly model_name?: string | undefined;
  readonly gateway_params?: Readonly<Record<string, unknown>> | undefined;
  readonly model_info?: Readonly<Record<string, unknown>> | undefined;
}

export function changedEntry(
  { secrets: box }: Services,
  row: StoredModelRow,
  { model_name: name, gateway_params: params = {}, model_info: info = {} }: Changes,
): ModelEntry {
  refusePaths(params, "gateway_params");
  const kept = openSecrets(row, (sealed, context) => box.open(sealed, context));
  if (typeof kept === "string" && typeof params["api_key"] !== "string") {
    throw new GatewayError(
      "invalid_request",
      "This node cannot decrypt the key of the entry. Send api_key with the change.",
      { param: "gateway_params.api_key" },
    );
  }
  const { id: _id, ...otherInfo } = info;
  const entry = checked({
    model_name: name ?? row.modelName,
    gateway_params: merged({ ...objectOf(row.params), ...(typeof kept === "string" ? {} : kept) }, params),
    model_info: merged(objectOf(row.info), otherInfo),
  });
  const sentAnew = (name: string): boolean => Object.hasOwn(params, name);
  const keptKey = typeof kept === "string" ? undefined : Object.keys(kept).find((name) => !sentAnew(name));
  if (keptKey !== undefined) requireSameDestination(keptKey, destinationOf(objectOf(row.params)), entry);
  return entry;
}

/** @throws GatewayError invalid_request if a secret that is not sent again would go to another origin than before */
function requireSameDestination(secret: string, before: string, { gateway_params: params }: ModelEntry): void {
  if (destinationOf(params) === before) return;
  throw new GatewayError(
    "invalid_request",
    `gateway_params.${secret}: the change sends calls to another origin, which does not get the stored key. Send ${secret} with the change, or null to remove it.`,
    { param: `gateway_params.${secret}` },
  );
}

/** Where the secrets of an entry go: by the origin of its calls, and by addresses that they are sent to beside it. */
function destinationOf(params: Readonly<Record<string, unknown>>): string {
  const { model, api_base: apiBase } = params;
  const key = keyDestination({
    model: typeof model === "string" ? model : "",
    ...(typeof apiBase === "string" && { api_base: apiBase }),
  });
  return JSON.stringify([key, ...DESTINATION_SETTINGS.map((name) => params[name] ?? null)]);
}

function merged(
  before: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries({ ...before, ...changes }).filter(([, value]) => value !== null && value !== undefined),
  );
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/**
 * An entry of the configuration file with changes that are tried or kept in the database. Its secrets stay as long as
 * the changes send calls to no other origin. @throws GatewayError invalid_request
 */
export function changedFileEntry(
  entry: ModelEntry,
  { model_name: name, gateway_params: params = {}, model_info: info = {} }: Changes,
): ModelEntry {
  refuseReferences(params, ["gateway_params"]);
  refusePaths(params, "gateway_params");
  const { id: _id, ...ownInfo } = entry.model_info ?? {};
  const { id: _otherId, ...otherInfo } = info;
  const changed = checked({
    model_name: name ?? entry.model_name,
    gateway_params: merged(plain(entry.gateway_params).gateway_params, params),
    model_info: merged(ownInfo, otherInfo),
  });
  const { secrets } = encodeModel(entry);
  const keptKey = Object.keys(secrets).find((field) => !Object.hasOwn(params, field));
  if (keptKey !== undefined) requireSameDestination(keptKey, destinationOf(entry.gateway_params), changed);
  return changed;
}

/** `checked` for an entry of which nothing is known yet. @throws GatewayError invalid_request */
export function newEntry(raw: Readonly<Record<string, unknown>>): ModelEntry {
  refusePaths(objectOf(raw["gateway_params"]), "gateway_params");
  return checked(raw);
}

/** Parses and checks an entry. @throws GatewayError invalid_request that names the field at fault */
function checked(raw: Readonly<Record<string, unknown>>): ModelEntry {
  refuseReferences(raw, []);
  const entry = parsedFields(modelEntry, raw, "");
  // An address that may serve cloud metadata is only a warning in a file, whose operator may have named it on purpose;
  // its calls are refused. Here it is refused.
  const fault = checkModels([entry], isKnownProvider).find(
    (one) => hasErrors([toFinding(one)]) || one.number === "C038",
  );
  if (fault) {
    const param = fault.path.slice(2).join(".");
    throw new GatewayError(
      "invalid_request",
      `${param}: ${fault.message}${fault.fix === undefined ? "" : ` (${fault.fix})`}`,
      { param },
    );
  }
  return entry;
}

/**
 * Refuses an entry that names a credential which does not exist, or that would send its secrets elsewhere than where
 * the credential itself says: whoever may use a secret must not be able to read it.
 * @throws GatewayError invalid_request
 */
export function requireCredential({ settings }: Pick<Services, "settings">, entry: ModelEntry): void {
  const { credential_name: name, model } = entry.gateway_params;
  if (name === undefined) return;
  const values = settings.current().credentials.get(name);
  if (!values) throw noCredential(name);
  const own: Readonly<Record<string, unknown>> = entry.gateway_params;
  const borrowed = Object.keys(takeApart(values).secrets).find((secret) => own[secret] === undefined);
  if (borrowed === undefined || destinationOf({ ...values, ...own }) === destinationOf({ ...values, model })) return;
  const moved = ["api_base", ...DESTINATION_SETTINGS].find((setting) => own[setting] !== undefined) ?? "model";
  throw new GatewayError(
    "invalid_request",
    `gateway_params.${moved}: the secrets of a credential go only to its own address, or to that of the provider; give the credential the address, or the entry its own ${borrowed}.`,
    { param: `gateway_params.${moved}` },
  );
}

function noCredential(name: string): GatewayError {
  const message = `gateway_params.credential_name: there is no credential named ${JSON.stringify(name.slice(0, 120))}; make it first with POST /credentials.`;
  return new GatewayError("invalid_request", message, { param: "gateway_params.credential_name" });
}

/** The row of a credential that an entry names from now on; undefined: it names none, or one of the file. */
function namedRow({ settings }: Services, name: unknown): NamedRow | undefined {
  if (typeof name !== "string" || settings.hasFileCredential(name)) return undefined;
  return { lock: "credential", id: name, gone: noCredential(name) };
}

function columnsOf({ secrets: box }: Services, id: string, entry: ModelEntry): ModelColumns {
  const { modelName, params, info, secrets, hints } = encodeModel(entry);
  const sealed =
    Object.keys(secrets).length === 0
      ? null
      : box.seal(JSON.stringify(secrets), SEALED_COLUMNS.modelSecrets.context(id));
  return {
    modelName,
    params: JSON.parse(JSON.stringify(params)),
    info: JSON.parse(JSON.stringify(info)),
    sealed,
    hints: { ...hints },
  };
}

function answer(
  { settings }: Services,
  row: StoredModelRow,
  nodes: Receipt[],
): JsonReply<z.input<typeof modelContracts.new.output>> {
  const record = modelRecord(row);
  const findings = [...settings.findingsOf(row.id)];
  return { body: { ...record, nodes, findings }, headers: { etag: etagOf(record) } };
}
