/** The part of aws4 that is used here. The package has no types. */
declare module "aws4" {
  interface SignedRequest {
    readonly service: string;
    readonly region: string;
    readonly method: string;
    readonly host?: string;
    readonly path: string;
    /** `sign` adds `Authorization` and the headers that it signs. */
    readonly headers: Record<string, string | number>;
    readonly body?: Buffer;
    /** The headers are complete, but for `Authorization`. */
    readonly doNotModifyHeaders?: boolean;
  }
  interface Credentials {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string | undefined;
  }
  class RequestSigner {
    constructor(request: SignedRequest, credentials: Credentials);
    /** When it is signed, as in `X-Amz-Date`; undefined: now. */
    datetime: string | undefined;
    sign(): SignedRequest;
  }
  const aws4: {
    sign(request: SignedRequest, credentials: Credentials): SignedRequest;
    readonly RequestSigner: typeof RequestSigner;
  };
  export = aws4;
}
