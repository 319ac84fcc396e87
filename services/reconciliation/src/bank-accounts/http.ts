import {
  createBankAccount,
  deactivateBankAccount,
  getBankAccount,
  listBankAccounts,
  updateBankAccount,
} from '@app/api/reconciliation/index';
import { type Api, sentFields } from '@app/contract';
import { listingOf } from '@app/records';
import type { AreaDependencies } from '../deps.ts';
import { type BankAccount, bankAccountNotFound } from './bank-account.ts';
import { changeBankAccount, createBankAccount as create } from './change.ts';
import { bankAccountWire, presentBankAccounts } from './present.ts';
import * as store from './store.ts';

interface DetailsBody {
  readonly name?: string | null | undefined;
  readonly iban?: string | null | undefined;
  readonly bban?: string | null | undefined;
  readonly bank_country?: string | null | undefined;
  readonly bank_name?: string | null | undefined;
  readonly bank_zip?: string | null | undefined;
  readonly bank_city?: string | null | undefined;
  readonly bic?: string | null | undefined;
  readonly routing_number?: string | null | undefined;
  readonly currency_code?: string | null | undefined;
  readonly account_code?: string | null | undefined;
}

/** Empty text clears a field as null does. */
const cleared = (text: string | null | undefined) => (text === '' ? null : text);

const detailsOf = (body: DetailsBody) =>
  sentFields({
    name: cleared(body.name),
    iban: body.iban,
    bban: body.bban,
    bankCountry: body.bank_country,
    bankName: cleared(body.bank_name),
    bankZip: cleared(body.bank_zip),
    bankCity: cleared(body.bank_city),
    bic: body.bic,
    routingNumber: cleared(body.routing_number),
    currencyCode: body.currency_code,
    accountCode: body.account_code,
  });

/** Bank accounts over HTTP (docs/contract/bank-accounts.md). */
export function serveBankAccounts(api: Api, deps: AreaDependencies): void {
  const { db } = deps;
  const guarded = {
    load: async ({ params }: { readonly params: { readonly id: number } }): Promise<BankAccount> => {
      const account = await store.findBankAccount(db.executor, params.id);
      if (!account) throw bankAccountNotFound(params.id);
      return account;
    },
    accountOf: ({ clientAccountId }: BankAccount) => clientAccountId,
  };

  api.serve(listBankAccounts, async ({ query, accounts, following }) => {
    const listing = listingOf(accounts, query, following);
    const { rows, meta } = await store.listBankAccounts(db.executor, listing, {
      businessPartnerId: query.business_partner_id,
      isHouse: query.is_house,
      isActive: query.is_active,
    });
    return { data: rows.map(bankAccountWire), meta };
  });

  api.serve(getBankAccount, {
    ...guarded,
    handle: async ({ resource, query }) =>
      (await presentBankAccounts(deps, resource.clientAccountId, [resource], query.with))[0]!,
  });

  api.serve(createBankAccount, async ({ body, account, principal }) => {
    const owner = {
      clientAccountId: account.clientAccountId,
      businessPartnerId: body.business_partner_id ?? null,
      type: body.type,
    };
    return bankAccountWire(await create(deps, principal.userId, owner, detailsOf(body)));
  });

  api.serve(updateBankAccount, {
    ...guarded,
    handle: async ({ resource, body, principal }) => {
      const change = { ...detailsOf(body), ...sentFields({ type: body.type, isActive: body.is_active }) };
      return bankAccountWire(await changeBankAccount(deps, principal.userId, resource, change));
    },
  });

  api.serve(deactivateBankAccount, {
    ...guarded,
    handle: async ({ resource, principal }) =>
      bankAccountWire(await changeBankAccount(deps, principal.userId, resource, { isActive: false })),
  });
}
