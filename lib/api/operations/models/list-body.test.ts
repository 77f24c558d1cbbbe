import { expect, test } from "vitest";
import { listBody } from "./list-body";

test.each([0, 1, 500, 501, 1_700])(
  "a list of %i items is written in pieces that make the same JSON",
  async (length) => {
    const data = Array.from({ length }, (_, at) => at);
    const pieces: Uint8Array[] = [];
    let pauses = 0;
    const pause = async (): Promise<void> => void pauses++;
    for await (const piece of listBody({ object: "list", data }, (id) => ({ id }), pause)) pieces.push(piece);
    expect(JSON.parse(Buffer.concat(pieces).toString())).toEqual({ object: "list", data: data.map((id) => ({ id })) });
    expect(pauses).toBe(Math.ceil(length / 500));
  },
);
