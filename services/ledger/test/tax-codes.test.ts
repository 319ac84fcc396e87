import type { TestService } from '@app/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Books, openBooks, startReading } from './support/reading-service.ts';

interface TaxCode {
  readonly id: number;
  readonly code: string;
  readonly tax_rate: string;
  readonly category: string | null;
  readonly tax_account_id: number | null;
  readonly acquisition_tax_account_id: number | null;
  readonly active_from: string | null;
  readonly active_to: string | null;
  readonly compensation: boolean;
  readonly description: string;
  readonly tax_account?: { readonly account_code: string } | null;
  readonly acquisition_tax_account?: { readonly account_code: string } | null;
}

let service: TestService;
let books: Books;

beforeAll(async () => {
  service = await startReading();
  books = await openBooks(service);
});
afterAll(() => service.stop());

const list = async (query = '', language?: string): Promise<readonly TaxCode[]> =>
  (await books.get(`/api/v2/tax-codes${query}`, language ? { headers: { 'accept-language': language } } : {})).body;

describe('tax codes', () => {
  it('are a plain array [TXC-R01]', async () => {
    expect(Array.isArray(await list())).toBe(true);
    expect((await list())[0]).toEqual({
      id: expect.any(Number),
      code: '0',
      tax_rate: '0.00',
      category: null,
      tax_account_id: null,
      acquisition_tax_account_id: null,
      active_from: null,
      active_to: null,
      compensation: true,
      description: 'Ingen merverdiavgiftsbehandling (anskaffelser)',
    });
  });

  it('are all the standard ones, with their rates of today [TXC-R02]', async () => {
    const rates = Object.fromEntries(
      (await list('?active_on=2026-01-01')).map(({ code, tax_rate }) => [code, tax_rate]),
    );
    expect(rates).toEqual({
      0: '0.00',
      1: '25.00',
      11: '15.00',
      12: '11.11',
      13: '12.00',
      14: '25.00',
      15: '15.00',
      20: '0.00',
      21: '25.00',
      22: '15.00',
      3: '25.00',
      31: '15.00',
      32: '11.11',
      33: '12.00',
      5: '0.00',
      51: '0.00',
      52: '0.00',
      6: '0.00',
      7: '0.00',
      81: '25.00',
      82: '25.00',
      83: '15.00',
      84: '15.00',
      85: '0.00',
      86: '25.00',
      87: '25.00',
      88: '12.00',
      89: '12.00',
      91: '25.00',
      92: '25.00',
    });
  });

  it('have one record per rate period [TXC-R03]', async () => {
    const periods = (await list())
      .filter(({ code }) => code === '33')
      .map(({ tax_rate, active_from, active_to }) => [tax_rate, active_from, active_to]);
    expect(periods).toEqual([
      ['12.00', '2018-01-01', '2020-03-31'],
      ['6.00', '2020-04-01', '2021-09-30'],
      ['12.00', '2021-10-01', null],
    ]);
    const rateOn = async (date: string) =>
      (await list(`?active_on=${date}`)).filter(({ code }) => code === '33').map(({ tax_rate }) => tax_rate);
    expect(await rateOn('2020-03-31')).toEqual(['12.00']);
    expect(await rateOn('2020-04-01')).toEqual(['6.00']);
    expect(await rateOn('2021-09-30')).toEqual(['6.00']);
    expect(await rateOn('2021-10-01')).toEqual(['12.00']);
    expect(await rateOn('2017-12-31')).toEqual([]);
    expect((await list()).length).toBe(38);
  });

  it('are input, output or neither [TXC-R04]', async () => {
    const of = async (category: string) => [...new Set((await list(`?category=${category}`)).map(({ code }) => code))];
    expect(await of('input')).toEqual(['1', '11', '12', '13', '14', '15']);
    expect(await of('output')).toEqual(['3', '31', '32', '33', '5', '51', '52', '6', '7']);
    expect(new Set((await list()).filter(({ category }) => category === null).map(({ code }) => code)).size).toBe(15);
    expect((await books.get('/api/v2/tax-codes?category=both')).status).toBe(400);
    expect((await books.get('/api/v2/tax-codes?active_on=today')).status).toBe(400);
  });

  it('embed the accounts their tax goes to [TXC-R05]', async () => {
    const codes = await list('?active_on=2026-01-01&with[]=tax_account&with[]=acquisition_tax_account');
    const output = Object.fromEntries(
      codes.flatMap(({ code, tax_account }) => (tax_account ? [[code, tax_account.account_code]] : [])),
    );
    expect(output).toEqual({
      3: '2700',
      31: '2701',
      32: '2702',
      33: '2703',
      81: '2704',
      82: '2704',
      83: '2705',
      84: '2705',
      91: '2706',
      92: '2706',
      86: '2707',
      87: '2707',
      88: '2707',
      89: '2707',
    });
    const input = Object.fromEntries(
      codes.flatMap(({ code, acquisition_tax_account }) =>
        acquisition_tax_account ? [[code, acquisition_tax_account.account_code]] : [],
      ),
    );
    expect(input).toEqual({
      1: '2710',
      11: '2711',
      12: '2712',
      13: '2713',
      14: '2714',
      81: '2714',
      15: '2715',
      83: '2715',
      91: '2716',
      86: '2717',
      88: '2717',
    });
    for (const { tax_account_id, tax_account } of codes) expect(tax_account === null).toBe(tax_account_id === null);
    expect((await list())[0]).not.toHaveProperty('tax_account');
  });

  it('speak the language of the caller', async () => {
    const [three] = (await list('?active_on=2026-01-01&with=tax_account', 'en')).filter(({ code }) => code === '3');
    expect(three).toMatchObject({
      description: 'Output VAT',
      compensation: false,
      tax_account: { account_code: '2700', description: 'Output VAT, standard rate' },
    });
  });

  it('are found by id', async () => {
    const [, one] = await list();
    expect((await books.get(`/api/v2/tax-codes/${one!.id}`)).body).toEqual(one);
  });

  it.each(['999999', '0', 'x'])('with an unknown id are not found: %s [TXC-R06]', async (id) => {
    const { status, body } = await books.get(`/api/v2/tax-codes/${id}`);
    expect(status).toBe(404);
    expect(body.error.code).toBe('accounting.tax_code_not_found');
  });

  it('need a token with a scope', async () => {
    expect((await service.call('GET', '/api/v2/tax-codes')).status).toBe(401);
    const token = await service.world.token({ userId: service.world.user().id, scope: '' });
    expect((await service.call('GET', '/api/v2/tax-codes', { token })).body.error.code).toBe(
      'common.insufficient_scope',
    );
  });
});
