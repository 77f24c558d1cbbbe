import { expectTypeOf, test } from "vitest";
import type { ErrorCode } from "@/lib/errors";
import type { Decision, Identity, Obligation, VerifiedToken } from "./decision";
import type { Rule, Verdict } from "./standing";

type Allow = Extract<Decision, { allow: true }>;
type Refusal = Extract<Decision, { allow: false }>;

test("an allow has a principal and obligations and no code, so that a refusal cannot be served by mistake", () => {
  expectTypeOf<keyof Allow>().toEqualTypeOf<"allow" | "principal" | "obligations" | "checks">();
});

test("a refusal has a code of the error table and no principal to charge", () => {
  expectTypeOf<keyof Refusal>().toEqualTypeOf<"allow" | "code" | "message" | "checks">();
  expectTypeOf<Refusal["code"]>().toEqualTypeOf<ErrorCode>();
});

test("the principal of a decision cannot be read before it is known to be an allow", () => {
  // @ts-expect-error a decision may be a refusal, which has no principal
  expectTypeOf<Decision["principal"]>().toBeObject();
});

test("a credential that is proven is one of three kinds, and every kind makes an identity", () => {
  expectTypeOf<VerifiedToken["kind"]>().toEqualTypeOf<"master-key" | "virtual-key" | "jwt">();
  expectTypeOf<Identity["kind"]>().toEqualTypeOf<VerifiedToken["kind"]>();
});

test("an allow may require exactly these three kinds of work, so that a new one must be fulfilled", () => {
  expectTypeOf<Obligation["kind"]>().toEqualTypeOf<"create-team" | "create-user" | "sync-memberships">();
});

test("a rule cannot fail without a code, and cannot leave out the codes that it gives", () => {
  expectTypeOf<Extract<Verdict, { outcome: "fail" }>["code"]>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<Omit<Rule, "codes">>().not.toExtend<Rule>();
});
