import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { deleteKeys, findKey, generateKey, listKeys } from "@/lib/store/entities/keys";
import { json } from "@/lib/doors/contract";
import { DURATION_EXAMPLES } from "@/lib/time/duration";
import { budgetStateOf } from "@/lib/api/operations/identities/entity-budget";
import { budgetState } from "@/lib/wire/budget-state";
import { withSpend } from "@/lib/api/operations/identities/entity-spend";
import { defineOperation, type Operation } from "@/lib/api/operation";
import { type Caller } from "@/lib/gateway/request/caller";
import { requireKey, requireKeyScope, requireTeam, requireUser } from "@/lib/api/ownership";
import { generatedKeySchema, keyRecord, keySchema, type KeyRow } from "@/lib/wire/key";
import { duration, entityId, flagInput, listInputs, listOf, receipts } from "@/lib/wire/fields";
import { expiryAfter, keyColumns, keyFields, keyReference } from "./key-fields";

function spending(row: KeyRow) {
  return { id: row.id, record: keyRecord(row) };
}

/** A caller that is no administrator makes keys for itself and its team only. @throws GatewayError route_not_allowed */
function ownersOf(
  caller: Caller | undefined,
  input: { user_id?: string | null; team_id?: string | null; organization_id?: string | null },
) {
  if (!caller) throw new GatewayError("missing_credentials", "Send a key or a token as Authorization: Bearer.");
  const { principal, identity } = caller;
  if (principal.admin)
    return { owners: { userId: input.user_id, teamId: input.team_id, organizationId: input.organization_id } };
  // A key with limits of its own must not make one without them.
  if (identity.kind !== "jwt")
    throw new GatewayError("route_not_allowed", "A virtual key cannot generate keys; use a token or the master key.");
  const userId = input.user_id ?? principal.userId;
  const teamId = input.team_id ?? principal.teamId;
  if (userId !== undefined) requireUser(caller, userId);
  if (teamId !== undefined) requireTeam(caller, teamId);
  if (userId === undefined && teamId === undefined)
    throw new GatewayError(
      "route_not_allowed",
      "Your credentials stand for no user or team that a key could be made for.",
    );
  return { owners: { userId, teamId }, tokenOrganizationId: principal.organizationId };
}

const keyGenerate = defineOperation({
  id: "key_generate",
  method: "POST",
  path: "/key/generate",
  family: "management_routes",
  summary: "Generate a virtual key; the body may be empty",
  input: z
    .strictObject({
      ...keyFields,
      duration: duration.nullish().describe(`How long the key is valid: ${DURATION_EXAMPLES}; absent: for ever`),
    })
    .prefault({}),
  output: generatedKeySchema,
  async handle({ services, caller }, input) {
    const { secret, row } = await generateKey(services, caller?.actor ?? "", {
      ...ownersOf(caller, input),
      columns: { ...keyColumns(input), expiresAt: expiryAfter(services.now(), input.duration, "duration") },
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
  output: keySchema.extend({ budget: budgetState }),
  async handle({ services, caller }, input) {
    const reference = input.key ?? caller?.principal.keyId;
    if (reference === undefined)
      throw new GatewayError("invalid_request", "Say which key with ?key=, its secret or its token_id", {
        param: "key",
      });
    const row = requireKey(caller, await findKey(services.database, reference));
    const [key] = await withSpend(services, "key", [spending(row)]);
    return json({ ...key, budget: await budgetStateOf(services, "key", row.id, keyRecord(row)) });
  },
});

const keyList = defineOperation({
  id: "key_list",
  method: "GET",
  path: "/key/list",
  family: "management_routes",
  summary: "Keys, page by page; of a caller that is no administrator, its own",
  input: z.strictObject({
    ...listInputs,
    user_id: entityId.optional(),
    team_id: entityId.optional(),
    organization_id: entityId.optional(),
    expired: flagInput,
  }),
  output: listOf(keySchema),
  async handle({ services, caller }, input) {
    const filter = {
      userId: input.user_id,
      teamId: input.team_id,
      organizationId: input.organization_id,
      expired: input.expired === undefined ? undefined : { is: input.expired, at: new Date(services.now()) },
      scope: requireKeyScope(caller),
    };
    const { rows, total } = await listKeys(services.database, input, filter);
    return json({
      data: await withSpend(services, "key", rows.map(spending)),
      total,
      page: input.page,
      size: input.size,
    });
  },
});

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
    for (const reference of new Set(input.keys))
      rows.push(requireKey(caller, await findKey(services.database, reference)));
    const ids = [...new Set(rows.map((row) => row.id))];
    const nodes = await deleteKeys(services, caller?.actor ?? "", ids);
    return json({ deleted_keys: ids, nodes });
  },
});

/** `/key/*` (spec 4), but for what changes a key. */
export const keyOperations: readonly Operation[] = [keyGenerate, keyInfo, keyList, keyDelete];
