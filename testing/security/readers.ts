import { EventReader } from "@/components/playground/stream-events";
import { readIssuerText } from "@/components/access/issuers/read-issuer";
import { readAzurePath } from "@/lib/api/azure-path";
import { decodeRequestCursor } from "@/lib/api/operations/spend/merge-requests";
import { claimPath, hasPlainBrackets, outermostName, pathKey } from "@/lib/auth/claims/claim-path";
import { countReadings, obstacleOf, readPath } from "@/lib/auth/claims/read-path";
import { parseCompactToken } from "@/lib/auth/token/compact-token";
import { readCredential } from "@/lib/auth/token/credential";
import { describeDifference } from "@/lib/auth/token/differing-claim";
import { discoveryAddress } from "@/lib/auth/token/discovery-address";
import { parseJsonObject } from "@/lib/auth/token/json-object";
import { addressBlock } from "@/lib/http/address-range";
import { isWebhookSecret } from "@/lib/config/webhook-secret-format";
import { isForConnectionOnly } from "@/lib/http/connection-header";
import { isMetadataAddress } from "@/lib/http/metadata-address";
import { FormReader } from "@/lib/gateway/request/form-reader";
import { callerRequestId } from "@/lib/http/request-id";
import { readTraceContext } from "@/lib/http/trace-context";
import { createLogger } from "@/lib/log";
import { decodeHeaderValue } from "@/lib/mcp/mirrored-headers";
import { captureStars } from "@/lib/patterns/wildcard";
import { ExactNumbers } from "@/lib/providers/exact-numbers";
import { scanMembers } from "@/lib/providers/json-members";
import { quote } from "@/lib/quote";
import { redact } from "@/lib/redact";
import { readCsv } from "@/lib/reports/read-csv";
import { sentenceParts } from "@/lib/sentence-parts";
import { readCookies } from "@/lib/server/console/next-auth/cookies";
import { returnPage } from "@/lib/server/console/return-page";
import { failureOfLog } from "@/lib/server/console/next-auth/sign-in-failure";
import { decodeListCursor } from "@/lib/store/list-cursor";
import { readDuration } from "@/lib/time/duration";
import { parseDay, parseInstant } from "@/lib/time/period";
import { readRetryAfter } from "@/lib/time/retry-after";
import { splitName } from "@/lib/tool-name";
import { isStorable } from "@/lib/wire/storable-text";
import { withoutTrailing } from "@/lib/without-trailing";

const log = (format: "json" | "text") =>
  createLogger(
    () => {},
    () => 0,
    () => ({ level: "info", format }),
  );
const [jsonLog, textLog] = [log("json"), log("text")];
const ISSUERS = Array.from({ length: 50 }, (_, index) => `https://idp.test/${index}/`);

/** Everything that reads strings of strangers, viewers and upstreams before they are known to be harmless. */
export const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  "the redaction of secrets": redact,
  "a log line as JSON": (text) => jsonLog.info("a.b", { text, list: [text], error: new Error(text) }),
  "a log line as text": (text) => textLog.info("a.b", { text, list: [text], error: new Error(text) }),
  "the refusal of an unverified issuer": (text) => describeDifference("iss", text, ISSUERS),
  "the refusal of unverified audiences": (text) => describeDifference("aud", [text, text], ISSUERS),
  "a credential": readCredential,
  "a bearer": (text) => readCredential(`Bearer ${text}`),
  "a token": parseCompactToken,
  "the header of a token": (text) =>
    parseCompactToken([{ alg: "RS256", kid: text }, { iss: text }, "x"].map(encoded).join(".")),
  "a token's JSON": parseJsonObject,
  "a token's JSON text": (text) => parseJsonObject(JSON.stringify({ a: text })),
  cookies: readCookies,
  "the page to return to": returnPage,
  "the words of a failed login": (text) => failureOfLog("OAUTH_CALLBACK_ERROR", new Error(text)),
  "the trace context": (text) => readTraceContext({ traceparent: text, tracestate: text }),
  "the id of a request": (text) => callerRequestId({ "x-request-id": text }),
  "the Connection header": (text) => isForConnectionOnly(text, "te"),
  "the members of a body": (text) => scanMembers(Buffer.from(text)),
  "the members of a JSON body": (text) => scanMembers(Buffer.from(JSON.stringify({ model: text, a: [text] }))),
  "long numbers in a body": (text) => new ExactNumbers().mark(`12345678901234567890 ${text}`),
  "long numbers in an answer": (text) => {
    const numbers = new ExactNumbers();
    numbers.mark("12345678901234567890");
    return numbers.restore(text);
  },
  "a sentence about a decision": sentenceParts,
  "a text for the database": isStorable,
  "a name in quotes": (text) => quote(text),
  "a name of a model": (text) => captureStars("*a*a*a*b*.*", text),
  "a path of claims": (text) => [claimPath(text), hasPlainBrackets(text)],
  "a claim at a path": (text) => {
    const path = claimPath(text);
    const claims = { [text]: null, a: { a: { a: { "a.a": 1 } } }, "a.a": { "a.a.a": [1] }, "": { "": { "": 1 } } };
    return [readPath(claims, path), obstacleOf(claims, path), countReadings(claims, path), pathKey(path)];
  },
  "the outermost claim on a path": (text) => outermostName(claimPath(text), new Set(["b", "b.c", "[]", text + text])),
  "the address of an issuer": discoveryAddress,
  "a text without its endings": (text) => withoutTrailing(text, "/", "[]", "a"),
  "an address of IP": (text) => [isMetadataAddress(text), addressBlock(text)],
  "the secret of a webhook": (text) => isWebhookSecret(`whsec_${text}`),
  "events of a stream": (text) => new EventReader().push(`${text}\n\n`),
  "the boundary of a form": (text) => partsOf(`multipart/form-data; boundary=${text}`, `--${text}--\r\n`),
  "the names and types of a form's parts": (text) =>
    partsOf(
      FORM,
      formOf(`content-disposition: form-data; name="${text}"; filename="${text}"\r\ncontent-type: ${text}`),
    ),
  "a header of a form's part": (text) => partsOf(FORM, formOf(text)),
  "a field of a form": (text) => partsOf(FORM, formOf('content-disposition: form-data; name="model"', text)),
  "a body in place of a form": (text) => partsOf(FORM, text),
  "an issuer of a draft": readIssuerText,
  "a duration, a day and a time": (text) => [readDuration(text), parseDay(text), parseInstant(text)],
  "when to try again": (text) => readRetryAfter({ "retry-after": text, "retry-after-ms": text }, 0),
  "a table of commas": readCsv,
  "a path of Azure": (text) => readAzurePath(`/openai/deployments/${text}/chat/completions`),
  "the place in a list": (text) => [decodeRequestCursor(text), decodeListCursor("alias", "text", text)],
  "the name of a tool": (text) => [splitName(text), decodeHeaderValue(`=?base64?${text}?=`)],
};

const FORM = "multipart/form-data; boundary=b";

/** A form with one part. */
function formOf(head: string, body = "x"): string {
  return `--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n`;
}

/** Reads a form to its end, as it is read from a caller who sends it in pieces. */
async function partsOf(contentType: string, form: string): Promise<void> {
  const bytes = Buffer.from(form);
  const reader = new FormReader(contentType, inPieces(bytes));
  for (let part = await reader.next(); part; part = await reader.next())
    if (part.kind === "file") for await (const bytes of part.content) void bytes;
}

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 16_384) yield bytes.subarray(at, at + 16_384);
}

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url");
}
