import { decimal } from '@app/money';
import type { BankAccounts, ClientOf, Ledger, References } from '@app/rpc';
import { hasOpenItems, openAccounts, type Partner } from './partner.ts';

/** What other services know of partners. Every call throws `Failure` 503 when its service cannot be asked. */
export interface PartnerNeighbours {
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'GetPartnerBalances'>;
  readonly bankAccounts: Pick<ClientOf<typeof BankAccounts>, 'ListPartnerBankAccounts'>;
  /** Of reconciliation, which owns bank accounts. */
  readonly bankReferences: Pick<ClientOf<typeof References>, 'Resolve'>;
}

/** Refuses while receivables, payables or salary stand open; in doubt as well. @throws Failure 409, 503 */
export async function assertNothingOpen({ ledger }: PartnerNeighbours, partner: Partner): Promise<void> {
  const { balances } = await ledger.GetPartnerBalances({
    clientAccountId: partner.clientAccountId,
    businessPartnerIds: [partner.id],
    accountCodes: [...openAccounts],
  });
  const open = balances.filter(({ balance }) => !decimal(balance).isZero());
  if (open.length > 0) throw hasOpenItems(partner.name, open);
}

/** Is there such a bank account, in this client account? */
export async function isBankAccount(
  { bankReferences }: PartnerNeighbours,
  clientAccountId: number,
  id: number,
): Promise<boolean> {
  const { references } = await bankReferences.Resolve({ clientAccountId, type: 'bankacc', ids: [id] });
  return references.some((reference) => reference.id === id);
}
