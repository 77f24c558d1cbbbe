/**
 * A document with its generated parts filled in: the text between `<!-- generated: NAME -->` and `<!-- end -->` is
 * replaced, the prose stays. `path` names the document in errors. @throws Error for a part that is missing or unknown
 */
export function fillGeneratedParts(path: string, text: string, parts: Readonly<Record<string, string>>): string {
  const found: string[] = [];
  const filled = text.replace(
    /(<!-- generated: (\w+) -->)[\s\S]*?(<!-- end -->)/g,
    (_whole, start: string, name: string, end: string) => {
      const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
      if (part === undefined) throw new Error(`${path} names the generated part "${name}", which does not exist`);
      found.push(name);
      return `${start}\n\n${part}\n\n${end}`;
    },
  );
  const missing = Object.keys(parts).filter((name) => !found.includes(name));
  if (missing.length > 0) throw new Error(`${path} lacks the generated part ${missing.join(", ")}`);
  return filled;
}
