import { ConfigError, type LogLevel, loadConfig, port } from '@app/runtime';
import type { JWK } from 'jose';
import { z } from 'zod';

/**
 * How the platform proves to the outside systems that it is itself; one of the two is set
 * (docs/contract/external-systems.md).
 */
export type ClientCredential =
  | { readonly kind: 'secret'; readonly secret: string }
  /** The public half of `IDP_CLIENT_JWK`. */
  | { readonly kind: 'key'; readonly publicKey: JWK & { readonly alg: string } };

export interface SandboxConfig {
  readonly bindHost: string;
  /** 0 takes a free port. */
  readonly httpPort: number;
  readonly smtpPort: number;
  /** Address that the services use; undefined derives it from the port that was bound. */
  readonly baseUrl: string | undefined;
  /** Address that a browser uses for the login page, when it differs from `baseUrl` (containers). */
  readonly browserUrl: string | undefined;
  /** Folder in which the signing key survives a restart; undefined keeps it in memory. */
  readonly dataDir: string | undefined;
  readonly logLevel: LogLevel;
  readonly clientId: string;
  readonly credential: ClientCredential;
  readonly redirectUris: readonly string[];
}

const origin = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https address' })
    .transform((url) => url.replace(/\/+$/, ''));

const SHAPE = {
  BIND_HOST: z.string().default('127.0.0.1').describe('the address to listen on'),
  HTTP_PORT: port().default(8090).describe('the port of every system but mail'),
  SANDBOX_SMTP_PORT: port().default(8025).describe('the port on which mail is received'),
  SANDBOX_BASE_URL: origin().optional().describe('the address under which the services reach the sandbox'),
  SANDBOX_BROWSER_URL: origin()
    .optional()
    .describe('the address under which a browser reaches the sign-in page, when it is another one'),
  DATA_DIR: z.string().optional().describe('a folder in which the signing key survives a restart'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('the least severe log lines kept'),
  PUBLIC_BASE_URL: origin()
    .default('http://127.0.0.1:8080')
    .describe('the origin under which a browser reaches the platform'),
  IDP_CLIENT_ID: z
    .string()
    .default('accounting-platform')
    .describe("the platform's name at the identity provider and the token endpoint"),
  IDP_CLIENT_SECRET: z
    .string()
    .regex(/^[ -~]+$/, 'must be printable ASCII (RFC 6749 appendix A.2)')
    .optional()
    .describe('its secret'),
  IDP_CLIENT_JWK: z.string().optional().describe('its key as one JSON Web Key, which wins over the secret'),
  IDP_REDIRECT_URIS: z.string().optional().describe('the redirect addresses allowed, separated by commas'),
};

/**
 * Reads the environment, the only place that does.
 * @throws ConfigError with a sentence per fault
 */
export function readConfig(environment: NodeJS.ProcessEnv): SandboxConfig {
  const env = loadConfig(SHAPE, environment);
  return {
    bindHost: env.BIND_HOST,
    httpPort: env.HTTP_PORT,
    smtpPort: env.SANDBOX_SMTP_PORT,
    baseUrl: env.SANDBOX_BASE_URL,
    browserUrl: env.SANDBOX_BROWSER_URL,
    dataDir: env.DATA_DIR,
    logLevel: env.LOG_LEVEL,
    clientId: env.IDP_CLIENT_ID,
    credential: readCredential(env.IDP_CLIENT_JWK, env.IDP_CLIENT_SECRET),
    redirectUris: readRedirectUris(env.IDP_REDIRECT_URIS, env.PUBLIC_BASE_URL),
  };
}

/** The key wins over the secret, as it does for the caller (docs/contract/external-systems.md). */
function readCredential(jwk: string | undefined, secret: string | undefined): ClientCredential {
  if (jwk !== undefined) return { kind: 'key', publicKey: publicHalf(jwk) };
  if (secret !== undefined) return { kind: 'secret', secret };
  throw new ConfigError(
    'Set IDP_CLIENT_SECRET or IDP_CLIENT_JWK: without one of them nobody can prove to the sandbox who is calling.',
  );
}

const ALGORITHM_OF_CURVE: Readonly<Record<string, string>> = {
  'P-256': 'ES256',
  'P-384': 'ES384',
  'P-521': 'ES512',
  Ed25519: 'EdDSA',
};

function publicHalf(text: string): JWK & { readonly alg: string } {
  const key = parseKey(text);
  const { kty, kid, crv, n, e, x, y } = key;
  const alg = key.alg ?? (kty === 'RSA' ? 'RS256' : ALGORITHM_OF_CURVE[crv ?? '']);
  if (alg === undefined || kty === 'oct')
    throw new ConfigError('IDP_CLIENT_JWK must be an RSA, EC or Ed25519 key as one JSON Web Key.');
  const kept = { kty, kid, crv, n, e, x, y, alg, use: 'sig' };
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)) as unknown as JWK & {
    readonly alg: string;
  };
}

function parseKey(text: string): JWK {
  try {
    return z.looseObject({ kty: z.string() }).parse(JSON.parse(text)) as JWK;
  } catch {
    // The cause would print the key.
    throw new ConfigError('IDP_CLIENT_JWK must be one JSON Web Key in JSON.');
  }
}

function readRedirectUris(list: string | undefined, publicBaseUrl: string): string[] {
  if (list === undefined) return [`${publicBaseUrl}/api/v2/auth/signup/callback`];
  const uris = list.split(/[\s,]+/).filter((uri) => uri !== '');
  const broken = uris.find((uri) => !URL.canParse(uri));
  if (broken !== undefined)
    throw new ConfigError(`IDP_REDIRECT_URIS holds "${broken}", which is not an absolute address.`);
  return uris;
}
