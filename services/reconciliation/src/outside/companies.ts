import type { ClientOf, Organisation } from '@app/rpc';

type Source = Pick<ClientOf<typeof Organisation>, 'GetAccount' | 'GetAccountSettings'>;
export type Settings = Awaited<ReturnType<Source['GetAccountSettings']>>;

/** What organisation says of client accounts at this moment. */
export interface Companies {
  /** The accounting currency, a code of ISO 4217. @throws Failure 404 for an account that is gone, 503 */
  currencyOf(clientAccountId: number): Promise<string>;
  /** The settings in force on a day, `2026-01-31`. @throws Failure 404, 503 */
  settingsOf(clientAccountId: number, asOf: string): Promise<Settings>;
}

export const createCompanies = (organisation: Source): Companies => ({
  currencyOf: async (clientAccountId) => {
    const { account } = await organisation.GetAccount({ clientAccountId });
    if (!account) throw new Error('organisation answered without an account');
    return account.accountingCurrency;
  },
  settingsOf: (clientAccountId, asOf) => organisation.GetAccountSettings({ clientAccountId, asOf }),
});
