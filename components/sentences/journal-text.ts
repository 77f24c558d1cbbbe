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
  const goesOn = "The gateway notices by itself.";
  if (/\b(ENOSPC|EDQUOT)\b/.test(fault))
    return {
      short: "disk full",
      what: "The disk of the spend journal is full",
      remedy: `Make room on the disk of ${folder}. ${goesOn}`,
    };
  if (/\b(EACCES|EPERM|EROFS)\b/.test(fault))
    return {
      short: "not writable",
      what: "The gateway may not write its spend journal",
      remedy: `Let it write to ${folder}. ${goesOn}`,
    };
  if (/\bjournal_max_bytes\b/.test(fault))
    return {
      short: "too large",
      what: "The spend journal is as large as it may be",
      remedy:
        "The database has not taken its calls. See that it can be reached and has room, or raise journal_max_bytes.",
    };
  return {
    short: "not writable",
    what: "The spend journal cannot be written",
    remedy: `See that ${folder} is there and its disk works. ${goesOn}`,
  };
}
