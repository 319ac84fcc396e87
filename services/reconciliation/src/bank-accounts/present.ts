import type { BankAccountOut } from '@app/api/reconciliation/index';
import { recordWire } from '@app/records';
import type { z } from 'zod';
import type { AreaDependencies } from '../deps.ts';
import { newestBalances } from './balance.ts';
import { type BankAccount, isHouse } from './bank-account.ts';

export type WireBankAccount = z.input<typeof BankAccountOut>;
export type BankAccountRelation = 'business_partner' | 'balance';

/** A bank account without relations. */
export const bankAccountWire = (account: BankAccount): WireBankAccount => ({
  ...recordWire(account),
  business_partner_id: account.businessPartnerId,
  name: account.name,
  type: account.type,
  bban: account.bban,
  iban: account.iban,
  bank_country: account.bankCountry,
  bank_name: account.bankName,
  bank_zip: account.bankZip,
  bank_city: account.bankCity,
  bic: account.bic,
  routing_number: account.routingNumber,
  currency_code: account.currencyCode,
  account_code: account.accountCode,
  is_house: isHouse(account),
  is_active: account.isActive,
});

/** Bank accounts of one client account with the relations that are asked for, each in one read. @throws Failure 503 */
export async function presentBankAccounts(
  { db, partners }: Pick<AreaDependencies, 'db' | 'partners'>,
  clientAccountId: number,
  accounts: readonly BankAccount[],
  relations: ReadonlySet<BankAccountRelation>,
): Promise<readonly WireBankAccount[]> {
  const [owners, balances] = await Promise.all([
    relations.has('business_partner')
      ? partners.find(
          clientAccountId,
          accounts.flatMap(({ businessPartnerId }) => businessPartnerId ?? []),
        )
      : undefined,
    relations.has('balance')
      ? newestBalances(
          db.executor,
          clientAccountId,
          accounts.map(({ id }) => id),
        )
      : undefined,
  ]);
  return accounts.map((account) => ({
    ...bankAccountWire(account),
    ...(owners ? { business_partner: owners.get(account.businessPartnerId ?? 0) ?? null } : {}),
    ...(balances ? { balance: balances.get(account.id) ?? null } : {}),
  }));
}
