import type { Language } from '@app/runtime';
import type { Document } from './document.ts';
import words from './entry-words.json' with { type: 'json' };

/**
 * What the entry of a document is called in the books, and each of its lines that says nothing itself: what the document
 * says, else what it is and its number, as "Faktura 10105".
 */
export function entryText(
  { description, documentType, documentNumber }: Pick<Document, 'description' | 'documentType' | 'documentNumber'>,
  language: Language,
): string {
  if (description) return description;
  const titles: Readonly<Record<string, string>> = words[language];
  return `${titles[documentType] ?? documentType} ${documentNumber ?? ''}`.trim();
}
