import { invalid } from '@app/contract';
import { Failure, unavailable } from '@app/contract/failure';
import { Auth } from '@app/rpc';
import { type Stub, stub, type WorldUser } from '@app/testing';

/**
 * The part of auth that acceptances talk to, played with its promises: one user per address, one result per command.
 */
export interface InvitedUsers {
  readonly stub: Stub;
  /** A user with a password. */
  add(user: WorldUser, password: string): void;
  /** Users made by acceptances. */
  readonly made: readonly WorldUser[];
  readonly commands: ReadonlyMap<string, number>;
  /** Users that were made and taken back. */
  readonly forgotten: readonly number[];
  /** Auth answers nothing about this command. */
  silentAbout: string | undefined;
  /** How often a password was asked about. */
  attempts: number;
  /** `before`: auth does not answer and does nothing. `after`: it does its part and the answer is lost. */
  away: 'no' | 'before' | 'after';
  /** Awaited inside each registration. */
  pause: () => Promise<void>;
}

/** @param makeUser makes a new user known to the world */
export function playInvitedUsers(makeUser: (changes: Partial<WorldUser>) => WorldUser): InvitedUsers {
  const people = new Map<string, { readonly user: WorldUser; readonly password: string }>();
  const commands = new Map<string, number>();
  const made: WorldUser[] = [];
  const forgotten: number[] = [];
  let sessions = 0;

  const registered = (user: WorldUser, created: boolean) => ({
    user: { ...user, fullName: `${user.firstName} ${user.lastName}`, createdAt: '2026-01-01T00:00:00Z' },
    created,
    emailVerified: true,
    hasIdentityLink: false,
    isAdmin: false,
    language: 'nob',
    sessionToken: `session-${user.id}-${++sessions}`,
    refreshCookie: `refresh_token=${'r'.repeat(43)}; Path=/v2/oauth/session; HttpOnly; Secure; SameSite=Strict`,
    sessionCookie: '',
  });
  const byId = (id: number) => [...people.values()].find(({ user }) => user.id === id)!.user;

  const played: InvitedUsers = {
    attempts: 0,
    away: 'no',
    pause: async () => undefined,
    made,
    commands,
    forgotten,
    silentAbout: undefined,
    add: (user, password) => people.set(user.email.toLowerCase(), { user, password }),
    stub: stub(Auth, {
      RegisterInvitedUser: async ({ commandKey, email, password, firstName, lastName }) => {
        if (played.away === 'before') throw unavailable('auth is away');
        await played.pause();
        const done = commands.get(commandKey);
        if (done !== undefined && played.away === 'no') return registered(byId(done), false);
        if (done !== undefined) throw unavailable('the answer was lost again');
        const known = people.get(email.toLowerCase());
        if (known) played.attempts += 1;
        if (known && known.password !== password)
          throw new Failure('user.invalid_password', 400, 'The password is not the one of the existing user');
        if (!known && password.length < 8)
          throw invalid('The password must have 8 to 128 characters', undefined, 'user.weak_password');
        const user = known?.user ?? makeUser({ firstName, lastName, email });
        if (!known) {
          people.set(email.toLowerCase(), { user, password });
          made.push(user);
        }
        commands.set(commandKey, user.id);
        if (played.away === 'after') throw unavailable('the answer was lost');
        return registered(user, known === undefined);
      },
      FindInvitedUser: async ({ commandKey }) => {
        if (commandKey === played.silentAbout) throw unavailable('auth does not answer');
        const userId = commands.get(commandKey);
        return userId === undefined ? {} : { userId };
      },
      ForgetInvitedUser: async ({ commandKey }) => {
        if (played.away !== 'no') throw unavailable('auth is away');
        const user = made.find(({ id }) => id === commands.get(commandKey));
        const isUsed = user === undefined || [...commands].some(([key, id]) => id === user.id && key !== commandKey);
        if (isUsed) return { forgotten: false };
        people.delete(user.email.toLowerCase());
        commands.delete(commandKey);
        made.splice(made.indexOf(user), 1);
        forgotten.push(user.id);
        return { forgotten: true };
      },
    }),
  };
  return played;
}
