import { z } from "zod";
import { GatewayError } from "@/lib/errors";
import { isSecret, keyHash } from "@/lib/store/entities/key-secret";
import { changeKey, findKey, regenerateKey } from "@/lib/store/entities/keys";
import { duration, receipts } from "@/lib/wire/fields";
import { generatedKeySchema, keyRecord, keySchema } from "@/lib/wire/key";
import { json, type ApiReply } from "@/lib/doors/contract";
import { withSpend } from "@/lib/api/operations/identities/entity-spend";
import { expiryAfter, keyColumns, keyFields, keyReference } from "./key-fields";
import { defineOperation, type Operation, type OperationContext } from "@/lib/api/operation";
import { requireAdmin, requireKey } from "@/lib/api/ownership";

const keyWithReceipts = keySchema.extend({ nodes: receipts });

type KeyChange = Pick<Parameters<typeof changeKey>[1], "action" | "columns">;

async function change({ services, caller }: OperationContext, reference: string, what: KeyChange): Promise<ApiReply> {
  // Not for a key's owner: what an administrator has limited or blocked stays so.
  const { actor } = requireAdmin(caller);
  const { id } = requireKey(caller, await findKey(services.database, reference));
  const { row, nodes } = await changeKey(services, { actor, id, ...what });
  const [key] = await withSpend(services, "key", [{ id, record: keyRecord(row) }]);
  return json({ ...key, nodes });
}

const keyUpdate = defineOperation({
  id: "key_update",
  method: "POST",
  path: "/key/update",
  family: "management_routes",
  summary: "Change a key; what is left out stays, null clears",
  input: z.strictObject({
    key: keyReference,
    ...keyFields,
    duration: duration.nullish().describe("How long the key is valid from now on; null: for ever"),
  }),
  output: keyWithReceipts,
  handle: (context, input) =>
    change(context, input.key, {
      action: "key.update",
      columns: {
        ...keyColumns(input),
        userId: input.user_id,
        teamId: input.team_id,
        organizationId: input.organization_id,
        expiresAt: expiryAfter(context.services.now(), input.duration, "duration"),
      },
    }),
});

const keyRegenerate = defineOperation({
  id: "key_regenerate",
  method: "POST",
  path: "/key/regenerate",
  family: "management_routes",
  summary: "Give a key a new secret; all else about it stays, and the old secret is accepted for the grace period",
  input: z.strictObject({
    key: keyReference,
    grace_period: duration
      .nullish()
      .describe(
        "How long the old secret is still accepted, such as 1h; absent: not at all. Secrets that are older end then too, at the latest",
      ),
    duration: duration
      .optional()
      .describe("How long the key is valid from now on; absent: as before. For administrators only"),
  }),
  output: generatedKeySchema.extend({ nodes: receipts }),
  async handle({ services, caller }, input) {
    const key = requireKey(caller, await findKey(services.database, input.key));
    // Whoever has got hold of a key must not be able to shut its owner out.
    if (caller?.identity.kind === "virtual-key")
      throw new GatewayError(
        "route_not_allowed",
        "A virtual key cannot regenerate keys; use a token or the master key.",
      );
    if (input.duration !== undefined) requireAdmin(caller);
    const now = services.now();
    const expiresAt = expiryAfter(now, input.duration, "duration");
    if (!expiresAt && key.expiresAt && key.expiresAt.getTime() <= now) {
      throw new GatewayError(
        "invalid_request",
        `The key expired at ${key.expiresAt.toISOString()}, and so would the new secret be; say with duration how long it is to be valid.`,
        { param: "duration" },
      );
    }
    const { secret, row, nodes } = await regenerateKey(services, {
      actor: caller?.actor ?? "",
      id: key.id,
      currentHash: isSecret(input.key) ? keyHash(input.key) : key.hash,
      now: new Date(now),
      graceUntil: expiryAfter(now, input.grace_period ?? undefined, "grace_period"),
      expiresAt,
    });
    return json({ key: secret, ...keyRecord(row), nodes }, 200, { "cache-control": "no-store" });
  },
});

const blockInput = z.strictObject({ key: keyReference });

const keyBlock = defineOperation({
  id: "key_block",
  method: "POST",
  path: "/key/block",
  family: "management_routes",
  summary: "Refuse a key, from now on and on every node",
  input: blockInput,
  output: keyWithReceipts,
  handle: (context, input) => change(context, input.key, { action: "key.block", columns: { blocked: true } }),
});

const keyUnblock = defineOperation({
  id: "key_unblock",
  method: "POST",
  path: "/key/unblock",
  family: "management_routes",
  summary: "Accept a key again",
  input: blockInput,
  output: keyWithReceipts,
  handle: (context, input) => change(context, input.key, { action: "key.unblock", columns: { blocked: false } }),
});

/** The rest of `/key/*`: what changes a key. */
export const keyChangeOperations: readonly Operation[] = [keyUpdate, keyRegenerate, keyBlock, keyUnblock];
