import { expect, test } from "vitest";
import { describeReceipts } from "./receipts";

const receipt = (acknowledged_ms: number | null) => ({ node: "n", acknowledged_ms });

test.each([
  [[receipt(3), receipt(12.4)], "2 nodes refuse it, after 12 ms"],
  [[receipt(0)], "1 node refuses it, after 1 ms"],
  [[receipt(3), receipt(null)], "1 node refuses it, after 3 ms; 1 has not answered within 250 ms"],
  [[receipt(null), receipt(null)], "0 nodes refuse it; 2 have not answered within 250 ms"],
])("receipts %j read %s", (receipts, text) => expect(describeReceipts(receipts, "refuse")).toBe(text));
