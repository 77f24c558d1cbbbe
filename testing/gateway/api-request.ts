import type { ApiRequest } from "@/lib/doors/contract";

/** A request as a door would make one, with its body in memory; its caller never hangs up. */
export function apiRequest({
  body = Buffer.alloc(0),
  ...given
}: Partial<Omit<ApiRequest, "readBody" | "readStream">> & { readonly body?: Buffer }): ApiRequest {
  return {
    method: "POST",
    path: "/",
    query: "",
    headers: {},
    isGone: false,
    onGone() {},
    ...given,
    readBody: () => Promise.resolve(body),
    async *readStream() {
      yield body;
    },
  };
}
