import { amount, day, direction, element, group } from './elements.ts';
import type { DetailOut, PartyOut, PaymentOut } from './rows.ts';

/** What differs between the versions that are written. */
export interface Dialect {
  /** A status is a code in an element of its own. */
  readonly hasStatusCode: boolean;
  /** A party stands in an element of its own, beside which a bank might. */
  readonly hasPartyChoice: boolean;
  /** A payment has its own amount and direction. */
  readonly hasDetailAmount: boolean;
}

/** An entry (`Ntry`) of an account in `currency`. */
export function entryXml(payment: PaymentOut, currency: string, dialect: Dialect): string {
  const { status = 'BOOK', details = [] } = payment;
  return group(
    'Ntry',
    amount('Amt', payment.amount, currency),
    direction(payment.amount),
    payment.isReversal ? element('RvslInd', 'true') : '',
    dialect.hasStatusCode ? group('Sts', element('Cd', status)) : element('Sts', status),
    day('BookgDt', payment.bookingDate),
    day('ValDt', payment.valueDate === undefined ? payment.bookingDate : payment.valueDate),
    element('AcctSvcrRef', payment.reference, 35),
    typeXml(payment),
    group('NtryDtls', ...details.map((detail) => detailXml(detail, payment, currency, dialect))),
    element('AddtlNtryInf', payment.information, 500),
  );
}

/** Every entry has a code; it may say nothing. */
function typeXml(payment: PaymentOut): string {
  const { transactionType = payment.amount.startsWith('-') ? 'PMNT/ICDT/DMCT' : 'PMNT/RCDT/DMCT' } = payment;
  if (transactionType === null) return '<BkTxCd/>';
  const [domain, family, member] = transactionType.split('/');
  return group(
    'BkTxCd',
    group('Domn', element('Cd', domain, 4), group('Fmly', element('Cd', family, 4), element('SubFmlyCd', member, 4))),
  );
}

function detailXml(detail: DetailOut, payment: PaymentOut, currency: string, dialect: Dialect): string {
  const own = detail.amount ?? payment.amount;
  const amounts = group('AmtDtls', instructedXml(detail), group('TxAmt', amount('Amt', own, currency)));
  return group(
    'TxDtls',
    group(
      'Refs',
      element('MsgId', detail.messageId, 35),
      element('AcctSvcrRef', detail.reference, 35),
      element('PmtInfId', detail.paymentId, 35),
      element('InstrId', detail.instructionId, 35),
      element('EndToEndId', detail.endToEndId, 35),
    ),
    dialect.hasDetailAmount ? amount('Amt', own, currency) + direction(payment.amount) : '',
    amounts,
    group('RltdPties', ...partyXml('Dbtr', detail.debtor, dialect), ...partyXml('Cdtr', detail.creditor, dialect)),
    remittanceXml(detail),
  );
}

function instructedXml({ instructed }: DetailOut): string {
  if (!instructed) return '';
  const { amount: value, currency, rate } = instructed;
  const exchange = rate === undefined ? '' : group('CcyXchg', element('SrcCcy', currency), element('XchgRate', rate));
  return group('InstdAmt', amount('Amt', value, currency), exchange);
}

function partyXml(role: 'Dbtr' | 'Cdtr', party: PartyOut | undefined, { hasPartyChoice }: Dialect): string[] {
  if (!party) return [];
  const lines = (party.addressLines ?? []).map((line) => element('AdrLine', line, 70));
  const named = element('Nm', party.name) + group('PstlAdr', ...lines);
  return [group(role, hasPartyChoice ? group('Pty', named) : named), accountXml(`${role}Acct`, party.account)];
}

/** An account by its IBAN, or by its number in Norway. */
export function accountXml(name: string, account: string | undefined, ...more: readonly string[]): string {
  if (account === undefined) return '';
  const isIban = /^[A-Z]{2}/.test(account);
  const other = group('Othr', element('Id', account, 34), group('SchmeNm', element('Cd', 'BBAN')));
  return group(name, group('Id', isIban ? element('IBAN', account) : other), ...more);
}

function remittanceXml({ text = [], structuredReference, invoiceNumber }: DetailOut): string {
  const reference = group(
    'CdtrRefInf',
    structuredReference === undefined ? '' : group('Tp', group('CdOrPrtry', element('Cd', 'SCOR'))),
    element('Ref', structuredReference, 35),
  );
  const document = group('RfrdDocInf', element('Nb', invoiceNumber, 35));
  return group('RmtInf', ...text.map((each) => element('Ustrd', each)), group('Strd', document, reference));
}
