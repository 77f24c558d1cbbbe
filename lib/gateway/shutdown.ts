/** Whether this process has been told to stop. Readiness says so at once, while calls are still served. */
export class Shutdown {
  #isBegun = false;

  get isBegun(): boolean {
    return this.#isBegun;
  }

  begin(): void {
    this.#isBegun = true;
  }
}
