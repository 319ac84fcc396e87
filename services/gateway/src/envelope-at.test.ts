import { oauth, standard } from '@app/api/envelopes';
import { endpoint } from '@app/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createEnvelopes } from './envelope-at.ts';

const make = (path: string, envelope: typeof oauth | typeof standard) =>
  endpoint({
    name: path,
    summary: path,
    service: 'auth',
    method: 'GET',
    path,
    envelope,
    status: 200,
    output: z.object({}),
  });
const envelopeAt = createEnvelopes([
  make('/v2/oauth/token', oauth),
  make('/v2/oauth/clients/{id}', oauth),
  make('/v2/oauth/clients/{id}/secret', standard),
  make('/v2/users/', standard),
  make('/v2/users/{id}/oauth/grants', oauth),
]);

const cases = [
  ['/v2/oauth/nothing', standard],
  ['/v2/oauth/token/x', oauth],
  ['/v2/oauth/clients/7/x', standard],
  ['/v2/users/7/oauth/x', oauth],
  ['/v2/users/7/x', oauth],
  ['/v2/users/7?next=/v2/oauth/token', oauth],
  ['/v2/users?next=/v2/oauth/token', standard],
  ['/v2/oauth', standard],
  ['/v2/nothing', standard],
  ['/v2', standard],
  ['', standard],
  ['*', standard],
  [`/v2/users/7/oauth/x${'/'.repeat(30_000)}`, oauth],
] as const;

it('an address that is none answers as all of those do that begin as it does for longest, or as the standard', () => {
  expect(cases.map(([target]) => envelopeAt(target).name)).toEqual(cases.map(([, envelope]) => envelope.name));
});
