import { createLocalJWKSet, errors, type JSONWebKeySet, type JWSHeaderParameters, type JWTVerifyGetKey } from 'jose';

/** The public keys of the authorization server, as JSON. */
export type KeySource = () => Promise<string>;

const LIFE_MILLIS = 300_000;
const REFETCH_MILLIS = 5_000;

/**
 * Finds the key of a token by `kid` in our own key set only. Keys are fetched again after five minutes, and once for a
 * `kid` nobody has seen, at most every few seconds. A failing fetch keeps the keys there are.
 * @throws what the source throws when there are no keys yet
 */
export function createKeyFinder(source: KeySource, now: () => number = () => performance.now()): JWTVerifyGetKey {
  let find: ReturnType<typeof createLocalJWKSet> | undefined;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;

  const fetchKeys = (): Promise<void> => {
    fetching ??= (async () => {
      try {
        find = createLocalJWKSet(JSON.parse(await source()) as JSONWebKeySet);
      } catch (error) {
        if (!find) throw error;
      } finally {
        fetchedAt = now();
        fetching = undefined;
      }
    })();
    return fetching;
  };

  return async (header: JWSHeaderParameters, token) => {
    if (!find || now() - fetchedAt > LIFE_MILLIS) await fetchKeys();
    try {
      return await find!(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || now() - fetchedAt < REFETCH_MILLIS) throw error;
    }
    await fetchKeys();
    return find!(header, token);
  };
}
