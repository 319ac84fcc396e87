import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, createCaller, login } from './http.ts';
import { DEMO_PASSWORD } from './password.ts';

export interface DemoUser {
  readonly role: 'SA' | 'AA' | 'CA' | 'BK' | 'US' | 'EM';
  readonly email: string;
  readonly password: string;
  /** Who that is, in English and in Norwegian. */
  readonly what: string;
  readonly norwegian: string;
}

export const demoUsers = {
  owner: {
    role: 'CA',
    email: 'ingrid@nordlys.example',
    password: DEMO_PASSWORD,
    what: 'owner of Nordlys Kaffebrenneri AS',
    norwegian: 'eier av Nordlys Kaffebrenneri AS',
  },
  accountant: {
    role: 'AA',
    email: 'ola@fjordregnskap.example',
    password: DEMO_PASSWORD,
    what: 'accountant at Fjord Regnskap AS, by contract',
    norwegian: 'regnskapsfører hos Fjord Regnskap AS, etter avtale',
  },
  bookkeeper: {
    role: 'BK',
    email: 'maja@nordlys.example',
    password: DEMO_PASSWORD,
    what: 'bookkeeper',
    norwegian: 'bokholder',
  },
  user: { role: 'US', email: 'jonas@nordlys.example', password: DEMO_PASSWORD, what: 'user', norwegian: 'bruker' },
  hairdresser: {
    role: 'CA',
    email: 'siv@havnegata.example',
    password: DEMO_PASSWORD,
    what: 'owner of Havnegata Frisør AS, a second company with three employees',
    norwegian: 'eier av Havnegata Frisør AS, et annet firma med tre ansatte',
  },
  employee: {
    role: 'EM',
    email: 'ane@nordlys.example',
    password: DEMO_PASSWORD,
    what: 'employee',
    norwegian: 'ansatt',
  },
} as const satisfies Record<string, DemoUser>;

/** The same people with another password. */
export const usersWith = (password: string): Readonly<Record<keyof typeof demoUsers, DemoUser>> =>
  Object.fromEntries(Object.entries(demoUsers).map(([name, user]) => [name, { ...user, password }])) as Record<
    keyof typeof demoUsers,
    DemoUser
  >;

interface Mail {
  readonly text: string;
}

export interface Inviting {
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  readonly inviter: Caller;
  readonly clientAccountId: number;
}
interface Invited {
  readonly user: DemoUser;
  readonly roleId: number;
  readonly firstName: string;
  readonly lastName: string;
}

/**
 * Invites people, reads the mails of the invitations where the sandbox keeps them, and accepts one after the other. Does
 * nothing for who is there already.
 */
export async function inviteAndAccept(inviting: Inviting, people: readonly Invited[]): Promise<void> {
  const { gatewayUrl, sandboxUrl, inviter, clientAccountId } = inviting;
  const tokens = await Promise.all(people.map(({ user }) => login(gatewayUrl, user.email, user.password)));
  const missing = people.filter((_, n) => tokens[n] === undefined);
  // What an earlier try was sent is cancelled by the new invitation.
  const before = new Set((await Promise.all(missing.map(({ user }) => tokensOf(sandboxUrl, user.email)))).flat());
  for (const { user, roleId } of missing)
    await inviter.send('POST', '/api/v2/invitations', {
      ...{ email: user.email, client_account_id: clientAccountId, role_id: roleId },
    });
  for (const { user, firstName, lastName } of missing) {
    const token = await newToken(sandboxUrl, user.email, before);
    await createCaller(gatewayUrl).send('POST', `/public/v2/invitations/${token}/accept`, {
      ...{ email: user.email, password: user.password, first_name: firstName, last_name: lastName },
    });
  }
}

/** Tokens of the invitations that an address has been sent. */
async function tokensOf(sandboxUrl: string, email: string): Promise<readonly string[]> {
  const mails = await createCaller(sandboxUrl).get<Mail[]>(`/sandbox/mail?to=${encodeURIComponent(email)}`);
  return mails.flatMap(({ text }) => /\/invitations\/([\w-]{43})/.exec(text)?.[1] ?? []);
}

/** Milliseconds within which a mail arrives also where the machine is busy. */
const MAIL_WITHIN = 300_000;

async function newToken(sandboxUrl: string, email: string, before: ReadonlySet<string>): Promise<string> {
  const deadline = Date.now() + MAIL_WITHIN;
  while (Date.now() < deadline) {
    const token = (await tokensOf(sandboxUrl, email)).find((one) => !before.has(one));
    if (token) return token;
    await pause(50);
  }
  throw new Error(`No invitation for ${email} arrived within ${MAIL_WITHIN / 1_000} seconds`);
}
