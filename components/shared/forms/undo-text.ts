/** Whether the act of a dialog can be undone, and the text that says so beforehand. */
export interface UndoText {
  readonly possible: boolean;
  readonly text: string;
}

const FROM_THE_MESSAGE = "You can undo this for 15 seconds, from the message that confirms it";
const UNBLOCKED = { possible: true, text: `${FROM_THE_MESSAGE}, and at any time by unblocking.` };

/** One line for each operation of the console that takes something away or keeps somebody out, by its id. */
export const UNDO_TEXT = {
  "team.delete": final("A block also stops its calls, and can be undone."),
  "user.delete": final("A block also stops their calls, and can be undone."),
  "organization.delete": final(),
  "customer.delete": final(),
  "key.delete": final("Its secret cannot be restored. Blocking it also stops its calls, and can be undone."),
  "model.delete": final(),
  "credentials.delete": final("Its secrets are kept nowhere else."),
  "alerting.channels.delete": final("You can add it again, with its address."),
  "alerting.silences.end": { possible: true, text: `${FROM_THE_MESSAGE}.` },
  "login.delete": final("You can set it up again, with the client secret."),
  "mcp.servers.delete": final("Its secrets and what was approved of its tools are kept nowhere else."),
  "mcp.signing_keys.rotate": final("You can rotate it again."),
  "mcp.connections.end": final("You can connect again."),
  "mcp.connections.end_of_user": final("The user can connect again."),
  "dashboards.delete": final(),
  "price.delete": { possible: true, text: `${FROM_THE_MESSAGE}.` },
  "session.end": final("They can sign in again."),
  "key.regenerate": final("Callers can switch for as long as the old secret is accepted."),
  "spend.content.erase": final("The calls and what they cost stay."),
  "spend.reprice": final("A call that has a price keeps it."),
  "team.block": UNBLOCKED,
  "user.block": UNBLOCKED,
  "organization.block": UNBLOCKED,
  "customer.block": UNBLOCKED,
  "key.block": UNBLOCKED,
  "config.rollback": {
    possible: true,
    text: `${FROM_THE_MESSAGE}, and at any time by rolling back to the revision that is now in force.`,
  },
} as const satisfies Readonly<Record<string, UndoText>>;

/** The text for an act that cannot be undone. `instead`: a sentence about what can be done instead. */
export function final(instead?: string): UndoText {
  return { possible: false, text: ["This cannot be undone.", instead].filter(Boolean).join(" ") };
}
