/**
 * Whether a page failed because one of its files could not be loaded. An upgrade removes the files of the version
 * before.
 */
export function isOutdated({ name, message }: Error): boolean {
  return (
    name === "ChunkLoadError" ||
    /^(Loading (CSS )?chunk|Failed to load chunk|Failed to fetch dynamically imported)/.test(message)
  );
}
