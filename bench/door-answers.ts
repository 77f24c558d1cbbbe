/** What a door of a provider answers. */
export interface DoorAnswer {
  /** A part of the request's first line. */
  readonly path: string;
  readonly value: object;
}

/** Whole answers by the APIs' references, and the token with which calls to Vertex AI prove themselves. */
export const DOOR_ANSWERS: readonly DoorAnswer[] = [
  {
    path: "/converse HTTP",
    value: {
      output: { message: { role: "assistant", content: [{ text: "Paris has two million people." }] } },
      stopReason: "end_turn",
      usage: { inputTokens: 18, outputTokens: 20, totalTokens: 38 },
      metrics: { latencyMs: 1 },
    },
  },
  {
    path: ":generateContent",
    value: {
      candidates: [
        {
          content: { role: "model", parts: [{ text: "Paris has two million people." }] },
          finishReason: "STOP",
          index: 0,
        },
      ],
      usageMetadata: { promptTokenCount: 18, candidatesTokenCount: 20, totalTokenCount: 38 },
      modelVersion: "gemini-2.5-flash",
      responseId: "bench",
    },
  },
  {
    path: "/invoke HTTP",
    value: {
      id: "msg_bench",
      type: "message",
      role: "assistant",
      model: "claude-sonnet-4-5",
      content: [{ type: "text", text: "Paris has two million people." }],
      stop_reason: "end_turn",
      stop_sequence: null,
      usage: { input_tokens: 18, output_tokens: 20 },
    },
  },
  {
    path: "/v2/chat HTTP",
    value: {
      id: "bench",
      finish_reason: "COMPLETE",
      message: { role: "assistant", content: [{ type: "text", text: "Paris has two million people." }] },
      usage: {
        billed_units: { input_tokens: 18, output_tokens: 20 },
        tokens: { input_tokens: 18, output_tokens: 20 },
      },
    },
  },
  { path: "/token HTTP", value: { access_token: "bench-token", token_type: "Bearer", expires_in: 3_599 } },
];
