import { createHash } from 'node:crypto';
import { openApi } from '@app/api/gateway/system';
import { type Api, empty, Reply } from '@app/contract';
import type { OpenApiDocument } from '@app/contract/openapi';

/** The OpenAPI document as its bytes, made once. */
export interface PublishedDocument {
  readonly bytes: Buffer;
  /** Read from the bytes each time: kept, it takes ten times their memory for what few ask for. */
  readonly document: OpenApiDocument;
  /** Weak: it stands for the document, however it is compressed. */
  readonly etag: string;
}

export function publishDocument(document: OpenApiDocument): PublishedDocument {
  const bytes = Buffer.from(JSON.stringify(document));
  return {
    bytes,
    get document() {
      return JSON.parse(bytes.toString()) as OpenApiDocument;
    },
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url')}"`,
  };
}

/** Does one of the tags of `If-None-Match` fit (RFC 9110 section 13.1.2)? */
export const isUnchanged = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));

/** `GET /openapi.json`: may be kept, must be asked for again. */
export function serveDocument(api: Api, published: () => PublishedDocument): void {
  api.serve(openApi, async ({ headers }) => {
    const { bytes, etag } = published();
    const caching = { ETag: etag, 'Cache-Control': 'no-cache' };
    if (isUnchanged(headers['if-none-match'], etag)) return empty(304, caching);
    return new Reply(200, bytes, caching, 'application/json; charset=utf-8');
  });
}
