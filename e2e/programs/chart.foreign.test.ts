import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { requireHelm, whyNoHelm } from "@/scripts/setup/helm.mjs";

const missing = whyNoHelm();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

const CHART = resolve("deploy/helm/model-gateway");
const SETS = readdirSync(join(CHART, "ci"));

const monitor = z.looseObject({ jobLabel: z.string() });
const resource = z.looseObject({ kind: z.string(), metadata: z.looseObject({ name: z.string() }) });
type Resource = z.infer<typeof resource>;

/** Kinds of operators, which are not Kubernetes' own. */
const FOREIGN_KINDS = new Set(["ServiceMonitor", "PrometheusRule", "HTTPRoute"]);

describe.skipIf(missing !== undefined)("the chart", () => {
  let helm: string;
  let python: string;
  let folder: string;
  beforeAll(() => {
    ({ helm, python } = requireHelm());
    folder = mkdtempSync(join(tmpdir(), "chart-"));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  function template(...parameters: string[]) {
    return spawnSync(helm, ["template", "gateway", CHART, "--namespace", "models", ...parameters], {
      encoding: "utf8",
    });
  }

  function render(set: string, ...parameters: string[]): Resource[] {
    const { status, stdout, stderr } = template("--values", join(CHART, "ci", set), ...parameters);
    expect(stderr).toBe("");
    expect(status).toBe(0);
    const documents = parseAllDocuments(stdout, { version: "1.1" }).map((document) => document.toJSON() as unknown);
    return documents.filter((content) => content !== null).map((content) => resource.parse(content));
  }

  function find(resources: readonly Resource[], kind: string): Resource {
    const found = resources.find((one) => one.kind === kind);
    if (!found) throw new Error(`no ${kind} among ${resources.map((one) => one.kind).join(", ")}`);
    return found;
  }

  test("five sets of values are rendered", () => expect(SETS).toHaveLength(5));

  test.each(SETS)("what %s gives fits the schemas of Kubernetes", (set) => {
    const own = render(set).filter(({ kind }) => !FOREIGN_KINDS.has(kind));
    const file = join(folder, `${set}.json`);
    for (const content of own) {
      writeFileSync(file, JSON.stringify(content));
      const checked = spawnSync(python, ["-m", "kubernetes_validate", "--strict", file], { encoding: "utf8" });
      expect(checked.stdout + checked.stderr).toContain("INFO");
      expect(checked.status).toBe(0);
    }
    expect(own.map(({ kind }) => kind)).toContain("StatefulSet");
  });

  test("every resource has the labels that Kubernetes recommends", () => {
    for (const { metadata } of render("everything-values.yaml")) {
      expect(metadata["labels"]).toMatchObject({
        "app.kubernetes.io/name": "model-gateway",
        "app.kubernetes.io/instance": "gateway",
        "app.kubernetes.io/managed-by": "Helm",
        "app.kubernetes.io/version": expect.stringMatching(/^\d+\.\d+\.\d+(-dev)?$/),
      });
    }
  });

  test("what is off by default appears when it is on, and no more", () => {
    const kinds = (set: string) => render(set).map(({ kind }) => kind);
    const optional = ["PodDisruptionBudget", "HorizontalPodAutoscaler", "NetworkPolicy", "Ingress", ...FOREIGN_KINDS];
    expect(kinds("everything-values.yaml")).toEqual(expect.arrayContaining(optional));
    for (const kind of [...optional, "Job"]) expect(kinds("embedded-values.yaml")).not.toContain(kind);
    expect(kinds("external-values.yaml")).toContain("PodDisruptionBudget");
    expect(kinds("recover-values.yaml")).toContain("Job");
  });

  test("the alert rules ask for the job that the chart gives to the gateway's targets", () => {
    const resources = render("everything-values.yaml", "--set", "nameOverride=llm");
    const { jobLabel } = monitor.parse(find(resources, "ServiceMonitor")["spec"]);
    const nodes = resources.find(({ kind, metadata }) => kind === "Service" && metadata.name.endsWith("-nodes"));
    const labels = z.record(z.string(), z.string()).parse(nodes?.metadata["labels"]);
    const rule = find(resources, "PrometheusRule");
    const jobs = [...JSON.stringify(rule["spec"]).matchAll(/job=\\"([^"\\]+)/g)].map(([, job]) => job);
    expect(jobs.length).toBeGreaterThan(1);
    expect(new Set(jobs)).toEqual(new Set([labels[jobLabel]]));
    const rules = parse(readFileSync("deploy/prometheus/alerts.yml", "utf8"));
    expect(rule["spec"]).toEqual(rules);
    const dashboard = resources.find(({ metadata }) => metadata.name.endsWith("-dashboard"));
    expect(dashboard).toHaveProperty("data", {
      "model-gateway.json": expect.stringContaining("gateway_database_up"),
    });
  });

  test("values as other charts have them: an image by registry and digest, names, variables, volumes, secrets by key", () => {
    const set = JSON.stringify(find(render("everything-values.yaml"), "StatefulSet"));
    for (const part of [
      '"image":"registry.example/model-gateway@sha256:0123',
      '{"name":"OTEL_RESOURCE_ATTRIBUTES","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}}',
      '"envFrom":[{"configMapRef":{"name":"gateway-environment"}}]',
      '{"configMap":{"name":"company-ca"},"name":"company-ca"}',
      '{"mountPath":"/etc/company-ca","name":"company-ca","readOnly":true}',
      '{"secret":{"name":"gateway-database-app","items":[{"key":"uri","path":"DATABASE_URL"}]}}',
      '"example/cost-centre":"42"',
      '"priorityClassName":"important"',
      '"name":"proxy"',
    ])
      expect(set).toContain(part);
    const named = render("embedded-values.yaml", "--set", "fullnameOverride=llm,global.imageRegistry=mirror.example");
    expect(find(named, "StatefulSet")).toMatchObject({ metadata: { name: "llm" } });
    expect(JSON.stringify(named)).toContain("mirror.example/model-gateway:");
  });

  test("a pod of the defaults has the memory that the page on sizes asks for", () => {
    const set = find(render("embedded-values.yaml"), "StatefulSet");
    expect(readFileSync("docs/operate/sizes.md", "utf8")).toContain(
      "2 GiB with the embedded PostgreSQL and the console",
    );
    expect(set).toHaveProperty("spec.template.spec.containers.0.resources.limits.memory", "2Gi");
  });

  test("helm test asks the gateway's Service for its readiness", () => {
    const pod = find(render("embedded-values.yaml"), "Pod");
    expect(pod.metadata["annotations"]).toMatchObject({ "helm.sh/hook": "test" });
    expect(JSON.stringify(pod)).toContain("http://gateway-model-gateway:80/health/readiness");
  });

  test("Kubernetes waits for the delay, the grace and 30 seconds more, and no hook of the chart sleeps", () => {
    const set = find(render("api-only-values.yaml"), "StatefulSet");
    expect(set).toMatchObject({ spec: { template: { spec: { terminationGracePeriodSeconds: 340 } } } });
    expect(JSON.stringify(set)).not.toContain("preStop");
  });

  test("claims stay when pods go, and the pod is neither root nor able to write outside its volumes", () => {
    const set = find(render("embedded-values.yaml"), "StatefulSet");
    expect(set).toMatchObject({
      spec: {
        replicas: 1,
        persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
        template: {
          spec: {
            securityContext: { runAsNonRoot: true, fsGroupChangePolicy: "OnRootMismatch" },
            containers: [{ securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false } }],
          },
        },
      },
    });
  });

  test("the user of a pod and its groups can be left to the platform", () => {
    const own = { runAsUser: 10001, runAsGroup: 10001, fsGroup: 10001 };
    const path = "spec.template.spec.securityContext";
    expect(find(render("external-values.yaml"), "StatefulSet")).toHaveProperty(path, expect.objectContaining(own));
    const set = find(render("external-values.yaml", "--set", "platformUser=true"), "StatefulSet");
    expect(set).toHaveProperty(path, {
      runAsNonRoot: true,
      fsGroupChangePolicy: "OnRootMismatch",
      seccompProfile: { type: "RuntimeDefault" },
    });
  });

  test("secrets are files, and none of their values stands in a pod", () => {
    const resources = render("embedded-values.yaml");
    const set = JSON.stringify(find(resources, "StatefulSet"));
    expect(set).toContain('{"name":"OPENAI_API_KEY_FILE","value":"/etc/model-gateway-secrets/OPENAI_API_KEY"}');
    expect(set).not.toContain("sk-of-the-provider");
    expect(find(resources, "Secret")).toMatchObject({ stringData: { OPENAI_API_KEY: "sk-of-the-provider" } });
  });

  test("with autoscaling, the chart leaves the number of nodes alone", () => {
    const resources = render("everything-values.yaml");
    expect(find(resources, "StatefulSet")).not.toHaveProperty("spec.replicas");
    expect(find(resources, "HorizontalPodAutoscaler")).toMatchObject({ spec: { minReplicas: 2, maxReplicas: 6 } });
  });

  test.each([
    [["--set", "replicaCount=2"], "several nodes share DATABASE_URL"],
    [["--set", "autoscaling.enabled=true"], "several nodes share DATABASE_URL"],
    [["--set", "secrets.existingSecret=s"], "needs secrets.existingNames"],
    [["--set", "ingress.enabled=true"], "ingress.enabled needs ingress.host"],
    [["--set", "httpRoute.enabled=true"], "httpRoute.enabled needs httpRoute.parentRefs"],
    [["--set", "image.digest=latest"], "digest"],
    [["--set", "recoverJournal.claim=data-2"], "recoverJournal.claim needs DATABASE_URL"],
    [["--set", "env.PORT=x,secrets.values.PORT=y"], "PORT is given in secrets and in env"],
    [["--set", "platformUser=true"], "platformUser needs DATABASE_URL"],
    [["--set", "replicas=2"], "replicas"],
    [["--set", "persistence.accessModes={ReadWriteMany}"], "accessModes"],
  ])("values that cannot work are refused: %j", (parameters, message) => {
    const { status, stderr } = template(...parameters);
    expect(status).not.toBe(0);
    expect(stderr).toContain(message);
  });
});
