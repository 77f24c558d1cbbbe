import { GatewayError } from "@/lib/errors";
import type { ExactNumbers } from "./exact-numbers";
import { parseObjectText } from "./json-value";
import type { ModelBody } from "./model-body";
import type { ModelForm } from "./model-form";

/** What a call of a model route carries. `model`, `stream` and `value` mean the same in both. */
export type CallBody = ModelBody | ModelForm;

/** @throws GatewayError invalid_request: this upstream's dialect has no forms */
export function jsonBody(body: CallBody): ModelBody {
  if (body.kind === "json") return body;
  throw new GatewayError("invalid_request", "The provider of this model takes no multipart/form-data.", {
    param: "model",
  });
}

/** Whether it can be sent once more: a form whose file is on its way cannot. */
export function isRepeatable(body: CallBody): boolean {
  return body.kind === "json" || body.held !== undefined || !body.isBegun();
}

/** What a body says, its long numbers marked, for a translation that writes it again. @throws GatewayError invalid_request for a form */
export function exactValue(body: CallBody, exact: ExactNumbers): Readonly<Record<string, unknown>> {
  const { bytes, value } = jsonBody(body);
  const text = bytes.toString("utf8");
  const marked = exact.mark(text);
  return marked === text ? value : (parseObjectText(marked) ?? value);
}
