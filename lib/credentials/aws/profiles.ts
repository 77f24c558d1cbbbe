/** The settings of one profile, by their names in the files. */
export type Profile = Readonly<Record<string, string>>;

/**
 * Reads a `credentials` or `config` file of AWS (docs.aws.amazon.com, "Configuration and credential file settings").
 * Nested settings and lines that say nothing are left out.
 */
export function readProfiles(text: string): ReadonlyMap<string, Profile> {
  const profiles = new Map<string, Record<string, string>>();
  let open: Record<string, string> | undefined;
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("[")) {
      const name = sectionName(line);
      open = name === undefined ? undefined : (profiles.get(name) ?? {});
      if (open && name !== undefined) profiles.set(name, open);
      continue;
    }
    const equals = line.indexOf("=");
    if (!open || equals === -1 || /^[\s#;]/.test(line)) continue;
    open[line.slice(0, equals).trim().toLowerCase()] = withoutComment(line.slice(equals + 1));
  }
  return profiles;
}

/** `[default]` and `[name]`, or `[profile name]` in a `config` file. Undefined: it describes no profile. */
function sectionName(line: string): string | undefined {
  const end = line.indexOf("]");
  if (end === -1) return undefined;
  const [first = "", second, ...rest] = line.slice(1, end).trim().split(/\s+/);
  if (second === undefined) return first;
  return first === "profile" && rest.length === 0 ? second.replaceAll(/^["']|["']$/g, "") : undefined;
}

/** A comment behind a value needs white space before it. */
function withoutComment(text: string): string {
  const comment = text.search(/\s[#;]/);
  return (comment === -1 ? text : text.slice(0, comment)).trim();
}
