import type { InvoicePaper } from '@app/invoice-paper';
import type { BankAccounts, ClientOf } from '@app/rpc';
import type { Document } from './document.ts';

export type HouseAccountSource = Pick<ClientOf<typeof BankAccounts>, 'ListHouseAccounts'>;
export type HouseAccount = Awaited<ReturnType<HouseAccountSource['ListHouseAccounts']>>['houseAccounts'][number];
type Payee = Omit<InvoicePaper['payment'], 'paymentReference'>;

/** What a customer is to pay; a credit note, a cash sale and a pro forma invoice are not. */
export const isToBePaid = ({ documentType }: Pick<Document, 'documentType'>): boolean =>
  documentType === 'ARINV' || documentType === 'ARDEB';

/** The active accounts of the company that an invoice may name; none for what is not to be paid. @throws Failure 503 */
export async function accountsToPayTo(
  source: HouseAccountSource,
  document: Pick<Document, 'documentType' | 'clientAccountId'>,
): Promise<readonly HouseAccount[]> {
  if (!isToBePaid(document)) return [];
  return (await source.ListHouseAccounts({ clientAccountId: document.clientAccountId })).houseAccounts;
}

/**
 * The account that an invoice is paid to (docs/contract/documents.md): the one that the document names, else the oldest
 * current account in its currency, else the oldest with an IBAN in the company's own. Nothing where there is none.
 * @param accounts active, in order of id
 */
export function payeeOf(
  accounts: readonly HouseAccount[],
  { currencyCode, paymentBankAccountId }: Pick<Document, 'currencyCode' | 'paymentBankAccountId'>,
  { accountingCurrency, isAbroad }: { readonly accountingCurrency: string; readonly isAbroad: boolean },
): HouseAccount | undefined {
  const current = accounts.filter(({ type }) => type === 'CURRENT');
  const canBePaidFromHere = ({ iban }: HouseAccount): boolean => !isAbroad || iban !== undefined;
  return (
    accounts.find(({ id }) => id === paymentBankAccountId) ??
    current.find((account) => account.currencyCode === currencyCode && canBePaidFromHere(account)) ??
    current.find(({ currencyCode: own, iban }) => own === accountingCurrency && iban !== undefined)
  );
}

/** How the account is written: by its Norwegian number within the country, by IBAN and BIC from elsewhere. */
export function printedPayee(account: HouseAccount | undefined, isAbroad: boolean): Payee {
  const { iban = null, bban = null, bic = null, bankCountry } = account ?? {};
  const isNorwegian = bankCountry === 'NO' && /^\d{11}$/.test(bban ?? '');
  const hasOwnNumber = bban !== null && (iban === null || (isNorwegian && !isAbroad));
  return { accountNumber: hasOwnNumber ? bban : null, iban, bic };
}
