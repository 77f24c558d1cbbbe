import type { ApiRequest } from "@/lib/doors/contract";

/** The same request with a tag for spend reports in place of its own headers. */
export function taggedRequest(request: ApiRequest, tag: string): ApiRequest {
  return {
    method: request.method,
    path: request.path,
    query: "",
    headers: { "x-gateway-tags": tag },
    get isGone() {
      return request.isGone;
    },
    onGone: (listener) => request.onGone(listener),
    readBody: (limit, onBytes) => request.readBody(limit, onBytes),
    readStream: (limit) => request.readStream(limit),
  };
}
