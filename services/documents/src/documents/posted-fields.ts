import { invalid } from '@app/contract/failure';
import { decimal } from '@app/money';
import type { PostedChange } from './change-posted.ts';
import type { Document, DocumentLine } from './document.ts';
import { documentWire, lineWire } from './present.ts';
import type { UpdateBody } from './request.ts';

/** The fields that change of a posted document, by their names on the wire (DOC-R28). */
const CHANGEABLE = {
  due_date: 'dueDate',
  payment_ref: 'paymentRef',
  description: 'description',
  buyer_reference: 'buyerReference',
  order_reference: 'orderReference',
  structured_data: 'structuredData',
  metadata: 'metadata',
} as const satisfies Readonly<Record<string, keyof PostedChange>>;

const APART: ReadonlySet<string> = new Set(['files', 'reconciliation_lines', 'client_account_id']);

/**
 * What changes of a posted document. A field that is sent as it is changes nothing and is no mistake.
 * @throws Failure 400 `document.not_draft` that names the fields which do not change (DOC-R29)
 */
export function postedChangeOf(document: Document, lines: readonly DocumentLine[], body: UpdateBody): PostedChange {
  const shown = { ...documentWire(document, []), lines: lines.map(lineWire) } as Readonly<Record<string, unknown>>;
  const change: Record<string, unknown> = {};
  const refused: string[] = [];
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined || APART.has(name)) continue;
    if (name in CHANGEABLE) change[CHANGEABLE[name as keyof typeof CHANGEABLE]] = value === '' ? null : value;
    else if (!isSame(name, value, shown)) refused.push(name);
  }
  if (refused.length === 0) return change as PostedChange;
  throw invalid(
    `Document ${document.id} is posted; these fields no longer change: ${refused.join(', ')}`,
    refused.map((field) => ({ field, message: 'no longer changes, since the document is posted' })),
    'document.not_draft',
  );
}

/** Whether a field says what the document says already. Lines are compared by what was sent of each. */
function isSame(name: string, value: unknown, shown: Readonly<Record<string, unknown>>): boolean {
  if (name !== 'lines') return equal(value, shown[name]);
  const before = shown.lines as readonly Readonly<Record<string, unknown>>[];
  const sent = (value ?? []) as readonly Readonly<Record<string, unknown>>[];
  return (
    sent.length === before.length &&
    sent.every((line, index) =>
      Object.entries(line).every(([field, of]) => of === undefined || equal(of, before[index]![field])),
    )
  );
}

/** Decimals are the same whatever their trailing zeros. */
function equal(sent: unknown, shown: unknown): boolean {
  if (sent === shown || (sent == null && shown == null) || (sent === '' && shown === null)) return true;
  if (typeof sent === 'string' && typeof shown === 'string' && /^-?\d+(\.\d+)?$/.test(sent) && /\./.test(shown))
    return decimal(sent).equals(decimal(shown));
  return JSON.stringify(sent) === JSON.stringify(shown);
}
