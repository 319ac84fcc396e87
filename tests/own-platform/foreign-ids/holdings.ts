import { allEndpoints } from '@app/api/endpoints';
import { call } from '../../src/system.ts';
import type { OtherCompany } from './other-company.ts';

/** What a company has, and who has worked on it. */
export interface Holdings {
  /** Where a record is listed, and its id. */
  readonly records: readonly string[];
  /** Users who have made or changed a record. */
  readonly people: readonly number[];
}

/** Contracts are offered by others on purpose. */
const lists = allEndpoints.filter(
  ({ methods, path, account, name }) =>
    methods.includes('GET') && account?.in === 'query' && !path.includes('{') && name !== 'organisation.listContracts',
);

/** Every list of a company, as its owner reads them. */
export async function holdingsOf(gateway: string, { owner, ids }: OtherCompany): Promise<Holdings> {
  const records: string[] = [];
  const people = new Set<number>();
  for (const { path } of lists) {
    const query = `client_account_id=${ids['client-accounts']}&per_page=1000`;
    const { status, body } = await call(gateway, 'GET', `${path}?${query}`, { token: owner.token });
    if (status !== 200) continue;
    const rows = (Array.isArray(body) ? body : (body.data ?? [])) as readonly { readonly id?: number }[];
    records.push(...rows.flatMap(({ id }) => (id === undefined ? [] : [`${path} ${id}`])));
    for (const [, id] of JSON.stringify(rows).matchAll(/"\w+_by_id":(\d+)/g)) people.add(Number(id));
  }
  return { records: records.sort(), people: [...people].sort((a, b) => a - b) };
}
