import { type Decimal, formatMoney } from '@app/money';
import type { Language } from '@app/runtime';
import type { Note } from '../note.ts';
import type { Key } from './keys.ts';

const WORDS: Readonly<Record<Language, Readonly<Record<Key['kind'], string>>>> = {
  nob: { payment_ref: 'Betalingsreferanse', relation_number: 'Dokumentnummer' },
  eng: { payment_ref: 'Payment reference', relation_number: 'Document number' },
};
/** References that a note names; of more it says how many. */
const MOST_NAMED = 5;

/** What made a group of lines. */
export interface GroupReason {
  readonly shared: readonly Key[];
  /** How many. */
  readonly lines: number;
  readonly businessPartnerId: number;
  /** Posting dates of the first and the last line. */
  readonly from: string;
  readonly to: string;
  /** The sum of the debits, which is that of the credits. */
  readonly debit: Decimal;
}

/** Says which references, amount and dates made a group. */
export function noteOfLines({ shared, lines, businessPartnerId, from, to, debit }: GroupReason): Note {
  const amount = formatMoney(debit);
  const isOneDay = from === to;
  const days = {
    nob: isOneDay ? from : `fra ${from} til ${to}`,
    eng: isOneDay ? `on ${from}` : `from ${from} to ${to}`,
  };
  return {
    nob: `${namesOf(shared, 'nob')}: ${lines} linjer på forretningspartner ${businessPartnerId}, bokført ${days.nob}, med ${amount} på hver side`,
    eng: `${namesOf(shared, 'eng')}: ${lines} lines of business partner ${businessPartnerId}, posted ${days.eng}, with ${amount} on either side`,
  };
}

/** The first of them begins the sentence. */
function namesOf(shared: readonly Key[], language: Language): string {
  const named = shared.slice(0, MOST_NAMED).map(({ kind, plain }, place) => {
    const word = WORDS[language][kind];
    return `${place === 0 ? word : word.toLowerCase()} ${plain}`;
  });
  const more = shared.length - named.length;
  if (more === 0) return named.join(', ');
  return `${named.join(', ')}${language === 'nob' ? ` og ${more} til` : ` and ${more} more`}`;
}
