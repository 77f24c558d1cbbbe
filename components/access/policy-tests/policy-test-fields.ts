import type { PolicyTest } from "@/lib/config/policy-test-schema";

/** Who calls: a token with claims, an existing key, or a key that only JSON can describe. */
export type Caller = "claims" | "key_id" | "key";

interface ClaimField {
  readonly name: string;
  /** The value as its field shows it: JSON, or a plain text that does not read as JSON. */
  readonly value: string;
}

type Assumed = NonNullable<PolicyTest["assume"]>;
export type AssumedKind = "teams" | "users" | "end_users";

/** A policy test as its form edits it. What the form has no field for stays in `test`. */
export interface PolicyTestFields {
  readonly test: PolicyTest;
  readonly name: string;
  readonly caller: Caller;
  readonly claims: readonly ClaimField[];
  readonly keyId: string;
  readonly method: PolicyTest["request"]["method"];
  readonly route: string;
  readonly model: string;
  readonly assume: Pick<Assumed, AssumedKind>;
  readonly expect: string;
  readonly rule: string;
  readonly team: string;
}

/** The fields of a test. */
export function fieldsOf(test: PolicyTest): PolicyTestFields {
  const { teams = [], users = [], end_users: endUsers = [] } = test.assume ?? {};
  return {
    test,
    name: test.name,
    caller: test.key_id !== undefined ? "key_id" : test.key ? "key" : "claims",
    claims: claimFields(test.claims ?? {}),
    keyId: test.key_id ?? "",
    method: test.request.method,
    route: test.request.route ?? "",
    model: test.request.model ?? "",
    assume: { teams, users, end_users: endUsers },
    expect: test.expect,
    rule: test.expect_rule ?? "",
    team: test.expect_team_id ?? "",
  };
}

/** The test of some fields, which may be empty or wrong and are not checked. The inverse of `fieldsOf`. */
export function testOf(fields: PolicyTestFields): Record<string, unknown> {
  const { test, caller, assume } = fields;
  const { claims, issuer, key, key_id: _, assume: assumed, ...rest } = test;
  const isAssumed = assumed !== undefined || Object.values(assume).some((rows) => rows.length > 0);
  return present({
    ...rest,
    name: fields.name,
    ...(caller === "claims" && {
      claims: claims || fields.claims.length > 0 ? claimsOf(fields.claims) : undefined,
      issuer,
    }),
    ...(caller === "key" && { key, issuer }),
    ...(caller === "key_id" && { key_id: fields.keyId, issuer }),
    request: present({
      ...test.request,
      method: fields.method,
      route: orAbsent(fields.route),
      model: orAbsent(fields.model),
    }),
    assume: isAssumed ? { ...assumed, ...assume } : undefined,
    expect: fields.expect,
    expect_rule: orAbsent(fields.rule),
    expect_team_id: orAbsent(fields.team),
  });
}

/** Claims as rows of a form. */
export function claimFields(claims: Readonly<Record<string, unknown>>): ClaimField[] {
  return Object.entries(claims).map(([name, value]) => ({ name, value: claimText(value) }));
}

/** The claims of a form's rows. Rows without a name are left out. Of two rows with the same name the last counts. */
export function claimsOf(rows: readonly ClaimField[]): Record<string, unknown> {
  return Object.fromEntries(rows.filter(({ name }) => name !== "").map(({ name, value }) => [name, claimValue(value)]));
}

/** The text of a claim's field: a string as it is unless it reads as JSON, every other value as JSON. */
function claimText(value: unknown): string {
  return typeof value === "string" && claimValue(value) === value ? value : JSON.stringify(value);
}

function claimValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function orAbsent(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
