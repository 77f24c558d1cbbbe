import { defineOperation } from "@/lib/api/operation";
import type { ClaimSighting } from "@/lib/auth/claims/claim-sightings";
import { CLAIM_TYPES } from "@/lib/auth/claims/claim-types";
import { claimSources } from "@/lib/auth/claims/claim-source";
import {
  CLAIM_FIELDS,
  DEFAULT_EXPRESSIONS,
  type ClaimField,
  type ClaimFields,
} from "@/lib/auth/claims/identity-claims";
import { claimPath, pathKey } from "@/lib/auth/claims/claim-path";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import { CATALOGUE_HOURS } from "@/lib/gateway/record/io/claim-catalogue";
import { decisionContracts } from "@/lib/wire/contracts/decisions";

/** `GET /auth/claims`: the claims that recent tokens had, for whoever writes a claim field or a mapping. */
export const claimCatalogueOperation = defineOperation(decisionContracts.claims, async ({ services }) => {
  const { jwtAuth } = services.settings.current();
  const issuers = (await services.claimCatalogue.read()).map(({ issuer, sightings }) => {
    const fields = settingsOfIssuer(issuer, { jwtAuth }).jwtAuth;
    const claims = sightings.claims.map(({ path, tokens, types, shapes, ids }) => ({
      path,
      tokens,
      types: byFrequency(types),
      shapes,
      ids,
      read_by: readersOf(path, fields),
    }));
    return { issuer: issuer ?? null, tokens: sightings.tokens, claims };
  });
  return { body: { hours: CATALOGUE_HOURS, issuers } };
});

function byFrequency(types: ClaimSighting["types"]): (keyof ClaimSighting["types"])[] {
  return CLAIM_TYPES.filter((type) => types[type] !== undefined).sort(
    (one, other) => (types[other] ?? 0) - (types[one] ?? 0),
  );
}

function readersOf(path: string, fields: ClaimFields): ClaimField[] {
  const key = pathKey(claimPath(path));
  return CLAIM_FIELDS.filter((field) => {
    const expression = fields[field] ?? DEFAULT_EXPRESSIONS[field];
    return expression !== undefined && claimSources(expression).some((source) => pathKey(source.path) === key);
  });
}
