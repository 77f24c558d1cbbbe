import { objectAt, parseObjectText, textAt } from "../../json-value";
import type { EntryParams } from "../provider";

export const LOCATION_VARIABLES = [
  "VERTEXAI_PROJECT",
  "GOOGLE_CLOUD_PROJECT",
  "VERTEXAI_LOCATION",
  "GOOGLE_CLOUD_LOCATION",
] as const;

type Variable = (name: string) => string | undefined;

/** The project of an entry; undefined: nothing names one. */
export function vertexProject(params: EntryParams, variable: Variable): string | undefined {
  const named = params.vertex_project ?? variable("VERTEXAI_PROJECT") ?? variable("GOOGLE_CLOUD_PROJECT");
  return named ?? projectIn(params.vertex_credentials?.reveal() ?? "");
}

/** The project of a service account, which its description names. */
function projectIn(credentials: string): string | undefined {
  if (!credentials.trimStart().startsWith("{")) return undefined;
  const value = parseObjectText(credentials) ?? {};
  const project = textAt(value, "project_id") ?? textAt(objectAt(value, "source_credentials"), "project_id");
  return project !== undefined && /^[a-zA-Z0-9][a-zA-Z0-9.:-]{0,99}$/.test(project) ? project : undefined;
}

export function vertexLocation(params: EntryParams, variable: Variable): string {
  return params.vertex_location ?? variable("VERTEXAI_LOCATION") ?? variable("GOOGLE_CLOUD_LOCATION") ?? "global";
}

/** The host of a location (cloud.google.com/vertex-ai/generative-ai/docs/learn/locations). */
function vertexHost(location: string): string {
  if (location === "global") return "aiplatform.googleapis.com";
  // Where a continent is meant, and not a region in it.
  if (location === "us" || location === "eu") return `aiplatform.${location}.rep.googleapis.com`;
  return `${location}-aiplatform.googleapis.com`;
}

/** The address of an entry whose project is known, up to its location. */
export function vertexAddress(params: EntryParams, variable: Variable): string | undefined {
  const project = vertexProject(params, variable);
  if (project === undefined) return undefined;
  const location = vertexLocation(params, variable);
  return `https://${vertexHost(location)}${locationPath(project, location)}`;
}

export function locationPath(project: string, location: string): string {
  return `/v1/projects/${encodeURIComponent(project)}/locations/${encodeURIComponent(location)}`;
}
