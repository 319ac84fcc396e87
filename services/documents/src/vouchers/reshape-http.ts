import * as endpoints from '@app/api/documents/index';
import { MAX_FILE_BYTES } from '@app/api/documents/index';
import type { Api } from '@app/contract';
import type { CallerContext } from '@app/contract/access-types';
import { conflict, Failure, unavailable } from '@app/contract/failure';
import { fileTooLarge } from '@app/files';
import { type Rendering, RenderingBusy, RenderingFailure } from '@app/rendering';
import { bytesOf } from '../files/read.ts';
import { attachFiles } from './attach.ts';
import type { ChangeDependencies } from './change-http.ts';
import { findCommandVoucher } from './commands-store.ts';
import { type CreateDependencies, createVoucher } from './create.ts';
import {
  invalidRanges,
  mergeFailed,
  readAction,
  readIds,
  readRanges,
  readVoucherId,
  type SourceAction,
  splitFailed,
} from './reshape-input.ts';
import { copyNewestStatement } from './reshape-store.ts';
import { retireVouchers } from './retire.ts';
import { findVoucher, type Voucher } from './store.ts';
import { updateVoucher } from './update.ts';
import { voucherWire } from './wire.ts';

type Deps = ChangeDependencies & CreateDependencies & { readonly rendering: Rendering };

const PAGED = ['application/pdf', 'image/png', 'image/jpeg', 'image/tiff', 'image/heic'];

/** Binds merging and splitting. */
export function serveReshaping(api: Api, deps: Deps): void {
  const shown = async (id: number) => voucherWire(deps, (await findVoucher(deps.db.executor, id))!, new Set());

  api.serve(endpoints.mergeVouchers, {
    handle: async ({ body, principal: { userId }, requireAccount, commandKey }) => {
      const ids = readIds(body.voucher_ids);
      const action = readAction(body.source_action);
      const sources: Voucher[] = [];
      for (const id of ids) sources.push(await sourceOf(deps, requireAccount, id));
      const [first] = sources as [Voucher, ...Voucher[]];
      if (sources.some(({ clientAccountId }) => clientAccountId !== first.clientAccountId))
        throw mergeFailed('The vouchers are of different client accounts');
      const paged = sources.filter(({ contentType }) => PAGED.includes(contentType));
      if (paged.length === 0) throw mergeFailed('None of the files can become pages of a PDF');
      const made = await reshape(deps, { sources, action, userId, commandKey, failed: mergeFailed }, async (keys) => {
        const content = await combined(deps, paged);
        const id = await makePart(deps, first, { key: keys(0), content, userId, fileName: pdfName(first, 'samlet') });
        const others = sources.filter((source) => !paged.includes(source));
        if (others.length > 0) {
          const files = [];
          for (const other of others) files.push({ fileName: other.fileName, content: await bytesOf(deps, other) });
          const voucher = { id, clientAccountId: first.clientAccountId };
          await attachFiles(deps, { voucher, files, userId, commandKey: keys(1) });
        }
        return [id];
      });
      return shown(made[0]!);
    },
  });

  api.serve(endpoints.splitVoucher, {
    handle: async ({ body, principal: { userId }, requireAccount, commandKey }) => {
      const voucherId = readVoucherId(body.voucher_id);
      const ranges = readRanges(body.page_ranges);
      const action = readAction(body.source_action);
      const source = await sourceOf(deps, requireAccount, voucherId);
      if (source.contentType !== 'application/pdf') throw splitFailed('Only a PDF can be split');
      const of = { sources: [source], action, userId, commandKey, failed: splitFailed };
      const made = await reshape(deps, of, async (keys) => {
        const parts = await cut(deps, source, ranges);
        const ids: number[] = [];
        for (const [index, content] of parts.entries()) {
          const fileName = pdfName(source, `${ranges[index]![0]}-${ranges[index]![1]}`);
          ids.push(await makePart(deps, source, { key: keys(index), content, userId, fileName }));
        }
        for (const id of ids) await copyNewestStatement(deps.db.executor, source, id);
        return ids;
      });
      return Promise.all(made.map(shown));
    },
  });
}

/** A voucher that something is made of. @throws Failure 403, 404, each with its id in the details; 409 */
async function sourceOf(deps: Deps, requireAccount: CallerContext['requireAccount'], id: number): Promise<Voucher> {
  const details = { voucher_id: id };
  const voucher = await findVoucher(deps.db.executor, id);
  if (!voucher || voucher.status === 'DELETED')
    throw new Failure('voucher.not_found', 404, `There is no voucher ${id}`, { details });
  const access = await requireAccount(voucher.clientAccountId, { denied: 'voucher.access_denied' }).catch(
    (error: unknown) => {
      if (!(error instanceof Failure) || error.status !== 403) throw error;
      throw new Failure(error.code, 403, error.message, { details: { ...error.details, ...details } });
    },
  );
  if (!access.isActive)
    throw conflict(`Client account ${voucher.clientAccountId} is inactive and read-only`, 'client_account.inactive');
  return voucher;
}

interface Reshaping {
  readonly sources: readonly Voucher[];
  readonly action: SourceAction;
  readonly userId: number;
  readonly commandKey: string;
  readonly failed: (message: string) => Failure;
}

/**
 * Makes the new vouchers, then does with the sources what was asked. Nothing is lost by a process that dies on the way:
 * the sources go last, and a repeat under the same key makes nothing twice.
 * @throws Failure 400 when a source cannot go; what was made is taken away again then
 */
async function reshape(
  deps: Deps,
  { sources, action, userId, commandKey, failed }: Reshaping,
  make: (keys: (index: number) => string) => Promise<readonly number[]>,
): Promise<readonly number[]> {
  const { clientAccountId } = sources[0]!;
  const voucherIds = sources.map(({ id }) => id);
  const booked = action === 'DELETE' ? sources.find(({ status }) => status === 'BOOKED') : undefined;
  if (booked) throw failed(`Voucher ${booked.id} is booked and cannot be deleted; cancel its entry or document first`);
  const made = await make((index) => `${commandKey}:${index}`);
  if (action === 'ARCHIVE')
    for (const source of sources)
      await updateVoucher(deps, source, { status: 'ARCHIVED' }, userId).catch((error: unknown) => {
        // A booked source keeps its status and its documents.
        if (!(error instanceof Failure) || error.code !== 'voucher.is_booked') throw error;
      });
  if (action === 'DELETE')
    try {
      await retireVouchers(deps, deps.retirement, `${commandKey}:sources`, { clientAccountId, voucherIds, userId });
    } catch (error) {
      if (!(error instanceof Failure) || error.status >= 500) throw error;
      const intent = { clientAccountId, voucherIds: [...made], userId };
      await retireVouchers(deps, deps.retirement, `${commandKey}:undo`, intent);
      throw failed(error.message);
    }
  return made;
}

/** A voucher of pages of others; the one that the key made before, where there is one. */
async function makePart(
  deps: Deps,
  source: Voucher,
  part: { readonly key: string; readonly content: Buffer; readonly userId: number; readonly fileName: string },
): Promise<number> {
  const { clientAccountId, voucherType, collectionId, projectId, channel } = source;
  if (part.content.length > MAX_FILE_BYTES) throw fileTooLarge(MAX_FILE_BYTES);
  // Pages are put together anew each time, and their bytes differ.
  const before = await findCommandVoucher(deps.db.executor, clientAccountId, part.key);
  if (before !== undefined) return before;
  return createVoucher(deps, {
    ...{ clientAccountId, collectionId, projectId, channel, commandKey: part.key },
    ...{ userId: part.userId, fileName: part.fileName, content: part.content },
    voucherType: endpoints.VOUCHER_TYPES.find((type) => type === voucherType) ?? null,
    documentDate: null,
    processingTrack: source.processingTrack ?? 'DEFAULT',
    workflowStatus: 'IMAGE_PROCESSING',
  });
}

const pdfName = ({ fileName }: Voucher, suffix: string): string =>
  `${fileName.replace(/\.[^.]{1,16}$/, '')}-${suffix}.pdf`;

/** @throws Failure 400 `voucher.merge_failed`, 503 */
async function combined(deps: Deps, sources: readonly Voucher[]): Promise<Buffer> {
  const parts = [];
  for (const source of sources) parts.push({ content: await bytesOf(deps, source), mediaType: source.contentType });
  return Buffer.from(await deps.rendering.combine(parts).catch(refusedAs(mergeFailed)));
}

/** @throws Failure 400 `voucher.invalid_page_ranges`, `voucher.split_failed`, 503 */
async function cut(deps: Deps, source: Voucher, ranges: readonly (readonly [number, number])[]): Promise<Buffer[]> {
  const parts = await deps.rendering
    .cut(await bytesOf(deps, source), ranges)
    .catch((error: unknown) => {
      throw error instanceof RangeError ? invalidRanges() : error;
    })
    .catch(refusedAs(splitFailed));
  return parts.map((part) => Buffer.from(part));
}

const refusedAs =
  (failed: (message: string) => Failure) =>
  (error: unknown): never => {
    if (error instanceof RenderingFailure) throw failed('A file is encrypted, damaged or too large to be taken apart');
    if (error instanceof RenderingBusy)
      throw unavailable('Too many files are being read at this moment; send it again');
    throw error;
  };
