import { z } from "zod";

/** A piece of what was said. Pieces that no dialect has in common are shown as their JSON. */
export const contentPart = z.discriminatedUnion("type", [
  z.object({ type: z.enum(["text", "thought", "refusal"]), text: z.string() }),
  z.object({
    type: z.enum(["image", "document", "audio"]),
    url: z.string().nullable().describe("An address, or `data:` with the bytes; null: it was not kept, or had none"),
    title: z.string().nullable(),
  }),
  z.object({ type: z.literal("call"), id: z.string(), name: z.string(), arguments: z.string().describe("JSON") }),
  z.object({ type: z.literal("result"), call_id: z.string(), text: z.string(), is_error: z.boolean() }),
  z.object({ type: z.literal("other"), json: z.unknown() }),
]);
export type ContentPart = z.infer<typeof contentPart>;

const contentTurn = z.object({
  role: z.enum(["system", "user", "assistant"]),
  parts: z.array(contentPart),
});
export type ContentTurn = z.infer<typeof contentTurn>;

const side = z.object({
  form: z
    .enum(["json", "text", "parts", "fields", "bytes"])
    .describe(
      "`json` and `text`: as it was sent; `parts`: what a stream said, put together; `fields`: those of a form, without its files; `bytes`: nothing of it but its size is kept",
    ),
  content: z.unknown().describe("JSON, or a text"),
  bytes: z.number().describe("How many bytes it had"),
  is_cut: z.boolean().describe("Whether something of it was not kept"),
});

/** The content of one call. */
export const callContent = z.object({
  call_id: z.string(),
  kept_at: z.string(),
  expires_on: z.string().describe("The UTC day on which it is deleted"),
  route: z.string(),
  status: z.number().nullable().describe("Of the answer; null: none came"),
  conversation: z
    .array(contentTurn)
    .nullable()
    .describe(
      "What was said, in one form for all dialects; null: the route has no conversation, or it was cut too short",
    ),
  tools: z.array(z.string()).describe("The names of the tools that the model was given"),
  request: side,
  answer: side.nullable().describe("Null: none came"),
});
export type CallContent = z.infer<typeof callContent>;
