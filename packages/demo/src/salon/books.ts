import { accountNumber, openHouse, paidOver } from '../bank/accounts.ts';
import { closeYears, lockUntil } from '../closing.ts';
import type { Caller } from '../http.ts';
import { postAfter, postedOf } from '../posting.ts';
import { employees, type Partners, suppliers, tellSalon } from './story.ts';

const CURRENT = accountNumber(1_503_204_510);
const TAX = accountNumber(1_503_204_570);

interface Named {
  readonly id: number;
  readonly name: string;
}

/**
 * Keeps the books of the second company, a hairdresser with three employees, up to a day. Goes on where an earlier try,
 * or an earlier day, stopped.
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
  const house = await openHouse(owner, clientAccountId, { current: CURRENT, tax: TAX });
  const { entries, closed } = tellSalon(ids satisfies Partners, until);
  const story = entries.map((entry) => paidOver(entry, house));
  await postAfter(owner, clientAccountId, story, await postedOf(owner, clientAccountId, story));
  await closeYears(owner, clientAccountId, closed);
  await lockUntil(owner, clientAccountId, closed.at(-1)?.year);
}
