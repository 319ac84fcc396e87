/**
 * What events say, by the client account they are about, in the order of the accounts: whoever changes rows of several
 * takes them in this order.
 */
export const byAccount = <E extends { readonly payload: { readonly client_account_id: number } }, T>(
  events: readonly E[],
  said: (event: E) => T,
): readonly (readonly [clientAccountId: number, said: T[]])[] =>
  [...Map.groupBy(events, ({ payload }) => payload.client_account_id)]
    .sort(([a], [b]) => a - b)
    .map(([clientAccountId, own]) => [clientAccountId, own.map(said)]);
