import { decimal, formatMoney, sum } from '@app/money';
import { group, text } from './elements.ts';
import { PaymentFileFailure } from './failure.ts';
import { accountElement, companyElement, ownBankElement } from './parties.ts';
import type { PaymentFile, Transfer } from './payment-file.ts';
import { type Route, routeOf } from './route.ts';
import { amountOf, idOf, transferElement } from './transfer.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.03';
/** Payments of one file. */
const MOST_TRANSFERS = 1_000;

/** A payment with the way it goes, and as it stands in the file. */
interface Routed {
  readonly transfer: Transfer;
  readonly route: Route;
  readonly element: string;
}

/**
 * A file of ISO 20022 Customer Credit Transfer Initiation, pain.001.001.03, as Norwegian banks take it: payments of one
 * day from one account that go the same way stand together, and the bank books each by itself.
 * @throws PaymentFileFailure
 */
export function writePaymentFile(file: PaymentFile): string {
  const { transfers } = file;
  if (transfers.length === 0) throw new PaymentFileFailure('A file without payments is none');
  if (transfers.length > MOST_TRANSFERS)
    throw new PaymentFileFailure(`A file takes at most ${MOST_TRANSFERS} payments, not ${transfers.length}`);
  if (new Set(transfers.map(({ endToEndId }) => endToEndId)).size < transfers.length)
    throw new PaymentFileFailure('Two payments of the file have the same end-to-end id');
  const batches = Map.groupBy(transfers.map(routed), batchKey);
  const header = group(
    'GrpHdr',
    text('MsgId', idOf(file.messageId, 30)),
    text('CreDtTm', file.createdAt),
    totals(transfers),
    group('InitgPty', companyElement(file.company)),
  );
  const information = [...batches.values()].map((batch, index) => batchElement(file, batch, index + 1));
  const content = group('CstmrCdtTrfInitn', header, ...information);
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<Document xmlns="${NAMESPACE}">${content}</Document>`, ''].join(
    '\n',
  );
}

/** @throws PaymentFileFailure with the place of the payment */
function routed(transfer: Transfer, index: number): Routed {
  try {
    amountOf(transfer);
    const route = routeOf(transfer);
    return { transfer, route, element: transferElement(transfer, route) };
  } catch (error) {
    if (error instanceof PaymentFileFailure) throw new PaymentFileFailure(error.message, index);
    throw error;
  }
}

/** What a bank is told once for many payments. */
const batchKey = ({ transfer: { from, date }, route }: Routed): string =>
  JSON.stringify([route, date, from.iban, from.bban, from.bic, from.currency]);

/** How many payments there are, and the sum of their amounts whatever their currencies. */
const totals = (transfers: readonly Transfer[]): string =>
  text('NbOfTxs', String(transfers.length)) +
  text('CtrlSum', formatMoney(sum(transfers.map(({ amount }) => decimal(amount)))));

function batchElement({ messageId, company }: PaymentFile, batch: readonly Routed[], place: number): string {
  const [{ transfer, route }] = batch as readonly [Routed, ...Routed[]];
  return group(
    'PmtInf',
    text('PmtInfId', `${messageId}-${place}`),
    text('PmtMtd', 'TRF'),
    text('BtchBookg', 'false'),
    totals(batch.map((each) => each.transfer)),
    group(
      'PmtTpInf',
      group('SvcLvl', text('Cd', route === 'sepa' ? 'SEPA' : 'NURG')),
      group('CtgyPurp', text('Cd', 'SUPP')),
    ),
    text('ReqdExctnDt', transfer.date),
    group('Dbtr', companyElement(company)),
    accountElement('DbtrAcct', transfer.from, route, transfer.from.currency),
    ownBankElement(transfer.from),
    ...batch.map(({ element }) => element),
  );
}
