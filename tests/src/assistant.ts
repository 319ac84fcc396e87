import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { Browser } from './browser.ts';

/** What an assistant keeps of its authorization; the library asks and fills it. */
class Keeper implements OAuthClientProvider {
  readonly redirectUrl = 'http://127.0.0.1:8976/callback';
  readonly clientMetadata = {
    client_name: 'Assistant',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  information: StoredOAuthClientInformation | undefined;
  current: StoredOAuthTokens | undefined;
  /** Every token this assistant ever had, newest last. */
  readonly issued: StoredOAuthTokens[] = [];
  asked: URL | undefined;
  #verifier = '';
  #discovered: OAuthDiscoveryState | undefined;

  clientInformation = (): StoredOAuthClientInformation | undefined => this.information;
  saveClientInformation = (information: StoredOAuthClientInformation): void => {
    this.information = information;
  };
  tokens = (): StoredOAuthTokens | undefined => this.current;
  saveTokens = (tokens: StoredOAuthTokens): void => {
    this.current = tokens;
    this.issued.push(tokens);
  };
  redirectToAuthorization = (url: URL): void => {
    this.asked = url;
  };
  saveCodeVerifier = (verifier: string): void => {
    this.#verifier = verifier;
  };
  codeVerifier = (): string => this.#verifier;
  saveDiscoveryState = (discovered: OAuthDiscoveryState): void => {
    this.#discovered = discovered;
  };
  discoveryState = (): OAuthDiscoveryState | undefined => this.#discovered;
}

export interface Assistant {
  readonly client: Client;
  readonly keeper: Keeper;
}

/**
 * An assistant that knows nothing but the address of the tool endpoint: it finds the way to a token from the 401,
 * registers itself, sends the person to the consent page, and connects.
 * @param options.write whether the person lets it write
 * @param options.revision a pinned revision; the handshake of the 2025 revisions by default
 */
export async function connectAssistant(
  gateway: string,
  person: { readonly email: string; readonly password: string },
  options: { readonly write?: boolean; readonly revision?: string } = {},
): Promise<Assistant> {
  const keeper = new Keeper();
  const address = new URL('/mcp', gateway);
  const open = () => ({
    client: new Client(
      { name: 'journey', version: '1.0.0' },
      options.revision ? { versionNegotiation: { mode: { pin: options.revision } } } : {},
    ),
    transport: new StreamableHTTPClientTransport(address, { authProvider: keeper }),
  });
  const first = open();
  const refused = await first.client.connect(first.transport).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!keeper.asked) throw new Error('The assistant was not sent to the consent page', { cause: refused });
  if (!(refused instanceof UnauthorizedError) && !(refused as Error).message.includes('nauthorized')) throw refused;
  const back = await new Browser().authorize(keeper.asked, person, options.write);
  await first.transport.finishAuth(back.searchParams);
  await first.client.close();
  const second = open();
  await second.client.connect(second.transport);
  return { client: second.client, keeper };
}
