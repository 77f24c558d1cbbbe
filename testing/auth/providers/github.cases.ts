import { allow, createTeam, deny, get } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const TOKEN = "https://docs.github.com/en/actions/reference/security/oidc";
const HARDENING = "https://docs.github.com/en/actions/concepts/security/openid-connect";
const WORKFLOWS =
  "https://docs.github.com/en/actions/how-tos/secure-your-work/security-harden-deployments/oidc-with-reusable-workflows";

export const githubCases: readonly ProviderCase[] = [
  {
    name: "GitHub: a repository of the organisation is the team of its name behind the prefix, and the actor the end user",
    source: TOKEN,
    with: "organization",
    token: "job",
    expect: allow({ team: "github:app", endUser: "github:ann", creates: [createTeam("github:app")] }),
  },
  {
    name: "GitHub: a repository of a stranger is refused",
    source: HARDENING,
    with: "organization",
    token: "job",
    claims: { repository: "evil/app", repository_owner: "evil", repository_owner_id: "666", sub: "repo:evil/app" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "GitHub: an owner who took the organisation's old name is refused by the owner's id",
    source: TOKEN,
    with: "organization",
    token: "job",
    claims: { repository_owner_id: "667" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "GitHub: the default audience, the owner's address, is refused",
    source: TOKEN,
    with: "organization",
    token: "job",
    claims: { aud: "https://github.com/acme" },
    expect: deny("invalid_audience"),
  },
  {
    name: "GitHub: a job is not an administrator",
    source: TOKEN,
    with: "organization",
    token: "job",
    claims: { scope: "gateway_proxy_admin" },
    request: get("/config/get"),
    expect: deny("route_not_allowed"),
  },
  {
    name: "GitHub: a job of a pull request has another subject and is the same team",
    source: TOKEN,
    with: "organization",
    token: "job",
    claims: { sub: "repo:acme/app:pull_request", environment: undefined, event_name: "pull_request" },
    state: { teams: { "github:app": {} } },
    expect: allow({ team: "github:app", endUser: "github:ann" }),
  },
  {
    name: "GitHub: the trusted workflow in its environment is the team of the repository's id",
    source: WORKFLOWS,
    with: "one-workflow",
    token: "job",
    state: { teams: { "github:74": {} } },
    expect: allow({ team: "github:74" }),
  },
  {
    name: "GitHub: the trusted workflow on another branch is refused",
    source: WORKFLOWS,
    with: "one-workflow",
    token: "job",
    claims: { job_workflow_ref: "acme/infra/.github/workflows/train.yml@refs/heads/try" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "GitHub: a job without the environment is refused",
    source: WORKFLOWS,
    with: "one-workflow",
    token: "job",
    claims: { environment: undefined, sub: "repo:acme/app:ref:refs/heads/main" },
    expect: deny("claim_not_accepted"),
  },
];
