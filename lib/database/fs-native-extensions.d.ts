declare module "fs-native-extensions" {
  /** Takes an exclusive kernel lock on the whole open file; false when another open file holds it. */
  export function tryLock(fd: number): boolean;
}
