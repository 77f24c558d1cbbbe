import { GatewayError } from "@/lib/errors";
import type { Adapter, AdapterCall } from "../adapter";
import { readAnswerFacts } from "../answer-facts";
import { exactValue } from "../call-body";
import { ExactNumbers } from "../exact-numbers";
import { generatedInAnswer } from "../generated-length";
import { parseObjectText, type JsonObject } from "../json-value";
import type { AnsweredCall, ClientHalf, Target, UpstreamHalf, Writing } from "./halves";
import { checkParameters, invalid } from "./parameters";
import { TranslatedStream } from "./translated-stream";

/** Sends calls of one dialect to an upstream that speaks another. */
export function translated(client: ClientHalf, upstream: UpstreamHalf): Adapter {
  return {
    rewritesAnswers: true,
    ...(upstream.addedMaximum && { addedMaximum: upstream.addedMaximum }),
    request({ body, deployment }) {
      const exact = new ExactNumbers();
      const value = translateRequest(client, upstream, exactValue(body, exact), deployment, exact);
      return upstream.send(deployment, Buffer.from(exact.restore(JSON.stringify(value))));
    },
    answer(call, bytes) {
      const exact = new ExactNumbers();
      const value = parseObjectText(exact.mark(bytes.toString("utf8")));
      if (!value) throw new GatewayError("upstream_invalid_response", "The upstream's answer is not a JSON object.");
      const answer = upstream.readAnswer(value);
      return {
        body: Buffer.from(exact.restore(JSON.stringify(client.writeAnswer(answer, answered(call), exact)))),
        usage: answer.usage,
        generated: () => generatedInAnswer(value),
        describe: () => readAnswerFacts(value),
      };
    },
    errorBody(_call, status, bytes) {
      return Buffer.from(JSON.stringify(client.writeError(upstream.readError(bytes.toString("utf8"), status))));
    },
    stream(call) {
      return new TranslatedStream(upstream.reader(), client.writer(answered(call)));
    },
  };
}

/** The body for the upstream. @throws GatewayError invalid_request that names what the upstream cannot take */
export function translateRequest(
  client: ClientHalf,
  upstream: UpstreamHalf,
  body: JsonObject,
  target: Target,
  exact = new ExactNumbers(),
): JsonObject {
  const named = client.namedParameters?.(body) ?? body;
  checkParameters(named, client.parameters, upstream.carried, upstream.lacks);
  return upstream.writeRequest(client.readRequest(body), target, { exact, refuse: refuser(client, upstream) });
}

function refuser({ words }: ClientHalf, { media }: UpstreamHalf): Writing["refuse"] {
  return (part) => {
    const { at } = part;
    const param = (part.kind === "own" ? part.param : undefined) ?? `${at}.${words.typed}`;
    const type = part.kind === "own" ? String(part.value["type"]) : words[part.kind];
    const taken = ["text" as const, ...media].map((kind) => words[kind]);
    return invalid(
      param,
      `${at}: ${words.pieces} of type ${JSON.stringify(type.slice(0, 60))} cannot be sent to this model; ${listed(taken)} can.`,
    );
  };
}

function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

function answered({ body, startedAt }: AdapterCall): AnsweredCall {
  return { model: body.model, body: body.value, startedAt };
}
