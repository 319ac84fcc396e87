import { join } from 'node:path';
import { ConfigError } from '@app/runtime';
import { createTestDatabase, type TestDatabase } from '@app/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { requireOwnSessions } from '../src/index.ts';
import { type Pooler, startPooler } from './pooler.ts';

let database: TestDatabase;
const poolers: Pooler[] = [];

beforeAll(async () => {
  database = await createTestDatabase('chat', join(import.meta.dirname, 'fixture'));
});
afterEach(async () => {
  for (const pooler of poolers.splice(0)) await pooler.stop();
});
afterAll(() => database.drop());

const check = (url: string) => requireOwnSessions({ url, schema: 'chat', applicationName: 'sessions-test' });

/** What is said of a pooler that behaves so; undefined when it may stay. */
async function faultBehind(pooling: Parameters<typeof startPooler>[1]): Promise<string | undefined> {
  const pooler = await startPooler(new URL(database.url), pooling);
  poolers.push(pooler);
  return check(pooler.url).then(
    () => undefined,
    (error: unknown) => (error instanceof ConfigError ? error.message : Promise.reject(error)),
  );
}

describe('the sessions of a process', () => {
  it('are its own without a pooler, and behind one that keeps them', async () => {
    await check(database.url);
    expect(await faultBehind({})).toBeUndefined();
  });

  it('have the timeout that the address asks for', async () => {
    const url = new URL(database.url);
    url.searchParams.set('statement_timeout', '500');
    await check(url.href);
  });

  it('are refused where a pooler gives one session to several connections, by the name of the setting', async () => {
    expect(await faultBehind({ shares: true })).toMatch(/^DATABASE_URL leads to a pooler that .* pool_mode = session/);
  });

  it.each([
    ['search_path', undefined],
    ['statement_timeout', 'statement_timeout is 5 s instead of 60 s'],
  ])('are refused where a pooler drops %s, unless the role has the same', async (name, fault) => {
    const said = await faultBehind({ drops: [name] });
    if (fault)
      expect(said).toContain(
        `drops settings of a session: ${fault}. Set them for the role in the database, and restart the pooler`,
      );
    else expect(said).toBeUndefined();
  });

  it('are refused where a pooler refuses what they ask for', async () => {
    expect(await faultBehind({ refuses: 'search_path' })).toContain(
      'refuses settings of a session (unsupported startup parameter: search_path)',
    );
  });

  it('are no matter of settings while PostgreSQL is away: that is waited for', async () => {
    const url = new URL(database.url);
    url.port = '1';
    await expect(check(url.href)).rejects.not.toBeInstanceOf(ConfigError);
  });
});
