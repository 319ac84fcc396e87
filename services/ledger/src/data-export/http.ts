import { exportData, getDataExport, readDataExport } from '@app/api/ledger/data-export';
import { type Api, attachment, disposition, empty, Reply, reply, whileAllowed, XML, ZIP } from '@app/contract';
import { conflict, type Failure, notFound } from '@app/contract/failure';
import type { Database, Tx } from '@app/db';
import { byteRangeOf, type FileStore } from '@app/files';
import { type Clock, type Language, namedLanguage, osloDate, timestamp } from '@app/runtime';
import { norwegian } from '@app/translation';
import { type ExportDependencies, fileName, openExport } from '../saft/export.ts';
import { type ArchiveLinks, KEPT_SECONDS } from './links.ts';
import type { Readers } from './readers.ts';
import { type DataExport, findExport, keptArchives, type NewExport, queueExport } from './store.ts';
import { singleFile, spanOf } from './wanted.ts';
import { queued } from './words.ts';

/** What the data export is served with. */
export interface DataExportContext extends ExportDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly store: FileStore;
  readonly links: ArchiveLinks;
  readonly readers: Readers;
  /** The language that the books are kept in. @throws Failure 503 */
  readonly languageOfBooks: (clientAccountId: number) => Promise<Language>;
  /** Has the exports looked at that were queued just now. */
  readonly wake: () => void;
}

const underWay = (clientAccountId: number): Failure =>
  conflict(`A data export of client account ${clientAccountId} is under way; wait until it has ended`);

/** Archives of one client account that are kept at once: each may be as large as everything that the account has. */
const MOST_ARCHIVES = 10;

/**
 * Queues an export where there is room for its archive. Counted after it is queued: then no other one of the account is
 * under way, and whichever has ended counts.
 * @throws Failure 409 while another one is under way, or where it says when there is room again
 */
const queueWithRoom = ({ db }: DataExportContext, wanted: NewExport): Promise<number> =>
  db.write(async (tx) => {
    const id = await queueExport(tx, wanted);
    if (id === undefined) throw underWay(wanted.clientAccountId);
    await assertRoom(tx, wanted.clientAccountId);
    return id;
  });

/** @throws Failure 409 that says when there is room again */
async function assertRoom(tx: Tx, clientAccountId: number): Promise<void> {
  const { kept, oldest } = await keptArchives(tx, clientAccountId);
  if (kept < MOST_ARCHIVES) return;
  const goes = osloDate(Temporal.Instant.fromEpochMilliseconds(new Date(oldest!).getTime() + KEPT_SECONDS * 1_000));
  throw conflict(
    `Client account ${clientAccountId} has ${kept} archives of data exports, and no more are kept; the oldest goes on ${goes}`,
  );
}

/** The same answer for what was never there, what has expired and what was changed. */
const linkUnusable = (): Failure =>
  notFound('The link has expired or is not whole; ask for the status of the export, or for a new one');

/** The books as a SAF-T file or as an archive with everything (docs/contract/reports.md, "Export and SAF-T"). */
export function serveDataExport(api: Api, context: DataExportContext): void {
  const { db, clock, links, readers, store } = context;
  const nowSeconds = (): number => Math.floor(clock.millis() / 1_000);

  api.serve(exportData, async ({ query, principal, account, mediaType, method, language, headers }) => {
    const today = clock.today();
    const span = spanOf(query, today);
    const { clientAccountId } = account;
    const { userId } = principal;
    if (mediaType === ZIP) {
      // Whoever only asks what would be answered begins nothing.
      if (method === 'HEAD') return empty(202);
      const ofMail = namedLanguage(headers['accept-language']) ?? (await context.languageOfBooks(clientAccountId));
      const createdAt = timestamp(clock.now());
      const wanted = { ...span, clientAccountId, userId, language: ofMail, createdAt };
      const id = await queueWithRoom(context, wanted);
      context.wake();
      return reply(202, { message: queued[language], export_id: id });
    }
    const sources = await openExport(context, { clientAccountId, userId, today, ...span });
    const name = fileName(sources.company.organizationNumber, clock.now(), { number: 1, of: 1 });
    return attachment(`${XML}; charset=utf-8`, singleFile(context, sources), name);
  });

  api.serve(getDataExport, {
    load: async ({ params, principal }) => {
      const found = await findExport(db.executor, params.export_id);
      if (found?.userId !== principal.userId) throw notFound(`There is no data export ${params.export_id}`);
      return found;
    },
    accountOf: ({ clientAccountId }) => clientAccountId,
    handle: async ({ resource, language }) => statusOf(resource, links.ofStatus(resource, nowSeconds()), language),
  });

  api.serve(readDataExport, async ({ params, query, headers }) => {
    const found = await findExport(db.executor, params.export_id);
    if (!found || !links.isValid(found, query, nowSeconds())) throw linkUnusable();
    // Whoever was removed, or may no longer read the books, has no more use of a link than of a token.
    const assertReader = async (): Promise<void> => {
      if (!(await readers.mayRead(found.userId, found.clientAccountId))) throw linkUnusable();
    };
    await assertReader();
    return archiveReply(store, found, headers, assertReader);
  });
}

const statusOf = (
  { id, status, createdAt, finishedAt, errorMessage }: DataExport,
  link: string | null,
  language: Language,
) => ({
  export_id: id,
  status,
  created_at: momentOf(createdAt),
  finished_at: finishedAt === null ? null : momentOf(finishedAt),
  download_url: link,
  error_message: errorMessage !== null && language === 'nob' ? (norwegian(errorMessage) ?? errorMessage) : errorMessage,
});

const momentOf = (text: string): string => timestamp(Temporal.Instant.from(new Date(text).toISOString()));

/** The archive, or the part of it that `Range` asks for: a download that broke off goes on where it was. */
async function archiveReply(
  store: FileStore,
  { fileKey, fileName: name, fileSize }: DataExport,
  {
    range: asked,
    'if-range': ifRange,
  }: { readonly range?: string | undefined; readonly 'if-range'?: string | undefined },
  assertReader: () => Promise<void>,
): Promise<Reply> {
  const size = fileSize!;
  // No version of the archive is said, so none that a caller has can be confirmed.
  const range = ifRange === undefined ? byteRangeOf(asked, size) : undefined;
  const content = await store.open(fileKey!, range);
  return new Reply(
    range ? 206 : 200,
    whileAllowed(content, assertReader),
    {
      'Content-Length': String(range ? range.last - range.first + 1 : size),
      'Content-Disposition': disposition('attachment', name!),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Accept-Ranges': 'bytes',
      ...(range ? { 'Content-Range': `bytes ${range.first}-${range.last}/${size}` } : {}),
    },
    ZIP,
  );
}
