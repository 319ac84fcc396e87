import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '@app/runtime';
import { readConfig, startSandbox } from '@app/sandbox';
import { testBaseUrl } from '@app/testing';

const SECRET = 'a secret of this test';
export const OWNER = '310433217';

/** A shop of the company with the number `OWNER`, as the sandbox takes it. */
export const shop = {
  external_id: '4601-164-12',
  owner_organization_number: OWNER,
  address: 'Torgallmenningen 8, 5014 Bergen',
  municipality_number: '4601',
  cadastral_unit: { gaardsnummer: 164, bruksnummer: 12 },
  property_type: 'NAERINGSEIENDOM',
  tax_value: '12500000.00',
};

/** A flat that belongs to whoever asks. */
const flat = { external_id: 'flat', cadastral_unit: '207/5/0/14', address: 'Torggata 2' };

export interface TestRegister {
  /** Where a ledger finds it. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls the control interface of the sandbox. */
  control(path: string, body: unknown): Promise<void>;
  /** Lets no question through until what it returns is called. */
  hold(): () => void;
  /** Questions that wait. */
  waiting(): number;
  stop(): Promise<void>;
}

/** Passes questions on to the sandbox, unless they are held. */
async function startDoor(behind: string) {
  let [held, waiting] = [Promise.resolve(), 0];
  const server = createServer(async (request, response) => {
    waiting += 1;
    await held;
    waiting -= 1;
    const { authorization = '', accept = '*/*' } = request.headers;
    const answer = await fetch(`${behind}${request.url}`, { headers: { authorization, accept } });
    const type = answer.headers.get('content-type') ?? 'application/octet-stream';
    response.writeHead(answer.status, { 'content-type': type }).end(Buffer.from(await answer.arrayBuffer()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    waiting: () => waiting,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The register of the sandbox, with the shop and the flat in 2025. */
export async function startPropertyRegister(): Promise<TestRegister> {
  const sandbox = await startSandbox(
    readConfig({ HTTP_PORT: '0', SANDBOX_SMTP_PORT: '0', PUBLIC_BASE_URL: testBaseUrl, IDP_CLIENT_SECRET: SECRET }),
    createLogger({ service: 'sandbox', level: 'fatal' }),
  );
  const control = async (path: string, body: unknown): Promise<void> => {
    const response = await fetch(`${sandbox.baseUrl}/sandbox${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`The sandbox refused: ${await response.text()}`);
  };
  await control('/properties/2025', [shop, flat]);
  const { url, hold, waiting, stop } = await startDoor(sandbox.baseUrl);
  return {
    env: {
      TAX_AUTHORITY_URL: `${url}/tax`,
      MACHINE_TOKEN_URL: `${sandbox.baseUrl}/machine/token`,
      IDP_CLIENT_SECRET: SECRET,
    },
    control,
    hold,
    waiting,
    stop: async () => {
      await stop();
      await sandbox.stop();
    },
  };
}
