/**
 * Whether a page failed because a part of it could not be loaded, as after an upgrade, which removes those of before.
 */
export function isOutdated({ name, message }: Error): boolean {
  return (
    name === "ChunkLoadError" ||
    /^(Loading (CSS )?chunk|Failed to load chunk|Failed to fetch dynamically imported)/.test(message)
  );
}
