/**
 * Header fields by name; several values are sent as fields of their own, which `Set-Cookie` needs (RFC 9110 section
 * 5.3).
 */
export type ReplyHeaders = Readonly<Record<string, string | readonly string[]>>;

/**
 * An answer whose status, headers or media type the handler decides; a plain return value is the declared status with
 * JSON.
 */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers: ReplyHeaders;
  /** Set when `body` is bytes, text or pieces of this type; otherwise `body` is JSON, or nothing when undefined. */
  readonly contentType: string | undefined;

  constructor(status: number, body: unknown, headers: ReplyHeaders = {}, contentType?: string) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.contentType = contentType;
  }
}

/** JSON with a status known only at run time. */
export const reply = (status: number, body: unknown, headers: ReplyHeaders = {}): Reply =>
  new Reply(status, body, headers);

/** A status without a body. */
export const empty = (status = 204, headers: ReplyHeaders = {}): Reply => new Reply(status, undefined, headers);

/** Never 307: a form's credentials must not be sent on (RFC 9700 section 4.12). */
export const redirect = (url: string, status: 302 | 303 = 302, headers: ReplyHeaders = {}): Reply =>
  new Reply(status, undefined, { ...headers, Location: url });

/** A page for a person. */
export const html = (status: number, page: string, headers: ReplyHeaders = {}): Reply =>
  new Reply(status, page, headers, 'text/html; charset=utf-8');

/** Parts of a body that is never whole in memory, in the order in which they are sent. */
export type Pieces = AsyncIterable<string | Uint8Array>;

/**
 * A body that is sent while it is made. What fails before its first 64 KiB are there is answered as a failure; later
 * the connection is cut.
 */
export const streamed = (contentType: string, pieces: Pieces, headers: ReplyHeaders = {}): Reply =>
  new Reply(200, pieces, headers, contentType);

/** A file to save under `fileName`; the name is sent in both forms of RFC 6266, so that æøå survive. */
export const attachment = (
  contentType: string,
  bytes: Buffer | Pieces,
  fileName: string,
  headers: ReplyHeaders = {},
): Reply =>
  new Reply(200, bytes, { ...headers, 'Content-Disposition': disposition('attachment', fileName) }, contentType);

/** A `Content-Disposition` that names a file. */
export function disposition(kind: 'attachment' | 'inline', fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
