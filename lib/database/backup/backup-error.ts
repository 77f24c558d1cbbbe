/** A backup cannot be written or restored. The message is one line that says why and what would help. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
