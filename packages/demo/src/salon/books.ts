import { accountNumber, type House, paidOver } from '../bank/accounts.ts';
import type { Caller } from '../http.ts';
import { postAfter } from '../posting.ts';
import { employees, type Partners, suppliers, tellSalon } from './story.ts';

interface Named {
  readonly id: number;
  readonly name: string;
}

/**
 * Keeps the books of the second company, a hairdresser with three employees, up to a day. Goes on where an earlier try,
 * or
 * an earlier day, stopped.
 */
export async function keepSalon(owner: Caller, clientAccountId: number, until: string): Promise<void> {
  const of = `client_account_id=${clientAccountId}`;
  await owner.send('PATCH', `/api/v2/client-accounts/${clientAccountId}/settings`, {
    ...{ vat_liable: true, vat_registration_date: '2025-01-01', payroll_active: true, start_date: '2025-01-01' },
  });
  const { data } = await owner.get<{ data: Named[] }>(`/api/v2/business-partners?${of}&per_page=500`);
  const ids = new Map(data.map(({ name, id }) => [name, id]));
  const add = async (name: string, more: object): Promise<void> => {
    if (ids.has(name)) return;
    const content = { client_account_id: clientAccountId, name, ...more };
    ids.set(name, (await owner.send<Named>('POST', '/api/v2/business-partners', content)).id);
  };
  for (const { name } of employees) await add(name, { is_organization: false, is_employee: true });
  for (const name of suppliers) await add(name, { is_organization: true, is_supplier: true });
  const house = await accountsOf(owner, clientAccountId);
  const story = tellSalon(ids satisfies Partners, until).map((entry) => paidOver(entry, house));
  await postAfter(owner, clientAccountId, story);
}

async function accountsOf(owner: Caller, clientAccountId: number): Promise<House> {
  const { data } = await owner.get<{ data: { id: number; bban: string | null }[] }>(
    `/api/v2/bank-accounts?client_account_id=${clientAccountId}&is_active=null&per_page=1000`,
  );
  const open = async (bban: string, type: 'CURRENT' | 'TAX', name: string) => {
    const before = data.find((account) => account.bban === bban);
    const content = { client_account_id: clientAccountId, bban, bank_country: 'NO', type, name };
    return { id: (before ?? (await owner.send<{ id: number }>('POST', '/api/v2/bank-accounts', content))).id, bban };
  };
  return {
    current: await open(accountNumber(1_503_204_510), 'CURRENT', 'Driftskonto'),
    tax: await open(accountNumber(1_503_204_570), 'TAX', 'Skattetrekkskonto'),
  };
}
