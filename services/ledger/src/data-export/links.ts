import { ZIP } from '@app/contract';
import { createLinkSigner, type LinkSigner } from '@app/files';
import type { DataExport } from './store.ts';

/** How long an archive is kept, and the link of its mail works. */
export const KEPT_SECONDS = 7 * 24 * 3_600;
/** How long the link of a status works (docs/contract/reports.md, "Export and SAF-T"). */
const STATUS_SECONDS = 3_600;

/** What the query of a link holds. */
export interface LinkQuery {
  readonly expires: string;
  readonly key: string;
  readonly signature: string;
}

/** Addresses of archives that need no token: signed, and good until they expire. */
export interface ArchiveLinks {
  /** For an hour from now, but no longer than the archive is kept. */
  ofStatus(archive: DataExport, nowSeconds: number): string | null;
  /** For as long as the archive is kept. */
  ofMail(archive: DataExport): string | null;
  isValid(archive: DataExport, query: LinkQuery, nowSeconds: number): boolean;
}

/** The second until which an archive is kept; null when there is none. */
export const keptUntil = ({ status, finishedAt, fileKey }: DataExport): number | null =>
  status === 'READY' && finishedAt !== null && fileKey !== null
    ? Math.floor(new Date(finishedAt).getTime() / 1_000) + KEPT_SECONDS
    : null;

/** @param keys `DATA_ENCRYPTION_KEY` and those before it */
export function createArchiveLinks(keys: readonly string[], publicBaseUrl: string): ArchiveLinks {
  const signer: LinkSigner = createLinkSigner(keys);
  const fileOf = ({ fileKey, fileName }: DataExport, expires: number) => ({
    key: fileKey!,
    fileName: fileName!,
    mediaType: ZIP,
    expires,
  });
  const link = (archive: DataExport, expires: number): string => {
    const { key, signature } = signer.sign(fileOf(archive, expires));
    const query = new URLSearchParams({ expires: String(expires), key, signature });
    return `${publicBaseUrl.replace(/\/+$/, '')}/public/v2/data-exports/${archive.id}?${query}`;
  };
  return {
    ofStatus: (archive, nowSeconds) => {
      const last = keptUntil(archive);
      return last === null || last <= nowSeconds ? null : link(archive, Math.min(last, nowSeconds + STATUS_SECONDS));
    },
    ofMail: (archive) => {
      const last = keptUntil(archive);
      return last === null ? null : link(archive, last);
    },
    isValid: (archive, { expires, key, signature }, nowSeconds) => {
      const last = keptUntil(archive);
      if (last === null || !/^\d{1,11}$/.test(expires) || Number(expires) > last) return false;
      return signer.isValid(fileOf(archive, Number(expires)), { key, signature }, nowSeconds);
    },
  };
}
