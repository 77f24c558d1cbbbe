import { allow, createTeam, deny } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const TOKEN = "https://docs.gitlab.com/ci/secrets/id_token_authentication/";

export const gitlabCases: readonly ProviderCase[] = [
  {
    name: "GitLab: a project below the group is the team of its path behind the prefix",
    source: TOKEN,
    with: "projects",
    token: "job",
    expect: allow({ team: "gitlab:ml/trainer", endUser: "gitlab:ann", creates: [createTeam("gitlab:ml/trainer")] }),
  },
  {
    name: "GitLab: a project directly in the group is a team too",
    source: TOKEN,
    with: "projects",
    token: "job",
    claims: {
      namespace_path: "acme",
      project_path: "acme/site",
      sub: "project_path:acme/site:ref_type:branch:ref:main",
    },
    state: { teams: { "gitlab:site": {} } },
    expect: allow({ team: "gitlab:site", endUser: "gitlab:ann" }),
  },
  {
    name: "GitLab: a group whose name only begins alike is refused",
    source: TOKEN,
    with: "projects",
    token: "job",
    claims: { namespace_path: "acme-evil", project_path: "acme-evil/x" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "GitLab: a fork in somebody's own namespace is refused",
    source: TOKEN,
    with: "projects",
    token: "job",
    claims: { namespace_path: "eve", project_path: "eve/trainer", pipeline_source: "merge_request_event" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "GitLab: a branch that is not protected is refused",
    source: TOKEN,
    with: "projects",
    token: "job",
    claims: { ref: "try", ref_path: "refs/heads/try", ref_protected: "false" },
    expect: deny("claim_not_accepted"),
  },
  {
    name: "GitLab: a token for another service is refused",
    source: TOKEN,
    with: "projects",
    token: "job",
    claims: { aud: "https://vault.acme.example" },
    expect: deny("invalid_audience"),
  },
];
