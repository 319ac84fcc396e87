import { describe, expect, it } from 'vitest';
import {
  compareNames,
  formatDate,
  formatDecimal,
  formatMoment,
  formatOrganizationNumber,
  formatPeriod,
} from '../src/format.ts';

describe('figures for people', () => {
  it.each([
    ['0.00', '0,00', '0.00'],
    ['-0.00', '0,00', '0.00'],
    ['999.50', '999,50', '999.50'],
    ['1000.00', '1\u00a0000,00', '1,000.00'],
    ['-1234567.89', '\u22121\u00a0234\u00a0567,89', '\u22121,234,567.89'],
    ['9999999999999.99', '9\u00a0999\u00a0999\u00a0999\u00a0999,99', '9,999,999,999,999.99'],
    ['12', '12', '12'],
  ])('%s has a hard space, a comma and a real minus', (text, nob, eng) => {
    expect(formatDecimal(text, 'nob')).toBe(nob);
    expect(formatDecimal(text, 'eng')).toBe(eng);
  });

  it('writes dates as the language does', () => {
    expect(formatDate('2026-01-31', 'nob')).toBe('31.01.2026');
    expect(formatDate('2026-01-31', 'eng')).toBe('31\u00a0Jan\u00a02026');
    expect(formatPeriod('2026-01-01', '2026-03-31', 'nob')).toBe('1.\u00a0januar\u00a02026 – 31.\u00a0mars\u00a02026');
    expect(formatPeriod('2026-01-01', '2026-03-31', 'eng')).toBe('1\u00a0January\u00a02026 – 31\u00a0March\u00a02026');
  });

  it('tells the time in Oslo, on both sides of midnight and of summer time', () => {
    expect(formatMoment('2026-01-31T22:59:00Z', 'nob')).toBe('31.01.2026 kl. 23:59');
    expect(formatMoment('2026-01-31T23:00:00Z', 'nob')).toBe('01.02.2026 kl. 00:00');
    expect(formatMoment('2026-07-01T22:00:00Z', 'eng')).toBe('2\u00a0Jul\u00a02026, 00:00');
  });

  it('groups an organisation number by three', () =>
    expect(formatOrganizationNumber('313609030')).toBe('313\u00a0609\u00a0030'));

  it('sorts Æ, Ø, Å last and Aa as Å', () => {
    const names = ['Ås Rør', 'Øst', 'Aas Bygg', 'Zeta', 'Ære', 'Berg', 'Aker'];
    expect(names.toSorted(compareNames)).toEqual(['Aker', 'Berg', 'Zeta', 'Ære', 'Øst', 'Aas Bygg', 'Ås Rør']);
  });
});
