import { allow, createTeam, deny } from "@/lib/auth/cases/case";
import type { ProviderCase } from "./provider-case";

const TOKENS = "https://kubernetes.io/docs/reference/access-authn-authz/service-accounts-admin/";
const PROJECTED = "https://kubernetes.io/docs/tasks/configure-pod-container/configure-service-account/";

export const kubernetesCases: readonly ProviderCase[] = [
  {
    name: "Kubernetes: a service account is the team of its namespace and name",
    source: TOKENS,
    with: "service-accounts",
    token: "pod",
    expect: allow({ team: "eks:prod:billing", creates: [createTeam("eks:prod:billing")] }),
  },
  {
    name: "Kubernetes: the default token of a pod is meant for the cluster and is refused",
    source: PROJECTED,
    with: "service-accounts",
    token: "pod",
    claims: { aud: ["https://kubernetes.default.svc"] },
    expect: deny("invalid_audience"),
  },
  {
    name: "Kubernetes: a token of another cluster is refused",
    source: PROJECTED,
    with: "service-accounts",
    token: "pod",
    claims: { iss: "https://kubernetes.default.svc.cluster.local" },
    expect: deny("invalid_issuer"),
  },
  {
    name: "Kubernetes: a subject that is not a service account names no team",
    source: TOKENS,
    with: "service-accounts",
    token: "pod",
    claims: { sub: "system:node:node-1" },
    expect: deny("team_required"),
  },
  {
    name: "Kubernetes: a namespace is a team, read through a claim with a dot in its name",
    source: TOKENS,
    with: "namespaces",
    token: "pod",
    state: { teams: { prod: {} } },
    expect: allow({ team: "prod", endUser: "billing" }),
  },
  {
    name: "Kubernetes: a namespace that is not listed is refused",
    source: TOKENS,
    with: "namespaces",
    token: "pod",
    claims: { "kubernetes.io": { namespace: "dev", serviceaccount: { name: "billing", uid: "1" } } },
    state: { teams: { dev: {} } },
    expect: deny("claim_not_accepted"),
  },
];
