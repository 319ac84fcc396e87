import { conflict } from '@app/contract';
import type { Auth, ClientOf } from '@app/rpc';

/** Who knows whether a user is active: auth alone. */
export type StandingDirectory = Pick<ClientOf<typeof Auth>, 'CheckStanding'>;

/** What auth says of a user. */
export interface Standing {
  readonly isActive: boolean;
  /** Role SA everywhere. */
  readonly isAdmin: boolean;
}

/**
 * What auth said while the operation ran. Asking for somebody it was not asked about sends the operation back to ask.
 */
export interface Standings {
  of(userId: number): Standing;
  /** Is one of the users active? Those already known are looked at first. */
  anyActive(userIds: readonly number[]): boolean;
  /** The same for several groups of users; what is not known of any of them is asked about at once. */
  anyActiveEach(groups: readonly (readonly number[])[]): readonly boolean[];
}

class Unasked extends Error {
  readonly userIds: readonly number[];

  constructor(userIds: readonly number[]) {
    super('auth has not been asked about these users yet');
    this.userIds = userIds;
  }
}

const DEADLINE = { deadlineMillis: 2_000 };
const AT_ONCE = 20;
const ROUNDS = 10;

/**
 * Runs an operation that depends on whether users are active. Auth is the source of that, and no transaction is held
 * over a call: the work runs, and when it comes upon a user nobody has asked about it is rolled back, auth is asked,
 * and it begins anew. So it decides about the rows it has locked with what auth answered during this very operation; a
 * user switched at the same moment counts as switched after it.
 * @param known what is certain already, such as the caller, whose token has just been verified
 * @throws Failure 503 when auth does not answer
 */
export async function withStandings<T>(
  directory: StandingDirectory,
  work: (standings: Standings) => Promise<T>,
  known: ReadonlyMap<number, Standing> = new Map(),
): Promise<T> {
  const said = new Map(known);
  for (let round = 0; round < ROUNDS; round++) {
    try {
      return await work(standingsOf(said));
    } catch (error) {
      if (!(error instanceof Unasked)) throw error;
      for (const [userId, standing] of await askStandings(directory, error.userIds)) said.set(userId, standing);
    }
  }
  throw conflict('The users of this client account were changed over and over at the same moment; try again');
}

/** What auth says of each of the users, asked in portions. @throws Failure 503 when auth does not answer */
export async function askStandings(
  directory: StandingDirectory,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const said = new Map<number, Standing>();
  for (let start = 0; start < userIds.length; start += AT_ONCE)
    await Promise.all(
      userIds.slice(start, start + AT_ONCE).map(async (userId) => {
        const { userActive, isAdmin } = await directory.CheckStanding({ userId }, DEADLINE);
        said.set(userId, { isActive: userActive, isAdmin });
      }),
    );
  return said;
}

function standingsOf(said: ReadonlyMap<number, Standing>): Standings {
  const hasActive = (userIds: readonly number[]): boolean => userIds.some((id) => said.get(id)?.isActive);
  const anyActiveEach = (groups: readonly (readonly number[])[]): readonly boolean[] => {
    const unasked = groups
      .filter((userIds) => !hasActive(userIds))
      .flatMap((userIds) => userIds.filter((id) => !said.has(id)).slice(0, AT_ONCE));
    if (unasked.length > 0) throw new Unasked([...new Set(unasked)]);
    return groups.map(hasActive);
  };
  return {
    of: (userId) => {
      const standing = said.get(userId);
      if (!standing) throw new Unasked([userId]);
      return standing;
    },
    anyActive: (userIds) => anyActiveEach([userIds])[0]!,
    anyActiveEach,
  };
}

/** The caller: active, since its token has just been verified. */
export const knownCaller = (userId: number, isAdmin: boolean): ReadonlyMap<number, Standing> =>
  new Map([[userId, { isActive: true, isAdmin }]]);
