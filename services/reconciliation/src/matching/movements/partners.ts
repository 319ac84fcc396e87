import type { Movement, OpenDocument } from './facts.ts';

/** Forms of companies, which people leave out of a name. */
const FORMS = new Set(['AS', 'ASA', 'ENK', 'DA', 'ANS', 'SA', 'NUF', 'BA', 'KS', 'STI', 'IKS', 'KF', 'AB', 'APS']);

/** The words of a name, in alphabetical order: `NORDMANN, KARI` is Kari Nordmann. */
export function nameKey(name: string): string {
  const words = name
    .toUpperCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !FORMS.has(word));
  return [...new Set(words)].sort().join(' ');
}

/** An account number as it is compared, the national part of a Norwegian IBAN alone. */
export function accountKey(account: string): string {
  const plain = account.replace(/[\s.]/g, '').toUpperCase();
  return /^NO\d{13}$/.test(plain) ? plain.slice(4) : plain;
}

export type Agreement = 'same' | 'unknown' | 'other';

/**
 * Is the other side of a movement the partner of a document? `unknown` where either side is not named. A name agrees
 * when all words of the shorter one, two at least or the whole of it, stand in the other.
 */
export function agreement(movement: Movement, document: OpenDocument): Agreement {
  const { counterpartyAccount: account, counterpartyName: name } = movement;
  if (account !== null && document.partnerAccounts.some((own) => accountKey(own) === accountKey(account)))
    return 'same';
  if (name === null || document.partnerName === null) return 'unknown';
  return namesAgree(nameKey(name), nameKey(document.partnerName)) ? 'same' : 'other';
}

function namesAgree(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  if (one === other) return true;
  const [shorter, longer] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  return shorter.length >= 2 && shorter.every((word) => longer.includes(word));
}
