import { forbidden } from '@app/access';
import { createVoucherStatement, listVoucherCategories, listVoucherStatements } from '@app/api/documents/index';
import { type Api, locatePage } from '@app/contract';
import { notFound } from '@app/contract/failure';
import type { KnownVouchers } from '../records/known-vouchers.ts';
import { createStatement, type StatementDependencies } from './create.ts';
import { presentStatements, type StatementPresenting } from './present.ts';
import type { VoucherStatement } from './statement.ts';
import * as store from './store.ts';

interface Request {
  readonly params: { readonly id: number };
  readonly principal: { readonly userId: number };
  readonly method: string;
  requireAccount(
    id: number,
    options: { readonly denied: string },
  ): Promise<{ readonly role: string | null; readonly clientAccountId: number; readonly isActive: boolean }>;
}

/** Statements about vouchers and their categories over HTTP (docs/contract/voucher-statements.md). */
export function serveVoucherStatements(
  api: Api,
  deps: StatementDependencies & StatementPresenting & { readonly vouchers: KnownVouchers },
): void {
  const { db } = deps;
  const load = async ({ params, principal, method, requireAccount }: Request): Promise<store.OfVoucher> => {
    const voucher = await deps.vouchers.find(params.id);
    const isWrite = method === 'POST';
    if (!voucher || (isWrite && voucher.status === 'DELETED'))
      throw notFound(`There is no voucher ${params.id}`, 'voucher.not_found');
    const { role } = await requireAccount(voucher.clientAccountId, { denied: 'voucher.access_denied' });
    if (role === 'EM' && voucher.createdById !== principal.userId)
      throw forbidden('The role EM sees the vouchers alone that it sent itself');
    return { clientAccountId: voucher.clientAccountId, voucherId: voucher.id };
  };
  const guarded = { load, accountOf: ({ clientAccountId }: store.OfVoucher) => clientAccountId };
  const show = (
    clientAccountId: number,
    statements: readonly VoucherStatement[],
    { with: relations }: { readonly with: Parameters<typeof presentStatements>[4] },
  ) => presentStatements(deps, db.executor, clientAccountId, statements, relations);

  api.serve(listVoucherStatements, {
    ...guarded,
    handle: async ({ resource, query }) => {
      const { meta, offset } = locatePage(query, await store.countStatements(db.executor, resource));
      const found = await store.listStatements(db.executor, resource, { limit: query.per_page, offset });
      return { data: [...(await show(resource.clientAccountId, found, query))], meta };
    },
  });

  api.serve(createVoucherStatement, {
    ...guarded,
    handle: async ({ resource, body, principal, query }) => {
      const statement = await createStatement(deps, principal.userId, resource, {
        voucherCategoryId: body.voucher_category_id ?? null,
        purpose: body.purpose || null,
        participants: (body.participants ?? []).map(({ name, company }) => ({ name, company: company || null })),
        paymentMethod: body.payment_method ?? null,
        payorId: body.payor_id ?? null,
        projectId: body.project_id ?? null,
        collectionId: body.collection_id ?? null,
        tagIds: [...new Set(body.tag_ids ?? [])],
        comment: body.comment || null,
      });
      return (await show(resource.clientAccountId, [statement], query))[0]!;
    },
  });

  api.serve(listVoucherCategories, async ({ language }) =>
    (await store.listCategories(db.executor)).map((category) => ({
      id: category.id,
      code: category.code,
      name: language === 'eng' ? category.nameEng : category.nameNob,
      requires_purpose: category.requiresPurpose,
      requires_participants: category.requiresParticipants,
    })),
  );
}
