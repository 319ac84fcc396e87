import { instantOut } from '@app/records';
import { BankAccounts, implement } from '@app/rpc';
import type { Area } from '../area.ts';
import type { AreaDependencies } from '../deps.ts';
import type { BankAccount } from './bank-account.ts';
import { serveBankAccounts } from './http.ts';
import { bankAccountsOfPartners, houseAccounts } from './store.ts';

/** Bank accounts of the house and of its partners. */
export const createBankAccounts = (deps: AreaDependencies): Area => ({
  endpoints: (api) => serveBankAccounts(api, deps),
  rpc: [
    implement(BankAccounts, {
      ListPartnerBankAccounts: async ({ clientAccountId, businessPartnerIds }) => ({
        bankAccounts: (await bankAccountsOfPartners(deps.db.executor, clientAccountId, businessPartnerIds)).map(
          messageOf,
        ),
      }),
      ListHouseAccounts: async ({ clientAccountId }) => ({
        houseAccounts: (await houseAccounts(deps.db.executor, clientAccountId)).map(houseMessageOf),
      }),
    }),
  ],
});

const present = <K extends string, V>(name: K, value: V | null): { readonly [N in K]?: V } =>
  (value === null ? {} : { [name]: value }) as { readonly [N in K]?: V };

const messageOf = (account: BankAccount) => ({
  id: account.id,
  createdAt: instantOut(account.createdAt),
  updatedAt: instantOut(account.updatedAt),
  clientAccountId: account.clientAccountId,
  businessPartnerId: account.businessPartnerId!,
  type: account.type,
  isActive: account.isActive,
  bankCountry: account.bankCountry,
  ...present('createdById', account.createdById),
  ...present('updatedById', account.updatedById),
  ...present('name', account.name),
  ...present('bban', account.bban),
  ...present('iban', account.iban),
  ...present('bankName', account.bankName),
  ...present('bankZip', account.bankZip),
  ...present('bankCity', account.bankCity),
  ...present('bic', account.bic),
  ...present('routingNumber', account.routingNumber),
  ...present('currencyCode', account.currencyCode),
  ...present('accountCode', account.accountCode),
});

const houseMessageOf = ({ id, type, currencyCode, ...account }: BankAccount) => ({
  id,
  type,
  // Every account of the house has a currency; it is the column of partners' accounts that may be empty.
  currencyCode: currencyCode ?? '',
  ...present('iban', account.iban),
  ...present('bban', account.bban),
  ...present('bic', account.bic),
  ...present('bankCountry', account.bankCountry),
  ...present('accountCode', account.accountCode),
});
