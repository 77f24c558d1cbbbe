/** Who can cure it: the developer of the calling application, an administrator, or who runs the gateway. */
export type Curer = "caller" | "administrator" | "operator";

/** What docs/reference/errors.md says about a code, in Markdown. */
export interface ErrorHelp {
  readonly cause: string;
  readonly cure: string;
  readonly who: readonly Curer[];
  /** The message of the example answer. */
  readonly example: string;
}
