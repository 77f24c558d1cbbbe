import { canonicalRoute, isModelFamily } from "@/lib/auth/routes";
import { isToolPath } from "@/lib/mcp/tool-paths";
import { betaPath } from "@/lib/providers/dialects/google/routes";
import { readAzurePath, type AzurePath } from "./azure-path";
import { ACCESS_OPERATIONS } from "./operations/access/operations";
import { dashboardOperations } from "./operations/dashboards/dashboards";
import { IDENTITY_OPERATIONS } from "./operations/identities/operations";
import { incidentOperations } from "./operations/incidents/operations";
import { KEY_OPERATIONS } from "./operations/keys/operations";
import { MODEL_OPERATIONS } from "./operations/models/operations";
import { SPEND_OPERATIONS } from "./operations/spend/operations";
import { SYSTEM_OPERATIONS } from "./operations/system/operations";
import { TABLE_OPERATIONS } from "./operations/tables/tables";
import { TOOL_OPERATIONS } from "./operations/tools/operations";
import { openApiOperation } from "./operations/system/openapi";
import { indexOperations, type Found } from "./index-operations";
import type { Operation, OperationTable } from "./operation";

/** The operation table: every operation of the API. Both doors, the route lists and `GET /openapi.json` read it. */
export const OPERATIONS: readonly Operation[] = [
  ...MODEL_OPERATIONS,
  ...TOOL_OPERATIONS,
  ...IDENTITY_OPERATIONS,
  ...KEY_OPERATIONS,
  ...TABLE_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...SPEND_OPERATIONS,
  ...dashboardOperations,
  ...SYSTEM_OPERATIONS,
  ...incidentOperations,
];

/** An operation as a path found it. */
export interface FoundOperation extends Found<Operation> {
  /** Set if the path is one of Azure OpenAI's API. `model`: the model that the path names, if it names one. */
  readonly azure?: Pick<AzurePath, "model">;
}

const all = [...OPERATIONS, openApiOperation(OPERATIONS)];
const index = indexOperations(all);
const firstSegments = new Set(["v1", "v2", "openai", ...all.map(({ path }) => path.split("/")[1] ?? "")]);

/** The table, as handlers see it. */
export const TABLE: OperationTable = { find: findDescribed, all: OPERATIONS };

/** Whether a path belongs to the API. All other paths belong to the console. */
export function isApiPath(path: string): boolean {
  return firstSegments.has(path.split("/", 2)[1] ?? "") || isToolPath(path);
}

/**
 * Finds the operation of a method and a path. Paths are compared as they were sent: another spelling of a route (`//`,
 * `%63hat`) finds nothing, so no spelling can evade a rule about routes. HEAD finds what GET finds (RFC 9110 §9.3.2),
 * for probes of availability; the doors leave the body out.
 */
export function findOperation(method: string, path: string): FoundOperation | undefined {
  const asked = method === "HEAD" ? "GET" : method;
  return findSpelled(asked, path) ?? findMeant(asked, path);
}

function findSpelled(method: string, path: string): FoundOperation | undefined {
  return index.find(method, canonicalRoute(path)) ?? findAzure(method, path) ?? findGoogle(method, path);
}

/** Google's clients ask for the same under `/v1` too. */
function findGoogle(method: string, path: string): FoundOperation | undefined {
  const beta = betaPath(path);
  return beta === undefined ? undefined : index.find(method, beta);
}

/** Paths of other servers' clients for a model route, which is what they are decided, limited and booked as. */
const ALIASES: ReadonlyMap<string, string> = new Map([["/v2/rerank", "/rerank"]]);

/** Model routes may also be called by an alias, or with one slash at their end, as some clients write them. */
function findMeant(method: string, path: string): FoundOperation | undefined {
  const meant = meantRoute(path);
  const found = meant === path ? undefined : findSpelled(method, meant);
  return found && isModelFamily(found.operation.family) ? found : undefined;
}

function meantRoute(path: string): string {
  const plain = path.endsWith("/") ? path.slice(0, -1) : path;
  return ALIASES.get(plain) ?? plain;
}

/**
 * As `findOperation`, for somebody who describes a request: by its path, or by the route that the rules see where the
 * path itself names more than that.
 */
export function findDescribed(method: string, path: string): FoundOperation | undefined {
  return findOperation(method, path) ?? index.findRoute(method, path);
}

/** Azure's clients have only the routes of OpenAI's API. */
function findAzure(method: string, path: string): FoundOperation | undefined {
  const azure = readAzurePath(path);
  const found = azure && index.find(method, azure.route);
  return found && isForAzure(found.operation) ? { ...found, azure } : undefined;
}

function isForAzure({ family }: Operation): boolean {
  return family === "openai_routes";
}

/** The methods of a path, for the reply 405. */
export function methodsOf(path: string): string[] {
  const methods = methodsAt(path);
  if (methods.length > 0) return methods;
  const meant = index.at(canonicalRoute(meantRoute(path)));
  return meant.filter(({ family }) => isModelFamily(family)).map(({ method }) => method);
}

function methodsAt(path: string): string[] {
  // A path that ends in a parameter fits any string, so the index does not tell its methods.
  if (isToolPath(path)) return ["POST"];
  const azure = readAzurePath(path);
  const found = index.at(azure?.route ?? canonicalRoute(path));
  return found.filter((operation) => !azure || isForAzure(operation)).map(({ method }) => method);
}
