import { disposeAsset } from '@app/api/ledger/asset-disposal';
import type { Api } from '@app/contract';
import type { DepreciationContext } from '../depreciation/depreciate.ts';
import { assetOfPath } from '../http.ts';
import { type PresentingContext, presentAssets } from '../relations.ts';
import { findAsset } from '../store.ts';
import { assertMayDispose, disposeIn } from './dispose.ts';
import type { DisposalVoucher } from './voucher.ts';

export function serveDisposal(
  api: Api,
  context: DepreciationContext & PresentingContext & { readonly voucher: DisposalVoucher },
): void {
  const { db, books, voucher } = context;
  api.serve(disposeAsset, {
    ...assetOfPath(context),
    handle: async ({ resource, body, principal, commandKey }) => {
      const request = {
        date: body.disposal_date,
        kind: body.kind,
        proceeds: body.proceeds,
        proceedsAccount: body.proceeds_account ?? null,
        outputVat: body.output_vat,
        deferGain: body.defer_gain,
        reinvestmentDeadline: body.reinvestment_deadline ?? null,
        vatObligationTransferred: body.vat_obligation_transferred,
        currencyCode: body.currency_code ?? null,
      };
      const { id: assetId, clientAccountId } = resource;
      const actorId = principal.userId;
      let isStored = (await voucher.find({ commandKey })) !== undefined;
      if (!isStored) await assertMayDispose(context, resource, request);
      try {
        await voucher.run(
          commandKey,
          async (begin) => {
            const run = await db.write(async (tx) => {
              await disposeIn(context, tx, actorId, resource, request);
              return begin(tx, { intent: { assetId, actorId }, clientAccountId });
            });
            isStored = true;
            return run;
          },
          undefined,
        );
      } catch (error) {
        if (!isStored) throw error;
        books.logger.error(
          { err: error, asset: assetId },
          'the voucher of a disposal is not there yet; it is tried again',
        );
      }
      const asset = (await findAsset(db.executor, assetId))!;
      return (await presentAssets(context, [asset], new Set()))[0]!;
    },
  });
}
