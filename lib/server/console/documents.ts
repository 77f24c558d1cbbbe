import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The product's folder, where a thread has published it. Behind `next start` it is the working directory. */
const ROOT = Symbol.for("model-gateway.root");

/** Makes the product's folder known in the thread that renders pages. */
export function publishRoot(root: string): void {
  Reflect.set(globalThis, ROOT, root);
}

function folder(): string {
  const published: unknown = Reflect.get(globalThis, ROOT);
  return join(typeof published === "string" ? published : process.cwd(), "docs");
}

/** Every document, by its path below docs/. They are read once: they belong to the version that runs. */
export function readDocuments(): ReadonlyMap<string, string> {
  documents ??= new Map(
    readdirSync(folder(), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".md"))
      .map((path) => [path, readFileSync(join(folder(), path), "utf8")]),
  );
  return documents;
}
let documents: ReadonlyMap<string, string> | undefined;

/** A picture of the documents; undefined: there is none of this name. */
export function readPicture(name: string): Buffer | undefined {
  const pictures = join(folder(), "pictures");
  if (!existsSync(pictures) || !readdirSync(pictures).includes(name)) return undefined;
  return readFileSync(join(pictures, name));
}
