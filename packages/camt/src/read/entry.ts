import type { CamtDetail, CamtEntry } from '../records.ts';
import { instruction, transactionType } from './detail.ts';
import { at, childOf, type Element, textAt } from './tree.ts';
import { dayIn, hundredthsOf, isCredit, moneyOf, shown } from './values.ts';

/** An entry whose payments have been read. @throws CamtFailure */
export function readEntry(element: Element, details: readonly CamtDetail[]): CamtEntry {
  const amount = childOf(element, 'Amt')!;
  const hundredths = hundredthsOf(amount.text);
  const batch = at(element, 'NtryDtls', 'Btch');
  const [only] = details.length === 1 ? details : [];
  return {
    amount: moneyOf(isCredit(element) ? hundredths : -hundredths),
    currency: amount.currency!,
    status: textAt(element, 'Sts', 'Cd') ?? textAt(element, 'Sts', 'Prtry') ?? textAt(element, 'Sts') ?? '',
    isReversal: ['true', '1'].includes(textAt(element, 'RvslInd') ?? ''),
    bookingDate: dayIn(childOf(element, 'BookgDt')),
    valueDate: dayIn(childOf(element, 'ValDt')),
    reference: textAt(element, 'AcctSvcrRef') ?? only?.reference ?? null,
    ownReference: textAt(element, 'NtryRef'),
    transactionType: transactionType(element),
    information: shown(textAt(element, 'AddtlNtryInf'), 1_000),
    batch: batch ? { messageId: textAt(batch, 'MsgId'), paymentId: textAt(batch, 'PmtInfId') } : null,
    ...instruction(element),
    details,
  };
}
