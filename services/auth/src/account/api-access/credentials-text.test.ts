import { expect, it } from 'vitest';
import type { Client } from '../../clients/client.ts';
import { credentialsText } from './credentials-text.ts';

const client = { clientId: 'app_1', clientName: 'Nettbutikk', scope: 'read write' } as unknown as Client;

it.each([
  ['2026-07-01T22:30:00Z', '2026-07-02'],
  ['2026-07-01T21:30:00Z', '2026-07-01'],
  ['2026-12-31T23:30:00Z', '2027-01-01'],
])('credentials that were made at %s bear the day in Oslo, %s', (at, day) => {
  const text = credentialsText({ ...client, createdAt: new Date(at) }, 'secret', 'https://api.example');
  expect(text.split('\n')[0]).toBe(`# Nettbutikk (${day})`);
});
