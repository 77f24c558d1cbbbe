import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A log event as the sources write it, or as docs/reference/log-events.md lists it. */
export interface LogEvent {
  /**
   * The name. It is a regular expression if the sources put it together, with one word for each part, as in
   * `provider_keys_${event}`.
   */
  readonly event: string | RegExp;
  /** Undefined: it is chosen when the line is written. */
  readonly level: string | undefined;
  /** The fields that are named where the event is logged. */
  readonly fields: readonly string[];
  readonly path: string;
}

const LEVELS = new Set(["debug", "info", "warn", "error"]);

/** Every event that the sources log. @throws Error for an event whose name cannot be read from the sources */
export function loggedEvents(root: string, paths: readonly string[]): LogEvent[] {
  return paths.flatMap((path) => {
    const source = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest, true);
    const found: LogEvent[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) found.push(...eventsOfCall(node, path));
      if (ts.isPropertyAssignment(node)) found.push(...eventHandedOn(node, path));
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

/** `log.warn("event", { field })`, `this.#options.log[level](…)`. */
function eventsOfCall({ expression, arguments: [name, fields] }: ts.CallExpression, path: string): LogEvent[] {
  const level = levelOf(expression);
  if (level === "none" || name === undefined) return [];
  return namesIn(name, path).map((event) => ({ event, level, fields: fieldsIn(fields), path }));
}

/** The level of a logger's call; undefined: it is chosen at run time; "none": this is not a call of a logger. */
function levelOf(callee: ts.Expression): string | undefined {
  if (!ts.isPropertyAccessExpression(callee) && !ts.isElementAccessExpression(callee)) return "none";
  const logger = ts.isPropertyAccessExpression(callee.expression) ? callee.expression.name : callee.expression;
  if (!/^#?(log|logger)$/.test(logger.getText())) return "none";
  if (ts.isElementAccessExpression(callee)) return undefined;
  return LEVELS.has(callee.name.text) ? callee.name.text : "none";
}

function namesIn(name: ts.Expression, path: string): (string | RegExp)[] {
  if (ts.isStringLiteralLike(name)) return [name.text];
  if (ts.isConditionalExpression(name)) return [...namesIn(name.whenTrue, path), ...namesIn(name.whenFalse, path)];
  if (ts.isTemplateExpression(name)) {
    const texts = [name.head, ...name.templateSpans.map(({ literal }) => literal)].map(({ text }) => text);
    return [new RegExp(`^${texts.map((text) => text.replaceAll(".", "\\.")).join("[a-z]+")}$`)];
  }
  // A name that is passed on is found where it is written.
  if (/event$/i.test(name.getText())) return [];
  throw new Error(`${path}: the name of a log event cannot be read from ${name.getText()}`);
}

/** An event whose name is passed to the code that logs it, as in `failureEvent: "refusals.not_written"`. */
function eventHandedOn({ name, initializer }: ts.PropertyAssignment, path: string): LogEvent[] {
  if (!/\w(Event)$/.test(name.getText()) || !ts.isStringLiteralLike(initializer)) return [];
  return [{ event: initializer.text, level: undefined, fields: [], path }];
}

function fieldsIn(fields: ts.Expression | undefined): string[] {
  if (!fields || !ts.isObjectLiteralExpression(fields)) return [];
  return fields.properties.flatMap(({ name }) => (name === undefined ? [] : [name.getText()]));
}

/** The rows of the tables in docs/reference/log-events.md. */
export function documentedEvents(text: string, path: string): LogEvent[] {
  return [...text.matchAll(/^\| `([^`]+)` \| (\w+) \| [^|]+ \| ?([^|]*) ?\|$/gm)].map(
    ([, event = "", level, fields = ""]) => ({
      event,
      level,
      fields: [...fields.matchAll(/`(\w+)`/g)].map(([, field = ""]) => field),
      path,
    }),
  );
}

/**
 * The differences between logged and documented events, one line each: events that are logged and not documented in
 * that form, or documented and not logged.
 */
export function differences(logged: readonly LogEvent[], documented: readonly LogEvent[]): string[] {
  const matches = (one: LogEvent["event"], other: LogEvent["event"]): boolean =>
    one instanceof RegExp ? one.test(String(other)) : one === other;
  const undocumented = logged.flatMap((event) => {
    const rows = documented.filter((row) => matches(event.event, row.event));
    if (rows.length === 0) return [`${event.path}: "${event.event}" is not documented`];
    return rows.flatMap((row) => [
      ...(event.level !== undefined && event.level !== row.level
        ? [`${event.path}: "${row.event}" has the level ${event.level}, documented as ${row.level}`]
        : []),
      ...event.fields
        .filter((field) => !row.fields.includes(field))
        .map((field) => `${event.path}: "${row.event}" has the field ${field}, which is not documented`),
    ]);
  });
  const gone = documented
    .filter((row) => !logged.some(({ event }) => matches(event, row.event)))
    .map(({ event, path }) => `${path}: "${event}" is not logged`);
  return [...undocumented, ...gone];
}
