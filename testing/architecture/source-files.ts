import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

/** One module of the project, as the architecture test sees it. Paths are relative to the project, with `/`. */
export interface SourceFile {
  readonly path: string;
  readonly lines: number;
  /** Without comments, imports and blank lines. */
  readonly codeLines: number;
  readonly isClient: boolean;
  /** The modules that it imports at run time. Imports of types alone do not count. */
  readonly imports: readonly string[];
  /** The modules that it imports, types included. */
  readonly allImports: readonly string[];
  /** Calls and reads of the outside world, as they are written: `Date.now`, `process`, `fetch`. */
  readonly impurities: readonly string[];
}

const EXTENSIONS = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
const SKIPPED = /(^|\/)(node_modules|\.next|dist|data|generated|test-results|playwright-report|\.git)(\/|$)/;

/** Reads all modules below some folders, without tests. */
export function readSourceFiles(root: string, folders: readonly string[]): SourceFile[] {
  return folders.flatMap((folder) => listModules(root, folder)).map((path) => readSourceFile(root, path));
}

/** Lists all TypeScript and JavaScript files, tests included. */
export function listModules(root: string, folder: string, wanted: (path: string) => boolean = isNoTest): string[] {
  if (!existsSync(join(root, folder))) return [];
  if (statSync(join(root, folder)).isFile()) return [folder];
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name).split("\\").join("/"))
    .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith(".d.ts") && !SKIPPED.test(path) && wanted(path))
    .sort();
}

function isNoTest(path: string): boolean {
  // lib/auth/attacks holds the material of attacks that tests mount.
  return !/\.(test|spec|test-d|cases)\.tsx?$|\/attacks\//.test(path);
}

function readSourceFile(root: string, path: string): SourceFile {
  const text = readFileSync(join(root, path), "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: string[] = [];
  const allImports: string[] = [];
  for (const { specifier, typeOnly } of importsOf(source)) {
    const target = resolveImport(root, path, specifier);
    allImports.push(target);
    if (!typeOnly) imports.push(target);
  }
  return {
    path,
    lines: text.split("\n").length - 1,
    codeLines: codeLinesOf(source),
    isClient: /^\s*["']use client["']/.test(text),
    imports,
    allImports,
    impurities: impuritiesOf(source),
  };
}

function codeLinesOf(source: ts.SourceFile): number {
  const code = source.statements
    .filter((statement) => !ts.isImportDeclaration(statement))
    .map((statement) => statement.getText(source).split("\n"));
  return code.flat().filter((line) => !/^\s*(?:$|\/\/|\/?\*)/.test(line)).length;
}

/** The file that an import of ours leads to, or a package's name as it is written. */
function resolveImport(root: string, from: string, specifier: string): string {
  const base = specifier.startsWith("@/")
    ? join(root, specifier.slice(2))
    : specifier.startsWith(".")
      ? resolve(root, dirname(from), specifier)
      : undefined;
  if (base === undefined) return specifier;
  const found = EXTENSIONS.map((extension) => base + extension).find(
    (path) => existsSync(path) && statSync(path).isFile(),
  );
  return relative(root, found ?? base)
    .split("\\")
    .join("/");
}

function importsOf(source: ts.SourceFile): { specifier: string; typeOnly: boolean }[] {
  const found: { specifier: string; typeOnly: boolean }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: isTypeOnly(node.importClause) });
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      found.push({ specifier: node.moduleSpecifier.text, typeOnly: node.isTypeOnly });
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteralLike(argument)) found.push({ specifier: argument.text, typeOnly: false });
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      const { literal } = node.argument;
      if (ts.isStringLiteral(literal)) found.push({ specifier: literal.text, typeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  return (
    !name &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.length > 0 &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}

const IMPURE_GLOBALS = new Set([
  "process",
  "fetch",
  "setTimeout",
  "setInterval",
  "setImmediate",
  "queueMicrotask",
  "performance",
]);
const IMPURE_MEMBERS = new Set(["Date.now", "Math.random", "crypto.randomUUID", "crypto.getRandomValues"]);
const IMPURE_NAMES = new Set(["randomUUID", "randomBytes", "randomInt"]);

function impuritiesOf(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isPropertyAccessExpression(node) && isImpureMember(node.getText(source))) found.push(node.getText(source));
    if (ts.isVariableDeclaration(node) && ts.isObjectBindingPattern(node.name)) found.push(...takenApart(node, source));
    if (ts.isNewExpression(node) && node.expression.getText(source) === "Date" && !node.arguments?.length)
      found.push("new Date()");
    if (ts.isIdentifier(node) && isReference(node) && (IMPURE_GLOBALS.has(node.text) || IMPURE_NAMES.has(node.text)))
      found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...new Set(found)];
}

/** Whether a member acts, such as `Date.now`. `globalThis.fetch` counts as `fetch`. */
function isImpureMember(text: string): boolean {
  const [, name = ""] = /^globalThis\.(\w+)$/.exec(text) ?? [];
  return IMPURE_MEMBERS.has(text) || IMPURE_GLOBALS.has(name);
}

/** The members that a destructuring such as `const { now } = Date` takes out of an object of the outside world. */
function takenApart({ name, initializer }: ts.VariableDeclaration, source: ts.SourceFile): string[] {
  if (!initializer || !ts.isObjectBindingPattern(name)) return [];
  const object = initializer.getText(source);
  return name.elements
    .map((element) => `${object}.${(element.propertyName ?? element.name).getText(source)}`)
    .filter(isImpureMember);
}

/** Whether an identifier stands for a value in scope, rather than naming a property. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent) || ts.isParameter(parent) || ts.isPropertySignature(parent))
    return parent.name !== node;
  if (ts.isMethodDeclaration(parent) || ts.isMethodSignature(parent) || ts.isPropertyDeclaration(parent)) return false;
  return !ts.isVariableDeclaration(parent) || parent.name !== node;
}
