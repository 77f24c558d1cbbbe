import { FOR_ADMINISTRATORS } from "@/lib/auth/access";
import type { Caller } from "@/lib/gateway/request/caller";
import { GatewayError } from "@/lib/errors";
import { isSecret, keyHash } from "@/lib/store/entities/key-secret";
import { changeKey, findKey, regenerateKey } from "@/lib/store/entities/keys";
import { keyColumns, keyRecord } from "@/lib/store/entities/key-rows";
import { entityReplies } from "@/lib/api/operations/identities/entity-replies";
import { expiryAfter, requireDurationBound } from "./key-expiry";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { limitInputs, modelLimitInputs } from "@/lib/wire/fields";
import { defineOperation, type CallerOperation, type CallerContext } from "@/lib/api/operation";
import { ifMatchOf } from "@/lib/api/if-match";
import { actingWriter } from "@/lib/api/acting-writer";
import { administers, requireKey } from "@/lib/api/ownership";
import { requireKeyGrant } from "./key-grant";
import { requireKeyBounds } from "./key-parameters";

const replies = entityReplies("key", keyRecord);

type KeyChange = Pick<Parameters<typeof changeKey>[1], "action" | "columns" | "ifMatch">;

/** The key, for administrators and those who administer its team. @throws GatewayError route_not_allowed, not_found */
async function findChangeable({ services, caller }: CallerContext, reference: string) {
  const key = requireKey(caller, await findKey(services.database, reference));
  // Owning a key is not enough: an owner must not undo what an administrator has limited or blocked.
  if (!caller.principal.admin && !administers(caller, key.teamId)) throw forAdministrators();
  return key;
}

async function change(context: CallerContext, reference: string, what: KeyChange) {
  const { services, caller } = context;
  const { id } = await findChangeable(context, reference);
  return replies.changed(services, await changeKey(actingWriter(context), { actor: caller.actor, id, ...what }));
}

/**
 * The fields that administrators of the key's team change, too. Its owners, rights and expiry belong to administrators
 * of the gateway. Only these end a block.
 */
const TEAMS_OWN: ReadonlySet<string> = new Set([
  "key",
  "key_alias",
  "models",
  "blocked",
  ...Object.keys(limitInputs),
  ...Object.keys(modelLimitInputs),
  "metadata",
]);

const keyUpdate = defineOperation(keyContracts.update, async (context, input) => {
  const { services, caller } = context;
  if (!caller.principal.admin) {
    const { teamId } = await findChangeable(context, input.key);
    const param = Object.entries(input).find(([name, value]) => value !== undefined && !TEAMS_OWN.has(name))?.[0];
    if (param !== undefined || input.blocked === false) throw forAdministrators(param ?? "blocked");
    await requireKeyGrant(context, teamId, input);
  }
  const bounds = services.settings.current().general.upperbound_key_generate_params;
  requireKeyBounds(input, bounds);
  requireDurationBound(services.now(), input.duration, bounds?.duration);
  return change(context, input.key, {
    action: "key.update",
    columns: {
      ...keyColumns(input),
      userId: input.user_id,
      teamId: input.team_id,
      organizationId: input.organization_id,
      expiresAt: expiryAfter(services.now(), input.duration, "duration"),
    },
    ifMatch: ifMatchOf(context.request),
  });
});

/** Whether the key belongs to another user, and the caller reaches it only because of its team. */
function isOfOtherMember(caller: Caller, { userId }: { userId: string | null }): boolean {
  return userId !== null && userId !== caller.principal.userId && !caller.principal.admin;
}

const keyRegenerate = defineOperation(keyContracts.regenerate, async ({ services, caller, request }, input) => {
  const key = requireKey(caller, await findKey(services.database, input.key));
  // The holder of a stolen key must not be able to lock out its owner.
  if (caller.identity.kind === "virtual-key")
    throw new GatewayError("route_not_allowed", "A virtual key cannot regenerate keys; use a token or the master key.");
  if (input.duration !== undefined && !caller.principal.admin) throw forAdministrators("duration");
  // With the new secret, a token of the team or its administrator could act as the member. Blocking or deleting the key
  // is enough to end its use.
  if (isOfOtherMember(caller, key))
    throw new GatewayError(
      "route_not_allowed",
      "The key is another member's, who must regenerate it; you may block or delete it.",
      { param: "key" },
    );
  const now = services.now();
  requireDurationBound(
    now,
    input.duration,
    services.settings.current().general.upperbound_key_generate_params?.duration,
  );
  const expiresAt = expiryAfter(now, input.duration, "duration");
  if (!expiresAt && key.expiresAt && key.expiresAt.getTime() <= now) {
    throw new GatewayError(
      "invalid_request",
      `The key expired at ${key.expiresAt.toISOString()}, so the new secret would be expired too; send duration to make it valid again.`,
      { param: "duration" },
    );
  }
  const { secret, row, nodes } = await regenerateKey(actingWriter({ services, caller }), {
    actor: caller.actor,
    id: key.id,
    currentHash: isSecret(input.key) ? keyHash(input.key) : key.hash,
    now: new Date(now),
    graceUntil: expiryAfter(now, input.grace_period ?? undefined, "grace_period"),
    expiresAt,
    ifMatch: ifMatchOf(request),
  });
  return { body: { key: secret, ...keyRecord(row), nodes }, headers: { "cache-control": "no-store" } };
});

const keyBlock = defineOperation(keyContracts.block, (context, input) =>
  change(context, input.key, { action: "key.block", columns: { blocked: true } }),
);

const keyUnblock = defineOperation(keyContracts.unblock, (context, input) =>
  change(context, input.key, { action: "key.unblock", columns: { blocked: false } }),
);

function forAdministrators(param?: string): GatewayError {
  return new GatewayError("route_not_allowed", FOR_ADMINISTRATORS, { param });
}

/** The operations of `/key/*` that change a key. */
export const keyChangeOperations: readonly CallerOperation[] = [keyUpdate, keyRegenerate, keyBlock, keyUnblock];
