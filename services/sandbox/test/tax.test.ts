import { SignJWT } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { CLIENT_ID, CLIENT_SECRET, useSandbox } from './start.ts';

const sandbox = useSandbox();

async function ask(path: string, authorization?: string) {
  const seconds = Math.floor(Date.now() / 1000);
  const assertion = await new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(CLIENT_ID)
    .setAudience(`${sandbox.baseUrl}/machine/token`)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + 60)
    .sign(new TextEncoder().encode(CLIENT_SECRET));
  const answer = await fetch(`${sandbox.baseUrl}/machine/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  const response = await sandbox.get(`/tax/api/eiendom/v1${path}`, {
    authorization: authorization ?? `Bearer ${access_token}`,
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

type Found = { readonly eiendomsidentifikator: string };

const OWNER = '310433217';
const OTHER = '381960013';
const define = (body: unknown, year = '2025') => sandbox.control('PUT', `/properties/${year}`, body);
const shop = {
  external_id: '4601-164-12',
  owner_organization_number: OWNER,
  address: 'Torgallmenningen 8, 5014 Bergen',
  municipality_number: '4601',
  cadastral_unit: { gaardsnummer: 164, bruksnummer: 12 },
  property_type: 'NAERINGSEIENDOM',
  tax_value: '12500000.00',
};

describe('the property register', () => {
  beforeEach(() => define([shop, { external_id: 'flat', cadastral_unit: '0301-207/5/0/14', address: 'Torggata 2' }]));

  it('finds by cadastral unit, municipality and words of the address, all of which must fit', async () => {
    const found = async (query: string) =>
      ((await ask(`/soek/2025?${query}`)).body as Found[]).map((one) => one.eiendomsidentifikator);
    expect(await found('gaardsnummer=164')).toEqual(['4601-164-12']);
    expect(await found('seksjonsnummer=14')).toEqual(['flat']);
    expect(await found('kommunenummer=4601&bruksnummer=12')).toEqual(['4601-164-12']);
    expect(await found('kommunenummer=0301')).toEqual([]);
    expect(await found('adresse=BERGEN%20torgallm')).toEqual(['4601-164-12']);
    expect(await found('adresse=torg')).toEqual(['4601-164-12', 'flat']);
    expect((await ask('/soek/2024?adresse=torg')).body).toEqual([]);
  });

  it('shows the value and the share to the owner alone', async () => {
    const own = await ask(`/2025/4601-164-12?organisasjonsnummer=${OWNER}`);
    expect(own.body).toEqual({
      eiendomsidentifikator: '4601-164-12',
      adresse: shop.address,
      kommunenummer: '4601',
      kommunenavn: 'Bergen',
      matrikkel: { gaardsnummer: 164, bruksnummer: 12, festenummer: 0, seksjonsnummer: 0 },
      eiendomstype: 'NAERINGSEIENDOM',
      eierandel: '100.00',
      formuesverdi: '12500000.00',
    });
    for (const query of [`?organisasjonsnummer=${OTHER}`, ''])
      expect((await ask(`/2025/4601-164-12${query}`)).body).toMatchObject({ eierandel: '0.00', formuesverdi: null });
    expect(
      ((await ask(`/soek/2025?gaardsnummer=164&organisasjonsnummer=${OWNER}`)).body as Found[])[0],
    ).not.toHaveProperty('formuesverdi');
  });

  it('needs a machine token, knows nothing else, and fails on demand [EXT-R10] [EXT-R12]', async () => {
    expect((await ask('/soek/2025?adresse=torg', 'Bearer nothing')).status).toBe(401);
    expect((await ask('/2025/unknown')).status).toBe(404);
    expect((await ask('/soek/next?adresse=torg')).status).toBe(400);
    await sandbox.control('PUT', '/faults/tax', { status: 500, count: 1 });
    expect((await ask('/2025/flat')).status).toBe(500);
    expect((await ask('/2025/flat')).status).toBe(200);
  });

  it('is defined year by year, as a whole, and says what is wrong with a definition', async () => {
    expect((await define([{ external_id: 'new', tax_value: 100 }])).body).toMatchObject([
      { external_id: 'new', tax_value: '100', cadastral_unit: { gaardsnummer: 0 } },
    ]);
    expect((await ask('/2025/flat')).status).toBe(404);
    for (const wrong of [
      {},
      [{}],
      [{ ...shop, tax_value: 'much' }],
      [shop, shop],
      [{ ...shop, cadastral_unit: '164' }],
    ])
      expect((await define(wrong)).status).toBe(400);
    expect((await define([shop], 'last')).status).toBe(400);
  });
});
