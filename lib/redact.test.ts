import { expect, test } from "vitest";
import { redact } from "./redact";

const TOKEN = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln";
const secrets: [text: string, shown: string][] = [
  [TOKEN, "[redacted]"],
  [`x ${TOKEN.slice(0, 20)}`, "x [redacted]"],
  ["sk-abcdef123456", "[redacted]"],
  ["SK-ABCDEF123456", "[redacted]"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"],
  ["postgresql://me:hunter2@db/x", "postgresql://me:[redacted]@db/x"],
  ["task-force, https://host/path", "task-force, https://host/path"],
  ["nothing to hide", "nothing to hide"],
  ["bearer", "bearer"],
  ["bearer   ", "bearer   "],
  ["bearer bearer secret", "bearer [redacted] [redacted]"],
  ["bearer a-bearer secret", "bearer [redacted] [redacted]"],
  ["bearer sk-abcdef123456.rest", "bearer [redacted]"],
  ["a bearer one, a bearer two", "a bearer [redacted] a bearer [redacted]"],
  ["://a:b://c:d@host", "://a:[redacted]@host"],
  ["http://host/a:b me:hunter2@db", "http://host/a:b me:hunter2@db"],
  ["https://host/v1?alt=sse&key=AIzaSyA-1&x=1", "https://host/v1?alt=sse&key=[redacted]&x=1"],
  ["GET https://s3/x?X-Amz-Signature=0af1 failed", "GET https://s3/x?X-Amz-Signature=[redacted] failed"],
  ['"https://host/?client_secret=s"', '"https://host/?client_secret=[redacted]"'],
  ["a=b, monkey=1, ?monkey=1&keys=2", "a=b, monkey=1, ?monkey=1&keys=2"],
  ["redis://:hunter2@db, amqp://me:hunter2@mq", "redis://:[redacted]@db, amqp://me:[redacted]@mq"],
];
test.each(secrets)("%j is shown as %j", (given, shown) => {
  expect(redact(given)).toBe(shown);
});
