import type { Caller } from './http.ts';

interface Holder {
  readonly id: number;
}

/**
 * The register of shares: 600 shares of 1 000 kroner at the foundation, as the share capital in the books says, and a
 * sale between the two owners. Goes on where an earlier try stopped.
 */
export async function registerShares(api: Caller, clientAccountId: number, holders: readonly Holder[]): Promise<void> {
  const [ingrid, per] = holders as [Holder, Holder];
  const { meta } = await api.get<{ meta: { records: number } }>(
    `/api/v2/equity/transactions?client_account_id=${clientAccountId}&per_page=1`,
  );
  const base = { client_account_id: clientAccountId, share_class: 'ORDINARY' };
  const issue = { ...base, price_per_share: '1000', transaction_date: '2024-01-02', notes: 'Stiftelse' };
  const steps = [
    ['issue', { ...issue, business_partner_id: ingrid.id, quantity: '400' }],
    ['issue', { ...issue, business_partner_id: per.id, quantity: '200' }],
    [
      'transfer',
      {
        ...base,
        from_business_partner_id: per.id,
        to_business_partner_id: ingrid.id,
        quantity: '50',
        price_per_share: '1450',
        transaction_date: '2025-09-01',
        notes: 'Salg mellom eierne',
      },
    ],
  ] as const;
  // Every operation has two sides.
  for (const [operation, body] of steps.slice(meta.records / 2))
    await api.send('POST', `/api/v2/equity/transactions/${operation}`, body);
}
