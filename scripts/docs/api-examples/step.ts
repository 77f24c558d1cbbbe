/** What an earlier answer said that a later request needs: a key's secret, a decision's id. */
export type Seen = ReadonlyMap<string, string>;

/** A request of the story that the examples are recorded from. */
export interface Step {
  /** The method and path of an operation of the table: `POST /team/new`. */
  readonly operation: string;
  /** Values of the path's parameters. */
  readonly path?: Readonly<Record<string, string>> | ((seen: Seen) => Readonly<Record<string, string>>);
  readonly query?: Readonly<Record<string, string>> | ((seen: Seen) => Readonly<Record<string, string>>);
  readonly body?: object | ((seen: Seen) => object);
  /** A form in place of a body: a field's text, or a file by its name. */
  readonly form?: Readonly<Record<string, string | { readonly file: string }>>;
  /** Another form, as browsers send one without files. */
  readonly fields?: (seen: Seen) => Readonly<Record<string, string>>;
  /** Who asks: the bearer, or a cookie, kept under this name. Default: the master key. */
  readonly as?: string;
  /** What later requests need of the answer, under a name. */
  readonly keep?: Readonly<Record<string, (answer: Kept) => unknown>>;
  /** Asks again until the answer fits: what a request has changed is written a moment later. */
  readonly until?: (answer: Kept["body"]) => boolean;
  /** Whether it only prepares what follows, and is not an example. Its status may then be any. */
  readonly isScene?: true;
}

/** An answer, as `keep` reads it. */
export interface Kept {
  readonly body: { readonly [name: string]: unknown };
  readonly text: string;
  readonly headers: Headers;
}
