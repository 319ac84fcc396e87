import { describe, expect, it } from 'vitest';
import { useSandbox } from './start.ts';

const sandbox = useSandbox();

interface Entity {
  readonly registreringsdatoEnhetsregisteret?: string;
  readonly rollegrupper?: unknown;
  readonly page?: unknown;
  readonly _embedded?: { readonly enheter: readonly { readonly navn: string }[] };
}

const entity = async (path: string) => {
  const response = await sandbox.get(`/registry/enhetsregisteret/api/enheter${path}`);
  return { status: response.status, body: (await response.json()) as Entity };
};

describe('an undefined organization', () => {
  it('answers with generated data, the same every time', async () => {
    const { status, body } = await entity('/310433217');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      organisasjonsnummer: '310433217',
      navn: expect.stringMatching(/ Programvare AS$/),
      organisasjonsform: { kode: 'AS', beskrivelse: 'Aksjeselskap' },
      naeringskode1: { kode: '62.010', beskrivelse: 'Programmeringstjenester' },
      registrertIMvaregisteret: true,
      konkurs: false,
      forretningsadresse: {
        adresse: [expect.any(String)],
        postnummer: expect.stringMatching(/^\d{4}$/),
        poststed: expect.any(String),
        landkode: 'NO',
        land: 'Norge',
      },
      registreringsdatoEnhetsregisteret: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      kapital: { belop: expect.any(Number) },
    });
    expect(body).not.toHaveProperty('slettedato');
    expect((await entity('/310433217')).body).toEqual(body);
  });

  it('keeps books for others when the fifth digit is 9', async () => {
    expect((await entity('/381999998')).body).toMatchObject({
      naeringskode1: { kode: '69.201' },
      navn: expect.stringMatching(/ Regnskap AS$/),
    });
  });

  it('has a general manager and a chair', async () => {
    const { body } = await entity('/310433217/roller');
    expect(body.rollegrupper).toMatchObject([
      {
        type: { kode: 'DAGL' },
        roller: [
          {
            type: { kode: 'DAGL', beskrivelse: 'Daglig leder' },
            person: { navn: { fornavn: expect.any(String), etternavn: expect.any(String) } },
          },
        ],
      },
      { type: { kode: 'STYR' }, roller: [{ type: { kode: 'LEDE', beskrivelse: 'Styrets leder' } }] },
    ]);
  });

  it.each(['/310433213', '/348963830', '/12345678', '/abcdefghi', '/310433213/roller', '/000000000'])(
    '%s is unknown',
    async (path) => {
      expect(await entity(path)).toMatchObject({ status: 404, body: { status: 404 } });
    },
  );
});

describe('a defined organization', () => {
  it('shows every field that was set, and generated ones for the rest', async () => {
    const generated = (await entity('/386379408')).body;
    const { status, body } = await sandbox.control('PUT', '/organizations/386379408', {
      name: 'Sjøhuset Mat & Vin ENK',
      organization_form: 'ENK',
      industry_code: '56.110',
      country_code: 'SE',
      is_vat_registered: false,
      is_deleted: false,
      address: { street_address: 'Brygga 1', postal_code: '9008', city: 'TROMSØ' },
      roles: [
        { role: 'INNH', person_name: 'Kari Anne Prøve' },
        { role: 'Regnskapsfører', organization_name: 'Tall AS', organization_number: '310433217' },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ organization_number: '386379408', name: 'Sjøhuset Mat & Vin ENK' });
    const shown = (await entity('/386379408')).body;
    expect(shown).toMatchObject({
      navn: 'Sjøhuset Mat & Vin ENK',
      organisasjonsform: { kode: 'ENK', beskrivelse: 'Enkeltpersonforetak' },
      naeringskode1: { kode: '56.110', beskrivelse: 'Serveringsvirksomhet' },
      registrertIMvaregisteret: false,
      forretningsadresse: {
        adresse: ['Brygga 1'],
        postnummer: '9008',
        poststed: 'TROMSØ',
        landkode: 'SE',
        land: 'Sverige',
      },
      registreringsdatoEnhetsregisteret: generated.registreringsdatoEnhetsregisteret,
    });
    expect(shown).not.toHaveProperty('kapital');
    expect((await entity('/386379408/roller')).body.rollegrupper).toMatchObject([
      { type: { kode: 'INNH' }, roller: [{ person: { navn: { fornavn: 'Kari Anne', etternavn: 'Prøve' } } }] },
      { type: { kode: 'REGN' }, roller: [{ enhet: { organisasjonsnummer: '310433217', navn: ['Tall AS'] } }] },
    ]);
  });

  it('that is deleted says since when, by the clock of the sandbox and the calendar of Oslo', async () => {
    await sandbox.control('PUT', '/clock', { now: '2024-06-30T22:30:00Z' });
    await sandbox.control('PUT', '/organizations/326542350', { is_deleted: true });
    await sandbox.control('PUT', '/clock', { now: null });
    expect((await entity('/326542350')).body).toMatchObject({ slettedato: '2024-07-01' });
  });

  it('is led by the person who was defined with it', async () => {
    await sandbox.control('PUT', '/persons/01897705792', {
      given_name: 'Eva Marie',
      family_name: 'Leder',
      organizations: ['311615599'],
    });
    const leader = { person: { navn: { fornavn: 'Eva Marie', etternavn: 'Leder' } } };
    expect((await entity('/311615599/roller')).body.rollegrupper).toMatchObject([
      { roller: [leader] },
      { roller: [leader] },
    ]);
  });
});

describe('the search', () => {
  it('finds defined organizations by every word of the name, as many as asked for', async () => {
    for (const [number, name] of [
      ['340781619', 'Nordlys Bakeri AS'],
      ['384959318', 'Bakeri Nordlys Øst AS'],
      ['303413162', 'Sydlys Bakeri AS'],
    ]) {
      await sandbox.control('PUT', `/organizations/${number}`, { name });
    }
    const { body } = await entity('?navn=nordlys%20BAKERI');
    expect(body._embedded?.enheter.map((hit) => hit.navn)).toEqual(['Nordlys Bakeri AS', 'Bakeri Nordlys Øst AS']);
    const one = (await entity('?navn=bakeri&size=1')).body;
    expect(one._embedded?.enheter).toHaveLength(1);
    expect(one.page).toMatchObject({ size: 1, totalElements: 3, totalPages: 3 });
  });

  it('leaves the list out when nothing fits, and refuses a size that is none', async () => {
    expect((await entity('?navn=finnesikke')).body).toEqual({
      page: { size: 20, totalElements: 0, totalPages: 0, number: 0 },
    });
    expect((await entity('?navn=x&size=0')).status).toBe(400);
    expect((await entity('?navn=a&navn=b')).status).toBe(400);
  });
});
