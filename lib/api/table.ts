import { canonicalRoute } from "@/lib/auth/routes";
import { readAzurePath, type AzurePath } from "./azure-path";
import { alertingOperations } from "./operations/system/alerting";
import { auditOperations } from "./operations/system/audit";
import { claimCatalogueOperation } from "./operations/access/claim-catalogue";
import { configOperations } from "./operations/access/config";
import { endUserOperations } from "./operations/identities/end-users";
import { explainOperations } from "./operations/access/explain";
import { healthOperations } from "./operations/system/health";
import { journalOperation } from "./operations/spend/journal";
import { keyChangeOperations } from "./operations/keys/key-changes";
import { keyOperations } from "./operations/keys/keys";
import { matrixOperations } from "./operations/access/matrix";
import { matrixCalls } from "./operations/access/matrix-calls";
import { messageOperations } from "./operations/models/messages";
import { metricsOperation } from "./operations/system/metrics";
import { modelChangeOperations } from "./operations/models/model-changes";
import { modelListOperations } from "./operations/models/model-list";
import { modelOperations } from "./operations/models/calls";
import { openApiOperation } from "./operations/system/openapi";
import { modelTestOperation } from "./operations/models/model-test";
import { organizationOperations } from "./operations/identities/organizations";
import { overviewOperations } from "./operations/system/overview";
import { playgroundOperations } from "./operations/access/playground";
import { priceOperations } from "./operations/models/prices";
import { providerOperations } from "./operations/access/provider";
import { refusalOperations } from "./operations/access/refusals";
import { replayOperations } from "./operations/access/replay";
import { searchOperation } from "./operations/identities/search";
import { sessionOperations } from "./operations/system/sessions";
import { sinksOperation } from "./operations/spend/sinks";
import { issuerTrafficOperations } from "./operations/access/issuer-traffic";
import { requestOperations } from "./operations/spend/requests";
import { spendOperations } from "./operations/spend/spend";
import { spendCalculateOperations } from "./operations/spend/calculate";
import { spendExportOperations } from "./operations/spend/export";
import { spendRepriceOperations } from "./operations/spend/reprice";
import { trafficOperation } from "./operations/system/traffic";
import { teamMemberOperations } from "./operations/identities/team-members";
import { teamOperations } from "./operations/identities/teams";
import { userOperations } from "./operations/identities/users";
import type { Operation } from "./operation";

/** The operation table: every operation of the API. Both doors, the route lists and `GET /openapi.json` read it. */
export const OPERATIONS: readonly Operation[] = [
  ...modelOperations,
  ...modelListOperations,
  ...modelChangeOperations,
  modelTestOperation,
  ...messageOperations,
  ...teamOperations,
  ...teamMemberOperations,
  ...userOperations,
  ...organizationOperations,
  ...endUserOperations,
  ...keyOperations,
  ...keyChangeOperations,
  searchOperation,
  ...configOperations((method, path) => findOperation(method, path)),
  ...spendOperations,
  ...requestOperations,
  ...issuerTrafficOperations,
  ...spendCalculateOperations,
  ...spendExportOperations,
  ...spendRepriceOperations,
  journalOperation,
  sinksOperation,
  ...priceOperations,
  ...auditOperations,
  ...sessionOperations,
  ...explainOperations((method, path) => findOperation(method, path)),
  ...replayOperations((method, path) => findOperation(method, path)),
  claimCatalogueOperation,
  ...playgroundOperations,
  ...refusalOperations,
  ...matrixOperations(() => OPERATIONS),
  matrixCalls,
  ...providerOperations,
  ...healthOperations,
  trafficOperation,
  ...overviewOperations,
  metricsOperation,
  ...alertingOperations,
];

/** An operation with the decoded parameters of the path that found it. */
export interface FoundOperation {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
  /** Set if the path is one of Azure OpenAI's API. `model`: the model that the path names, if it names one. */
  readonly azure?: Pick<AzurePath, "model">;
}

interface Parameterised {
  readonly operation: Operation;
  readonly prefix: string;
  readonly name: string;
}

const all = [...OPERATIONS, openApiOperation(OPERATIONS)];
const exact = { GET: exactOf("GET"), POST: exactOf("POST") };
const parameterised: Parameterised[] = all
  .filter(({ path }) => path.includes("{"))
  .map((operation) => ({
    operation,
    prefix: operation.path.slice(0, operation.path.indexOf("{")),
    name: operation.path.slice(operation.path.indexOf("{") + 1, -1),
  }));
const paths = new Set(all.map(({ path }) => path));
const firstSegments = new Set(["v1", "openai", ...all.map(({ path }) => path.split("/")[1] ?? "")]);

/** The operations of a method without path parameters, by path. */
function exactOf(method: Operation["method"]): ReadonlyMap<string, FoundOperation> {
  return new Map(
    all
      .filter((operation) => operation.method === method && !operation.path.includes("{"))
      .map((operation) => [operation.path, { operation, parameters: {} }]),
  );
}

/** Whether a path belongs to the API. All other paths belong to the console. */
export function isApiPath(path: string): boolean {
  return firstSegments.has(path.split("/", 2)[1] ?? "");
}

/**
 * Finds the operation of a method and a path. Paths are compared as they were sent: another spelling of a route (`//`,
 * `%63hat`) finds nothing, so no spelling can evade a rule about routes. HEAD finds what GET finds (RFC 9110 §9.3.2),
 * for probes of availability; the doors leave the body out.
 */
export function findOperation(method: string, path: string): FoundOperation | undefined {
  const asked = method === "HEAD" ? "GET" : method;
  return findRoute(asked, canonicalRoute(path)) ?? findAzure(asked, path);
}

/** Azure's clients have only the routes of OpenAI's API. */
function findAzure(method: string, path: string): FoundOperation | undefined {
  const azure = readAzurePath(path);
  const found = azure && findRoute(method, azure.route);
  return found && isForAzure(found.operation) ? { ...found, azure } : undefined;
}

function isForAzure({ family }: Operation): boolean {
  return family === "openai_routes";
}

function findRoute(method: string, route: string): FoundOperation | undefined {
  const known = method === "POST" || method === "GET" ? exact[method].get(route) : undefined;
  if (known) return known;
  const found = parameterised.find(
    ({ operation: candidate, prefix }) =>
      candidate.method === method && route.startsWith(prefix) && route.length > prefix.length,
  );
  if (!found) return undefined;
  const value = decode(route.slice(found.prefix.length));
  return value === undefined ? undefined : { operation: found.operation, parameters: { [found.name]: value } };
}

/** The methods of a path, for the reply 405. */
export function methodsOf(path: string): string[] {
  const azure = readAzurePath(path);
  const route = azure?.route ?? canonicalRoute(path);
  if (!paths.has(route)) return [];
  return all
    .filter((operation) => operation.path === route && (!azure || isForAzure(operation)))
    .map(({ method }) => method);
}

function decode(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
