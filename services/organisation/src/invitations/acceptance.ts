import { record } from '@app/audit';
import { Failure } from '@app/contract';
import { type Database, defineUseCase, WITHDRAWN } from '@app/db';
import type { Auth, ClientOf } from '@app/rpc';
import type { Clock, Language, Logger } from '@app/runtime';
import { z } from 'zod';
import { type StandingDirectory, withStandings } from '../tenancy/standings.ts';
import { linkInvited } from './link.ts';
import { adoptAcceptances } from './retired-acceptances.ts';

export type InvitedUsers = Pick<ClientOf<typeof Auth>, 'RegisterInvitedUser' | 'FindInvitedUser' | 'ForgetInvitedUser'>;
export type RegisteredUser = Awaited<ReturnType<InvitedUsers['RegisterInvitedUser']>>;

/** What auth gets of whoever accepts. The password is stored nowhere here. */
export interface InvitedPerson {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly language: Language;
  /** The client's address, as wrong passwords are counted. */
  readonly address: string;
}

/** The user of an acceptance; `registered` with its session, when auth was asked with the password. */
interface Found {
  readonly userId: number;
  readonly registered?: RegisteredUser;
}

const DEADLINE = { deadlineMillis: 10_000 };
const FIND_DEADLINE = { deadlineMillis: 2_000 };

/** What auth knows the command by. */
const authCommand = (commandKey: string): string => `invitation:${commandKey}`;

/**
 * The acceptance of an invitation: auth makes the user or proves the one that is there, then one transaction links it
 * and approves the contract. A refusal is final, and takes the user back that was made for it. The recovery has no
 * password: it asks what became of the user, and when there is none nothing happened.
 */
export const defineAcceptance = (deps: {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly invitedUsers: InvitedUsers;
  readonly users: StandingDirectory;
}) =>
  defineUseCase(deps, {
    name: 'accept_invitation',
    // Longer than a request and the call inside it live: before, nobody can say that there is no user.
    leaseSeconds: 60,
    pauseSeconds: 60,
    intent: z.object({ invitationId: z.int(), startedAt: z.coerce.date() }),
    result: z.object({ userId: z.int() }),
    given: z.custom<InvitedPerson>(),
    call: async ({ commandKey, given }): Promise<Found | typeof WITHDRAWN> => {
      if (given) return register(deps.invitedUsers, commandKey, given);
      const { userId } = await deps.invitedUsers.FindInvitedUser(
        { commandKey: authCommand(commandKey) },
        FIND_DEADLINE,
      );
      return userId === undefined ? WITHDRAWN : { userId };
    },
    finish: ({ intent, said: { userId }, commit }) =>
      withStandings(deps.users, (standings) =>
        commit(async (tx) => {
          await linkInvited(tx, { ...deps, standings }, intent, userId);
          return { userId };
        }),
      ),
    refuse: async (tx, { clientAccountId, intent, refusal: { code }, said }) => {
      if (!said) return;
      const details = { invitation_id: intent.invitationId, code };
      await record(tx, {
        kind: 'invitation_refused',
        result: 'refused',
        clientAccountId,
        targetUserId: said.userId,
        details,
      });
    },
    undo: ({ commandKey }) => deps.invitedUsers.ForgetInvitedUser({ commandKey: authCommand(commandKey) }, DEADLINE),
    adopt: (wanted) => adoptAcceptances(deps.db, wanted),
  });

export type Acceptance = ReturnType<typeof defineAcceptance>;

const codes: Readonly<Record<string, string>> = {
  'user.weak_password': 'invitation.weak_password',
  'user.invalid_password': 'invitation.invalid_password',
};

/** Has auth make or prove the user, and begin a session. Safe to repeat. @throws Failure 400 `invitation.*`, 503 */
export async function register(
  invitedUsers: InvitedUsers,
  commandKey: string,
  person: InvitedPerson,
): Promise<Found & { readonly registered: RegisteredUser }> {
  const { address: clientAddress, ...known } = person;
  try {
    const command = { ...known, clientAddress, commandKey: authCommand(commandKey) };
    const registered = await invitedUsers.RegisterInvitedUser(command, DEADLINE);
    return { userId: registered.user!.id, registered };
  } catch (error) {
    const code = error instanceof Failure ? codes[error.code] : undefined;
    throw code === undefined
      ? error
      : new Failure(code, 400, (error as Failure).message, { details: (error as Failure).details });
  }
}
