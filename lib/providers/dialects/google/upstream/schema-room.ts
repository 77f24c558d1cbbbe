import { invalid } from "../../../form/parameters";
import type { JsonObject } from "../../../json-value";

/** As many characters may be written more than once. Definitions that name each other twice would make millions. */
const MOST = 2_000_000;

/** How much a schema may grow by what it says once and Google needs several times. */
export class SchemaRoom {
  #left = MOST;

  constructor(readonly at: string) {}

  /** @throws GatewayError invalid_request once there is no room left */
  take(schema: JsonObject, times = 1): void {
    this.#left -= JSON.stringify(schema).length * times + times;
    if (this.#left < 0)
      throw invalid(this.at, `${this.at} becomes too large for this model's provider, which takes no references.`);
  }
}
