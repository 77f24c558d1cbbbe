import { FOR_ADMINISTRATORS } from "@/lib/auth/access";
import { GatewayError } from "@/lib/errors";
import { isSecret, keyHash } from "@/lib/store/entities/key-secret";
import { changeKey, findKey, regenerateKey } from "@/lib/store/entities/keys";
import { keyRecord } from "@/lib/wire/key";
import { entityReplies } from "@/lib/api/operations/identities/entity-replies";
import { expiryAfter, keyColumns } from "./key-fields";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";
import { requireKey } from "@/lib/api/ownership";

const replies = entityReplies("key", keyRecord);

type KeyChange = Pick<Parameters<typeof changeKey>[1], "action" | "columns">;

async function change({ services, caller }: CallerContext, reference: string, what: KeyChange) {
  const { id } = requireKey(caller, await findKey(services.database, reference));
  return replies.changed(services, await changeKey(services, { actor: caller.actor, id, ...what }));
}

const keyUpdate = defineOperation(keyContracts.update, (context, input) =>
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
);

const keyRegenerate = defineOperation(keyContracts.regenerate, async ({ services, caller }, input) => {
  const key = requireKey(caller, await findKey(services.database, input.key));
  // The holder of a stolen key must not be able to lock out its owner.
  if (caller.identity.kind === "virtual-key")
    throw new GatewayError("route_not_allowed", "A virtual key cannot regenerate keys; use a token or the master key.");
  if (input.duration !== undefined && !caller.principal.admin)
    throw new GatewayError("route_not_allowed", FOR_ADMINISTRATORS);
  const now = services.now();
  const expiresAt = expiryAfter(now, input.duration, "duration");
  if (!expiresAt && key.expiresAt && key.expiresAt.getTime() <= now) {
    throw new GatewayError(
      "invalid_request",
      `The key expired at ${key.expiresAt.toISOString()}, so the new secret would be expired too; send duration to make it valid again.`,
      { param: "duration" },
    );
  }
  const { secret, row, nodes } = await regenerateKey(services, {
    actor: caller.actor,
    id: key.id,
    currentHash: isSecret(input.key) ? keyHash(input.key) : key.hash,
    now: new Date(now),
    graceUntil: expiryAfter(now, input.grace_period ?? undefined, "grace_period"),
    expiresAt,
  });
  return { body: { key: secret, ...keyRecord(row), nodes }, headers: { "cache-control": "no-store" } };
});

const keyBlock = defineOperation(keyContracts.block, (context, input) =>
  change(context, input.key, { action: "key.block", columns: { blocked: true } }),
);

const keyUnblock = defineOperation(keyContracts.unblock, (context, input) =>
  change(context, input.key, { action: "key.unblock", columns: { blocked: false } }),
);

/** The operations of `/key/*` that change a key. */
export const keyChangeOperations: readonly CallerOperation[] = [keyUpdate, keyRegenerate, keyBlock, keyUnblock];
