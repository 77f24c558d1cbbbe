import { z } from "zod";
import { hasErrors, type Finding } from "@/lib/config/finding";
import { ACCESS_SETTINGS } from "@/lib/config/schema";
import { errorReply, GatewayError } from "@/lib/errors";
import {
  appendRevision,
  countRevisions,
  findRevision,
  newestRevisions,
  type StoredRevision,
} from "@/lib/store/settings/revisions";
import { write } from "@/lib/store/write";
import { finding } from "@/lib/wire/finding";
import { json, type ApiReply } from "@/lib/doors/contract";
import { defineOperation, type OperationContext } from "@/lib/api/operation";

const revision = z.object({
  id: z.number().int(),
  created_at: z.string(),
  actor: z.string(),
  comment: z.string().nullable(),
});
const saved = z.object({
  revision,
  nodes: z.array(z.object({ node: z.string(), acknowledged_ms: z.number().nullable() })),
  findings: z.array(finding).describe("Warnings about what was saved."),
});

/** Answers what is in force, and where each editable setting comes from. */
export const getConfig = defineOperation({
  id: "config.get",
  method: "GET",
  path: "/config/get",
  family: "management_routes",
  summary: "The access settings in force, where each comes from, and the findings about them",
  input: z.object({}),
  output: z.object({
    generation: z.number().int(),
    revision: revision.nullable(),
    settings: z.record(
      z.string(),
      z.object({ value: z.unknown(), source: z.enum(["file", "revision", "default"]), file_value: z.unknown() }),
    ),
    models: z.array(z.string()),
    findings: z.array(finding),
  }),
  async handle({ services: { settings } }) {
    const current = settings.current();
    const newest = settings.revision();
    return json({
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
      findings: settings.findings(),
    });
  },
});

/** Checks a draft; changes nothing. */
export const validateConfig = defineOperation({
  id: "config.validate",
  method: "POST",
  path: "/config/validate",
  family: "management_routes",
  summary: "Checks a draft of access settings without saving it",
  input: z.object({ settings: z.unknown().describe("Any of the editable settings.") }),
  output: z.object({ valid: z.boolean(), findings: z.array(finding) }),
  async handle({ services: { settings } }, { settings: draft }) {
    const { findings } = settings.check(draft);
    return json({ valid: !hasErrors(findings), findings });
  },
});

/** Saves a whole set of overrides as the newest revision. */
export const saveConfigRevision = defineOperation({
  id: "config.revisions.save",
  method: "POST",
  path: "/config/revisions",
  family: "management_routes",
  summary: "Saves access settings as a new revision, in force at once on every node",
  input: z.object({
    settings: z.unknown().describe("All overrides of the revision; what it leaves out is as the file says."),
    comment: z.string().trim().max(500).nullish(),
    base_revision: z.number().int().nullable().describe("The revision the draft was made from; null: there was none."),
  }),
  output: saved,
  handle: (context, input) =>
    save(context, {
      action: "config.save",
      settings: input.settings,
      comment: input.comment || null,
      base: input.base_revision,
    }),
});

/** Lists revisions, newest first. */
export const listConfigRevisions = defineOperation({
  id: "config.revisions.list",
  method: "GET",
  path: "/config/revisions",
  family: "management_routes",
  summary: "Saved revisions of the access settings, newest first",
  input: z.object({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    size: z.coerce.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    data: z.array(revision.extend({ settings: z.unknown() })),
    total: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  }),
  async handle({ services }, { page, size }) {
    const { prisma } = services.database;
    const [revisions, total] = await Promise.all([
      newestRevisions(prisma, { skip: (page - 1) * size, take: size }),
      countRevisions(prisma),
    ]);
    return json({
      data: revisions.map((stored) => ({ ...revisionBody(stored), settings: stored.settings })),
      total,
      page,
      size,
    });
  },
});

/** Saves an earlier revision again, as the newest. */
export const rollBackConfig = defineOperation({
  id: "config.rollback",
  method: "POST",
  path: "/config/rollback",
  family: "management_routes",
  summary: "Puts an earlier revision in force again, as a new revision",
  input: z.object({ revision: z.number().int(), base_revision: z.number().int().nullish() }),
  output: saved,
  async handle(context, input) {
    const stored = await findRevision(context.services.database.prisma, input.revision);
    if (!stored) throw new GatewayError("not_found", `There is no revision ${input.revision}.`, { param: "revision" });
    const comment = `Roll back to revision ${stored.id}`;
    return save(context, {
      action: "config.rollback",
      settings: stored.settings,
      comment,
      base: input.base_revision ?? undefined,
    });
  },
});

export const configOperations = [getConfig, validateConfig, saveConfigRevision, listConfigRevisions, rollBackConfig];

interface Draft {
  readonly action: "config.save" | "config.rollback";
  readonly settings: unknown;
  readonly comment: string | null;
  /** Undefined: whatever is the newest. */
  readonly base: number | null | undefined;
}

async function save({ services, caller }: OperationContext, draft: Draft): Promise<ApiReply> {
  const { overrides, findings } = services.settings.check(draft.settings);
  if (!overrides) return refusal(findings);
  const actor = caller?.actor ?? "unknown";
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
  return json({ revision: revisionBody(result), nodes, findings });
}

function conflict(newest: StoredRevision | undefined): GatewayError {
  const message = newest
    ? `Revision ${newest.id} was saved in the meantime, by ${newest.actor}. Read the settings again and repeat your change.`
    : "base_revision names a revision, but there is none. Read the settings again and repeat your change.";
  return new GatewayError("revision_conflict", message, { param: "base_revision" });
}

/** The usual error body, and beside it every finding. */
function refusal(findings: readonly Finding[]): ApiReply {
  const first = findings.find((candidate) => candidate.severity === "error");
  const param = ["settings", first?.path].filter(Boolean).join(".");
  const { status, headers, body } = errorReply(
    new GatewayError("invalid_request", `${param}: ${first?.message ?? "is not valid"}`, { param }),
  );
  return json({ ...body, findings }, status, headers);
}

function revisionBody(stored: Omit<StoredRevision, "settings">): z.output<typeof revision> {
  return { id: stored.id, created_at: stored.createdAt.toISOString(), actor: stored.actor, comment: stored.comment };
}
