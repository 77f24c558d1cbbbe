/**
 * Reads a whole answer of a provider. Leaving it half read closes its connection.
 * @throws Error when it has more than `limit` bytes, with a message that repeats nothing of it
 */
export async function readBounded(body: AsyncIterable<unknown>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    if (!Buffer.isBuffer(chunk)) throw new Error("the answer is not bytes");
    size += chunk.length;
    if (size > limit) throw new Error(`the answer is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
