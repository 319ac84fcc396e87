// The characters that banks pass on: letters of the Latin alphabet without marks, digits, space and / - ? : ( ) . , ' +
// (EPC217-08, SEPA requirements for an extended character set), and within Norway Æ, Ø, Å and the other letters of the
// Nordic languages as well.

const BASIC = /[^A-Za-z0-9/\-?:().,'+ ]/gu;
const NORDIC = /[^A-Za-z0-9/\-?:().,'+ ÆØÅæøåÄÖäöÉéÜü]/gu;

/** Letters that are not a letter with a mark, and signs that stand for another. */
const written: Readonly<Record<string, string>> = {
  ...{ Æ: 'Ae', æ: 'ae', Ø: 'O', ø: 'o', Å: 'Aa', å: 'aa', Œ: 'Oe', œ: 'oe', ß: 'ss', Đ: 'D', đ: 'd', Ð: 'D', ð: 'd' },
  ...{ Þ: 'Th', þ: 'th', Ł: 'L', ł: 'l', Ħ: 'H', ħ: 'h', ı: 'i', '&': '+', _: '-', '–': '-', '—': '-', '’': "'" },
};

/** A letter without its mark, or a space for what has no likeness. */
function likeness(character: string, allowed: RegExp): string {
  const known = written[character];
  if (known !== undefined) return known;
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.replace(allowed, ' ');
}

/**
 * A text as a bank passes it on, cut to a length: spaces run together, no slash at its ends and no two in a row, which
 * would be taken for marks of the format.
 * @param isWithinNorway keeps Nordic letters
 */
export function bankText(text: string, most: number, isWithinNorway: boolean): string {
  const allowed = isWithinNorway ? NORDIC : BASIC;
  const passed = text.normalize('NFC').replace(allowed, (character) => likeness(character, allowed));
  const single = passed.replace(/\/{2,}/g, '/').replace(/ {2,}/g, ' ');
  return trimmed(trimmed(single).slice(0, most));
}

const trimmed = (text: string): string => text.replace(/^[/ ]+|[/ ]+$/g, '');
