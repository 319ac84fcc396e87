import { formatDate, formatOrganizationNumber } from '@app/paper';
import type { InvoicePaper, PaperAddress, PaperSeller } from './invoice-paper.ts';
import { countryName, formatAccount, formatIban, formatNumber } from './values.ts';
import { wordsOf } from './words.ts';

export interface Fact {
  readonly label: string;
  readonly value: string;
}

type Draft = readonly (readonly [label: string, value: string | null])[];

const said = (facts: Draft): readonly Fact[] =>
  facts.flatMap(([label, value]) => (value === null || value.trim() === '' ? [] : [{ label, value }]));

/** What stands beside the buyer's address; parts that are not known are left out. */
export function factsOf(paper: InvoicePaper): readonly Fact[] {
  const words = wordsOf(paper.language);
  const day = (date: string | null): string | null => (date === null ? null : formatDate(date, paper.language));
  return said([
    [words.number, paper.number ?? words.draft],
    [words.issueDate, day(paper.issueDate)],
    [words.deliveryDate, day(paper.deliveryDate)],
    [words.period, periodOf(paper)],
    [words.deliveryPlace, paper.deliveryPlace],
    [words.credits, paper.credited.join(', ')],
    [words.customerNumber, paper.buyer.customerNumber],
    [words.buyerReference, paper.buyerReference],
    [words.sellerReference, paper.sellerReference],
    [words.orderReference, paper.orderReference],
    [words.project, paper.project],
  ]);
}

/** `01.03.2026 – 31.03.2026`; null where there is no period. */
export function periodOf({
  periodStart,
  periodEnd,
  language,
}: Pick<InvoicePaper, 'periodStart' | 'periodEnd' | 'language'>): string | null {
  const days = [periodStart, periodEnd].map((day) => (day === null ? '' : formatDate(day, language)));
  return days.join('') === '' ? null : days.join('\u00a0–\u00a0').trim();
}

/** What is paid, when, where and with which reference: all that somebody types into a bank. The first is the amount. */
export function paymentFacts(paper: InvoicePaper): readonly Fact[] {
  const { kind, language, payment } = paper;
  const words = wordsOf(language);
  const amount = `${paper.currency}\u00a0${formatNumber(paper.payableAmount, 2, language)}`;
  const day = (date: string | null): string | null => (date === null ? null : formatDate(date, language));
  const account =
    payment.accountNumber !== null && paper.exchangeRate === null
      ? formatAccount(payment.accountNumber)
      : payment.iban === null
        ? payment.accountNumber && formatAccount(payment.accountNumber)
        : [formatIban(payment.iban), payment.bic].filter((part) => part !== null).join('\n');
  if (kind === 'ARCRN')
    return said([
      [words.payable[kind], amount],
      [words.credits, paper.credited.join(', ')],
    ]);
  if (kind === 'ARCIN')
    return said([
      [words.payable[kind], amount],
      [words.paidOn, day(paper.issueDate)],
    ]);
  if (kind === 'ARPIN')
    return said([
      [words.payable[kind], amount],
      [words.validUntil, day(paper.dueDate)],
    ]);
  return said([
    [words.payable[kind], amount],
    [words.dueDate, day(paper.dueDate)],
    [words.account, account],
    [words.paymentReference, payment.paymentReference],
  ]);
}

/** `Org.nr. 313 609 030 MVA · Foretaksregisteret`; `''` without a number. */
export function registrationOf(seller: PaperSeller, language: InvoicePaper['language']): string {
  const words = wordsOf(language);
  const number =
    seller.organizationNumber === null
      ? ''
      : `${words.organizationNumber}\u00a0${formatOrganizationNumber(seller.organizationNumber)}${seller.isVatRegistered ? '\u00a0MVA' : ''}`;
  return [number, seller.isInBusinessRegister ? words.businessRegister : ''].filter((part) => part !== '').join(' · ');
}

/** Lines of an address; the country only where it is not the other one's. */
export function addressLines(
  address: PaperAddress,
  otherCountry: string,
  language: InvoicePaper['language'],
): readonly string[] {
  const place = [address.postalCode, address.city].filter((part) => part !== null).join(' ');
  const country = address.countryCode === otherCountry ? null : countryName(address.countryCode, language);
  return [address.streetAddress, place, country].filter((part): part is string => part !== null && part.trim() !== '');
}
