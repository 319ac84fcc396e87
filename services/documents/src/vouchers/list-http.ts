import { forbidden } from '@app/access';
import * as endpoints from '@app/api/documents/index';
import type { Api } from '@app/contract';
import { type Failure, notFound } from '@app/contract/failure';
import type { z } from 'zod';
import type { VoucherFilter, VoucherScope } from './filters.ts';
import type { VoucherDependencies } from './http.ts';
import type { Likeness } from './likeness.ts';
import { listSimilar, listVouchers } from './list.ts';
import { findVoucher } from './store.ts';
import { relationsFor, voucherWires } from './wire.ts';

type Query = z.output<NonNullable<(typeof endpoints.listVouchers)['query']>>;

/** Binds the list of vouchers. */
export function serveVoucherList(api: Api, deps: VoucherDependencies & { readonly likeness: Likeness }): void {
  api.serve(endpoints.listVouchers, {
    handle: async ({ query, accounts, following, principal: { userId }, requireAccount }) => {
      const scope: VoucherScope = {
        whole: accounts.flatMap(({ clientAccountId, role }) => (role === 'EM' ? [] : [clientAccountId])),
        own: accounts.flatMap(({ clientAccountId, role }) => (role === 'EM' ? [clientAccountId] : [])),
        userId,
      };
      const filter = filterOf(query, scope);
      if (query.similar_to !== undefined) await requireSource(query.similar_to);
      const { vouchers, meta } =
        query.similar_to === undefined
          ? await listVouchers(deps, filter, { following, page: query, order: query.order_by })
          : await listSimilar(deps, filter, query.similar_to, query);
      const ofBooks = new Set(scope.whole);
      const isWhole = vouchers.every(({ clientAccountId }) => ofBooks.has(clientAccountId));
      const wires = await voucherWires(deps, vouchers, relationsFor(query.with, isWhole));
      const data = wires.map((wire, index) => {
        const { similarity } = vouchers[index]!;
        return { ...wire, ...(similarity === undefined ? {} : { similarity }) };
      });
      return { data, meta };

      /** @throws Failure 403, 404 */
      async function requireSource(id: number): Promise<void> {
        const source = await findVoucher(deps.db.executor, id);
        if (!source || source.status === 'DELETED') throw sourceNotFound(id);
        const { role } = await requireAccount(source.clientAccountId, { denied: 'voucher.source_access_denied' });
        if (role === 'EM' && source.createdById !== userId)
          throw forbidden(
            'The role EM sees the vouchers alone that it sent itself',
            'role',
            'voucher.source_access_denied',
          );
      }
    },
  });
}

const sourceNotFound = (id: number): Failure => notFound(`There is no voucher ${id}`, 'voucher.source_not_found');

/** What was sent with the name of its relation counts more than what was sent without. */
const filterOf = (query: Query, scope: VoucherScope): VoucherFilter => ({
  scope,
  statuses: query.status,
  dateFrom: query['document.document_date_from'] ?? query.document_date_from,
  dateTo: query['document.document_date_to'] ?? query.document_date_to,
  collectionIds: query.collection_id,
  projectIds: query.project_id,
  freeText: query.free_text,
  externalId: query.external_id,
  updatedFrom: query.updated_from,
  hasProject: query.has_project,
  hasCollection: query.has_collection,
  hasEntry: query.has_journal_entry,
  hasDocument: query.has_document,
  hasAttachment: query.has_attachment,
  hasOpenQuestion: query.has_open_question,
  document: {
    types: query['document.document_type'] ?? query.document_type,
    statuses: query['document.document_status'] ?? query.document_status,
    paymentStatuses: query['document.payment_status'] ?? query.payment_status,
    partnerIds: query.business_partner_id,
    dueFrom: query['document.due_date_from'] ?? query.due_date_from,
    dueTo: query['document.due_date_to'] ?? query.due_date_to,
    pendingAmount: query['document.pending_payment_amount'],
    isPayable: query['document.is_payable'],
    isUnpaid: query['document.is_unpaid'],
    isAvailableForPayment: query['document.is_available_for_payment'],
    isBeingPaid: query['document.is_being_paid'],
  },
  line: {
    accountCodes: query['journal_entry.lines.account_code'] ?? query.account_code,
    taxCodes: query['journal_entry.lines.tax_code'] ?? query.tax_code,
    postedFrom: query['journal_entry.lines.posting_date_from'] ?? query.posting_date_from,
    postedTo: query['journal_entry.lines.posting_date_to'] ?? query.posting_date_to,
  },
});
