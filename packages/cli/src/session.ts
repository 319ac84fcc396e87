import { ApiError, type Client, clientTokens, createClient, refreshTokens, type Tokens } from '@app/sdk';
import { changeProfiles, credentialsFileOf, type Profile, readProfiles } from './credentials-file.ts';
import { CommandFailure, exitCodes } from './failures.ts';
import type { Surroundings } from './surroundings.ts';

export const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Which stored credentials a command uses. */
export interface SessionOptions {
  readonly profile?: string | undefined;
  readonly url?: string | undefined;
}

export const profileNameOf = ({ env }: Surroundings, { profile }: SessionOptions): string =>
  profile ?? env.BILAG_PROFILE ?? 'default';

/**
 * The origin of the API that a command names, by the option or by the environment; undefined where it names none.
 * @throws CommandFailure for what is no address
 */
export function addressOf({ env }: Surroundings, { url }: SessionOptions): string | undefined {
  const named = url ?? env.BILAG_URL;
  if (!named) return undefined;
  if (!/^https?:\/\//i.test(named) || !URL.canParse(named))
    throw new CommandFailure(
      `"${named}" in ${url === undefined ? 'BILAG_URL' : '--url'} is no address: write one such as ${DEFAULT_URL}`,
    );
  return named.replace(/\/+$/, '');
}

/**
 * The client of a command: by `BILAG_TOKEN`, by `BILAG_CLIENT_ID` and `BILAG_CLIENT_SECRET`, or by what `login` stored.
 * Public operations need none of them.
 */
export async function openSession(surroundings: Surroundings, options: SessionOptions): Promise<Client> {
  const { env } = surroundings;
  const url = addressOf(surroundings, options);
  if (env.BILAG_TOKEN) return createClient({ baseUrl: url ?? DEFAULT_URL, token: env.BILAG_TOKEN });
  const { BILAG_CLIENT_ID: clientId, BILAG_CLIENT_SECRET: clientSecret } = env;
  if (clientId && clientSecret)
    return createClient({ baseUrl: url ?? DEFAULT_URL, clientCredentials: { clientId, clientSecret } });
  // A secret alone is there for `login --client-id`.
  if (clientId)
    throw new CommandFailure('BILAG_CLIENT_ID is set without BILAG_CLIENT_SECRET: set both', exitCodes.notSignedIn);
  const name = profileNameOf(surroundings, options);
  const file = credentialsFileOf(surroundings);
  const profile = (await readProfiles(file))[name];
  // A credential goes to the address it is of, and to no other.
  if (profile && url !== undefined && new URL(url).origin !== new URL(profile.url).origin)
    throw new CommandFailure(`The profile "${name}" is of ${profile.url}. Sign in to ${url} under another: --profile`);
  if (profile) return createClient({ baseUrl: profile.url, token: (refused) => tokenOf(file, name, refused) });
  return createClient({
    baseUrl: url ?? DEFAULT_URL,
    token: () => {
      throw new CommandFailure('Nobody is signed in. Sign in first: bilag login', exitCodes.notSignedIn);
    },
  });
}

/** The stored access token, or a new one where it ends or was refused; two commands at once ask for one. */
async function tokenOf(file: string, name: string, refused: string | undefined): Promise<string> {
  const isGood = (profile: Profile | undefined): profile is Profile & { readonly accessToken: string } =>
    profile?.accessToken !== undefined && profile.accessToken !== refused && Date.now() < (profile.usedUntil ?? 0);
  const stored = (await readProfiles(file))[name];
  if (isGood(stored)) return stored.accessToken;
  let token: string | undefined;
  await changeProfiles(file, async (profiles) => {
    const profile = profiles[name];
    if (profile === undefined) throw new CommandFailure(`The profile "${name}" is gone`, exitCodes.notSignedIn);
    if (isGood(profile)) {
      token = profile.accessToken;
      return undefined;
    }
    const renewed = await renew(profile);
    token = renewed.accessToken;
    return { ...profiles, [name]: renewed };
  });
  return token!;
}

async function renew(profile: Profile): Promise<Profile & { readonly accessToken: string }> {
  const endpoint = { baseUrl: profile.url };
  if (profile.kind === 'client') return { ...profile, ...keep(await clientTokens(endpoint, profile)) };
  const { clientId, refreshToken, refreshKey } = profile;
  const tokens = await refreshTokens(endpoint, { clientId, refreshToken, key: refreshKey }).catch((error) => {
    if (!(error instanceof ApiError) || error.code !== 'invalid_grant') throw error;
    throw new CommandFailure('The sign-in has ended. Sign in again: bilag login', exitCodes.notSignedIn);
  });
  return { ...profile, ...keep(tokens), refreshToken: tokens.refreshToken!, refreshKey: crypto.randomUUID() };
}

/** Margin before expiry within which a token is not used any more. */
const MARGIN_MILLIS = 60_000;

/** What is stored of an access token. */
export const keep = ({ accessToken, expiresIn }: Tokens): { accessToken: string; usedUntil: number } => ({
  accessToken,
  usedUntil: Date.now() + expiresIn * 1000 - MARGIN_MILLIS,
});
