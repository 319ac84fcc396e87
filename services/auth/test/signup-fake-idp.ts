import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

/** An identity provider that can be told to misbehave: the real one never does. */
export interface FakeIdp {
  readonly issuer: string;
  /** Overrides claims of the next id tokens; undefined takes a claim away. */
  claims: JWTPayload;
  /** Signs with a key that is not published. */
  signsWithForeignKey: boolean;
  /** Leaves the id token out, or sends it unsigned. */
  idToken: 'signed' | 'absent' | 'unsigned';
  /** The last pushed request and the last token request, with their headers. */
  readonly seen: { pushed?: Seen; token?: Seen };
  /** The callback of a request, as the browser would follow it. */
  authorize(): URL;
  stop(): Promise<void>;
}

interface Seen {
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
}

export async function startFakeIdp(clientId: string): Promise<FakeIdp> {
  const [published, foreign] = [await generateKeyPair('RS256'), await generateKeyPair('RS256')];
  const jwk = { ...(await exportJWK(published.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
  const server = createServer(
    (request, response) =>
      void answer(request).then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen: FakeIdp['seen'] = {};

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const call: Seen = {
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
      authorization: request.headers.authorization,
    };
    if (request.url === '/.well-known/openid-configuration') return { status: 200, body: discovery() };
    if (request.url === '/jwks') return { status: 200, body: { keys: [jwk] } };
    if (request.url === '/par') {
      seen.pushed = call;
      return { status: 201, body: { request_uri: 'urn:ietf:params:oauth:request_uri:x', expires_in: 60 } };
    }
    seen.token = call;
    const challenge = createHash('sha256')
      .update(call.form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== seen.pushed?.form.get('code_challenge')) return { status: 400, body: { error: 'invalid_grant' } };
    const id_token = await idToken();
    return {
      status: 200,
      body: {
        access_token: 'a',
        token_type: 'Bearer',
        expires_in: 60,
        ...(id_token === undefined ? {} : { id_token }),
      },
    };
  }

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    pushed_authorization_request_endpoint: `${issuer}/par`,
    response_types_supported: ['code'],
    id_token_signing_alg_values_supported: ['RS256'],
  });

  async function idToken(): Promise<string | undefined> {
    if (idp.idToken === 'absent') return undefined;
    const now = Math.floor(Date.now() / 1000);
    const nonce = seen.pushed?.form.get('nonce');
    const person = { pid: '01897705792', given_name: 'Liv', family_name: 'Berg' };
    const claims = JSON.parse(
      JSON.stringify({
        iss: issuer,
        aud: clientId,
        sub: 's',
        iat: now,
        exp: now + 60,
        nonce,
        ...person,
        ...idp.claims,
      }),
    );
    if (idp.idToken === 'unsigned') {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      return `${part({ alg: 'none' })}.${part(claims)}.`;
    }
    const key = idp.signsWithForeignKey ? foreign.privateKey : published.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
  }

  const idp: FakeIdp = {
    issuer,
    claims: {},
    signsWithForeignKey: false,
    idToken: 'signed',
    seen,
    authorize: () => {
      const address = new URL(seen.pushed?.form.get('redirect_uri') ?? 'missing:');
      address.searchParams.set('code', 'a-code');
      address.searchParams.set('state', seen.pushed?.form.get('state') ?? '');
      return address;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return idp;
}
