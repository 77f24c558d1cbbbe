/**
 * Whether `Connection` names a header, which is then meant for that connection only (RFC 9110 §7.6.1). `name` is in
 * lower case.
 */
export function isForConnectionOnly(connection: string | readonly string[] | undefined, name: string): boolean {
  return (
    connection !== undefined &&
    connection.length > "keep-alive".length &&
    String(connection)
      .toLowerCase()
      .split(",")
      .some((option) => option.trim() === name)
  );
}
