import { beginAuthorization, clientTokens, createClient, finishAuthorization } from '@app/sdk';
import { Option } from 'commander';
import { type AddCommand, type CommonOptions, examples } from '../command.ts';
import { changeProfiles, credentialsFileOf, type Profile, readProfiles } from '../credentials-file.ts';
import { CommandFailure } from '../failures.ts';
import { openLoopback } from '../loopback.ts';
import { addressOf, DEFAULT_URL, keep, openSession, profileNameOf } from '../session.ts';
import type { Surroundings } from '../surroundings.ts';

interface LoginFlags extends CommonOptions {
  readonly clientId?: string;
  readonly scope?: string;
  readonly browser: boolean;
}

/** `login`, `logout` and `whoami`. */
export const addLogin: AddCommand = (program, surroundings) => {
  const login = program
    .command('login')
    .summary('sign in and keep the credentials')
    .description(
      'Sign in as a person, in the browser, or as a program with --client-id; its secret is read from BILAG_CLIENT_SECRET or the input, never from the command line. The credentials are kept in a file that only you can read.',
    )
    .option('--client-id <id>', 'sign in as a program with credentials of its own')
    .addOption(new Option('--scope <scope>', 'what may be done').choices(['read', 'read write']))
    .option('--no-browser', 'print the address instead of opening a browser')
    .addHelpText(
      'after',
      examples(
        'bilag login',
        'bilag login --url https://books.example.com --scope read --profile books',
        'bilag login --client-id 6f1c… < secret.txt',
      ),
    )
    .action(async () => {
      const flags = login.optsWithGlobals<LoginFlags>();
      const url = addressOf(surroundings, flags) ?? DEFAULT_URL;
      const name = profileNameOf(surroundings, flags);
      const file = credentialsFileOf(surroundings);
      const profile = flags.clientId
        ? await asProgram(surroundings, url, flags.clientId, flags.scope)
        : await asPerson(surroundings, url, flags, (await readProfiles(file))[name]);
      await changeProfiles(file, async (profiles) => ({ ...profiles, [name]: profile }));
      const { email } = await createClient({ baseUrl: url, token: profile.accessToken! }).users.me({});
      surroundings.say(`Signed in to ${url} as ${email}; kept in ${file}`);
    });
  addLogout(program, surroundings);
  const whoami = program
    .command('whoami')
    .summary('as whom commands act')
    .description('As whom commands act, and where.')
    .addHelpText('after', examples('bilag whoami'))
    .action(async () => {
      const client = await openSession(surroundings, whoami.optsWithGlobals<CommonOptions>());
      const { email, id } = await client.users.me({}, { signal: surroundings.signal });
      await surroundings.write(`${email} (user ${id})\n`);
    });
};

const addLogout: AddCommand = (program, surroundings) => {
  const logout = program
    .command('logout')
    .summary('forget the credentials')
    .description('Forget the credentials of the profile; the refresh token of a person is revoked.')
    .addHelpText('after', examples('bilag logout', 'bilag logout --profile books'))
    .action(async () => {
      const name = profileNameOf(surroundings, logout.optsWithGlobals<CommonOptions>());
      const file = credentialsFileOf(surroundings);
      await changeProfiles(file, async (profiles) => {
        const { [name]: profile, ...others } = profiles;
        if (profile === undefined) throw new CommandFailure(`Nobody is signed in under the profile "${name}"`);
        if (profile.kind === 'person')
          await createClient({ baseUrl: profile.url }).oauth.revoke({
            token: profile.refreshToken,
            client_id: profile.clientId,
          });
        return others;
      });
      surroundings.say(`Signed out of the profile "${name}"`);
    });
};

/** A program proves itself at once, so that a wrong secret is not kept. */
async function asProgram(
  surroundings: Surroundings,
  url: string,
  clientId: string,
  scope: string | undefined,
): Promise<Profile> {
  const clientSecret = surroundings.env.BILAG_CLIENT_SECRET ?? (await secretOf(surroundings));
  const credentials = { clientId, clientSecret, ...(scope === undefined ? {} : { scope }) };
  return { kind: 'client', url, ...credentials, ...keep(await clientTokens({ baseUrl: url }, credentials)) };
}

async function secretOf(surroundings: Surroundings): Promise<string> {
  if (surroundings.isTyped) return (await surroundings.askSecret('Client secret: ')).trim();
  const chunks: Uint8Array[] = [];
  for await (const chunk of surroundings.input) chunks.push(chunk);
  const secret = Buffer.concat(chunks).toString('utf8').trim();
  if (secret === '') throw new CommandFailure('There is no secret on the input, nor in BILAG_CLIENT_SECRET');
  return secret;
}

/** The authorization-code flow with PKCE over an address of this machine. */
async function asPerson(
  surroundings: Surroundings,
  url: string,
  { scope, browser }: LoginFlags,
  known: Profile | undefined,
): Promise<Profile> {
  const earlier = known?.kind === 'person' && known.url === url ? known : undefined;
  const loopback = await openLoopback(earlier ? Number(new URL(earlier.redirectUri).port) : 0, surroundings.signal);
  try {
    const { redirectUri } = loopback;
    const clientId = earlier?.redirectUri === redirectUri ? earlier.clientId : await register(url, redirectUri);
    const authorization = await beginAuthorization({ baseUrl: url, clientId, redirectUri, scope });
    surroundings.say(`Sign in and answer the question at\n\n  ${authorization.url}\n`);
    if (browser) surroundings.visit(authorization.url);
    const answer = await loopback.answerTo(authorization.state);
    const tokens = await finishAuthorization({ baseUrl: url }, authorization, answer).catch(asFailure);
    const refreshToken = tokens.refreshToken!;
    return {
      kind: 'person',
      url,
      clientId,
      redirectUri,
      ...keep(tokens),
      refreshToken,
      refreshKey: crypto.randomUUID(),
    };
  } finally {
    loopback.close();
  }
}

/** The address of this machine is compared with the registered one to the letter, so a new port is a new client. */
async function register(url: string, redirectUri: string): Promise<string> {
  const { client_id } = await createClient({ baseUrl: url }).oauth.register({
    client_name: 'bilag (command line)',
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: 'none',
  });
  return client_id;
}

function asFailure(error: Error): never {
  if (error.name !== 'Error') throw error;
  throw new CommandFailure(`The sign-in was not completed: ${error.message}`);
}
