import type { ClientOf, Organisation } from '@app/rpc';

/** The accounting currencies of client accounts, as organisation has them at this moment. */
export interface Currencies {
  /** @throws Failure 404 for an account that is gone, 503 */
  of(clientAccountId: number): Promise<string>;
}

export const createCurrencies = (organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>): Currencies => ({
  of: async (clientAccountId) => {
    const { account } = await organisation.GetAccount({ clientAccountId });
    if (!account) throw new Error('organisation answered without an account');
    return account.accountingCurrency;
  },
});
