import { z } from "zod";
import { defineContract } from "../contract";

const session = z.object({
  pid: z.number().int().nullable().describe("Its process id; null: a prepared transaction."),
  application: z.string(),
  user: z.string(),
  address: z.string().nullable(),
  state: z.string().nullable(),
  since: z.string().nullable().describe("When its transaction began."),
});

const sinkView = z.object({
  name: z.string(),
  kind: z.enum(["s3", "http", "otlp_logs"]),
  to: z.string().describe("Where calls go, without paths and queries, which may contain secrets."),
  start: z.enum(["now", "beginning"]),
  calls_sent: z.number().int().describe("Calls that have arrived; one that was re-priced counts again."),
  calls_waiting: z.number().int().describe("Calls that have not arrived. 100,000 also stands for any larger number."),
  lag_seconds: z.number().describe("For how long the oldest of them has been waiting."),
  sent_by: z.string().nullable().describe("The process that sends; null: none at the moment."),
  last_sent_at: z.string().nullable(),
  failures: z.number().int().describe("Attempts in a row that failed."),
  last_error: z.string().nullable(),
  last_error_at: z.string().nullable(),
  retry_at: z.string().nullable().describe("When the next attempt is due."),
  held_up_by: session
    .nullable()
    .describe("The database session that may still book calls before those that wait, which therefore cannot be sent."),
});
export type SinkView = z.output<typeof sinkView>;

/** `GET /spend/sinks`: how far each sink has come. */
export const sinksContract = defineContract({
  id: "spend.sinks",
  method: "GET",
  path: "/spend/sinks",
  family: "spend_routes",
  access: "administrators",
  effect: "reads",
  summary: "Show how far each sink has come, and what holds it up",
  input: z.strictObject({}),
  output: z.object({
    data: z.array(sinkView).describe("In the order of the settings; without one that has not begun yet."),
  }),
});
