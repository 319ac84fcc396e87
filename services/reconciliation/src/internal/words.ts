import { type AccountSource, languageOf } from '../outside/companies.ts';
import words from './words.json' with { type: 'json' };

export type Accounts = AccountSource;

/** What entries of exchange differences say, in the language that the books are kept in. @throws Failure 404, 503 */
export async function wordsOf(organisation: Accounts, clientAccountId: number): Promise<(typeof words)['nob']> {
  const { account } = await organisation.GetAccount({ clientAccountId });
  return words[languageOf(account?.accountingLanguage)];
}
