import { attachToVoucher, uploadVoucher } from '@app/api/documents/index';
import type { Api } from '@app/contract';
import { missingFiles, ofForm, ofJson, onlyFile, requireTogether, type SentFile } from '../files/sent-file.ts';
import { attachFiles } from './attach.ts';
import { type CreateDependencies, makeVoucher } from './create.ts';
import type { VoucherDependencies } from './http.ts';
import { accountOfVoucher, loadLiveVoucher } from './loading.ts';
import { requireNamed } from './named.ts';
import { findVoucher, type Voucher } from './store.ts';
import { newVoucherWire, relationsFor, voucherWire } from './wire.ts';
import type { Arrivals } from './workflow/arrivals.ts';

/** Binds the endpoints that bring files. */
export function serveUploads(
  api: Api,
  deps: VoucherDependencies & CreateDependencies & { readonly arrivals: Arrivals },
): void {
  const stored = async (id: number): Promise<Voucher> => (await findVoucher(deps.db.executor, id))!;

  api.serve(uploadVoucher, {
    handle: async ({ body, account: { clientAccountId, role }, principal: { userId }, commandKey, isFirstTry }) => {
      const file = onlyFile(body);
      deps.arrivals.note();
      await requireNamed(deps, clientAccountId, { projectId: body.project_id, collectionId: body.collection_id });
      const { id, voucher } = await makeVoucher(deps, {
        ...file,
        ...{ clientAccountId, commandKey, isFirstTry, userId },
        voucherType: body.type ?? null,
        documentDate: body.document_date ?? null,
        collectionId: body.collection_id ?? null,
        projectId: body.project_id ?? null,
        externalId: body.external_id ?? null,
        metadata: body.metadata ?? null,
        sentByEmployee: role === 'EM',
        channel: body.channel,
        processingTrack: body.processing_track,
        workflowStatus: 'IMAGE_PROCESSING',
      });
      return voucher ? newVoucherWire(deps, voucher) : voucherWire(deps, await stored(id), new Set());
    },
  });

  api.serve(attachToVoucher, {
    load: loadLiveVoucher(deps),
    accountOf: accountOfVoucher,
    handle: async ({ resource: { voucher }, body, principal: { userId }, commandKey }) => {
      await attachFiles(deps, { voucher, files: filesOf(body), userId, commandKey });
      return voucherWire(deps, await stored(voucher.id), relationsFor(new Set(['attachments'] as const), true));
    },
  });
}

type Attached = Parameters<typeof ofForm>[0];

/** @throws Failure 400, 413 */
function filesOf({
  file,
  files,
}: {
  readonly file?: Attached | undefined;
  readonly files?: readonly Parameters<typeof ofJson>[0][] | undefined;
}): readonly SentFile[] {
  if (file) return [ofForm(file)];
  if (!files) throw missingFiles();
  return requireTogether(files.map((each, index) => ofJson(each, `files.${index}.`)));
}
