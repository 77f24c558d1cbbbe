import { ListenerSet } from "@/lib/async/listener-set";

/** Whether this process has been told to stop. Readiness says so at once, while calls are still served. */
export class Shutdown {
  #isBegun = false;
  readonly #listeners = new ListenerSet();

  get isBegun(): boolean {
    return this.#isBegun;
  }

  begin(): void {
    this.#isBegun = true;
    this.#listeners.tell();
  }

  /** Calls the listener when it begins, for what would otherwise never end. The result takes it back. */
  onBegin(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }
}
