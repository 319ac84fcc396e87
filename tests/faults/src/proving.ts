import { setTimeout as pause } from 'node:timers/promises';
import { followToSignupCode } from '@app/demo';
import { type Answer, call } from '../../src/system.ts';
import { until } from './fault.ts';
import type { World } from './world.ts';

/** People of the load who prove who they are without pause, each one time after the other. */
export interface Proving extends AsyncDisposable {
  /** What went otherwise than it should, as sentences. */
  readonly wrong: readonly string[];
  /** Resolves when each of them has been recognised by a proof that began after this call. */
  everybodyAgain(): Promise<void>;
  /** How many of them are known by a key of another version. */
  knownByOthers(version: number): Promise<number>;
}

const RESTING_MILLIS = 100;
/** Sentences after which no more are kept: what is wrong for one person is wrong at every proof. */
const ENOUGH = 20;

export function startProving({ companies, system, record, sql }: World): Proving {
  const people = companies.map(({ owner }) => owner);
  const wrong: string[] = [];
  const recognisedSince = new Map(people.map(({ pid }) => [pid, 0]));
  let isDone = false;

  const ask = async (path: string, body?: object): Promise<Answer> => {
    const answer = await call(system.gateway, 'POST', `/api/v2/auth/signup/${path}`, body ? { body } : {});
    record.count(answer.status, path, answer.body);
    if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}`);
    return answer;
  };
  const proveOnce = async (pid: string): Promise<void> => {
    const begun = performance.now();
    const { authorization_url } = (await ask('authorize')).body;
    const code = await followToSignupCode(authorization_url, pid);
    const { is_existing_user } = (await ask('exchange', { code })).body;
    if (!is_existing_user) throw new Error('somebody who is known was taken for a stranger');
    recognisedSince.set(pid, begun);
  };
  const work = people.map(async ({ pid }) => {
    while (!isDone) {
      await proveOnce(pid).catch((error: Error) => {
        if (wrong.length < ENOUGH) wrong.push(`proving who one is: ${error.message}`);
      });
      await pause(RESTING_MILLIS);
    }
  });

  return {
    wrong,
    async everybodyAgain() {
      const now = performance.now();
      await until('everybody is recognised', () => [...recognisedSince.values()].every((since) => since > now));
    },
    async knownByOthers(version) {
      const emails = people.map(({ email }) => email);
      const [row] = await sql<{ others: number }[]>`
        select count(*)::int as others from auth.identity_links join auth.users on users.id = user_id
        where email in ${sql(emails)} and key_version <> ${version}`;
      return row!.others;
    },
    async [Symbol.asyncDispose]() {
      isDone = true;
      await Promise.all(work);
    },
  };
}
