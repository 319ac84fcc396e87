/**
 * Texts from outside, made harmless for readers (CTL-R22): characters that are not seen but change what is, by turning
 * the direction of what follows or by steering a terminal, are dropped. Kept are line breaks and tabs, and the joiners
 * that scripts and emoji need.
 */
const UNSEEN = /(?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/** The same characters of the range that ordinary text does not reach, to leave ordinary text alone quickly. */
const SUSPECT = /[^\t\n\r\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff]/;

export const withoutUnseen = (text: string): string => (SUSPECT.test(text) ? text.replace(UNSEEN, '') : text);

/** Characters of a name that mails, pages and logs show. */
const NAME_LENGTH = 80;

/**
 * A name from outside as mails, pages and logs show it: on one line, without unseen characters, at most 80 characters
 * long. Applied where it is shown; what is stored and what the API answers stays as it was given.
 */
export function shownName(name: string): string {
  const line = withoutUnseen(name.toWellFormed().replace(/[\s\u0085\u2028\u2029]+/g, ' ')).trim();
  const characters = [...line];
  return characters.length <= NAME_LENGTH
    ? line
    : `${characters
        .slice(0, NAME_LENGTH - 1)
        .join('')
        .trimEnd()}…`;
}
