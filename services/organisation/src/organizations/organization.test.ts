import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOrganizationNumber } from '@app/check-digits';
import { expect, it } from 'vitest';
import { industryExtension, languageOfCountry, providerType } from './organization.ts';

it.each([
  ['69.201', 'ACCOUNTANT'],
  ['69.202', 'AUDITOR'],
  ['69.209', 'ACCOUNTANT'],
  ['69.100', null],
  ['62.010', null],
  ['6.92', null],
  [null, null],
])('industry code %s is provider type %s [CAC-R35]', (code, type) => {
  expect(providerType(code)).toBe(type);
});

it.each([
  ['01.110', 'AGRICULTURE'],
  ['41.200', 'CONSTRUCTION'],
  ['43.999', 'CONSTRUCTION'],
  ['47.110', 'RETAIL'],
  ['55.101', 'HOSPITALITY'],
  ['56.101', 'HOSPITALITY'],
  ['62.010', 'SOFTWARE'],
  ['68.209', 'REAL_ESTATE'],
  ['10.410', null],
  ['4', null],
  [null, null],
])('industry code %s extends the books by %s', (code, extension) => {
  expect(industryExtension(code)).toBe(extension);
});

it.each([
  ['NO', 'nob'],
  ['SE', 'swe'],
  ['DK', 'dan'],
  ['DE', 'eng'],
])('an organization of %s keeps books in %s [CAC-R08]', (country, language) => {
  expect(languageOfCountry(country)).toBe(language);
});

it.each([
  ['310433217', true],
  ['347525537', true],
  ['310433213', false],
  ['348963830', false],
  ['31234567', false],
  ['3123456789', false],
  ['31234567A', false],
  ['', false],
])('%s can be an organization number: %s', (digits, valid) => {
  expect(isOrganizationNumber(digits)).toBe(valid);
});

/** A list beside the repository, where it is there. */
const examples = join(import.meta.dirname, '../../../../../shared/reference/misc/identifier-examples.csv');
it.runIf(existsSync(examples))('the reference examples agree', () => {
  const rows = readFileSync(examples, 'utf8')
    .split('\n')
    .map((line) => line.split(','))
    .filter(([kind]) => kind === 'organisation_number');
  expect(rows.length).toBeGreaterThan(30);
  for (const [, value = '', valid] of rows) expect(isOrganizationNumber(value), value).toBe(valid === 'true');
});
