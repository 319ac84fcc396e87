import { Auth, createRpcClients, Organisation } from '@app/rpc';
import { createMetrics } from '@app/runtime';
import { createWorld, stub, testSigner } from '@app/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sourcesFrom } from '../src/remote-sources.ts';

/** How many questions are left without an answer before one is answered. */
let silent = 0;
let asked = 0;
const over = Promise.withResolvers<void>();
let world: Awaited<ReturnType<typeof createWorld>>;
let clients: ReturnType<typeof createRpcClients>;

beforeAll(async () => {
  const auth = stub(Auth, {
    CheckStanding: async () => {
      asked += 1;
      if (silent-- > 0) await over.promise;
      return { userActive: true, clientActive: true, sessionEnded: false, isAdmin: false };
    },
  });
  world = await createWorld({ auth: [auth] });
  clients = createRpcClients({ signer: testSigner('ledger'), metrics: createMetrics({ service: 'ledger' }) });
});
afterAll(async () => {
  over.resolve();
  clients.close();
  await world.close();
});

const standing = () => {
  const connect = (service: 'auth' | 'organisation') => ({ service, address: world.addresses[service]! });
  const auth = clients.connect(Auth, connect('auth'));
  return sourcesFrom(auth, clients.connect(Organisation, connect('organisation'))).standing(7, null, null);
};

it('a question that nobody answers in time is put once more, and not a third time', async () => {
  // A question that is given up before there is a connection reaches nobody, and would not be counted.
  await expect.poll(() => standing().then(() => 'answered', String)).toBe('answered');
  asked = 0;
  silent = 1;
  expect(await standing()).toMatchObject({ isUserActive: true });
  expect(asked).toBe(2);
  silent = 2;
  await expect(standing()).rejects.toMatchObject({ status: 503 });
  expect(asked).toBe(4);
});
