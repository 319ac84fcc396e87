import type { OwnDocumentType } from '@app/api/documents/document-types';
import { Failure, type FieldFault } from '@app/contract/failure';
import type { Executor } from '@app/db';
import { type Decimal, decimal, formatMoney, formatRate, sum } from '@app/money';
import { and, eq, ne } from 'drizzle-orm';
import { documentLines, documents } from '../schema/documents.ts';
import { notPosted } from './cancel.ts';
import { faultsOf } from './complete.ts';
import { type Document, type DocumentInput, type DocumentLine, inputOf, type LineInput } from './document.ts';
import { creditTypeOf } from './kinds.ts';
import { busy } from './posting.ts';
import { findDocument, findLines } from './store.ts';
import { inputOfDocument } from './stored-input.ts';

/** How much of a line is credited, or to be. */
export interface CreditedLine {
  readonly lineId: number;
  readonly quantity: string;
}

const refused = (code: string, message: string): Failure => new Failure(code, 400, message);
const overCredited = () =>
  refused('document.already_credited', 'More would be credited than is left of the document; credit at most the rest');

/**
 * The credit note of a posted document (DOC-R32 to DOC-R34): what is left of each line that is asked for, or of all of
 * them. The last part of a line takes what is left of its amounts, so that the parts add up to it.
 * @throws Failure 400
 */
export async function creditOf(
  ex: Executor,
  document: Document,
  wanted: readonly CreditedLine[] | null,
): Promise<Pick<DocumentInput, 'documentType' | 'lines'> & { readonly original: DocumentInput }> {
  const documentType = creditTypeOf(document.documentType as OwnDocumentType);
  if (!documentType)
    throw refused('document.not_creditable', `Documents of the type ${document.documentType} cannot be credited`);
  if (document.status !== 'POSTED') throw notPosted(document.id, document.status);
  const lines = await findLines(ex, document.clientAccountId, [document.id]);
  const left = await leftOf(ex, document, lines);
  const credited = wanted === null ? everything(left) : asked(wanted, left);
  if (credited.length === 0) throw overCredited();
  return { documentType, lines: credited, original: inputOfDocument(document, lines) };
}

/**
 * Whether the credit note still fits what is left, by those that were made meanwhile. The turn of the account is taken.
 * @throws Failure 400 `document.already_credited`, `document.not_posted`
 */
export async function assertStillLeft(
  tx: Executor,
  { clientAccountId, id }: Document,
  lines: readonly LineInput[],
): Promise<void> {
  const document = await findDocument(tx, id);
  if (document?.status !== 'POSTED') throw notPosted(id, document?.status ?? 'CANCELLED');
  if (document.busyKey !== null) throw busy(id);
  const left = await leftOf(tx, document, await findLines(tx, clientAccountId, [id]));
  const byId = new Map(left.map((each) => [each.line.id, each]));
  for (const { credited, quantity } of lines) {
    const rest = byId.get(credited?.lineId ?? 0);
    const fits =
      rest !== undefined &&
      !decimal(quantity ?? '0')
        .abs()
        .greaterThan(rest.quantity.abs()) &&
      !decimal(credited!.netAmount).abs().greaterThan(rest.net.abs()) &&
      !decimal(credited!.taxAmount).abs().greaterThan(rest.tax.abs());
    if (!fits) throw overCredited();
  }
}

/** What is not credited yet of a line. */
interface Left {
  readonly line: DocumentLine;
  readonly quantity: Decimal;
  readonly net: Decimal;
  readonly tax: Decimal;
}

async function leftOf(ex: Executor, document: Document, lines: readonly DocumentLine[]): Promise<readonly Left[]> {
  const taken = await ex
    .select({
      lineId: documentLines.creditedLineId,
      quantity: documentLines.quantity,
      net: documentLines.netAmount,
      tax: documentLines.taxAmount,
    })
    .from(documentLines)
    .innerJoin(
      documents,
      and(eq(documents.clientAccountId, documentLines.clientAccountId), eq(documents.id, documentLines.documentId)),
    )
    .where(
      and(
        eq(documents.clientAccountId, document.clientAccountId),
        eq(documents.creditedDocumentId, document.id),
        ne(documents.status, 'CANCELLED'),
      ),
    );
  const byLine = Map.groupBy(taken, ({ lineId }) => lineId);
  return lines.map((line) => {
    const parts = byLine.get(line.id) ?? [];
    const rest = (whole: string, of: 'quantity' | 'net' | 'tax') =>
      decimal(whole).minus(sum(parts.map((part) => decimal(part[of]))));
    return {
      line,
      quantity: rest(line.quantity, 'quantity'),
      net: rest(line.netAmount, 'net'),
      tax: rest(line.taxAmount, 'tax'),
    };
  });
}

const isGone = ({ quantity, net, tax }: Left): boolean => quantity.isZero() && net.isZero() && tax.isZero();

const everything = (left: readonly Left[]): readonly LineInput[] =>
  left.filter((each) => !isGone(each)).map((each) => part(each, each.quantity));

function asked(wanted: readonly CreditedLine[], left: readonly Left[]): readonly LineInput[] {
  const faults: FieldFault[] = [];
  const byId = new Map(left.map((each) => [each.line.id, each]));
  const seen = new Set<number>();
  const lines = wanted.flatMap(({ lineId, quantity: text }, index): LineInput[] => {
    const add = (field: string, message: string) => faults.push({ field: `lines.${index}.${field}`, message });
    const rest = byId.get(lineId);
    const quantity = decimal(text);
    if (!rest) add('line_id', `is ${lineId}, which is no line of the credited document`);
    if (seen.has(lineId)) add('line_id', `is ${lineId}, which stands twice`);
    seen.add(lineId);
    if (!rest || quantity.isZero() || quantity.isNegative() !== decimal(rest.line.quantity).isNegative()) {
      if (rest) add('quantity', 'must be above zero, or below it where that of the line is');
      return [];
    }
    if (quantity.abs().greaterThan(rest.quantity.abs()) || isGone(rest)) throw overCredited();
    return [part(rest, quantity)];
  });
  if (faults.length > 0) throw faultsOf(faults);
  return lines;
}

/** A part of a line: all that is left of it, or as much as its quantity is of the whole. */
function part({ line, quantity: rest, net, tax }: Left, quantity: Decimal): LineInput {
  const isRest = quantity.equals(rest);
  const share = (whole: string, left: Decimal) => {
    const wholeQuantity = decimal(line.quantity);
    if (isRest || wholeQuantity.isZero()) return left;
    const amount = decimal(formatMoney(decimal(whole).times(quantity).div(wholeQuantity)));
    // Rounding takes no more than is left.
    return amount.abs().greaterThan(left.abs()) ? left : amount;
  };
  return {
    ...inputOf(line),
    quantity: formatRate(quantity),
    credited: {
      lineId: line.id,
      netAmount: formatMoney(share(line.netAmount, net)),
      taxAmount: formatMoney(share(line.taxAmount, tax)),
    },
  };
}
