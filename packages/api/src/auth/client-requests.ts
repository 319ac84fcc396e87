import { cursorText, endpoint } from '@app/contract';
import { z } from 'zod';
import { oauth } from '../envelopes.ts';
import { Flag, Timestamp } from '../scalars.ts';
import { ClientIdOfPath } from './clients.ts';
import { clientId } from './examples.ts';

export const ClientRequest = z.object({
  requested_at: Timestamp.describe('When it arrived.'),
  method: z.string().describe('The HTTP method.'),
  path: z.string().describe('Path and names of the query; of its values only ids, days, pages and the like.'),
  tool: z.string().nullable().describe('The tool that was called, of a request to the tool endpoint.'),
  status: z.int().describe('The HTTP status; 499 when the client went away before the answer.'),
  code: z.string().nullable().describe('The code of a refusal; its page is `/docs/errors/{code}`.'),
  request_id: z.string().describe('Id of the request, as in `X-Request-Id`.'),
  duration_ms: z.int().describe('Milliseconds from arrival to the end of the answer.'),
});

/** Rows on a page unless others are asked for, and at most. */
const ROWS = { default: 50, maximum: 200 } as const;

export const listClientRequests = endpoint({
  name: 'oauth.listClientRequests',
  summary: 'List the last requests of a client of yours',
  description:
    'What the client asked within the last seven days, at most 1,000 requests, the newest first, without bodies. A request is there within seconds; this is a help for those who write the client, not a record: under load and at outages some are missing.',
  service: 'auth',
  method: 'GET',
  path: '/v2/oauth/clients/{client_id}/requests',
  aliases: ['/api/v2/oauth/clients/{client_id}/requests'],
  auth: 'session',
  envelope: oauth,
  params: z.object({ client_id: ClientIdOfPath }),
  query: z.object({
    failed: Flag.optional().describe('True for refusals alone, false for what succeeded.'),
    per_page: z
      .string()
      .regex(/^\d{1,3}$/, 'must be an integer')
      .transform(Number)
      .refine((rows) => rows >= 1, 'must be at least 1')
      .transform((rows) => Math.min(rows, ROWS.maximum))
      .default(ROWS.default)
      .meta({ override: { type: 'integer', ...ROWS, minimum: 1, description: 'Rows on a page.' } }),
    cursor: cursorText,
  }),
  notFoundCode: 'invalid_client',
  status: 200,
  output: z.object({
    data: z.array(ClientRequest).describe('The rows of this page.'),
    meta: z
      .object({
        per_page: z.int().describe('Rows on a page.'),
        next_cursor: z.string().nullable().describe('Send it back as `cursor` for older requests; null at the end.'),
      })
      .describe('How to go on.'),
  }),
  failures: ['access_denied@403', 'invalid_client@404'],
  example: {
    values: { 'params.client_id': 'clients/id' },
    params: { client_id: clientId },
    query: { failed: true },
    answer: {
      data: [
        {
          requested_at: '2026-01-31T12:00:00Z',
          method: 'POST',
          path: '/api/v2/journal-entries',
          tool: null,
          status: 409,
          code: 'accounting.period_locked',
          request_id: '0f8b1c2e-6a53-4d0b-9c51-3f7d2a9e1b46',
          duration_ms: 12,
        },
      ],
      meta: { per_page: 50, next_cursor: null },
    },
  },
});
