import type { SourceFile } from "./source-files";

/** A file of fewer lines of code earns its name by a test, by a second user, or by a reason in the table below. */
const FEW_LINES = 13;

/**
 * Why a small file with a single user is a file of its own. The list only shrinks: put a new one where it is used. A
 * folder stands for the files in it, and a name behind a star for all files of that name.
 */
export const REASONS: Readonly<Record<string, string>> = {
  "app/(api)/[...path]/route.ts": "Next.js finds routes by their files",
  "app/(api)/route-handler.ts": "Next.js lets a route export nothing but its methods",
  "components/overview/overview-of-administrators.tsx":
    "the line between what administrators load and what they do not",
  "components/shell/icon.ts": "a drawing",
  "components/shell/theme-provider.tsx": "the line between server and browser",
  "components/ui/style-nonce.ts": "runs before any other import",
  "*/operations.ts": "the operations of a folder, listed once",
  "lib/auth/changes/kinds/": "each kind of change has a file",
  "lib/observe/traces/io/open-traces.ts": "loads OpenTelemetry only where traces are on",
  "lib/providers/known/anthropic/provider.ts": "each provider with anything of its own has a folder",
  "lib/providers/dialects/cohere/dialect.ts": "each dialect has its own",
  "lib/providers/families/gemini/family.ts": "each family has its own",
  "lib/server/commands/audit-spend-command.ts": "each command has a file",
  "lib/server/commands/rotate-command.ts": "each command has a file",
};

/** A test, or what tests are made of. */
export interface TestText {
  readonly path: string;
  readonly text: string;
}

/** Small files of the product with a single user, which may be any of `users`, and no test. */
export function smallFiles(
  files: readonly SourceFile[],
  users: readonly SourceFile[],
  tests: readonly TestText[],
): string[] {
  const counts = new Map<string, number>();
  for (const target of users.flatMap(({ allImports }) => [...new Set(allImports)]))
    counts.set(target, (counts.get(target) ?? 0) + 1);
  return files
    .filter(({ path, codeLines }) => codeLines < FEW_LINES && counts.get(path) === 1)
    .map(({ path }) => path)
    .filter((path) => !tests.some((one) => isUsedBy(path, one)))
    .sort();
}

function isUsedBy(path: string, { path: test, text }: TestText): boolean {
  const name = path.replace(/\.tsx?$/, "");
  const isBeside = path.slice(0, path.lastIndexOf("/")) === test.slice(0, test.lastIndexOf("/"));
  return text.includes(`/${name}"`) || (isBeside && text.includes(`".${name.slice(name.lastIndexOf("/"))}"`));
}
