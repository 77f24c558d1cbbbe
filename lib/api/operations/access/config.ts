import type { z } from "zod";
import { hasErrors, toFinding, type Finding } from "@/lib/config/finding";
import { ACCESS_SETTINGS } from "@/lib/config/schema";
import { errorReply, GatewayError } from "@/lib/errors";
import {
  appendRevision,
  countRevisions,
  findRevision,
  newestRevisions,
  type StoredRevision,
} from "@/lib/store/settings/revisions";
import { claimsSeenFaults } from "@/lib/auth/claims/claims-seen-faults";
import { write } from "@/lib/store/write";
import { json } from "@/lib/doors/contract";
import { configContracts, type RevisionSummary } from "@/lib/wire/contracts/config";
import { defineOperation, type CallerContext, type RawReply, type Reply } from "@/lib/api/operation";

/** `GET /config/get`: the settings in force, and where each editable setting comes from. */
export const getConfig = defineOperation(configContracts.get, async ({ services: { settings, claimsSeen } }) => {
  const current = settings.current();
  const newest = settings.revision();
  const ofTokens = claimsSeenFaults(current.jwtAuth, claimsSeen, ["general_settings", "gateway_jwtauth"]);
  return {
    body: {
      generation: current.generation,
      revision: newest ? revisionBody(newest) : null,
      settings: Object.fromEntries(
        ACCESS_SETTINGS.map((name) => [
          name,
          {
            value: current.jwtAuth[name] ?? null,
            source: settings.source(name),
            file_value: settings.fileValue(name) ?? null,
          },
        ]),
      ),
      models: [...new Set(current.models.map((entry) => entry.model_name))],
      findings: [...settings.findings(), ...ofTokens.map((fault) => toFinding(fault))],
    },
  };
});

/** `POST /config/validate`: checks a draft and changes nothing. */
export const validateConfig = defineOperation(
  configContracts.validate,
  async ({ services: { settings } }, { settings: draft }) => {
    const { findings } = settings.check(draft);
    return { body: { valid: !hasErrors(findings), findings } };
  },
);

/** `POST /config/revisions`: saves a whole set of overrides as the newest revision. */
export const saveConfigRevision = defineOperation(configContracts.saveRevision, (context, input) =>
  save(context, {
    action: "config.save",
    settings: input.settings,
    comment: input.comment || null,
    base: input.base_revision,
  }),
);

/** `GET /config/revisions`: lists revisions, newest first. */
export const listConfigRevisions = defineOperation(
  configContracts.listRevisions,
  async ({ services }, { page, size }) => {
    const { prisma } = services.database;
    const [revisions, total] = await Promise.all([
      newestRevisions(prisma, { skip: (page - 1) * size, take: size }),
      countRevisions(prisma),
    ]);
    return {
      body: {
        data: revisions.map((stored) => ({ ...revisionBody(stored), settings: stored.settings })),
        total,
        page,
        size,
      },
    };
  },
);

/** `POST /config/rollback`: saves an earlier revision again, as the newest. */
export const rollBackConfig = defineOperation(configContracts.rollBack, async (context, input) => {
  const stored = await findRevision(context.services.database.prisma, input.revision);
  if (!stored) throw new GatewayError("not_found", `There is no revision ${input.revision}.`, { param: "revision" });
  const comment = `Roll back to revision ${stored.id}`;
  return save(context, {
    action: "config.rollback",
    settings: stored.settings,
    comment,
    base: input.base_revision ?? undefined,
  });
});

/** `/config/*` */
export const configOperations = [getConfig, validateConfig, saveConfigRevision, listConfigRevisions, rollBackConfig];

type SavedReply = Reply<z.input<typeof configContracts.saveRevision.output>>;

interface Draft {
  readonly action: "config.save" | "config.rollback";
  readonly settings: unknown;
  readonly comment: string | null;
  /** The revision that the draft is based on, checked to be the newest. Null: there was none. Undefined: no check. */
  readonly base: number | null | undefined;
}

async function save({ services, caller }: CallerContext, draft: Draft): Promise<SavedReply> {
  const { overrides, findings } = services.settings.check(draft.settings);
  if (!overrides) return refusal(findings);
  const { actor } = caller;
  const { result, nodes } = await write(services, async (transaction) => {
    const { comment, base, action } = draft;
    const revised = await appendRevision(transaction, { actor, comment, settings: overrides }, base);
    if ("conflict" in revised) throw conflict(revised.conflict);
    const { appended, previous } = revised;
    const entityId = String(appended.id);
    return {
      result: appended,
      audit: [{ actor, action, entityType: "config", entityId, before: previous?.settings, after: appended.settings }],
      changes: [{ entity: "config", id: entityId }],
    };
  });
  return { body: { revision: revisionBody(result), nodes, findings } };
}

function conflict(newest: StoredRevision | undefined): GatewayError {
  const message = newest
    ? `Revision ${newest.id} was saved in the meantime, by ${newest.actor}. Read the settings again and repeat your change.`
    : "base_revision names a revision, but no revision has been saved. Read the settings again and repeat your change.";
  return new GatewayError("revision_conflict", message, { param: "base_revision" });
}

/** The usual error body with all findings added. */
function refusal(findings: readonly Finding[]): RawReply {
  const first = findings.find((candidate) => candidate.severity === "error");
  const param = ["settings", first?.path].filter(Boolean).join(".");
  const { status, headers, body } = errorReply(
    new GatewayError("invalid_request", `${param}: ${first?.message ?? "is not valid"}`, { param }),
  );
  return { raw: json({ ...body, findings }, status, headers) };
}

function revisionBody(stored: Omit<StoredRevision, "settings">): RevisionSummary {
  return { id: stored.id, created_at: stored.createdAt.toISOString(), actor: stored.actor, comment: stored.comment };
}
