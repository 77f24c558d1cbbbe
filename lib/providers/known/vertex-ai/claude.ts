import type { Adapter, AdapterCall, UpstreamRequest } from "../../adapter";
import { jsonBody } from "../../call-body";
import { readErrorObject, readGoogleError } from "../../dialects/google/upstream/answer";
import { cloudBody, withCloudMarks } from "../../dialects/messages/cloud-body";
import { messagesClient } from "../../dialects/messages/client/half";
import { anthropicAdapter } from "../../dialects/messages/native";
import { messagesUpstream } from "../../dialects/messages/upstream/half";
import { translatedRoutes } from "../../dialects/translated-routes";
import { dropPaths } from "../../form/dropped-members";
import type { UpstreamHalf } from "../../form/halves";
import { textAt } from "../../json-value";
import { withMembers } from "../../model-body";
import { askedBetas, takenBetas } from "../../dialects/messages/taken-betas";
import { VERTEX_BETAS } from "./betas";
import { claudeDoor } from "./door";

/** The version of Anthropic's API that bodies at Vertex AI name. */
const VERSION = { anthropic_version: "vertex-2023-10-16" };

/** The model that counts the tokens of the one that the body names. */
const COUNTER = "count-tokens";

/** Passes calls in Anthropic's dialect to Claude on Vertex AI: the bytes stay, but for what its door asks for. */
const native: Adapter = {
  ...anthropicAdapter,
  request(call) {
    const { path, headers } = claudeDoor(call.deployment, call.body.stream ? "streamRawPredict" : "rawPredict");
    return sent(call, path, headers, ["model"], VERSION);
  },
  errorBody,
};

const counter: Adapter = {
  ...anthropicAdapter,
  request(call) {
    const { path, headers } = claudeDoor(call.deployment, "rawPredict", COUNTER);
    return sent(call, path, headers, [], { ...VERSION, model: call.deployment.model });
  },
  errorBody,
};

/** `without`: members that the path says; `members`: those that the door asks for. */
function sent(
  { body, deployment, beta }: AdapterCall,
  path: string,
  headers: Readonly<Record<string, string>>,
  without: readonly string[],
  members: Readonly<Record<string, string>>,
): UpstreamRequest {
  const dropped = new Set<string>();
  const asked = jsonBody(body);
  const barred = deployment.entry.gateway_params.additional_drop_params;
  const named = askedBetas(beta, asked.outline, barred);
  const said = named.areInBody ? [...without, "anthropic_beta"] : without;
  const full = dropPaths(withMembers(asked, members), said, new Set());
  const left = cloudBody(full, asked.outline, barred, dropped);
  const betas = takenBetas(VERTEX_BETAS, named.betas, dropped);
  return {
    path,
    headers: { "content-type": "application/json", ...headers, "anthropic-beta": betas.join(",") },
    body: left,
    ...(dropped.size > 0 && { dropped: [...dropped] }),
  };
}

/** Errors of the door itself are Google's, and those of the model Anthropic's. */
function errorBody(_call: AdapterCall, status: number, bytes: Buffer): Buffer {
  const text = bytes.toString("utf8");
  if (textAt(readErrorObject(text), "type") !== undefined) return bytes;
  return Buffer.from(JSON.stringify(messagesClient.writeError(readError(text, status))));
}

/** Claude on Vertex AI, for callers of other dialects. */
const half: UpstreamHalf = {
  ...messagesUpstream,
  writeRequest(request, target, writing) {
    const { model: _model, ...body } = messagesUpstream.writeRequest(request, target, writing);
    return { ...VERSION, ...body };
  },
  send(deployment, body, isStreamed) {
    const { path, headers } = claudeDoor(deployment, isStreamed ? "streamRawPredict" : "rawPredict");
    const dropped = new Set<string>();
    const sent = withCloudMarks(body, dropped);
    return {
      path,
      // Betas are of Anthropic's own clients.
      headers: { "content-type": "application/json", ...headers, "anthropic-beta": "" },
      body: sent,
      ...(dropped.size > 0 && { dropped: [...dropped] }),
    };
  },
  readError,
};

function readError(text: string, status: number): ReturnType<UpstreamHalf["readError"]> {
  const error = readErrorObject(text);
  return textAt(error, "type") === undefined ? readGoogleError(text, status) : messagesUpstream.readError(text, status);
}

/** How Claude is asked on Vertex AI (platform.claude.com/docs/en/build-with-claude/claude-on-vertex-ai). */
export const CLAUDE_ADAPTERS: ReadonlyMap<string, Adapter> = new Map([
  ...translatedRoutes(half),
  ["/messages", native],
  ["/messages/count_tokens", counter],
]);
