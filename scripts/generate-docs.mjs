// node scripts/generate-docs.mjs [--check]: writes the parts of docs/ that are generated from the code, or fails if
// they are stale.
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { importTypeScript } from "./setup/bundle.mjs";

const {
  OPERATIONS,
  renderApiReference,
  renderClaims,
  renderClients,
  renderConfigurationReference,
  renderDialects,
  renderErrors,
  renderFamilies,
  renderFindings,
  renderMetricsReference,
  renderOperationTypes,
  renderParameters,
  renderRules,
  renderSpend,
} = await importTypeScript(`
  export { renderApiReference } from "@/scripts/docs/api-reference";
  export { renderClaims } from "@/scripts/docs/claims-reference";
  export { renderClients } from "@/scripts/docs/clients-reference";
  export { renderConfigurationReference } from "@/scripts/docs/configuration-reference";
  export { renderFamilies, renderRules } from "@/scripts/docs/decisions-reference";
  export { renderDialects } from "@/scripts/docs/dialects-reference";
  export { renderErrors } from "@/scripts/docs/errors-reference";
  export { renderFindings } from "@/scripts/docs/findings-reference";
  export { renderMetricsReference } from "@/scripts/docs/metrics-reference";
  export { renderParameters } from "@/scripts/docs/parameters-reference";
  export { renderSpend } from "@/scripts/docs/spend-reference";
  export { renderOperationTypes } from "@/scripts/client/operation-types";
  export { OPERATIONS } from "@/lib/api/table";
`);
const claims = await readFile(new URL("../docs/reference/claims.md", import.meta.url), "utf8");
const clients = await readFile(new URL("../docs/clients/README.md", import.meta.url), "utf8");
const rules = await readFile(new URL("../docs/explain/how-a-call-is-decided.md", import.meta.url), "utf8");
const routes = await readFile(new URL("../docs/explain/routes.md", import.meta.url), "utf8");
const dialects = await readFile(new URL("../docs/reference/dialects.md", import.meta.url), "utf8");
const parameters = await readFile(new URL("../docs/reference/parameters.md", import.meta.url), "utf8");
const errors = await readFile(new URL("../docs/reference/errors.md", import.meta.url), "utf8");
const metrics = await readFile(new URL("../docs/reference/metrics.md", import.meta.url), "utf8");
const spend = await readFile(new URL("../docs/explain/spend.md", import.meta.url), "utf8");
// The chart needs files of its own, because a packaged chart holds no links.
const copied = (path) => readFile(new URL(`../${path}`, import.meta.url), "utf8");
const documents = [
  ["deploy/helm/model-gateway/files/alerts.yml", await copied("deploy/prometheus/alerts.yml")],
  ["deploy/helm/model-gateway/files/dashboard.json", await copied("deploy/grafana/model-gateway.json")],
  ["docs/reference/api.md", renderApiReference(OPERATIONS)],
  ["docs/reference/claims.md", renderClaims(claims)],
  ...renderClients(clients, (path) => readFileSync(new URL(`../testing/clients/${path}`, import.meta.url), "utf8")),
  ["docs/reference/configuration.md", renderConfigurationReference()],
  ["docs/reference/dialects.md", renderDialects(dialects)],
  ["docs/reference/errors.md", renderErrors(errors)],
  ["docs/reference/findings.md", renderFindings()],
  ["docs/reference/parameters.md", renderParameters(parameters)],
  ["docs/reference/metrics.md", renderMetricsReference(metrics)],
  ["docs/explain/spend.md", renderSpend(spend)],
  ["packages/client/src/operations.ts", renderOperationTypes(OPERATIONS)],
  ["docs/explain/how-a-call-is-decided.md", renderRules(rules)],
  ["docs/explain/routes.md", renderFamilies(routes, OPERATIONS)],
];

for (const [path, text] of documents) {
  const url = new URL(`../${path}`, import.meta.url);
  const current = await readFile(url, "utf8").catch(() => "");
  if (current === text) continue;
  if (process.argv.includes("--check")) {
    console.error(`${path} is stale: run node scripts/generate-docs.mjs`);
    process.exitCode = 1;
  } else {
    await writeFile(url, text);
    console.log(`wrote ${path}`);
  }
}
