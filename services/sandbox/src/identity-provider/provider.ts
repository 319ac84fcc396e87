import type { Clock } from '@app/runtime';
import { type ClientMetadata, type Configuration, interactionPolicy, Provider } from 'oidc-provider';
import type { ClientCredential } from '../config.ts';
import type { Directory } from '../directory/directory.ts';
import type { SigningKey } from '../keys.ts';
import { createAdapterFactory } from './adapter.ts';
import { renderErrorPage } from './pages.ts';
import type { Subjects } from './subjects.ts';

export interface ProviderSettings {
  /** `<base>/idp`. */
  readonly issuer: string;
  /** Base address that a browser uses, when it differs. */
  readonly browserUrl: string | undefined;
  readonly clientId: string;
  readonly credential: ClientCredential;
  readonly redirectUris: readonly string[];
  readonly signingKey: SigningKey;
}

const SCOPES = ['openid', 'profile'];

/**
 * Seconds. The sign-in page waits ten minutes, as long as the platform keeps `state` and `nonce`
 * (docs/contract/signup.md).
 */
const LIFETIMES = { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 600, Grant: 600 };

/**
 * OpenID Connect as signing up uses it (EXT-R01): pushed authorization requests (RFC 9126) only, code flow, PKCE S256
 * (RFC 7636), RS256 id tokens, one client that is known from the start, no consent page.
 */
export function createProvider(
  settings: ProviderSettings,
  directory: Directory,
  subjects: Subjects,
  clock: Clock,
): Provider {
  const mountPath = new URL(settings.issuer).pathname;
  const provider = new Provider(settings.issuer, {
    ...describeProtocol(settings, clock),
    clients: [describeClient(settings)],
    findAccount: (_context, subject) => {
      const pid = subjects.pidOf(subject);
      const person = pid === undefined ? undefined : directory.findPerson(pid);
      if (person === undefined) return undefined;
      const { name, givenName, familyName } = person;
      const names = givenName === '' ? { name } : { name, given_name: givenName, family_name: familyName };
      return { accountId: subject, claims: () => ({ sub: subject, pid, ...names }) };
    },
    loadExistingGrant: async (context) => {
      const { client, account, provider: issuing } = context.oidc;
      const grant = new issuing.Grant({ clientId: client!.clientId, accountId: account!.accountId });
      grant.addOIDCScope(SCOPES.join(' '));
      await grant.save();
      return grant;
    },
    interactions: {
      policy: askWhoIsThere(),
      url: (_context, interaction) => `${mountPath}/sign-in/${interaction.uid}`,
    },
    renderError: renderErrorPage,
  });
  provider.use(keepCookiesForTheVisit);
  if (settings.browserUrl !== undefined) provider.use(sendBrowsersTo(`${settings.browserUrl}${mountPath}/auth`));
  return provider;
}

function describeProtocol({ signingKey }: ProviderSettings, clock: Clock): Configuration {
  return {
    adapter: createAdapterFactory(clock),
    jwks: { keys: [signingKey as never] },
    scopes: SCOPES,
    // What the scopes give stands in the id token itself, as the national provider does it.
    conformIdTokenClaims: false,
    claims: { openid: ['sub', 'pid'], profile: ['name', 'given_name', 'family_name'] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    ttl: LIFETIMES,
    clientBasedCORS: () => false,
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: true, requirePushedAuthorizationRequests: true },
    },
  };
}

function describeClient({ clientId, credential, redirectUris }: ProviderSettings): ClientMetadata {
  const authentication: Partial<ClientMetadata> =
    credential.kind === 'secret'
      ? { token_endpoint_auth_method: 'client_secret_basic', client_secret: credential.secret }
      : {
          token_endpoint_auth_method: 'private_key_jwt',
          token_endpoint_auth_signing_alg: credential.publicKey.alg as 'RS256',
          jwks: { keys: [credential.publicKey as never] },
        };
  return {
    client_id: clientId,
    client_name: 'Accounting platform',
    redirect_uris: [...redirectUris],
    ...authentication,
  };
}

/**
 * One question: nobody has signed in within this very request. `prompt=login` asks nothing more, since nobody is ever
 * remembered.
 */
function askWhoIsThere(): interactionPolicy.Prompt[] {
  const nobody = new interactionPolicy.Check(
    'no_session',
    'Nobody has signed in',
    (context) => context.oidc.session?.accountId === undefined,
  );
  const login = new interactionPolicy.Prompt({ name: 'login', requestable: true }, nobody);
  login.checks.remove('login_prompt');
  return [login];
}

/**
 * A cookie dated by the sandbox's clock would be dead on arrival in a browser that lives in another year: they end with
 * the visit.
 */
const keepCookiesForTheVisit: Parameters<Provider['use']>[0] = async (context, next) => {
  const set = context.cookies.set.bind(context.cookies);
  context.cookies.set = (name, value, options) =>
    set(name, value, value ? { ...options, maxAge: undefined as never } : options);
  await next();
};

/**
 * In containers the services and a browser reach the sandbox under different names; the browser's is for the
 * authorization address alone.
 */
const sendBrowsersTo =
  (authorizationEndpoint: string): Parameters<Provider['use']>[0] =>
  async (context, next) => {
    await next();
    if (context.path.endsWith('/.well-known/openid-configuration') && context.status === 200) {
      context.body = { ...(context.body as object), authorization_endpoint: authorizationEndpoint };
    }
  };
