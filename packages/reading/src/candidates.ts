import type { Candidate } from './candidate.ts';
import { currencyOf } from './currency.ts';
import { dueDateOf, issueDateOf } from './days.ts';
import { accountNumberOf, organizationNumberOf, paymentReferenceOf } from './identifiers.ts';
import { documentNumberOf } from './number.ts';
import { linesOf } from './text.ts';
import { totalOf } from './total.ts';
import { vatOf } from './vat.ts';

export interface Candidates {
  readonly total: Candidate | null;
  /** VAT of all rates together. */
  readonly vat: Candidate | null;
  readonly date: Candidate | null;
  readonly dueDate: Candidate | null;
  readonly number: Candidate | null;
  /** Of the sender. */
  readonly organizationNumber: Candidate | null;
  readonly accountNumber: Candidate | null;
  readonly paymentReference: Candidate | null;
  /** Code of ISO 4217. */
  readonly currency: Candidate | null;
}

/**
 * Reads an invoice or a receipt out of its text, in Norwegian and English (VOU, document workflow 7.5).
 * @param pages the text of each page, as a file has it or recognition reads it
 * @param options.ownOrganizationNumber of the company that received the paper: never the sender's
 */
export function candidatesOf(
  pages: readonly string[],
  options: { readonly ownOrganizationNumber?: string } = {},
): Candidates {
  const lines = linesOf(pages);
  const total = totalOf(lines);
  const dueDate = dueDateOf(lines);
  return {
    total,
    vat: vatOf(lines, total),
    date: issueDateOf(lines, dueDate),
    dueDate,
    number: documentNumberOf(lines),
    organizationNumber: organizationNumberOf(lines, options.ownOrganizationNumber),
    accountNumber: accountNumberOf(lines),
    paymentReference: paymentReferenceOf(lines),
    currency: currencyOf(lines),
  };
}
