/** The part of aws4 that is used here. The package has no types. */
declare module "aws4" {
  interface SignedRequest {
    readonly service: string;
    readonly region: string;
    readonly method: string;
    readonly host: string;
    readonly path: string;
    /** `sign` adds `Authorization` and the headers that it signs. */
    readonly headers: Record<string, string | number>;
    readonly body?: Buffer;
  }
  interface Credentials {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  }
  const aws4: { sign(request: SignedRequest, credentials: Credentials): SignedRequest };
  export = aws4;
}
