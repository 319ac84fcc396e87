import { modulo11 } from '@app/check-digits';
import type { DemoEntry } from '../book.ts';
import type { Cast } from '../cast.ts';
import type { Caller } from '../http.ts';
import { workOnEach } from '../together.ts';

/** The account of the house that the story is paid over: its id and its number. */
export interface HouseAccount {
  readonly id: number;
  readonly bban: string;
}

interface BankAccount {
  readonly id: number;
  readonly bban: string | null;
}

/** The first number of eleven digits from these ten on whose check digit exists. */
export function accountNumber(firstTen: number): string {
  for (let ten = firstTen; ; ten++) {
    const digit = modulo11(String(ten));
    if (digit !== '-') return `${ten}${digit}`;
  }
}

export const HOUSE = accountNumber(1_503_204_410);
const TAX = accountNumber(1_503_204_470);
const isNorwegian = (name: string): boolean => / ASA?$/.test(name);

/** The number of a partner: the same for the same name in every company. */
const numbersOf = (partners: Cast['customers']): ReadonlyMap<number, string> =>
  new Map(partners.map(({ id }, n) => [id, accountNumber(9_040_100_000 + n * 37)]));

/** Norwegian suppliers and customers, with the number of each by its id. */
export const partnerNumbers = ({ suppliers, customers }: Cast): ReadonlyMap<number, string> =>
  numbersOf([...suppliers, ...customers].filter(({ name }) => isNorwegian(name)));

/** The suppliers of them: the company pays nobody else. */
const numbersOfSuppliers = (cast: Cast): Iterable<readonly [id: number, number: string]> => {
  const ids = new Set(cast.suppliers.map(({ id }) => id));
  return partnerNumbers(cast)
    .entries()
    .filter(([id]) => ids.has(id));
};

export interface House {
  readonly current: HouseAccount;
  /** Where withheld tax is put aside. */
  readonly tax: HouseAccount;
}

/** Opens the account that everything is paid over, and the one for withheld tax. Nothing is made twice. */
export async function openHouse(
  api: Caller,
  clientAccountId: number,
  numbers: { readonly current: string; readonly tax: string } = { current: HOUSE, tax: TAX },
): Promise<House> {
  const open = await openerOf(api, clientAccountId);
  const current = await open(numbers.current, { type: 'CURRENT', name: 'Driftskonto' });
  const tax = await open(numbers.tax, { type: 'TAX', name: 'Skattetrekkskonto' });
  return { current, tax };
}

/** Opens the accounts of suppliers. Nothing is made twice. */
export async function openSuppliers(api: Caller, clientAccountId: number, cast: Cast): Promise<void> {
  const open = await openerOf(api, clientAccountId);
  await workOnEach(
    numbersOfSuppliers(cast),
    ([business_partner_id, bban]) => open(bban, { type: 'CURRENT', business_partner_id }),
    { atOnce: 1 },
  );
}

/** Opens accounts that are not there yet, by their numbers. */
async function openerOf(api: Caller, clientAccountId: number) {
  const { data } = await api.get<{ data: BankAccount[] }>(
    `/api/v2/bank-accounts?client_account_id=${clientAccountId}&is_active=null&per_page=1000`,
  );
  return async (bban: string, more: object): Promise<HouseAccount> => {
    const before = data.find((account) => account.bban === bban);
    const content = { client_account_id: clientAccountId, bban, bank_country: 'NO', ...more };
    const { id } = before ?? (await api.send<BankAccount>('POST', '/api/v2/bank-accounts', content));
    return { id, bban };
  };
}

/** The entry with its lines on 1920 and 1950 carrying the accounts of the bank. */
export function paidOver(entry: DemoEntry, { current, tax }: House): DemoEntry {
  const accounts: Readonly<Record<string, HouseAccount>> = { '1920': current, '1950': tax };
  return {
    ...entry,
    lines: entry.lines.map((each) => {
      const account = accounts[each.account_code];
      if (!account) return each;
      const dimension = { relation_type: 'bankacc', relation_id: account.id };
      return { ...each, dimensions: [...(each.dimensions ?? []), dimension] };
    }),
  };
}
