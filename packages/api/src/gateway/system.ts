import { endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';

const Status = z.object({ status: z.string().meta({ description: 'The word ok.', examples: ['ok'] }) });
const ok = { answer: { status: 'ok' } };

export const live = endpoint({
  name: 'system.live',
  operationId: 'getLiveness',
  summary: 'Is the gateway running?',
  description: 'Says nothing about what stands behind it: see `/health/ready`.',
  service: 'gateway',
  method: 'GET',
  path: '/health/live',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: Status,
  example: ok,
});

export const ready = endpoint({
  name: 'system.ready',
  operationId: 'getReadiness',
  summary: 'Can the gateway work?',
  description:
    'Answers 503 while the gateway lacks what it cannot work without: its own database, or the service that verifies access. Other services that are away are no reason.',
  service: 'gateway',
  method: 'GET',
  path: '/health/ready',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: Status,
  example: ok,
});

export const openApi = endpoint({
  name: 'system.openApi',
  operationId: 'getOpenApi',
  summary: 'This document',
  description: 'OpenAPI 3.1. Carries an `ETag`; ask with `If-None-Match` for a 304.',
  service: 'gateway',
  method: 'GET',
  path: '/openapi.json',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: z.record(z.string(), z.unknown()),
  example: { answer: { openapi: '3.1.0', info: { title: 'Accounting platform', version: '2.0.0' } } },
  replies: { 304: { description: 'Unchanged since the ETag that was sent' } },
});

export const docs = endpoint({
  name: 'system.docs',
  operationId: 'showReference',
  summary: 'The reference for people',
  description: 'Every call with its fields, an example and its errors, as pages.',
  example: {},
  service: 'gateway',
  method: 'GET',
  path: '/docs',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: z.undefined(),
  alternatives: ['text/html'],
});

export const setClock = endpoint({
  name: 'testing.setClock',
  summary: 'Move the clock of the whole platform',
  description:
    'Only while test hooks are enabled, else 404. The clock runs on from the moment set, for every service and the sandbox; `null` goes back to real time. Expiry, "today", jobs, token lifetimes and rate-limit windows follow it.',
  service: 'gateway',
  method: 'PUT',
  path: '/testing/clock',
  auth: 'public',
  envelope: standard,
  body: z.object({
    now: z
      .union([z.iso.datetime({ offset: true }), z.null()], {
        error: 'must be a timestamp such as 2024-03-15T10:00:00Z, or null',
      })
      .meta({
        description: 'What time it is from now on; null for real time.',
        override: { type: ['string', 'null'], format: 'date-time', examples: ['2026-03-01T08:00:00Z'] },
      }),
  }),
  status: 200,
  output: z.object({
    now: z
      .string()
      .nullable()
      .meta({
        description: 'The moment that was set; null in real time.',
        override: { type: ['string', 'null'], format: 'date-time' },
      }),
  }),
  example: { body: { now: '2026-03-01T08:00:00Z' }, answer: { now: '2026-03-01T08:00:00Z' } },
  failures: ['common.not_found'],
});

export const runJob = endpoint({
  name: 'testing.runJob',
  summary: 'Run a background job to its end',
  description: 'Only while test hooks are enabled, else 404. `changed` counts the records that the job changed.',
  service: 'gateway',
  method: 'POST',
  path: '/testing/jobs/{job}/run',
  auth: 'public',
  envelope: standard,
  params: z.object({ job: z.string().meta({ description: 'Name of the job, such as `invitation-expiry`.' }) }),
  status: 200,
  output: z.object({
    job: z.string().describe('Name of the job.'),
    changed: z.int().describe('How many records it changed.'),
  }),
  example: { params: { job: 'invitation-expiry' }, answer: { job: 'invitation-expiry', changed: 0 } },
});

export const makeCompany = endpoint({
  name: 'testing.makeCompany',
  summary: 'Make a company to throw away',
  description:
    "Only while test hooks are enabled, else 404, and for programs of the machine that the platform runs on or of networks that its operator named, else 403. A company of the sandbox with an owner who has signed up within the limits of signing up, both new each time: nothing of it is anybody else's, and it is erased with its books a day later (`erased_after`; the test clock does not move that). `token` acts for the owner, who signs in with `email` and `password`; the books are empty.",
  service: 'gateway',
  method: 'POST',
  path: '/testing/companies',
  auth: 'public',
  envelope: standard,
  secret: true,
  status: 201,
  output: z.object({
    client_account_id: z.int().describe('Client account of the company.'),
    organization_number: z.string().describe('Number of the organization, of the series for synthetic ones.'),
    email: z.string().describe('Address that the owner signs in with; the mail of it is in the sandbox.'),
    password: z.string().describe('Password of the owner; it is not shown again.'),
    token: z.string().describe('Access token of the owner.'),
    erased_after: z
      .string()
      .meta({ description: 'When its day is over, in real time.', override: { type: 'string', format: 'date-time' } }),
  }),
  example: {
    answer: {
      client_account_id: 3,
      organization_number: '391669783',
      email: 'eier-3f9c2a71d05b@testing.example',
      password: 'kX2v9QmT7-bEw4RsLp0n',
      token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiI1NyJ9.c2lnbmF0dXJl',
      erased_after: '2026-03-02T08:00:00Z',
    },
  },
  failures: ['common.forbidden', 'common.not_found'],
});
