import { allEndpoints } from '@app/api/endpoints';
import { DEMO_PASSWORD } from '@app/demo/password';
import { isThisMachine } from '@app/runtime';
import { createFinder, records, type Sender, senders } from '@app/samples';

/** What the records of samples are in the installation; nothing where there is no demo company. */
export type DemoValues = ReadonlyMap<string, unknown>;

/** The installation that samples are for. */
export interface Installation {
  readonly baseUrl: string;
  readonly values: DemoValues;
  /** The year that samples and guides are dated in. */
  readonly year: number;
}

const NOTHING: DemoValues = new Map();
/** How long what was found is shown before it is looked for again. */
const FRESH_MILLIS = 60_000;
/** The longest that a page waits for it. */
const PATIENCE_MILLIS = 3_000;
const LONGEST_PAUSE = 6 * 60 * 60_000;

/**
 * Looks for the demo company with the password that is published for it, as a reader would, and for the records that
 * samples name. Where nobody can sign in so, the next try waits twice as long: wrong passwords lock an address.
 */
export function createDemoValues(baseUrl: string, now: () => number = Date.now): () => Promise<DemoValues> {
  // A demo company that everybody knows is looked for on this machine alone.
  if (!isThisMachine(baseUrl)) return async () => NOTHING;
  let current: Promise<DemoValues> = Promise.resolve(NOTHING);
  let until = 0;
  let pause = FRESH_MILLIS;
  return () => {
    if (now() < until) return current;
    until = now() + FRESH_MILLIS;
    current = find(baseUrl).then((values) => {
      pause = values.size > 0 ? FRESH_MILLIS : Math.min(pause * 2, LONGEST_PAUSE);
      until = now() + pause;
      return values;
    });
    return current;
  };
}

/** Never fails: a page without values shows variables. */
async function find(baseUrl: string): Promise<DemoValues> {
  const signal = AbortSignal.timeout(PATIENCE_MILLIS);
  const tokens = new Map<Sender, Promise<string | undefined>>();
  const tokenOf = (sender: Sender): Promise<string | undefined> => {
    const token = tokens.get(sender) ?? signIn(baseUrl, senders[sender].email, signal);
    tokens.set(sender, token);
    return token;
  };
  const ask = async (sender: Sender, path: string): Promise<unknown> => {
    const token = await tokenOf(sender);
    if (token === undefined) return undefined;
    const response = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${token}` }, signal });
    return response.ok ? response.json() : undefined;
  };
  try {
    if ((await tokenOf('owner')) === undefined) return NOTHING;
    const finder = createFinder(allEndpoints, records, ask);
    const names = Object.entries(records).flatMap(([name, { kind }]) => (kind === 'found' ? [name] : []));
    const found = await Promise.allSettled(names.map(async (name) => [name, await finder.valueFor(name)] as const));
    return new Map(
      found.flatMap((one) => (one.status === 'fulfilled' && (one.value[1] ?? null) !== null ? [one.value] : [])),
    );
  } catch {
    return NOTHING;
  }
}

async function signIn(baseUrl: string, email: string | undefined, signal: AbortSignal): Promise<string | undefined> {
  if (email === undefined) return undefined;
  const response = await fetch(`${baseUrl}/v2/oauth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    signal,
  });
  return response.ok ? ((await response.json()) as { readonly token: string }).token : undefined;
}
