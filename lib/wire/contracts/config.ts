import { z } from "zod";
import { defineContract } from "../contract";
import { cursorInputs, LARGEST_INTEGER, listOf, receipts } from "../fields";
import { finding } from "../finding";
import { policyTestResult } from "../policy-test";
import { lostRequest } from "../lost-request";

/** As the database can count them. */
const revisionNumber = z.number().int().min(1).max(LARGEST_INTEGER);
const revision = z.object({
  id: z.number().int(),
  created_at: z.string(),
  actor: z.string(),
  comment: z.string().nullable(),
});
export type RevisionSummary = z.output<typeof revision>;
const saved = z.object({
  revision,
  nodes: receipts,
  findings: z.array(finding).describe("Warnings about what was saved, and the policy tests that fail."),
});
const force = z
  .boolean()
  .default(false)
  .describe(
    "Saves even if a policy test fails or the change locks you out. Without it, the answer is 422 `policy_test_failed` or 409 `would_lock_out`.",
  );
const settingInForce = z.object({
  value: z.unknown(),
  source: z.enum(["file", "revision", "default"]),
  file_value: z.unknown(),
});

const operatingFacts = z.object({
  retention: z
    .object({
      call_days: z.number().nullable(),
      hourly_days: z.number(),
      daily_days: z.number().nullable(),
      decision_days: z.number().describe("0: no decision is recorded"),
    })
    .describe("For how many days single calls, spend by hour and by day, and decisions are kept. Null: for ever."),
  login: z
    .object({
      master_key: z.boolean().describe("Whether the master key opens the console"),
      providers: z.array(z.object({ name: z.string(), label: z.string(), issuer: z.string() })),
      session_max_hours: z.number(),
      session_idle_minutes: z.number().nullable(),
    })
    .describe("How people sign in to the console, and when their sessions end."),
});
export type OperatingFacts = z.output<typeof operatingFacts>;

/** `/config/*`: the access settings and their revisions. */
export const configContracts = {
  get: defineContract({
    id: "config.get",
    method: "GET",
    path: "/config/get",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    versioned: true,
    summary: "Show the access settings in force, where each comes from, and the findings about them",
    input: z.strictObject({}),
    output: z.object({
      generation: z.number().int(),
      revision: revision.nullable(),
      settings: z.record(z.string(), settingInForce),
      custom_validate: z.string().nullable().describe("The operator's function; only the file can name it."),
      models: z.array(z.string()),
      findings: z.array(finding),
      ...operatingFacts.shape,
    }),
  }),
  validate: defineContract({
    id: "config.validate",
    method: "POST",
    path: "/config/validate",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "Check a draft of access settings without saving it",
    input: z.strictObject({
      settings: z.unknown().describe("The settings to check: any of those that can be edited."),
    }),
    output: z.object({
      valid: z.boolean().describe("Whether the draft can be saved, failing policy tests aside."),
      findings: z.array(finding),
      policy_tests: z.array(policyTestResult).describe("The policy tests of the draft, tried on the draft."),
      locks_out: z
        .array(lostRequest)
        .describe("What the caller, an administrator, could no longer call. Empty: the draft does not lock them out."),
    }),
  }),
  saveRevision: defineContract({
    id: "config.revisions.save",
    method: "POST",
    path: "/config/revisions",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Save access settings as a new revision, in force immediately on every node",
    input: z.strictObject({
      settings: z
        .unknown()
        .describe(
          "All settings that this revision overrides; the file decides the others. A secret of an issuer stays unchanged if you leave it out, or send the placeholder that `GET /config/get` shows.",
        ),
      comment: z.string().trim().max(500).nullish().describe("Why the settings change, for colleagues."),
      base_revision: revisionNumber
        .nullable()
        .describe("The number of the revision from which the draft was made; null: there was none."),
      force,
    }),
    output: saved,
  }),
  listRevisions: defineContract({
    id: "config.revisions.list",
    method: "GET",
    path: "/config/revisions",
    family: "management_routes",
    access: "administrators",
    effect: "reads",
    summary: "List the saved revisions of the access settings, newest first",
    input: z.strictObject({
      ...cursorInputs,
      size: cursorInputs.size.pipe(z.number().max(200)),
      search: z
        .string()
        .max(512)
        .regex(/^[^\0]*$/, "must not contain NUL characters")
        .optional()
        .describe("Text that the comment or the author must contain, or the number of a revision"),
      up_to: z.coerce
        .number<number | string>()
        .int()
        .min(1)
        .max(2_147_483_647)
        .optional()
        .describe("The number of the newest revision to list"),
    }),
    output: listOf(revision.extend({ settings: z.unknown() })),
  }),
  rollBack: defineContract({
    id: "config.rollback",
    method: "POST",
    path: "/config/rollback",
    family: "management_routes",
    access: "administrators",
    effect: "writes",
    versioned: true,
    summary: "Put an earlier revision in force again, as a new revision",
    input: z.strictObject({
      revision: revisionNumber.describe("The number of the revision to put in force again."),
      base_revision: revisionNumber
        .nullish()
        .describe("The number of the revision that you believe to be in force; absent: whichever is."),
      comment: z.string().trim().max(500).nullish().describe("Why you roll back, for colleagues."),
      force,
    }),
    output: saved,
  }),
};
