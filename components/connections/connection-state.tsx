import { Badge, type Tone } from "@/components/ui/badge";
import type { ToolConnectionView } from "@/lib/wire/contracts/connections/tool-connections";

type State = ToolConnectionView["state"];

/** What a connection is called on pages, with what it means. */
const WORDS: Readonly<Record<State, readonly [label: string, tone: Tone, title: string]>> = {
  none: ["Not connected", "neutral", "The gateway has no credential of yours for this server."],
  asked: ["Signing in", "neutral", "You started to connect and have not come back yet."],
  connected: ["Connected", "good", "The gateway calls this server in your name."],
  refreshing: ["Connected", "good", "The gateway calls this server in your name, and is fetching another token."],
  refused: [
    "Refused",
    "bad",
    "The server or its authorization server no longer accepted the credential, so the gateway deleted it.",
  ],
  ended: ["Ended", "warn", "The credential has expired, or was issued for other settings of the server."],
};

/** Whether a connection serves calls. */
export function isConnected(state: State): boolean {
  return state === "connected" || state === "refreshing";
}

export function ConnectionBadge({ state }: { state: State }) {
  const [label, tone, title] = WORDS[state];
  return (
    <Badge tone={tone} title={title}>
      {label}
    </Badge>
  );
}
