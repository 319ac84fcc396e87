/**
 * Text as it can be stored and shown: lines end with `\n`, what is no character and what controls is gone. Soft hyphens
 * and marks of direction control, too.
 */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\u2028\u2029]|\f/g, '\n')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/(?![\n\t])[\p{Cc}\p{Cf}\ufffe\uffff]/gu, '')
    .toWellFormed()
    .replace(/[ \t]+\n/g, '\n')
    .trimEnd();

/** Letters and digits in a text. */
export const countLetters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
