import type { Database, Executor } from '@app/db';
import type { ClientOf, Vouchers } from '@app/rpc';
import { sql } from 'drizzle-orm';
import { fileName } from '../saft/export.ts';
import { type SaftDependencies, type SaftSources, saftFile } from '../saft/file.ts';
import type { ArchivedFile } from './archive.ts';
import { csvRow } from './csv.ts';
import { createEntryNames } from './entry-names.ts';

/** The files of a client account, from the service that keeps them. */
export type FileSource = Pick<ClientOf<typeof Vouchers>, 'ListFiles' | 'ReadFile'>;

type ListedFile = Awaited<ReturnType<FileSource['ListFiles']>>['files'][number];

export interface ContentsDependencies extends SaftDependencies {
  readonly db: Pick<Database, 'report'>;
  readonly files: FileSource;
}

const FILES_AT_ONCE = 200;

const INDEX_HEAD = [
  'path',
  'voucher_id',
  'file_id',
  'file_name',
  'media_type',
  'size',
  'sha256',
  'journal_entry_number',
  'posting_date',
];

/** What packing does not make smaller. */
const PACKED = /^(image\/(jpeg|png|gif|webp|heic)|application\/(zip|pdf|vnd\.openxmlformats.*))$/;

/**
 * The files of an archive, one after the other: the SAF-T file or files, every voucher and file of the client account,
 * and a list of them with the entries that they are behind.
 * @throws Failure 503
 */
export async function* archiveContents(
  deps: ContentsDependencies,
  sources: SaftSources,
  now: Temporal.Instant,
): AsyncGenerator<ArchivedFile, void> {
  const modifiedAt = new Date(now.epochMilliseconds);
  const { books, company } = sources;
  for (const part of books.parts)
    yield {
      path: fileName(company.organizationNumber, now, part),
      modifiedAt,
      content: saftFile(deps, sources, part),
    };
  const nameOf = createEntryNames();
  // A spreadsheet takes text for UTF-8 when it begins so.
  const rows = [`\ufeff${csvRow(INDEX_HEAD)}`];
  for await (const files of filePages(deps.files, books.clientAccountId)) {
    const entries = await deps.db.report((executor) =>
      entriesOfVouchers(
        executor,
        books.clientAccountId,
        files.flatMap(({ voucherIds }) => voucherIds),
      ),
    );
    for (const file of files)
      for (const { path, voucherId } of placesOf(file, nameOf)) {
        const entry = voucherId === undefined ? undefined : entries.get(voucherId);
        rows.push(
          csvRow([
            path,
            voucherId ?? '',
            file.fileId,
            file.fileName,
            file.mediaType,
            file.size,
            Buffer.from(file.sha256).toString('hex'),
            entry?.number ?? '',
            entry?.day ?? '',
          ]),
        );
        const content = contentOf(deps.files, books.clientAccountId, file);
        yield { path, modifiedAt, content, isPacked: PACKED.test(file.mediaType) };
      }
  }
  yield { path: 'index.csv', modifiedAt, content: inOrder(rows) };
}

/** A file of several vouchers stands under each of them; one of none stands under its own id. */
function placesOf(
  { fileId, fileName: name, voucherIds }: ListedFile,
  nameOf: ReturnType<typeof createEntryNames>,
): readonly { readonly path: string; readonly voucherId: number | undefined }[] {
  if (voucherIds.length === 0) return [{ path: nameOf('files', fileId, name), voucherId: undefined }];
  return voucherIds.map((voucherId) => ({ path: nameOf('vouchers', voucherId, name), voucherId }));
}

async function* filePages(source: FileSource, clientAccountId: number): AsyncGenerator<readonly ListedFile[], void> {
  for (let afterId = 0; ; ) {
    const { files } = await source.ListFiles({ clientAccountId, afterId, limit: FILES_AT_ONCE });
    if (files.length > 0) yield files;
    if (files.length < FILES_AT_ONCE) return;
    afterId = files.at(-1)!.fileId;
  }
}

async function* contentOf(
  source: FileSource,
  clientAccountId: number,
  { fileId, size }: ListedFile,
): AsyncGenerator<Uint8Array, void> {
  for (let offset = 0; offset < size; ) {
    const { content } = await source.ReadFile({ clientAccountId, fileId, offset });
    if (content.length === 0) throw new Error(`file ${fileId} ends after ${offset} of ${size} bytes`);
    yield content;
    offset += content.length;
  }
}

async function* inOrder(texts: readonly string[]): AsyncGenerator<string, void> {
  yield* texts;
}

/** The live entries behind vouchers. Raw: ids are one parameter. */
async function entriesOfVouchers(
  db: Executor,
  clientAccountId: number,
  voucherIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly number: string; readonly day: string }>> {
  if (voucherIds.length === 0) return new Map();
  const rows = await db.execute<{ voucher: string; number: string; day: string }>(sql`
    select voucher_id as voucher, sequence_number as number, first_posting_date::text as day from journal_entries
    where client_account_id = ${clientAccountId} and voucher_id = any (${`{${voucherIds.join(',')}}`}::bigint[])
      and cancelled is null and not is_draft`);
  return new Map(rows.map(({ voucher, number, day }) => [Number(voucher), { number, day }]));
}
