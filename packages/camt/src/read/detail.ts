import type { CamtAmount, CamtDetail, CamtParty } from '../records.ts';
import { at, childOf, childrenOf, type Element, textAt } from './tree.ts';
import { amountIn, hundredthsOf, isCredit, joined, moneyOf, shown } from './values.ts';

/** What a sender writes who has no id of its own. */
const NO_ID = 'NOTPROVIDED';

const idOf = (text: string | null): string | null => (text === NO_ID ? null : text);

/** A payment within an entry. */
export function readDetail(element: Element): CamtDetail {
  const refs = childOf(element, 'Refs');
  const parties = childOf(element, 'RltdPties');
  const remittance = childOf(element, 'RmtInf');
  const structured = childrenOf(remittance, 'Strd');
  return {
    messageId: textAt(refs, 'MsgId'),
    paymentId: textAt(refs, 'PmtInfId'),
    instructionId: idOf(textAt(refs, 'InstrId')),
    endToEndId: idOf(textAt(refs, 'EndToEndId')),
    reference: textAt(refs, 'AcctSvcrRef'),
    uuid: textAt(refs, 'UETR'),
    transactionType: transactionType(element),
    amount: amountIn(childOf(element, 'Amt')) ?? amountIn(at(element, 'AmtDtls', 'TxAmt', 'Amt')),
    ...instruction(element),
    isCredit: isCredit(element),
    debtor: readParty(parties, 'Dbtr'),
    creditor: readParty(parties, 'Cdtr'),
    text: joined(childrenOf(remittance, 'Ustrd').map(({ text }) => text)),
    structuredReference: firstOf(structured, 'CdtrRefInf', 'Ref'),
    invoiceNumber: firstOf(structured, 'RfrdDocInf', 'Nb'),
    information: shown(textAt(element, 'AddtlTxInf'), 1_000),
  };
}

/** What was asked to be paid, at which rate it was changed, and what it cost: of an entry or of a payment. */
export function instruction(element: Element): {
  readonly instructed: CamtAmount | null;
  readonly exchangeRate: string | null;
  readonly charges: CamtAmount | null;
} {
  const amounts = childOf(element, 'AmtDtls');
  return {
    instructed: amountIn(at(amounts, 'InstdAmt', 'Amt')),
    exchangeRate:
      ['InstdAmt', 'CntrValAmt', 'TxAmt']
        .map((name) => textAt(amounts, name, 'CcyXchg', 'XchgRate'))
        .find((rate) => rate !== null) ?? null,
    charges: chargesOf(element),
  };
}

/** The code of the bank for what it is: `PMNT/RCDT/DMCT`, or one of its own. */
export function transactionType(element: Element): string | null {
  const code = childOf(element, 'BkTxCd');
  const domain = childOf(code, 'Domn');
  if (!domain) return textAt(code, 'Prtry', 'Cd');
  return [textAt(domain, 'Cd'), textAt(domain, 'Fmly', 'Cd'), textAt(domain, 'Fmly', 'SubFmlyCd')].join('/');
}

/** Charges as one amount; null where they are of several currencies, or credited. */
function chargesOf(element: Element): CamtAmount | null {
  const all = childrenOf(element, 'Chrgs');
  const total = amountIn(at(all[0], 'TtlChrgsAndTaxAmt'));
  if (total && all.length === 1) return total;
  const records = all.flatMap((charge) => [...childrenOf(charge, 'Rcrd'), ...(childOf(charge, 'Amt') ? [charge] : [])]);
  const amounts = records.map((record) => amountIn(childOf(record, 'Amt')));
  const currency = amounts[0]?.currency;
  if (currency === undefined || amounts.some((each) => each?.currency !== currency)) return null;
  if (records.some((record) => isCredit(record) === true)) return null;
  return { amount: moneyOf(amounts.reduce((sum, each) => sum + hundredthsOf(each!.amount), 0n)), currency };
}

/** A party by its role; who it acted for where it is not named itself. Since the eighth version it may be a bank. */
function readParty(parties: Element | undefined, role: 'Dbtr' | 'Cdtr'): CamtParty {
  const named = childOf(parties, role) ?? childOf(parties, `Ultmt${role}`);
  const party = childOf(named, 'Pty') ?? at(named, 'Agt', 'FinInstnId') ?? named;
  const id = at(parties, `${role}Acct`, 'Id');
  return {
    name: shown(textAt(party, 'Nm'), 200),
    address: addressOf(childOf(party, 'PstlAdr')),
    account: textAt(id, 'IBAN') ?? textAt(id, 'Othr', 'Id'),
  };
}

/** An address in one line: as it was written, or from its parts. */
function addressOf(address: Element | undefined): string | null {
  const lines = childrenOf(address, 'AdrLine').map(({ text }) => text);
  if (lines.length > 0) return joinedBy(lines);
  const part = (...names: readonly string[]): string =>
    names
      .map((name) => textAt(address, name))
      .filter((text) => text !== null)
      .join(' ');
  return joinedBy([part('StrtNm', 'BldgNb'), part('PstCd', 'TwnNm'), part('Ctry')]);
}

const joinedBy = (parts: readonly string[]): string | null =>
  shown(parts.filter((part) => part !== '').join(', '), 500);

function firstOf(elements: readonly Element[], ...path: readonly string[]): string | null {
  for (const element of elements) {
    const text = textAt(element, ...path);
    if (text !== null) return text;
  }
  return null;
}
