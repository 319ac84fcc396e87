import type { ClientOf, Organisation } from '@app/rpc';
import words from './words.json' with { type: 'json' };

export type Accounts = Pick<ClientOf<typeof Organisation>, 'GetAccount'>;

/** What entries of exchange differences say, in the language that the books are kept in. @throws Failure 404, 503 */
export async function wordsOf(organisation: Accounts, clientAccountId: number): Promise<(typeof words)['nob']> {
  const { account } = await organisation.GetAccount({ clientAccountId });
  return words[account?.accountingLanguage === 'eng' ? 'eng' : 'nob'];
}
