import type { OwnDocumentType } from '@app/api/documents/document-types';
import { purchaseTaxCode } from '@app/ehf';
import { decimal, formatMoney, roundMoney } from '@app/money';
import type { DocumentInput, LineInput } from '../documents/document.ts';
import type { BookingOptions, VoucherToBook } from '../vouchers/workflow/booking.ts';
import type { Paper, Reading } from '../vouchers/workflow/reading.ts';
import {
  AlreadyBooked,
  autonomyOf,
  type BookingDependencies,
  emptyLine,
  hasDocument,
  makeDocument,
  nothingSaid,
} from './drafts.ts';

/** Rates of VAT that a paper in one rate may have, in percent. */
const RATES = ['25.00', '15.00', '12.00', '6.00'];
/** What the VAT that was read may differ from that of the line: it was worked out line by line on the paper. */
const SLACK = 0.05;
/** A Norwegian sender who is registered, as whoever charges VAT on a paper is taken for. */
const REGISTERED = { countryCode: 'NO', vatNumber: 'NO000000000MVA' };

/** The draft of what was read of a paper. It proposes; whoever looks at it decides. */
export async function bookPaper(
  deps: BookingDependencies,
  voucher: VoucherToBook,
  { reading, attempt, holdLease }: BookingOptions,
): Promise<boolean> {
  const { paper } = reading;
  if (!paper || (await autonomyOf(deps, voucher, reading)) === 'NONE') return false;
  if (await hasDocument(deps.saving.db.executor, voucher)) return true;
  const make = async (accountCode: string | null): Promise<number> =>
    makeDocument(deps, voucher, {
      input: await inputOf(deps, voucher, paper, { ...reading, accountCode }),
      ...{ posts: false, holdLease, attempt: accountCode === null ? `${attempt}:plain` : attempt },
    });
  try {
    const { accountCode = null } = reading;
    await make(accountCode).catch((error: unknown) => {
      // What somebody answered is no account: the draft is there to be corrected.
      if (accountCode === null || (error as { status?: number }).status !== 400) throw error;
      return make(null);
    });
  } catch (error) {
    if (!(error instanceof AlreadyBooked)) throw error;
  }
  return true;
}

async function inputOf(
  { organisation, saving }: BookingDependencies,
  { id, clientAccountId, voucherType, documentDate }: VoucherToBook,
  paper: Paper,
  reading: Omit<Reading, 'accountCode'> & { readonly accountCode: string | null },
): Promise<DocumentInput> {
  const date = documentDate ?? paper.date;
  const asOf = date ?? saving.clock.today();
  const { vatLiable } = await organisation.GetAccountSettings({ clientAccountId, asOf });
  const isReceipt = voucherType === 'RECPT';
  return {
    ...nothingSaid(clientAccountId, id),
    documentType: voucherType as OwnDocumentType,
    documentNumber: paper.number,
    documentDate: date,
    dueDate: isReceipt ? null : paper.dueDate,
    businessPartnerId: reading.businessPartnerId ?? null,
    currencyCode: paper.currency,
    paymentRef: isReceipt ? null : paper.paymentReference,
    lines: [{ ...lineOf(paper, { vatLiable, asOf }), accountCode: reading.accountCode }],
  };
}

/** One line with the total: without its VAT where that is of one rate and may be deducted, else with it. */
function lineOf(
  { total, vat }: Paper,
  { vatLiable, asOf }: { readonly vatLiable: boolean; readonly asOf: string },
): LineInput {
  for (const rate of vatLiable && vat !== null ? RATES : []) {
    const net = roundMoney(decimal(total).div(decimal(rate).div(100).plus(1)));
    const ofLine = roundMoney(net.times(rate).div(100));
    const code = purchaseTaxCode('S', rate, asOf, REGISTERED)?.code;
    const isMet = net.plus(ofLine).equals(total) && ofLine.minus(vat!).abs().lessThanOrEqualTo(SLACK);
    if (code !== undefined && isMet) return { ...emptyLine, netAmount: formatMoney(net), taxCode: code };
  }
  return { ...emptyLine, netAmount: total };
}
