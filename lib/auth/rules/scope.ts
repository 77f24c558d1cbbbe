import { isBoundByToken } from "./bound-by-token";
import { fail, list, pass, skip, type Rule } from "../standing";
import { quote } from "@/lib/quote";

/**
 * With `enforce_scope_based_access`, a model must be listed under one of the token's scopes, by its exact name (spec
 * 5.11). A key has the scopes of the token that made it.
 */
export const scopeRule: Rule = {
  rule: "scope",
  spec: "5.11",
  codes: ["scope_model_not_allowed"],
  says: "With `enforce_scope_based_access`, a model must be listed by name under a scope of the token, for administrators too. A key that a token made has the scopes of that token.",
  check({ identity, settings, request: { model } }) {
    if (!isBoundByToken(identity)) return skip("Scopes are read from JWTs.");
    if (!settings.jwtAuth.enforce_scope_based_access) return skip("The setting enforce_scope_based_access is off.");
    if (model === undefined) return skip("The request names no model.");
    const scopes = new Set(identity.scopes);
    const mapped = settings.jwtAuth.scope_mappings.filter(({ scope }) => scopes.has(scope));
    // Exact names, never patterns (spec 5.11.2), even if the caller asks for a model whose name contains `*`.
    const mapping = mapped.find(({ models }) => models.includes(model) && !model.includes("*"));
    if (mapping) return pass(`The scope "${mapping.scope}" allows ${quote(model)}.`);
    return fail(
      "scope_model_not_allowed",
      mapped.length === 0
        ? `None of the token's scopes (${list(identity.scopes)}) allows any model.`
        : `The model ${quote(model)} is not listed under any of the token's scopes (${list(mapped.map(({ scope }) => scope))}).`,
    );
  },
};
