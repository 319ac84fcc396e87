import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { call, eventually } from './system.ts';

/** Somebody's application that people log in to: it listens for the answer of the authorization server. */
export interface Application extends AsyncDisposable {
  readonly origin: string;
  readonly redirectUri: string;
  /** The parameters of the next answer that comes. */
  nextAnswer(): Promise<URLSearchParams>;
}

export async function startApplication(): Promise<Application> {
  const answers: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://application');
    if (url.pathname !== '/callback') return void response.writeHead(404).end();
    answers.push(url.searchParams);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>Application</title><p>Thank you.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    redirectUri: `${origin}/callback`,
    nextAnswer: async () => {
      await eventually(
        async () => answers.length,
        (count) => count > 0,
      );
      return answers.shift()!;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export interface Registration {
  readonly client_id: string;
  readonly redirectUri: string;
}

/** Registers a public client dynamically, as tools do. */
export async function registerPublicClient(
  gateway: string,
  application: Application,
  name: string,
): Promise<Registration> {
  const body = { client_name: name, redirect_uris: [application.redirectUri], token_endpoint_auth_method: 'none' };
  const { status, body: client } = await call(gateway, 'POST', '/v2/oauth/register', { body });
  if (status !== 201) throw new Error(`The client was not registered: ${JSON.stringify(client)}`);
  return { client_id: client.client_id, redirectUri: application.redirectUri };
}

/** An address to send a browser to, and how to get tokens for what it answers. */
export function newAuthorization(gateway: string, client: Registration, scope = 'read write') {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('base64url');
  const fields = {
    client_id: client.client_id,
    redirect_uri: client.redirectUri,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope,
    state,
  };
  return {
    state,
    address: `${gateway}/v2/oauth/authorize?${new URLSearchParams(fields)}`,
    redeem: (code: string) =>
      askToken(gateway, {
        grant_type: 'authorization_code',
        client_id: client.client_id,
        code,
        redirect_uri: client.redirectUri,
        code_verifier: verifier,
      }),
  };
}

/** One request to the token endpoint, answered whatever the status. */
export async function askToken(gateway: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(`${gateway}/v2/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, body: (await response.json()) as Readonly<Record<string, string>> };
}
