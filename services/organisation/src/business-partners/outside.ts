import { decimal } from '@app/money';
import { type BankAccounts, type ClientOf, isUnknownCall, type Ledger, type References } from '@app/rpc';
import {
  accountInactive,
  accountUnknown,
  hasOpenItems,
  openAccounts,
  type Partner,
  taxCodeUnknown,
} from './partner.ts';

/** What other services know of partners. Every call throws `Failure` 503 when its service cannot be asked. */
export interface PartnerNeighbours {
  readonly ledger: Pick<ClientOf<typeof Ledger>, 'DescribeBooks' | 'GetPartnerBalances'>;
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

/** What is proposed for the lines of a partner's documents. */
interface Proposals {
  readonly accountCode: string | null;
  readonly taxCode: string | null;
}

/**
 * Proposals are taken where nothing else is said, so they are what the books have: an active account of the chart, a VAT
 * code of the day. @throws Failure 400, 503
 */
export async function assertProposals(
  { ledger }: Pick<PartnerNeighbours, 'ledger'>,
  { clientAccountId, date }: { readonly clientAccountId: number; readonly date: string },
  { accountCode, taxCode }: Proposals,
): Promise<void> {
  if (accountCode === null && taxCode === null) return;
  const accountCodes = accountCode === null ? [] : [accountCode];
  const books = await ledger
    .DescribeBooks({ clientAccountId, date, accountCodes, accountIds: [], references: [] })
    .catch((error: unknown) => {
      // A ledger of the release before does not tell us, and documents look again.
      if (isUnknownCall(error)) return undefined;
      throw error;
    });
  if (!books) return;
  if (accountCode !== null) {
    const account = books.accounts.find(({ code }) => code === accountCode);
    if (!account) throw accountUnknown(accountCode);
    if (!account.isActive) throw accountInactive(accountCode);
  }
  if (taxCode !== null && !books.taxCodes.some(({ code }) => code === taxCode)) throw taxCodeUnknown(taxCode);
}
