import { customerAddresses, customerNames } from './customer-addresses.ts';
import type { Caller } from './http.ts';
import { type Equipment, equipment, trades } from './setting.ts';
import { allEnded, workOnEach } from './together.ts';

const suppliers = Object.values(trades);

/** Who holds the shares. */
const shareholders = ['Ingrid Nordlys', 'Per Nordlys'] as const;

/** Ids of the records that the lines point at, as the platform gave them. */
export interface Cast {
  readonly customers: readonly { readonly id: number; readonly name: string }[];
  readonly suppliers: readonly { readonly id: number; readonly name: string }[];
  readonly departments: readonly [shop: number, roastery: number, office: number];
  readonly projects: readonly number[];
  readonly shareholders: readonly { readonly id: number; readonly name: string }[];
  readonly assets: Readonly<Record<Equipment, number>>;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Makes the records the lines point at; records of an earlier, unfinished try are found again by their names. */
export async function castFor(api: Caller, clientAccountId: number): Promise<Cast> {
  const all = async (
    path: string,
    names: readonly string[],
    more: (name: string) => Readonly<Record<string, unknown>> = () => ({}),
  ): Promise<Named[]> => {
    const found = await api.get<{ data: Named[] }>(`${path}?client_account_id=${clientAccountId}&per_page=500`);
    const made = new Map(found.data.toReversed().map((one) => [one.name, one]));
    const make = async (name: string): Promise<void> => {
      if (made.has(name)) return;
      const content = { client_account_id: clientAccountId, name, ...more(name) };
      made.set(name, await api.send<Named>('POST', path, content));
    };
    // The first of its kind has its lowest id, and what there are few of follows in its order: examples name them.
    const options = { isFirstAlone: true, ...(names.length <= FEW ? { atOnce: 1 } : {}) };
    await workOnEach(names, make, options);
    return names.map((name) => made.get(name)!);
  };
  const ids = (named: readonly Named[]) => named.map(({ id }) => id);
  const partners = async () => ({
    customers: await all('/api/v2/business-partners', customerNames, (name) => ({
      ...{ is_organization: true, is_customer: true },
      ...customerAddresses[name],
    })),
    suppliers: await all('/api/v2/business-partners', suppliers, () => ({ is_organization: true, is_supplier: true })),
    shareholders: await all('/api/v2/business-partners', shareholders, () => ({ is_organization: false })),
  });
  const [named, departments, projects, assets] = await allEnded([
    partners(),
    all('/api/v2/departments', ['Butikk', 'Brenneri', 'Kontor']),
    all('/api/v2/projects', ['Ny kaffebar i Bodø', 'Økologisk linje', 'Julekalender']),
    assetsFor(api, clientAccountId),
  ]);
  const [shop, roastery, office] = ids(departments) as [number, number, number];
  return { ...named, departments: [shop, roastery, office], projects: ids(projects), assets };
}

/** Of a kind with no more records than these, each is made after the one before it. */
const FEW = 5;

/** The register of assets. Lines name their asset, so it comes first. */
async function assetsFor(api: Caller, clientAccountId: number): Promise<Readonly<Record<Equipment, number>>> {
  const found = await api.get<{ data: Named[] }>(
    `/api/v2/assets?client_account_id=${clientAccountId}&is_active=null&per_page=500`,
  );
  const ids: [Equipment, number][] = [];
  for (const { key, cost: _cost, ...asset } of equipment) {
    const before = found.data.find(({ name }) => name === asset.name);
    const made =
      before ?? (await api.send<Named>('POST', '/api/v2/assets', { client_account_id: clientAccountId, ...asset }));
    ids.push([key, made.id]);
  }
  return Object.fromEntries(ids) as Record<Equipment, number>;
}
