import {
  cancelPayment,
  createPayment as createEndpoint,
  exportPayments as exportEndpoint,
  getPayment,
  listPayments,
  PAYMENT_FILE,
  settlePayment as settleEndpoint,
  updatePayment,
} from '@app/api/reconciliation/index';
import { type Api, attachment, empty, sentFields } from '@app/contract';
import { conflict, invalidField } from '@app/contract/failure';
import { listingOf } from '@app/records';
import { findBankAccount } from '../bank-accounts/known.ts';
import type { AreaDependencies } from '../deps.ts';
import { changePayment } from './change.ts';
import { createPayment } from './create.ts';
import { exportPayments } from './export.ts';
import { type Payment, paymentNotFound } from './payment.ts';
import { type PaymentPresenting, type PaymentRelation, presentPayments } from './present.ts';
import { type SettleDependencies, settlePayment } from './settle.ts';
import * as store from './store.ts';

export type PaymentHttpDependencies = AreaDependencies & PaymentPresenting & SettleDependencies;

/** Payments over HTTP (docs/contract/payments.md). */
export function servePayments(api: Api, deps: PaymentHttpDependencies): void {
  const { db } = deps;
  const show = async (id: number, wanted: ReadonlySet<PaymentRelation> = new Set()) => {
    const payment = await store.findPayment(db.executor, id);
    if (!payment) throw paymentNotFound(id);
    return (await presentPayments(deps, payment.clientAccountId, [payment], wanted))[0]!;
  };
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<Payment> => {
      const payment = await store.findPayment(db.executor, params.id);
      if (!payment) throw paymentNotFound(params.id);
      return payment;
    },
    accountOf: ({ clientAccountId }: Payment) => clientAccountId,
  };
  const callerOf = (call: { readonly principal: { readonly userId: number }; readonly commandKey: string }) => ({
    userId: call.principal.userId,
    commandKey: call.commandKey,
  });

  api.serve(listPayments, async ({ query, account, following }) => {
    const { clientAccountId } = account;
    const { rows, meta } = await store.listPayments(db.executor, listingOf([account], query, following), {
      documentId: query.document_id,
      partnerId: query.business_partner_id,
      statuses: query.status,
      from: query.from_date,
      to: query.to_date,
      externalId: query.external_id,
    });
    return { data: [...(await presentPayments(deps, clientAccountId, rows, query.with))], meta };
  });

  api.serve(getPayment, { ...guarded, handle: ({ resource, query }) => show(resource.id, query.with) });

  api.serve(createEndpoint, async (call) => {
    const { body } = call;
    const clientAccountId = body.client_account_id ?? (await accountOfBank(body.bank_account_id));
    const { isActive } = await call.requireAccount(clientAccountId);
    if (!isActive)
      throw conflict(`Client account ${clientAccountId} is inactive and read-only`, 'client_account.inactive');
    const id = await createPayment(deps, callerOf(call), {
      clientAccountId,
      documentId: body.document_id,
      bankAccountId: body.bank_account_id,
      creditorBankAccountId: body.creditor_bank_account_id ?? null,
      amount: body.amount ?? null,
      paymentDate: body.payment_date ?? null,
      message: body.message || null,
      externalId: body.external_id ?? null,
      metadata: body.metadata ?? null,
    });
    return show(id);
  });

  api.serve(updatePayment, {
    ...guarded,
    handle: async (call) => {
      const { body, resource, principal } = call;
      if (body.status === 'APPROVED') await call.requireAccount(resource.clientAccountId, { permission: 'admin' });
      const { amount, payment_date: paymentDate } = body;
      if (amount === null) throw invalidField('amount', 'is required: it can change, and never be cleared');
      if (paymentDate === null) throw invalidField('payment_date', 'is required: it can change, and never be cleared');
      await changePayment(deps, principal.userId, resource, {
        status: body.status,
        errorMessage: body.error_message,
        fields: sentFields({
          ...{ amount, paymentDate, bankAccountId: body.bank_account_id },
          creditorBankAccountId: body.creditor_bank_account_id,
          message: body.message === '' ? null : body.message,
          externalId: body.external_id,
          metadata: body.metadata,
        }),
      });
      return show(resource.id);
    },
  });

  api.serve(cancelPayment, {
    ...guarded,
    handle: async ({ resource, principal }) => {
      await changePayment(deps, principal.userId, resource, { status: 'CANCELLED', fields: {} });
      return empty();
    },
  });

  api.serve(exportEndpoint, async (call) => {
    const { messageId, content } = await exportPayments(
      deps,
      callerOf(call),
      call.account.clientAccountId,
      call.body.payment_ids,
    );
    return attachment(`${PAYMENT_FILE}; charset=utf-8`, Buffer.from(content), `${messageId}.xml`);
  });

  api.serve(settleEndpoint, {
    ...guarded,
    handle: async (call) => {
      const { body, resource } = call;
      await settlePayment(deps, callerOf(call), resource, {
        bankTransactionId: body.bank_transaction_id ?? null,
        postingDate: body.posting_date ?? null,
      });
      return show(resource.id);
    },
  });

  /** A payment is of the client account whose bank account pays, where none is named. */
  async function accountOfBank(bankAccountId: number): Promise<number> {
    const account = await findBankAccount(db.executor, bankAccountId);
    if (!account) throw invalidField('bank_account_id', `There is no bank account ${bankAccountId}`);
    return account.clientAccountId;
  }
}
