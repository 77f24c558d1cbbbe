import { GatewayError } from "@/lib/errors";
import type { ExactNumbers } from "./exact-numbers";
import { parseObjectText } from "./json-value";
import type { ModelBody } from "./model-body";
import type { ModelForm } from "./model-form";

/** The body of a model call. `model`, `stream` and `value` mean the same in both kinds. */
export type CallBody = ModelBody | ModelForm;

/** @throws GatewayError invalid_request if the body is a form: this upstream's dialect has none */
export function jsonBody(body: CallBody): ModelBody {
  if (body.kind === "json") return body;
  throw new GatewayError("invalid_request", "The provider of this model takes no multipart/form-data.", {
    param: "model",
  });
}

/** Whether the body can be sent again. A form whose file is still arriving cannot. */
export function isRepeatable(body: CallBody): boolean {
  return body.kind === "json" || body.held !== undefined || !body.isBegun();
}

/**
 * The parsed body with its long numbers marked, for a translation that writes it again. @throws GatewayError
 * invalid_request for a form
 */
export function exactValue(body: CallBody, exact: ExactNumbers): Readonly<Record<string, unknown>> {
  const { bytes, value } = jsonBody(body);
  const text = bytes.toString("utf8");
  const marked = exact.mark(text);
  return marked === text ? value : (parseObjectText(marked) ?? value);
}
