import { contentRight } from "@/lib/auth/content-right";
import { shownContent } from "@/lib/content/conversation";
import { readSealed } from "@/lib/content/stored-content";
import { GatewayError } from "@/lib/errors";
import { type CallerContext, type CallerOperation, defineOperation } from "@/lib/api/operation";
import { spendScopeOf } from "@/lib/api/ownership";
import { deleteContentsOf, type FoundContent, readContent } from "@/lib/store/content/call-contents";
import { orUnavailable } from "@/lib/store/failures";
import { write } from "@/lib/store/write";
import { CONTENT_SUBJECTS, spendContracts } from "@/lib/wire/contracts/spend";

const look = defineOperation(spendContracts.content, async (context, { call_id: id }) => {
  const { services, caller } = context;
  const right = contentRight({ identity: caller.identity, settings: services.settings.current() });
  const found = right === undefined ? undefined : await ownContent(context, id);
  // Nobody sees anything before the look is on record.
  await recordLook(context, id, { allowed: right !== undefined, right: right ?? null, found: found !== undefined });
  if (right === undefined)
    throw new GatewayError(
      "content_right_required",
      "Your credentials do not include the right to read prompts and answers, which no other role includes.",
    );
  if (!found)
    throw new GatewayError(
      "content_not_found",
      "There is no call with this id that you may see and whose content is kept.",
      {
        param: "call_id",
      },
    );
  const stored = readSealed(found, services.secrets);
  if (typeof stored === "string")
    throw new GatewayError("content_unreadable", `The content of the call cannot be decrypted: ${stored}.`);
  return {
    body: { call_id: id, kept_at: found.keptAt.toISOString(), expires_on: found.expiresOn, ...shownContent(stored) },
  };
});

/** The content of a call that the caller may see otherwise: the right to look opens nobody else's calls. */
async function ownContent({ services, caller }: CallerContext, id: string): Promise<FoundContent | undefined> {
  const found = await orUnavailable(readContent(services.database, id));
  const own = spendScopeOf(caller, found?.teamId ?? undefined);
  if (!found || !own) return found;
  const payer = { team: found.teamId, user: found.userId, key: found.keyId }[own.type];
  return payer === own.id ? found : undefined;
}

function recordLook({ services, caller }: CallerContext, id: string, after: object): Promise<unknown> {
  const event = { actor: caller.actor, action: "content.look", entityType: "call", entityId: id, after };
  return write(services, async () => ({ result: undefined, audit: [event], changes: [] }));
}

const remove = defineOperation(spendContracts.eraseContent, async ({ services, caller }, input) => {
  const [subject = "call_id"] = CONTENT_SUBJECTS.filter((name) => input[name] !== undefined);
  const id = input[subject] ?? "";
  const { result } = await write(services, async (transaction) => {
    const deleted = await transaction.$executeRawUnsafe(deleteContentsOf(subject), id);
    const event = { actor: caller.actor, action: "content.delete", entityId: id, after: { deleted } };
    return { result: deleted, audit: [{ ...event, entityType: ENTITY_TYPES[subject] }], changes: [] };
  });
  return { body: { deleted: result } };
});

const ENTITY_TYPES = {
  call_id: "call",
  key_id: "key",
  team_id: "team",
  user_id: "user",
  end_user_id: "end_user",
} as const;

/** `/spend/logs/content`: looks at what is kept of calls, and deletes it. */
export const contentOperations: readonly CallerOperation[] = [look, remove];
