import { readJson } from "@/components/shared/forms/read-json";
import { policyTest, type PolicyTest } from "@/lib/config/policy-test-schema";
import { schemaFaults } from "@/lib/settings/schema-faults";

/** The test that a new one begins as. */
export const EXAMPLE_TEST = {
  name: "the project may use gpt-4o",
  claims: { client_id: "my-project" },
  request: { model: "gpt-4o" },
  assume: { teams: [{ team_id: "my-project", models: ["gpt-4o"] }] },
  expect: "allow",
};

/** A policy test from the JSON of its editor, or its first fault in words. */
export function readPolicyTest(text: string): { readonly test: PolicyTest } | { readonly fault: string } {
  const read = readJson(text);
  if ("fault" in read) return read;
  const { value } = read;
  const parsed = policyTest.safeParse(value);
  if (parsed.success) return { test: parsed.data };
  const [first] = schemaFaults(policyTest, value, parsed.error.issues);
  const place = first?.path.length ? `${first.path.join(".")}: ` : "";
  return { fault: `${place}${first?.message ?? "This is not a policy test."}${first?.fix ? ` (${first.fix})` : ""}` };
}

/** A policy test as the JSON that its editor shows: without defaults that nobody wrote. */
export function writePolicyTest(test: unknown): string {
  return JSON.stringify(withoutDefaults(test), null, 2);
}

function withoutDefaults(test: unknown): unknown {
  const parsed = policyTest.safeParse(test);
  if (!parsed.success) return test;
  const { name, claims, issuer, key, request, assume, ...expected } = parsed.data;
  const { method, route, ...asked } = request;
  return {
    name,
    issuer,
    claims,
    key: key && stated(key),
    request: {
      ...(method === "POST" ? {} : { method }),
      ...(route === "/v1/chat/completions" ? {} : { route }),
      ...asked,
    },
    assume:
      assume &&
      stated(Object.fromEntries(Object.entries(assume).map(([kind, rows]) => [kind, rows.map((row) => stated(row))]))),
    ...expected,
  };
}

/** The fields that are neither an empty list nor false, because an absent field means the same. */
function stated(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}
