import type { AlertMessage } from "@/lib/alert";
import { moment } from "./moment";

/** How many alerts a summary names. */
const NAMED = 10;
/** Slack refuses longer strings. */
const LONGEST = 2_900;

/** The JSON body of a message to a Slack incoming webhook, the same bytes at each attempt. */
export function slackBody(message: AlertMessage): string {
  const text = textOf(message);
  return JSON.stringify({
    text,
    // Names may hold addresses and mentions, which must not become links.
    mrkdwn: false,
    parse: "none",
    link_names: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: "section", text: { type: "mrkdwn", text, verbatim: true } },
      { type: "context", elements: [{ type: "mrkdwn", text: contextOf(message), verbatim: true }] },
    ],
  });
}

function textOf(message: AlertMessage): string {
  switch (message.kind) {
    case "alert":
      return escaped(message.state === "resolved" ? `Resolved: ${message.message}` : message.message);
    case "summary": {
      const named = message.alerts.slice(0, NAMED).map(({ state, message: text }) => {
        return `• ${state === "resolved" ? "Resolved: " : ""}${text}`;
      });
      const more = message.alerts.length - named.length;
      return escaped(
        [
          `${message.alerts.length} more ${message.alerts.length === 1 ? "alert" : "alerts"} at once:`,
          ...named,
          ...(more > 0 ? [`and ${more} more`] : []),
        ].join("\n"),
      );
    }
    case "test":
      return "This is a test message of the gateway. Alerts arrive here.";
  }
}

function contextOf(message: AlertMessage): string {
  const what = message.kind === "alert" ? `${message.type} · ${escaped(message.alertId)}` : message.kind;
  return `Model Gateway · ${what} · ${moment(message.at)}`;
}

/**
 * Escapes Slack's three control characters, without which no text can hold a link or a mention. Slack counts the
 * escaped text, so it is cut after the escaping, and never within an escape.
 */
function escaped(text: string): string {
  const whole = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST).replace(/&[a-z]*$/, "")}…` : whole;
}
