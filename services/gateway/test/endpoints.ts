import { oauth, report, standard } from '@app/api/envelopes';
import { type AnyEndpoint, endpoint } from '@app/contract';
import { z } from 'zod';

// What the gateway of these tests routes: every kind of endpoint once.

const Seen = z.object({
  path: z.string(),
  headers: z.record(z.string(), z.unknown()),
  address: z.string().nullable(),
  bytes: z.int(),
});

const perMinute = (name: string, requests: number, methods: readonly ('GET' | 'POST')[]) => ({
  name,
  requests,
  windowSeconds: 60,
  methods,
});

export const token = endpoint({
  name: 'oauth.token',
  summary: 'Token',
  service: 'auth',
  method: 'POST',
  path: '/public/v2/oauth/token',
  aliases: ['/v2/oauth/token'],
  auth: 'public',
  envelope: oauth,
  bodyLimit: 64 * 1024,
  status: 200,
  output: Seen,
  rateLimit: perMinute('oauth.token', 5, ['POST']),
});
/** One declaration, two methods, of which one is limited, as `authorize` is. */
const authorize = endpoint({
  name: 'oauth.authorize',
  summary: 'Authorize',
  service: 'auth',
  method: ['GET', 'POST'],
  path: '/v2/oauth/authorize',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: Seen,
  rateLimit: perMinute('oauth.authorize', 3, ['GET']),
});
const signup = endpoint({
  name: 'signup.exchange',
  summary: 'Exchange',
  service: 'auth',
  method: 'POST',
  path: '/api/v2/auth/signup/exchange',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: Seen,
  rateLimit: { name: 'signup.exchange', requests: 2, windowSeconds: 3600, methods: ['POST'] },
});
const clients = endpoint({
  name: 'oauth.clients',
  summary: 'Clients',
  service: 'auth',
  method: 'POST',
  path: '/v2/oauth/clients',
  auth: 'session',
  envelope: oauth,
  status: 200,
  output: Seen,
});
export const getThing = endpoint({
  name: 'things.get',
  summary: 'A thing',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/things/{id}',
  params: z.object({ id: z.string() }),
  envelope: standard,
  cookies: true,
  status: 200,
  output: Seen,
});
const countThings = endpoint({
  name: 'things.count',
  summary: 'Count',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/things/count',
  envelope: standard,
  bodyLimit: 1000,
  status: 200,
  output: Seen,
});
/** Takes bodies that are too large to be read whole before they are passed on. */
const upload = endpoint({
  name: 'things.upload',
  summary: 'Upload',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/things/upload',
  envelope: standard,
  bodyLimit: 4 * 1024 * 1024,
  status: 200,
  output: Seen,
});
const leaving = endpoint({
  name: 'things.leaving',
  summary: 'Will go',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/leaving',
  envelope: standard,
  status: 200,
  output: Seen,
  deprecated: { since: 1790000000, sunset: 'Fri, 01 Oct 2027 00:00:00 GMT' },
});
export const thingReport = endpoint({
  name: 'reports.things',
  summary: 'Report',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/reports/things',
  envelope: report,
  status: 200,
  output: Seen,
});
const nobody = endpoint({
  name: 'chat.nobody',
  summary: 'Of a service that does not run',
  service: 'chat',
  method: 'POST',
  path: '/api/v2/chat/threads',
  envelope: standard,
  status: 200,
  output: Seen,
});
const discovery = endpoint({
  name: 'oauth.discovery',
  summary: 'Public document',
  service: 'auth',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  auth: 'public',
  envelope: oauth,
  status: 200,
  output: Seen,
});
export const endpoints: readonly AnyEndpoint[] = [
  token,
  authorize,
  signup,
  clients,
  getThing,
  countThings,
  upload,
  leaving,
  thingReport,
  nobody,
  discovery,
];
