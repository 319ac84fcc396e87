import express from 'express';
import request from 'supertest';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { type AccessStep, createApi, endpoint, Failure } from '../src/index.ts';
import { createMemoryStore, open, standard } from './fixture.ts';

const asked: string[] = [];
let refusing: string | undefined;

function step(name: string): void {
  asked.push(name);
  if (name === refusing) throw new Failure(`doors.${name}`, 403, `Refused by ${name}`);
}

/** A rule of access unlike the product's own, which shows that the step knows none: whoever has the key of a door may pass. */
const byDoors: AccessStep = {
  authenticate: async (declared, authorization) => {
    step('authenticate');
    const access = await open.authenticate(declared, authorization);
    return {
      ...access,
      keyOwner: 'door:7',
      note: async () => step('note'),
      assertStill: async () => step('still'),
      addTo: (context) => void Object.assign(context, { door: 7 }),
      decide: async (_operation, context) => {
        step('decide');
        return {
          addTo: (call) => void Object.assign(call, { mayLeaveBy: (context as unknown as { door: number }).door }),
          assertState: () => step('state'),
        };
      },
    };
  },
  queryField: () => undefined,
};

const enter = endpoint({
  name: 'doors.enter',
  summary: 'Enter',
  service: 'ledger',
  method: 'POST',
  path: '/api/v2/doors',
  envelope: standard,
  body: z.object({ name: z.string() }),
  status: 200,
  output: z.object({ door: z.int(), exit: z.int() }),
});

const store = createMemoryStore();
const api = createApi({
  access: byDoors,
  idempotency: store,
  publicBaseUrl: 'https://api.example',
  standard,
  log: { error: () => undefined },
  forwarded: () => ({ address: '192.0.2.1', dryRun: false }),
});
api.serve(enter, {
  load: async () => step('load'),
  handle: async (call) => {
    step('handle');
    const { door, mayLeaveBy } = call as unknown as { door: number; mayLeaveBy: number };
    return { door, exit: mayLeaveBy };
  },
});
const app = express().use(api.router());

let keys = 0;
async function send(body: object, refusedBy?: string): Promise<[number, unknown]> {
  asked.length = 0;
  refusing = refusedBy;
  const response = await request(app).post('/api/v2/doors').set('Idempotency-Key', `k${keys++}`).send(body);
  return [response.status, response.body];
}

it('whatever decides about access is asked in the order of checks, and what it adds is on the call', async () => {
  expect(await send({ name: 'a' })).toEqual([200, { door: 7, exit: 7 }]);
  expect(asked).toEqual(['authenticate', 'note', 'load', 'decide', 'state', 'handle']);
  expect(store.claims.at(-1)?.caller).toBe('door:7');
});

it('each step may refuse, and nothing after it is done; fields are judged before the state', async () => {
  for (const [index, name] of ['authenticate', 'load', 'decide', 'state'].entries()) {
    const [status, body] = await send({ name: 'a' }, name);
    expect([status, body]).toMatchObject([403, { error: { code: `doors.${name}` } }]);
    expect(asked).toEqual(['authenticate', 'note', 'load', 'decide', 'state'].slice(0, index + (index > 0 ? 2 : 1)));
  }
  expect((await send({ name: 1 }, 'state'))[0]).toBe(400);
  expect(asked).toEqual(['authenticate', 'note', 'load', 'decide']);
});
