import { z } from "zod";
import { listOf } from "../bounded-lists";

const ANY_ORIGIN = "*";

/** Whether a string is an origin in the form of browsers. It is compared with the `Origin` header as that comes. */
function isOrigin(text: string): boolean {
  return text === ANY_ORIGIN || (URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text);
}

/** Whether a string is a host, with its port unless that is the usual one, as addresses name it. */
function isHost(text: string): boolean {
  const address = `https://${text}`;
  return URL.canParse(address) && new URL(address).host === text;
}

/** The bounds of requests, the pages that they may come from, and how many callers are remembered. */
export const requestSettings = {
  max_request_bytes: z
    .number()
    .int()
    .positive()
    .default(32 * 1024 * 1024)
    .describe("The largest accepted request body, in bytes."),
  max_body_depth: z
    .number()
    .int()
    .min(8)
    .max(1_000)
    .default(128)
    .describe("How many levels of objects and lists the value of a request body may have."),
  max_body_members: z
    .number()
    .int()
    .min(1_000)
    .default(1_000_000)
    .describe("How many members of objects and entries of lists the value of a request body may have altogether."),
  remembered_callers: z
    .number()
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(10_000)
    .describe(
      "How many tokens, and rows of each kind, a process remembers: teams, users, organisations, end users and keys. Raise it where more callers than that are active at once; it takes memory.",
    ),
  allowed_origins: listOf(
    z.string().refine(isOrigin, 'expected an origin without a path, such as https://app.example.com, or "*"'),
  )
    .default([])
    .describe(
      'Origins of web pages whose scripts may call models and tools (CORS), such as `https://app.example.com`; `"*"`: all. Callers send a bearer token: cookies do not count.',
    ),
  media_hosts: listOf(
    z.string().refine(isHost, "expected a host in lower case, such as images.example.com or files.test:8443"),
  )
    .default([])
    .describe(
      "Hosts, with the port if it is not the standard one, from which the gateway fetches images, documents and recordings that a call names by address, for upstreams that accept only bytes. Exact names; redirects are not followed, and a file may have 20 MB.",
    ),
};
