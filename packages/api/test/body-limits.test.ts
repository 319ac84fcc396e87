import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allEndpoints } from '../src/endpoints.ts';

it('the manual for operators says how large a body a proxy must let pass', () => {
  const manual = readFileSync(join(import.meta.dirname, '../../../docs/operate.md'), 'utf8');
  const largest = Math.max(...allEndpoints.map(({ bodyLimit }) => bodyLimit ?? 0)) / 1024 / 1024;
  expect(largest).toBeGreaterThan(1);
  expect(manual.match(/client_max_body_size \d+m/g)).toEqual(Array(2).fill(`client_max_body_size ${largest}m`));
});
