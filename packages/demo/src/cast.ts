import type { Caller } from './http.ts';
import type { Cast } from './story.ts';

const customers = [
  'Kaffebaren på Torget AS',
  'Hotell Fjordgløtt AS',
  'Lofoten Kystcafé AS',
  'Bergen Bokkafé AS',
  'Trondheim Studenterkro',
  'Ålesund Delikatesser AS',
  'Østfold Kontorservice AS',
  'Svalbard Ekspedisjon AS',
  'Røros Håndverk og Kafé',
  'Café Nordlys GmbH',
  'Stockholm Rosteri AB',
  'Tromsø Museum Kafé',
  'Hamar Kulturhus',
  'Kristiansand Strandhotell AS',
  'Geilo Høyfjellsstue AS',
  'Narvik Arbeiderlag',
  'Vadsø Mat og Vin',
  'Mosjøen Lunsj AS',
];
const suppliers = [
  'Gårdeier Brenneriveien 9 AS',
  'Norsk Kaffeimport AS',
  'Grossistgården AS',
  'Finca El Roble S.A.',
  'Yirgacheffe Union',
  'Emballasje Øst AS',
  'Fjordkraft Strøm AS',
  'Telenett Norge AS',
  'Maskinservice Hansen',
  'Reisebyrået Vest AS',
  'Cloud Services Inc.',
  'Fiskehallen Bodø AS',
];

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
    const made: Named[] = [];
    for (const name of names) {
      const before = found.data.find((one) => one.name === name);
      made.push(
        before ?? (await api.send<Named>('POST', path, { client_account_id: clientAccountId, name, ...more(name) })),
      );
    }
    return made;
  };
  const ids = (named: readonly Named[]) => named.map(({ id }) => id);
  const [shop, roastery, office] = ids(await all('/api/v2/departments', ['Butikk', 'Brenneri', 'Kontor'])) as [
    number,
    number,
    number,
  ];
  return {
    customers: await all('/api/v2/business-partners', customers, () => ({ is_organization: true, is_customer: true })),
    suppliers: await all('/api/v2/business-partners', suppliers, () => ({ is_organization: true, is_supplier: true })),
    departments: [shop, roastery, office],
    projects: ids(await all('/api/v2/projects', ['Ny kaffebar i Bodø', 'Økologisk linje', 'Julekalender'])),
    tags: ids(await all('/api/v2/tags', ['kampanje', 'netthandel', 'grossist'])),
  };
}
