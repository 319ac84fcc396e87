import { type Letter, layOut } from '@app/mail';
import { formatDate, formatDecimal } from '@app/reports';
import type { Language } from '@app/runtime';
import type { Document } from './document.ts';
import { isToBePaid } from './payee.ts';
import words from './sending-words.json' with { type: 'json' };

/** A sentence with its places filled. */
const say = (sentence: string, values: Readonly<Record<string, string>>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** What whoever sends a document is answered. */
export const sentMessage = (to: string, language: Language): string => say(words[language].sent, { to });

/** What the mail says beside its attachments: what is in it and, of an invoice, how much is to be paid and when. */
export function letterOf(document: Document, company: string, language: Language): Letter {
  const { subject, greeting, lead, closing, due, kinds } = words[language];
  const kind = kinds[document.documentType as keyof typeof kinds] ?? kinds.other;
  const values = {
    ...{ company, kind, Kind: kind.charAt(0).toUpperCase() + kind.slice(1) },
    number: document.documentNumber ?? String(document.id),
  };
  const sum = {
    amount: `${document.currencyCode}\u00a0${formatDecimal(document.totalAmount, language)}`,
    date: document.dueDate === null ? '' : formatDate(document.dueDate, language),
  };
  const isDue = isToBePaid(document) && sum.date !== '';
  return layOut({
    ...{ language, greeting, subject: say(subject, values) },
    lead: [lead, ...(isDue ? [due] : [])].map((sentence) => say(sentence, { ...values, ...sum })).join(' '),
    closing: [say(closing, values)],
  });
}
