const letters: Readonly<Record<string, string>> = {
  æ: 'ae',
  ø: 'oe',
  å: 'aa',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ð: 'd',
  þ: 'th',
  đ: 'd',
  ł: 'l',
};

const MAX_LENGTH = 60;

/** A name in the letters of an address: `Blåbær & Sønn AS` becomes `blaabaer-soenn-as`. */
export function slugOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[æøåäöüßðþđł]/g, (letter) => letters[letter]!)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
  return plain === '' ? 'account' : plain;
}

/**
 * What to try in turn until one is free. An organization has one account, so its number makes the second one free but
 * for ill will.
 */
export function* slugCandidates(name: string, organizationNumber: string): Generator<string> {
  const base = slugOf(name);
  yield base;
  yield `${base}-${organizationNumber}`;
  for (let count = 2; ; count++) yield `${base}-${organizationNumber}-${count}`;
}
