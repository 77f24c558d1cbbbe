import { ISSUER, type DecisionCase } from "@/lib/auth/cases/case";
import type { Claims } from "@/lib/auth/decision";
import { auth0Cases } from "./auth0.cases";
import { authentikCases } from "./authentik.cases";
import { cognitoCases } from "./cognito.cases";
import { entraCases } from "./entra.cases";
import { githubCases } from "./github.cases";
import { gitlabCases } from "./gitlab.cases";
import { googleCases } from "./google.cases";
import { keycloakCases } from "./keycloak.cases";
import { kubernetesCases } from "./kubernetes.cases";
import { oktaCases } from "./okta.cases";
import { pingCases } from "./ping.cases";
import type { ProviderCase } from "./provider-case";
import { jwtAuthOf, readProviderPage, type ProviderPage } from "./provider-page";
import { zitadelCases } from "./zitadel.cases";

/** The cases of each page of docs/providers, by the page's name. */
export const CASES_BY_PAGE: Readonly<Record<string, readonly ProviderCase[]>> = {
  keycloak: keycloakCases,
  entra: entraCases,
  okta: oktaCases,
  auth0: auth0Cases,
  google: googleCases,
  cognito: cognitoCases,
  github: githubCases,
  gitlab: gitlabCases,
  kubernetes: kubernetesCases,
  zitadel: zitadelCases,
  authentik: authentikCases,
  ping: pingCases,
};

/** Claims that a provider writes new into each token. */
const TIMES = ["iat", "nbf", "exp", "auth_time"];

/** The cases of all pages as decisions: with the tokens and configurations that the pages show. */
export const PROVIDER_CASES: readonly DecisionCase[] = Object.entries(CASES_BY_PAGE).flatMap(([name, cases]) => {
  const page = readProviderPage(name);
  return cases.map((line) => decisionOf(line, page));
});

function decisionOf(line: ProviderCase, { configurations, tokens }: ProviderPage): DecisionCase {
  const configuration = configurations.get(line.with);
  const token = tokens.get(line.token);
  if (configuration === undefined || token === undefined)
    throw new Error(`The page of "${line.name}" has no configuration ${line.with} or no token ${line.token}.`);
  return {
    name: line.name,
    spec: [],
    settings: jwtAuthOf(configuration, `${ISSUER}/jwks`),
    token: { claims: withoutTimes({ ...token, ...line.claims }), isWhole: true },
    state: line.state,
    request: line.request,
    expect: line.expect,
  };
}

function withoutTimes(claims: Claims): Claims {
  return Object.fromEntries(
    Object.entries(claims).filter(([name, value]) => value !== undefined && !TIMES.includes(name)),
  );
}
