import { createHmac, randomBytes } from "node:crypto";
import { type InputRequest, inputRequired, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { question, sampling } from "./asking-tools";
import { text } from "./content";
import type { ConformanceTool, ConformanceTools } from "./tool";

const KEY = randomBytes(32);
const sign = (state: string): string => `${state}.${createHmac("sha256", KEY).update(state).digest("base64url")}`;

/** The state that a caller has brought back; undefined: none yet. @throws ProtocolError for one that is not ours */
function stateIn(signed: string | undefined): string | undefined {
  const state = signed?.split(".")[0] ?? "";
  if (signed === undefined || sign(state) === signed) return signed && state;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The state is not one that this server has given.");
}

type Round = Readonly<Record<string, InputRequest>>;

const inRounds = (...rounds: readonly Round[]): ConformanceTool => ({
  call: ({ mcpReq }) => {
    const asked = Number(stateIn(mcpReq.requestState<string>()) ?? -1);
    const given = mcpReq.inputResponses ?? {};
    const isWhole = asked >= 0 && Object.keys(rounds[asked] ?? {}).every((key) => Object.hasOwn(given, key));
    const next = isWhole ? asked + 1 : Math.max(0, asked);
    const inputRequests = rounds[next];
    if (!inputRequests) return { content: [text("state-ok")] };
    return inputRequired({ inputRequests, requestState: sign(String(next)) });
  },
});

/** Tools that remember, in what their caller brings back, how far they have come. */
export const statefulTools: ConformanceTools = {
  test_input_required_result_request_state: inRounds({ confirm: question("Please confirm", "ok", "boolean") }),
  test_input_required_result_tampered_state: inRounds({ confirm: question("Please confirm", "ok", "boolean") }),
  test_input_required_result_multiple_inputs: inRounds({
    user_name: question("What is your name?", "name"),
    greeting: sampling("Generate a greeting"),
    client_roots: inputRequired.listRoots(),
  }),
  test_input_required_result_multi_round: inRounds(
    { step1: question("Step 1: What is your name?", "name") },
    { step2: question("Step 2: What is your favorite color?", "color") },
  ),
};
