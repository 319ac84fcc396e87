import type { Tx } from '@app/db';
import type { WirePartner } from '@app/records';
import type { BankAccount } from '../bank-accounts/bank-account.ts';
import { findBankAccounts } from '../bank-accounts/known.ts';
import { requireCreditorAccount, requireHouseAccount } from './payable.ts';
import { type Approved, type ApprovedAccount, invalidState, missingCreditorAccount, type Payment } from './payment.ts';

/** What a bank knows of an account. */
const accountOf = (account: BankAccount): ApprovedAccount => ({
  iban: account.iban,
  bban: account.bban,
  country: account.bankCountry,
  bic: account.bic,
  routingNumber: account.routingNumber,
  currency: account.currencyCode,
});

/**
 * What somebody approves with a payment: from which account it goes to whom on which account, as they stand at this
 * moment. The bank gets this, whatever becomes of the accounts.
 * @throws Failure 400 for an account that is inactive or gone by now
 */
export async function approvalOf(tx: Tx, payment: Payment, partner: WirePartner | undefined): Promise<Approved> {
  const { clientAccountId, bankAccountId, creditorBankAccountId, businessPartnerId } = payment;
  if (!partner) throw missingCreditorAccount();
  const debtor = await requireHouseAccount(tx, clientAccountId, bankAccountId);
  const creditor = await requireCreditorAccount(tx, clientAccountId, creditorBankAccountId, businessPartnerId);
  return {
    debtor: accountOf(debtor),
    creditor: accountOf(creditor),
    receiver: {
      name: partner.name,
      country: partner.country_code,
      streetAddress: partner.street_address ?? null,
      postalCode: partner.postal_code ?? null,
      city: partner.city ?? null,
    },
  };
}

/**
 * Nobody has put another number under an account since its payment was approved: neither the approved nor the new one
 * is paid before somebody looks at it again.
 * @throws Failure 409 `payment.invalid_state` that names the payments
 */
export async function assertAsApproved(tx: Tx, clientAccountId: number, payments: readonly Payment[]): Promise<void> {
  const ids = payments.flatMap(({ bankAccountId, creditorBankAccountId }) => [bankAccountId, creditorBankAccountId]);
  const accounts = new Map((await findBankAccounts(tx, clientAccountId, ids)).map((account) => [account.id, account]));
  const changed = payments.filter(({ approved, bankAccountId, creditorBankAccountId }) => {
    const [debtor, creditor] = [accounts.get(bankAccountId), accounts.get(creditorBankAccountId)];
    return !isSame(approved?.debtor, debtor) || !isSame(approved?.creditor, creditor);
  });
  if (changed.length === 0) return;
  const named = changed.map(({ id }) => id).join(', ');
  throw invalidState(
    `A bank account was changed or deactivated since these payments were approved: ${named}; cancel them and make new ones`,
  );
}

function isSame(approved: ApprovedAccount | undefined, account: BankAccount | undefined): boolean {
  if (!approved || !account?.isActive) return false;
  const { iban, bban, country, bic, routingNumber } = accountOf(account);
  const now = [iban, bban, country, bic, routingNumber];
  return [approved.iban, approved.bban, approved.country, approved.bic, approved.routingNumber].every(
    (part, index) => part === now[index],
  );
}
