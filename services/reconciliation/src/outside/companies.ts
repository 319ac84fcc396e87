import { Failure } from '@app/contract/failure';
import type { ClientOf, Organisation } from '@app/rpc';
import type { Language } from '@app/runtime';

export type AccountSource = Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
type Source = AccountSource & Pick<ClientOf<typeof Organisation>, 'GetAccountSettings'>;
type Account = NonNullable<Awaited<ReturnType<AccountSource['GetAccount']>>['account']>;
export type Settings = Awaited<ReturnType<Source['GetAccountSettings']>>;

/** What organisation says of client accounts at this moment. */
export interface Companies {
  /** The accounting currency, a code of ISO 4217. @throws Failure 404 for an account that is gone, 503 */
  currencyOf(clientAccountId: number): Promise<string>;
  /** The settings in force on a day, `2026-01-31`. @throws Failure 404, 503 */
  settingsOf(clientAccountId: number, asOf: string): Promise<Settings>;
}

/** The language that the books of a company are kept in: what is stored in them is written in it. */
export const languageOf = (accountingLanguage: string | undefined): Language =>
  accountingLanguage === 'eng' ? 'eng' : 'nob';

/**
 * A client account that somebody works in; undefined for one that is inactive, being removed, or gone. Jobs ask before
 * they write something about an account that nobody has admitted them to.
 * @throws Failure 503
 */
export async function findActiveAccount(
  organisation: AccountSource,
  clientAccountId: number,
): Promise<Account | undefined> {
  try {
    const { account } = await organisation.GetAccount({ clientAccountId });
    return account?.isActive ? account : undefined;
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return undefined;
    throw error;
  }
}

export const createCompanies = (organisation: Source): Companies => ({
  currencyOf: async (clientAccountId) => {
    const { account } = await organisation.GetAccount({ clientAccountId });
    if (!account) throw new Error('organisation answered without an account');
    return account.accountingCurrency;
  },
  settingsOf: (clientAccountId, asOf) => organisation.GetAccountSettings({ clientAccountId, asOf }),
});
