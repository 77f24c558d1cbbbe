import { z } from "zod";
import { addDuration } from "@/lib/duration";
import { GatewayError } from "@/lib/errors";
import { deleteKeys, findKey, generateKey, listKeys, setKeyBlocked, type KeyFilter } from "@/lib/store/keys";
import { json, type ApiReply } from "../api";
import { withSpend } from "./entity-spend";
import { defineOperation, type Caller, type Operation, type OperationContext } from "../operation";
import { requireAdmin, requireKey, requireTeam, requireUser } from "../ownership";
import { generatedKeySchema, keyRecord, keySchema, type KeyRow } from "@/lib/wire/key";
import { alias, blockedInput, duration, entityId, limitColumns, limitInputs, listOf, metadata, models, pageInputs, receipts, searchInput, sortInputs } from "@/lib/wire/fields";

/** A secret (`sk-...`) or a token_id. */
const keyReference = entityId;

function spending(row: KeyRow) {
  return { id: row.id, record: keyRecord(row) };
}

/** A caller that is no administrator makes keys for itself and its team only. @throws GatewayError route_not_allowed */
function ownersOf(caller: Caller | undefined, input: { user_id?: string | null; team_id?: string | null; organization_id?: string | null }) {
  if (!caller) throw new GatewayError("missing_credentials", "Send a key or a token as Authorization: Bearer.");
  const { principal, identity } = caller;
  if (principal.admin) return { userId: input.user_id, teamId: input.team_id, organizationId: input.organization_id };
  // A key with limits of its own must not make one without them.
  if (identity.kind !== "jwt") throw new GatewayError("route_not_allowed", "A virtual key cannot generate keys; use a token or the master key.");
  const userId = input.user_id ?? principal.userId;
  const teamId = input.team_id ?? principal.teamId;
  if (userId !== undefined) requireUser(caller, userId);
  if (teamId !== undefined) requireTeam(caller, teamId);
  if (userId === undefined && teamId === undefined) throw new GatewayError("route_not_allowed", "Your credentials stand for no user or team that a key could be made for.");
  return { userId, teamId, organizationId: principal.organizationId };
}

const keyGenerate = defineOperation({
  id: "key_generate",
  method: "POST",
  path: "/key/generate",
  family: "management_routes",
  summary: "Generate a virtual key; the body may be empty",
  input: z
    .strictObject({
      key_alias: alias.nullish(),
      duration: duration.nullish().describe("How long the key is valid: 30s, 5m, 1h, 30d, 2w, 1mo; absent: for ever"),
      user_id: entityId.nullish(),
      team_id: entityId.nullish(),
      organization_id: entityId.nullish(),
      models: models.nullish().describe("Names or `*` patterns; empty: all models"),
      allowed_routes: models.nullish().describe("Paths, `*` patterns or family names"),
      blocked: z.boolean().optional(),
      ...limitInputs,
      metadata: metadata.nullish(),
    })
    .prefault({}),
  output: generatedKeySchema,
  async handle({ services, caller }, input) {
    const owners = ownersOf(caller, input);
    const expiresAt = input.duration ? addDuration(services.now(), input.duration) : undefined;
    const { secret, row } = await generateKey(services, caller?.actor ?? "", {
      alias: input.key_alias,
      ...owners,
      models: input.models ?? [],
      allowedRoutes: input.allowed_routes ?? [],
      blocked: input.blocked,
      expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
      ...limitColumns(input),
      metadata: input.metadata ?? {},
    });
    return json({ key: secret, ...keyRecord(row) }, 200, { "cache-control": "no-store" });
  },
});

const keyInfo = defineOperation({
  id: "key_info",
  method: "GET",
  path: "/key/info",
  family: "management_routes",
  summary: "One key, by its secret or its token_id; without: the caller's own",
  input: z.strictObject({ key: keyReference.optional() }),
  output: keySchema,
  async handle({ services, caller }, input) {
    const reference = input.key ?? caller?.principal.keyId;
    if (reference === undefined) throw new GatewayError("invalid_request", "Say which key with ?key=, its secret or its token_id", { param: "key" });
    const row = requireKey(caller, await findKey(services.database, reference));
    const [key] = await withSpend(services, "key", [spending(row)]);
    return json(key);
  },
});

const keyList = defineOperation({
  id: "key_list",
  method: "GET",
  path: "/key/list",
  family: "management_routes",
  summary: "Keys, page by page; of a caller that is no administrator, its own",
  input: z.strictObject({
    ...pageInputs,
    ...sortInputs,
    search: searchInput,
    blocked: blockedInput,
    user_id: entityId.optional(),
    team_id: entityId.optional(),
  }),
  output: listOf(keySchema),
  async handle({ services, caller }, input) {
    const filter = { userId: input.user_id, teamId: input.team_id, owner: ownerFilter(caller) };
    const { rows, total } = await listKeys(services.database, input, filter);
    return json({ data: await withSpend(services, "key", rows.map(spending)), total, page: input.page, size: input.size });
  },
});

/** The same rule as `ownsKey`, as a query. */
function ownerFilter(caller: Caller | undefined): KeyFilter["owner"] {
  const { admin, keyId, userId, teamId } = caller?.principal ?? {};
  if (admin) return undefined;
  if (keyId !== undefined) return { keyId };
  if (caller?.identity.kind === "jwt" && userId !== undefined) return { userId };
  if (caller?.identity.kind === "jwt" && teamId !== undefined) return { teamId };
  throw new GatewayError("route_not_allowed", "Your credentials stand for no user or team whose keys could be listed.");
}

const keyDelete = defineOperation({
  id: "key_delete",
  method: "POST",
  path: "/key/delete",
  family: "management_routes",
  summary: "Delete keys, all of them or none",
  input: z.strictObject({ keys: z.array(keyReference).min(1).max(100).describe("Secrets or token_ids") }),
  output: z.object({ deleted_keys: z.array(z.string()), nodes: receipts }),
  async handle({ services, caller }, input) {
    const rows: KeyRow[] = [];
    for (const reference of new Set(input.keys)) rows.push(requireKey(caller, await findKey(services.database, reference)));
    const ids = [...new Set(rows.map((row) => row.id))];
    const nodes = await deleteKeys(services, caller?.actor ?? "", ids);
    return json({ deleted_keys: ids, nodes });
  },
});

async function setBlocked({ services, caller }: OperationContext, reference: string, blocked: boolean): Promise<ApiReply> {
  // Not for a key's owner: what an administrator has blocked stays blocked.
  const { actor } = requireAdmin(caller);
  const { id } = requireKey(caller, await findKey(services.database, reference));
  const { row, nodes } = await setKeyBlocked(services, { actor, id, blocked });
  const [key] = await withSpend(services, "key", [spending(row)]);
  return json({ ...key, nodes });
}

const blockInput = z.strictObject({ key: keyReference });
const keyWithReceipts = keySchema.extend({ nodes: receipts });

const keyBlock = defineOperation({
  id: "key_block",
  method: "POST",
  path: "/key/block",
  family: "management_routes",
  summary: "Refuse a key, from now on and on every node",
  input: blockInput,
  output: keyWithReceipts,
  handle: (context, input) => setBlocked(context, input.key, true),
});

const keyUnblock = defineOperation({
  id: "key_unblock",
  method: "POST",
  path: "/key/unblock",
  family: "management_routes",
  summary: "Accept a key again",
  input: blockInput,
  output: keyWithReceipts,
  handle: (context, input) => setBlocked(context, input.key, false),
});

/** `/key/*` (spec 4). */
export const keyOperations: readonly Operation[] = [keyGenerate, keyInfo, keyList, keyDelete, keyBlock, keyUnblock];
