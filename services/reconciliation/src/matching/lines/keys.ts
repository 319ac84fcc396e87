import { plainReference, referencesOf } from '../movements/payment-references.ts';
import { plainNumber } from '../movements/words.ts';
import type { NamedDocument, OpenLine } from './facts.ts';

/** What a line can share with others. */
export interface Key {
  readonly kind: 'payment_ref' | 'relation_number';
  /** As it is compared. */
  readonly plain: string;
}

export const keyText = ({ kind, plain }: Key): string => `${kind} ${plain}`;

/** Documents that entries belong to, by id. */
export type Documents = ReadonlyMap<number, NamedDocument>;

/** The document that the entry of a line belongs to, if it does. */
function documentOf(line: OpenLine, documents: Documents): NamedDocument | undefined {
  if (line.relationId === undefined) return undefined;
  const document = documents.get(line.relationId);
  return document?.documentType === line.relationType ? document : undefined;
}

/**
 * What each line of a partner can share with others: number and payment reference of the document that its entry
 * belongs to, and KIDs in its text that are those of documents among the lines.
 */
export function keysOfLines(lines: readonly OpenLine[], documents: Documents): ReadonlyMap<OpenLine, readonly Key[]> {
  const references = new Set(
    lines.flatMap((line) => {
      const reference = documentOf(line, documents)?.paymentRef;
      return reference == null ? [] : [plainReference(reference)];
    }),
  );
  return new Map(lines.map((line) => [line, keysOfLine(line, documents, references)]));
}

function keysOfLine(line: OpenLine, documents: Documents, references: ReadonlySet<string>): readonly Key[] {
  const document = documentOf(line, documents);
  const number = line.relationNumber ?? document?.number;
  const written = referencesOf({ references: [], text: `${line.description} ${line.entryDescription}` });
  const own = document?.paymentRef == null ? [] : [plainReference(document.paymentRef)];
  const shared = new Set([...own, ...written.filter((reference) => references.has(reference))]);
  return [
    ...[...shared].map((plain): Key => ({ kind: 'payment_ref', plain })),
    ...(number == null ? [] : [{ kind: 'relation_number', plain: plainNumber(number) } as const]),
  ].filter(({ plain }) => plain !== '');
}
