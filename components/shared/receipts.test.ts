import { expect, test } from "vitest";
import { describeReceipts } from "./receipts";

const receipt = (acknowledged_ms: number | null) => ({ node: "n", acknowledged_ms });

test.each([
  [[receipt(3), receipt(12.4)], "Blocked on 2 of 2 nodes in 12 ms"],
  [[receipt(0)], "Blocked on 1 of 1 nodes in 1 ms"],
  [[receipt(3), receipt(null)], "Blocked on 1 of 2 nodes in 3 ms; 1 has not answered within 250 ms"],
  [[receipt(null), receipt(null)], "Blocked on 0 of 2 nodes; 2 have not answered within 250 ms"],
])("the receipts %j of a block read: %s", (receipts, text) => expect(describeReceipts(receipts, "Blocked")).toBe(text));
