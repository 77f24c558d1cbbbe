/** An environment variable has an invalid value. The message names the variable and what is expected. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";
  constructor(
    readonly variable: string,
    /** What is expected; never repeats the value. */
    readonly expected: string,
  ) {
    super(`the environment variable ${variable} ${expected}`);
  }
}
