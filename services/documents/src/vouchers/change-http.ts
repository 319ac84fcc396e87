import * as endpoints from '@app/api/documents/index';
import { type Api, Reply } from '@app/contract';
import type { Clock, Logger } from '@app/runtime';
import type { VoucherDependencies } from './http.ts';
import { accountOfVoucher, loadLiveVoucher } from './loading.ts';
import { type Retirement, type RetiringDependencies, retireVouchers } from './retire.ts';
import { findVoucher } from './store.ts';
import { updateVoucher } from './update.ts';
import { voucherWire } from './wire.ts';

export interface ChangeDependencies extends VoucherDependencies {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly retirement: Retirement;
  readonly blockingRecord: RetiringDependencies['blockingRecord'];
}

/** Binds the endpoints that change one voucher. */
export function serveVoucherChanges(api: Api, deps: ChangeDependencies): void {
  api.serve(endpoints.updateVoucher, {
    load: loadLiveVoucher(deps),
    accountOf: accountOfVoucher,
    handle: async ({ resource: { voucher }, body, principal: { userId } }) => {
      const patch = {
        voucherType: body.type,
        documentDate: body.document_date,
        collectionId: body.collection_id,
        projectId: body.project_id,
        externalId: body.external_id,
        metadata: body.metadata,
        status: body.status,
        workflowStatus: body.workflow_status,
        attachmentFileIds: body.attachment_file_ids,
      };
      await updateVoucher(deps, voucher, patch, userId);
      return voucherWire(deps, (await findVoucher(deps.db.executor, voucher.id))!, new Set());
    },
  });

  api.serve(endpoints.deleteVoucher, {
    load: loadLiveVoucher(deps),
    accountOf: accountOfVoucher,
    handle: async ({ resource: { voucher }, principal: { userId }, commandKey }) => {
      const { clientAccountId, id } = voucher;
      await retireVouchers(deps, deps.retirement, commandKey, { clientAccountId, voucherIds: [id], userId });
      return new Reply(204, undefined);
    },
  });
}
