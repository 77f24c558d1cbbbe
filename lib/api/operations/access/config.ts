import type { z } from "zod";
import { hasErrors, toFinding, type Finding } from "@/lib/config/finding";
import { failedTestFaults } from "@/lib/auth/policy/policy-test-faults";
import type { PolicyTestResult } from "@/lib/auth/policy/run-policy-tests";
import { ACCESS_SETTINGS, type AccessOverrides } from "@/lib/config/schema";
import { errorReply, GatewayError } from "@/lib/errors";
import {
  appendRevision,
  countRevisions,
  findRevision,
  newestRevisions,
  type StoredRevision,
} from "@/lib/store/settings/revisions";
import { claimsSeenFaults } from "@/lib/auth/claims/claims-seen-faults";
import { unprovenUnder } from "@/lib/gateway/explain/draft-proof";
import { lostUnderSettings, wouldLockOut } from "@/lib/gateway/explain/lock-out";
import { tryPolicyTests } from "@/lib/gateway/explain/try-policy-tests";
import { accessRequest } from "@/lib/gateway/request/access-request";
import type { LostRequest } from "@/lib/auth/lock-out";
import { addRevisionSecrets } from "@/lib/store/settings/revision-secrets";
import { changedMeanwhile } from "@/lib/store/row-version";
import { write } from "@/lib/store/write";
import { json } from "@/lib/doors/contract";
import { operatingFacts } from "./operating-facts";
import { configContracts, type RevisionSummary } from "@/lib/wire/contracts/config";
import { revisionTag } from "@/lib/wire/edits/revision-tag";
import { policyTestView } from "@/lib/wire/policy-test";
import { ifMatchOf } from "@/lib/api/if-match";
import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { cutPage } from "@/lib/store/list-cursor";
import { offsetOf } from "@/lib/store/listing";
import { paceOfTrial } from "@/lib/time/io/pace";
import {
  defineOperation,
  type CallerContext,
  type CallerOperation,
  type RawReply,
  type Reply,
} from "@/lib/api/operation";

/** `GET /config/get`: the settings in force, and where each editable setting comes from. */
const getConfig = defineOperation(configContracts.get, async ({ services }) => {
  const { settings, claimsSeen, environment } = services;
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
            value: settings.shown(name) ?? null,
            source: settings.source(name),
            file_value: settings.fileValue(name) ?? null,
          },
        ]),
      ),
      custom_validate: current.jwtAuth.custom_validate ?? null,
      models: [...new Set(current.models.map((entry) => entry.model_name))],
      findings: [...settings.findings(), ...ofTokens.map((fault) => toFinding(fault))],
      ...operatingFacts(current.general, environment, current.login),
    },
    headers: { etag: revisionTag(newest) },
  };
});

/** `POST /config/validate`: checks a draft, tries its policy tests and changes nothing. */
const validateConfig = defineOperation(configContracts.validate, async (context, { settings: draft }) => {
  const { overrides, findings } = context.services.settings.check(draft);
  await context.services.wait(0); // let waiting calls run in between
  const results = overrides ? await tryDraft(context, overrides) : [];
  const lost = overrides ? await lostUnderDraft(context, overrides) : [];
  return {
    body: {
      valid: !hasErrors(findings),
      findings,
      policy_tests: results.map(policyTestView),
      locks_out: lost,
    },
  };
});

/** `POST /config/revisions`: saves a whole set of overrides as the newest revision. */
const saveConfigRevision = defineOperation(configContracts.saveRevision, (context, input) =>
  save(context, {
    action: "config.save",
    settings: input.settings,
    comment: input.comment || null,
    base: input.base_revision,
    force: input.force,
  }),
);

const NEWEST: ListOrder = { name: "revisions", kind: "number" };

/** `GET /config/revisions`: lists revisions, newest first. */
const listConfigRevisions = defineOperation(configContracts.listRevisions, async ({ services }, input) => {
  const { prisma } = services.database;
  const page = pageOf(input, NEWEST);
  const before = page.after && Number(page.after.value);
  const filter = { search: input.search?.trim(), upTo: input.up_to };
  const [revisions, total] = await Promise.all([
    newestRevisions(prisma, { skip: offsetOf(page), take: page.size + 1, before, ...filter }),
    countRevisions(prisma, filter),
  ]);
  const { rows, next } = cutPage(revisions, page.size, ({ id }) => ({ value: id, id: "" }));
  return {
    body: {
      data: rows.map((stored) => ({ ...revisionBody(stored), settings: stored.settings })),
      ...pageFields(input, NEWEST, { total, next }),
    },
  };
});

/** `POST /config/rollback`: saves an earlier revision again, as the newest. */
const rollBackConfig = defineOperation(configContracts.rollBack, async (context, input) => {
  const stored = await findRevision(context.services.database.prisma, input.revision);
  if (!stored) throw new GatewayError("not_found", `There is no revision ${input.revision}.`, { param: "revision" });
  return save(context, {
    action: "config.rollback",
    settings: stored.settings,
    comment: `Roll back to revision ${stored.id}${input.comment ? `: ${input.comment}` : ""}`,
    base: input.base_revision ?? undefined,
    force: input.force,
  });
});

/** `/config/*` */
export const configOperations: readonly CallerOperation[] = [
  getConfig,
  validateConfig,
  saveConfigRevision,
  listConfigRevisions,
  rollBackConfig,
];

type SavedReply = Reply<z.input<typeof configContracts.saveRevision.output>>;

interface Draft {
  readonly action: "config.save" | "config.rollback";
  readonly settings: unknown;
  readonly comment: string | null;
  /** The revision that the draft is based on, checked to be the newest. Null: there was none. Undefined: no check. */
  readonly base: number | null | undefined;
  /** Whether it is saved although a policy test fails or it locks out the caller. */
  readonly force: boolean;
}

async function save(context: CallerContext, draft: Draft): Promise<SavedReply> {
  const { services, caller } = context;
  const ifMatch = ifMatchOf(context.request);
  const { overrides, findings } = services.settings.check(draft.settings);
  if (!overrides) return refusal(findings);
  const results = await tryDraft(context, overrides);
  const failed = failedTestFaults(results, []).map((fault) => toFinding(fault));
  const lost = await lostUnderDraft(context, overrides);
  // This refusal comes first and has the findings of the tests too, because one `force` overrides both.
  if (lost.length > 0 && !draft.force) return refusalWith(wouldLockOut(lost, "settings"), { findings: failed });
  if (failed.length > 0 && !draft.force) return refusedByTests(failed, results);
  const { actor } = caller;
  const { settings, secrets } = services.settings.revisionOf(overrides, services.newId);
  const { result, nodes } = await write(services, async (transaction) => {
    const { base, action } = draft;
    const comment = forcedComment(draft.comment, { failed: failed.length, locksOut: lost.length > 0 });
    const revised = await appendRevision(transaction, { actor, comment, settings }, base);
    const inForce = "conflict" in revised ? revised.conflict : revised.previous;
    if (ifMatch && !ifMatch.has(revisionTag(inForce)))
      throw changedMeanwhile({
        etag: revisionTag(inForce),
        current: { ...Object(inForce?.settings) },
        proposed: { ...settings },
      });
    if ("conflict" in revised) throw conflict(revised.conflict);
    await addRevisionSecrets(transaction, services.secrets, secrets);
    const { appended, previous } = revised;
    const entityId = String(appended.id);
    return {
      result: appended,
      audit: [{ actor, action, entityType: "config", entityId, before: previous?.settings, after: appended.settings }],
      changes: [{ entity: "config", id: entityId }],
    };
  });
  return {
    body: { revision: revisionBody(result), nodes, findings: [...findings, ...failed] },
    headers: { etag: revisionTag(result) },
  };
}

/** The policy tests of a draft, tried on the draft. @throws GatewayError directory_unavailable */
async function tryDraft({ services, table }: CallerContext, overrides: AccessOverrides): Promise<PolicyTestResult[]> {
  const settings = services.settings.withOverrides(overrides);
  return await tryPolicyTests(services, settings, table.find, paceOfTrial());
}

/** The operations with which an administrator changes settings. */
const OF_SETTINGS = [configContracts.get, configContracts.saveRevision, configContracts.rollBack];

/** What the caller could no longer do about settings under a draft. @throws GatewayError directory_unavailable */
async function lostUnderDraft(
  { services, caller, request, table }: CallerContext,
  overrides: AccessOverrides,
): Promise<LostRequest[]> {
  const requests = OF_SETTINGS.flatMap(({ method, path }) => {
    const operation = table.find(method, path)?.operation;
    return operation ? [accessRequest(operation, { method, headers: request.headers }, undefined)] : [];
  });
  const settings = services.settings.withOverrides(overrides);
  const unproven = await unprovenUnder(services, { request, caller }, settings);
  if (unproven !== undefined) return requests.map(({ method, route }) => ({ method, path: route, because: unproven }));
  return await lostUnderSettings(services, caller, settings, requests);
}

/** The comment of a revision, which says that the save was forced. */
function forcedComment(
  comment: string | null,
  { failed, locksOut }: { readonly failed: number; readonly locksOut: boolean },
): string | null {
  const although = [
    ...(failed === 0 ? [] : [`${failed} policy ${failed === 1 ? "test fails" : "tests fail"}`]),
    ...(locksOut ? ["it locks out who saved it"] : []),
  ];
  if (although.length === 0) return comment;
  const note = `(saved although ${although.join(" and ")})`;
  return comment === null ? note : `${comment} ${note}`;
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
  const error = new GatewayError("invalid_request", `${param}: ${first?.message ?? "is not valid"}`, { param });
  return refusalWith(error, { findings });
}

/** `failed`: the findings about the tests that failed, of which there is at least one. */
function refusedByTests(failed: readonly Finding[], results: readonly PolicyTestResult[]): RawReply {
  const [first, ...rest] = failed;
  const more = rest.length === 0 ? "" : ` ${rest.length} more ${rest.length === 1 ? "test fails" : "tests fail"}.`;
  const message = `The policy test ${first?.message ?? ""}${more} Nothing was saved; send force: true to save anyway.`;
  const error = new GatewayError("policy_test_failed", message, { param: "settings.policy_tests" });
  return refusalWith(error, { findings: failed, policy_tests: results.map(policyTestView) });
}

function refusalWith(error: GatewayError, more: Readonly<Record<string, unknown>>): RawReply {
  const { status, headers, body } = errorReply(error);
  return { raw: json({ ...body, ...more }, status, headers) };
}

function revisionBody(stored: Omit<StoredRevision, "settings">): RevisionSummary {
  return { id: stored.id, created_at: stored.createdAt.toISOString(), actor: stored.actor, comment: stored.comment };
}
