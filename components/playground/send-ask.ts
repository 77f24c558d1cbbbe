import { sendJson } from "@/components/api/send-json";
import { OWN_PLAYGROUND, playgroundContracts } from "@/lib/wire/contracts/playground";
import type { Ask } from "./draft";
import { afterEnd, afterEvent, afterRefusal, type Run } from "./run";
import { EventReader } from "./stream-events";

/**
 * Makes a call, and calls `tell` with its state after each step, until its end. The signal aborts it.
 * @throws DOMException AbortError
 */
export async function sendAsk(ask: Ask, first: Run, tell: (run: Run) => void, signal: AbortSignal): Promise<void> {
  const { as, team, request } = ask;
  const path = as ? playgroundContracts.call.path : OWN_PLAYGROUND;
  let run = first;
  let response: Response;
  try {
    const headers = { accept: "text/event-stream", ...(team !== undefined && { "x-gateway-team-id": team }) };
    response = await sendJson(path, as ? { as, request } : { ...request, stream: true }, { signal, headers });
    if (!response.ok || !response.body) {
      const text = await response.text();
      const id = response.headers.get("x-gateway-decision-id") ?? undefined;
      return tell(afterRefusal(run, response.status, parse(text), id));
    }
    const events = new EventReader();
    const decoder = new TextDecoder();
    const pieces = response.body.getReader();
    for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
      run = events.push(decoder.decode(piece.value, { stream: true })).reduce(afterEvent, run);
      tell(run);
    }
  } catch (fault) {
    if (signal.aborted) throw fault;
  }
  tell(afterEnd(run));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
