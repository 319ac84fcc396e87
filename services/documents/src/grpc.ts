import { invalid, notFound } from '@app/contract/failure';
import type { FileStore } from '@app/files';
import { instantOut } from '@app/records';
import { type Implementation, implement, Records, References, Vouchers } from '@app/rpc';
import { documentsRpc } from './documents/rpc.ts';
import { countDocuments } from './documents/store.ts';
import { bytesOf } from './files/read.ts';
import { findFiles, listFiles } from './files/store.ts';
import { itemReferences } from './items/known.ts';
import { MOST_IDS, requireFew } from './outside/few-ids.ts';
import { type CreateDependencies, createVoucher } from './vouchers/create.ts';
import { type Books, statusOf } from './vouchers/standing.ts';
import { countVouchers, findVouchers, type Voucher } from './vouchers/store.ts';
import { VOUCHER_TYPES, type VoucherStatus, type VoucherType } from './vouchers/voucher.ts';

/** The largest file of a message, in bytes; larger ones come by HTTP. */
const MAX_CONTENT = 4 * 1024 * 1024;
/** Bytes of a file that one message carries back. */
const PIECE = 2 * 1024 * 1024;
/** As of an `Idempotency-Key`. */
const LONGEST_KEY = 255;

/** What other services ask of vouchers and files. */
export const createRpc = (deps: CreateDependencies & { readonly books: Books }): readonly Implementation[] => [
  implement(Vouchers, {
    CreateVoucher: async ({ voucherType, documentDate, commandKey, content, ...command }) => {
      if (commandKey === '' || commandKey.length > LONGEST_KEY)
        throw invalid(`A command key of 1 to ${LONGEST_KEY} characters is required`);
      if (content.length > MAX_CONTENT) throw invalid(`A message takes a file of at most ${MAX_CONTENT} bytes`);
      const voucherId = await createVoucher(deps, {
        ...command,
        commandKey,
        content: Buffer.from(content.buffer, content.byteOffset, content.length),
        voucherType: readType(voucherType),
        documentDate: documentDate === undefined ? null : readDate(documentDate),
        channel: 'API',
        // The platform drew it: there is nothing to read from it.
        processingTrack: 'MANUAL',
        workflowStatus: 'COMPLETED',
      });
      return { voucherId };
    },
    GetVouchers: async ({ clientAccountId, ids }) => {
      requireFew(ids);
      const found = await findVouchers(deps.db.executor, clientAccountId, ids);
      if (found.length === 0) return { vouchers: [] };
      const voucherIds = found.map(({ id }) => id);
      const { entries } = await deps.books.GetVoucherEntries({
        clientAccountId,
        voucherIds,
        includesCancelled: false,
        includesLines: false,
      });
      const byVoucher = Map.groupBy(entries, ({ voucherId }) => voucherId);
      return {
        vouchers: found.map((voucher) =>
          presentVoucher(voucher, statusOf(voucher.status, byVoucher.get(voucher.id) ?? [])),
        ),
      };
    },
    ListFiles: async ({ clientAccountId, afterId, limit }) => {
      if (limit < 1 || limit > MOST_IDS) throw invalid(`A page has 1 to ${MOST_IDS} files, not ${limit}`);
      const found = await listFiles(deps.db.executor, clientAccountId, { afterId, limit });
      return {
        files: found.map(({ id, contentType, voucherIds, fileName, size, sha256, storeKey }) => ({
          fileId: id,
          voucherIds,
          fileName,
          mediaType: contentType,
          size,
          sha256,
          storeKey,
        })),
      };
    },
    ReadFile: async ({ clientAccountId, fileId, offset }) => {
      const [file] = await findFiles(deps.db.executor, clientAccountId, [fileId]);
      if (!file?.isActive) throw notFound(`There is no file ${fileId}`, 'uploaded_file.not_found');
      return { content: await readPiece(deps.store, file, offset), size: file.size };
    },
  }),
  documentsRpc(deps),
  implement(References, {
    Resolve: async ({ clientAccountId, type, ids }) => {
      requireFew(ids);
      if (type === 'item') return { references: await itemReferences(deps.db.executor, clientAccountId, ids) };
      const found = type === 'voucher' ? await findVouchers(deps.db.executor, clientAccountId, ids) : [];
      return {
        references: found.map(({ id, fileName, status }) => ({ id, name: fileName, isActive: status !== 'DELETED' })),
      };
    },
  }),
  implement(Records, {
    CountRecords: async ({ clientAccountId }) => ({
      counts: [
        { kind: 'vouchers', count: await countVouchers(deps.db.executor, clientAccountId) },
        { kind: 'documents', count: await countDocuments(deps.db.executor, clientAccountId) },
      ],
    }),
  }),
];

function readType(type: string | undefined): VoucherType | null {
  if (type === undefined) return null;
  const known = VOUCHER_TYPES.find((each) => each === type);
  if (!known) throw invalid(`"${type}" is no type of a voucher; it takes ${VOUCHER_TYPES.join(', ')}`);
  return known;
}

function readDate(text: string): string {
  try {
    if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString();
  } catch {
    // No day of the calendar.
  }
  throw invalid(`"${text}" is no calendar date such as 2026-01-31`);
}

async function readPiece(
  store: FileStore,
  { storeKey, size }: Pick<Voucher, 'storeKey' | 'size'>,
  offset: number,
): Promise<Buffer> {
  if (offset < 0) throw invalid('A file is read from its beginning on');
  if (offset >= size) return Buffer.alloc(0);
  return bytesOf({ store }, { storeKey }, { first: offset, last: Math.min(offset + PIECE, size) - 1 });
}

const presentVoucher = (voucher: Voucher, status: VoucherStatus) => ({
  id: voucher.id,
  status,
  fileName: voucher.fileName,
  mediaType: voucher.contentType,
  size: voucher.size,
  createdAt: instantOut(voucher.createdAt),
  ...(voucher.voucherType === null ? {} : { voucherType: voucher.voucherType }),
  ...(voucher.documentDate === null ? {} : { documentDate: voucher.documentDate }),
  ...(voucher.createdById === null ? {} : { createdById: voucher.createdById }),
});
