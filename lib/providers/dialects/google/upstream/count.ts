import { GatewayError } from "@/lib/errors";
import { NO_USAGE } from "@/lib/usage";
import type { Adapter } from "../../../adapter";
import { NO_FACTS } from "../../../answer-facts";
import { exactValue } from "../../../call-body";
import { ExactNumbers } from "../../../exact-numbers";
import type { UpstreamHalf } from "../../../form/halves";
import { translateRequest } from "../../../form/translated";
import { TranslatedStream } from "../../../form/translated-stream";
import { numberAt, parseObjectText } from "../../../json-value";
import { messagesClient } from "../../messages/client/half";
import type { GoogleDoor } from "../door";

/** Anthropic's `/messages/count_tokens` at an upstream of Google's, which counts without charging for it. */
export function countAtGoogle(door: GoogleDoor, half: UpstreamHalf): Adapter {
  return {
    rewritesAnswers: true,
    request({ body, deployment }) {
      const exact = new ExactNumbers();
      // Who counts names no maximum, which a message needs.
      const asked = { max_tokens: 1, ...exactValue(body, exact) };
      const written = translateRequest(messagesClient, half, asked, deployment, { exact });
      const { generationConfig: _config, toolConfig: _choice, ...counted } = written;
      const { path, headers } = door(deployment, "countTokens");
      // The Gemini API counts contents alone, or a whole request with the name of its model.
      const sent =
        deployment.provider === "vertex_ai"
          ? counted
          : { generateContentRequest: { model: `models/${deployment.model}`, ...counted } };
      return {
        path,
        headers: { "content-type": "application/json", ...headers },
        body: Buffer.from(exact.restore(JSON.stringify(sent))),
      };
    },
    answer(_call, bytes) {
      const counted = numberAt(parseObjectText(bytes.toString("utf8")) ?? {}, "totalTokens");
      if (counted === undefined)
        throw new GatewayError("upstream_invalid_response", "The upstream's answer has no number of tokens.");
      return {
        body: Buffer.from(JSON.stringify({ input_tokens: counted })),
        usage: NO_USAGE,
        generated: () => 0,
        describe: () => NO_FACTS,
      };
    },
    errorBody: (_call, status, bytes) =>
      Buffer.from(JSON.stringify(messagesClient.writeError(half.readError(bytes.toString("utf8"), status)))),
    stream: ({ body, startedAt }) =>
      new TranslatedStream(half.reader(), messagesClient.writer({ model: body.model, body: body.value, startedAt })),
  };
}
