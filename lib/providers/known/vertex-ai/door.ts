import { GatewayError } from "@/lib/errors";
import type { Door } from "../../adapter";
import type { Deployment } from "../../deployment";
import { modelMethod, type GoogleDoor, type GoogleMethod } from "../../dialects/google/door";
import { locationPath, vertexLocation, vertexProject } from "./location";

/** Vertex AI's door to Google's own models (cloud.google.com/vertex-ai/docs/reference/rest). */
export const vertexDoor: GoogleDoor = (deployment, method) => doorTo(deployment, "google", method);

/** The door to the models of Anthropic's there. `model`: another one than the deployment's. */
export function claudeDoor(deployment: Deployment, method: GoogleMethod, model = deployment.model): Door {
  return doorTo({ ...deployment, model }, "anthropic", method);
}

function doorTo(deployment: Deployment, publisher: string, method: GoogleMethod): Door {
  return {
    path: `${vertexBase(deployment)}/publishers/${publisher}/models/${modelMethod(deployment.model, method)}`,
    headers: keyOf(deployment),
  };
}

/** A key that is bound to a service account; otherwise the deployment's credential signs. */
function keyOf({ apiKey }: Deployment): Record<string, string> {
  return apiKey ? { "x-goog-api-key": apiKey.reveal() } : {};
}

const NO_VARIABLE = (): undefined => undefined;

/**
 * The path up to the location. An `api_base` is a host, and the entry says the rest. @throws GatewayError
 * no_healthy_deployment if it does not
 */
function vertexBase({ basePath, entry }: Pick<Deployment, "basePath" | "entry">): string {
  if (basePath.includes("/projects/")) return basePath;
  const project = vertexProject(entry.gateway_params, NO_VARIABLE);
  if (project === undefined)
    throw new GatewayError("no_healthy_deployment", "The model's entry has an api_base and no vertex_project.");
  return (
    basePath.replace(/\/v1(?:beta1)?$/, "") + locationPath(project, vertexLocation(entry.gateway_params, NO_VARIABLE))
  );
}
