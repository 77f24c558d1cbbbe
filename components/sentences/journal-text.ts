/** Why the spend journal takes nothing, and what to do about it. */
export interface JournalTrouble {
  /** The trouble in one or two words: "disk full". */
  readonly short: string;
  /** The trouble as a sentence without its full stop. */
  readonly what: string;
  readonly remedy: string;
}

/** The trouble of the spend journal in plain words. `fault`: the gateway's message, with the folder and the error. */
export function journalTrouble(fault: string): JournalTrouble {
  const folder = /^the spend journal in (.+) cannot be written: /.exec(fault)?.[1] ?? "the data folder";
  const goesOn = "The gateway then continues by itself.";
  if (/\b(ENOSPC|EDQUOT)\b/.test(fault))
    return {
      short: "disk full",
      what: "The disk of the spend journal is full",
      remedy: `Make room on the disk of ${folder}. ${goesOn}`,
    };
  if (/\b(EACCES|EPERM|EROFS)\b/.test(fault))
    return {
      short: "not writable",
      what: "The gateway has no permission to write its spend journal",
      remedy: `Give it permission to write to ${folder}. ${goesOn}`,
    };
  if (/\bjournal_max_bytes\b/.test(fault))
    return {
      short: "too large",
      what: "The spend journal has reached its maximum size",
      remedy:
        "The database has not accepted its calls. Check that the gateway can reach it and that it has room, or raise journal_max_bytes.",
    };
  return {
    short: "not writable",
    what: "The spend journal cannot be written",
    remedy: `Check that ${folder} exists and its disk works. ${goesOn}`,
  };
}
