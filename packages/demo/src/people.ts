import { setTimeout as pause } from 'node:timers/promises';
import { type Caller, createCaller, login } from './http.ts';
import { DEMO_PASSWORD } from './password.ts';

export interface DemoUser {
  readonly role: 'SA' | 'AA' | 'CA' | 'BK' | 'US' | 'EM';
  readonly email: string;
  readonly password: string;
  readonly what: string;
}

export const demoUsers = {
  owner: {
    role: 'CA',
    email: 'ingrid@nordlys.example',
    password: DEMO_PASSWORD,
    what: 'owner of Nordlys Kaffebrenneri AS',
  },
  accountant: {
    role: 'AA',
    email: 'ola@fjordregnskap.example',
    password: DEMO_PASSWORD,
    what: 'accountant at Fjord Regnskap AS, by contract',
  },
  bookkeeper: { role: 'BK', email: 'maja@nordlys.example', password: DEMO_PASSWORD, what: 'bookkeeper' },
  user: { role: 'US', email: 'jonas@nordlys.example', password: DEMO_PASSWORD, what: 'user' },
  hairdresser: {
    role: 'CA',
    email: 'siv@havnegata.example',
    password: DEMO_PASSWORD,
    what: 'owner of Havnegata Frisør AS, a second company with three employees',
  },
  employee: { role: 'EM', email: 'ane@nordlys.example', password: DEMO_PASSWORD, what: 'employee' },
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

/**
 * Invites a person, reads the invitation's mail where the sandbox keeps it, and accepts. Does nothing for who is there
 * already.
 */
export async function inviteAndAccept(options: {
  readonly gatewayUrl: string;
  readonly sandboxUrl: string;
  readonly inviter: Caller;
  readonly clientAccountId: number;
  readonly roleId: number;
  readonly user: DemoUser;
  readonly firstName: string;
  readonly lastName: string;
}): Promise<void> {
  const { gatewayUrl, sandboxUrl, inviter, user } = options;
  if (await login(gatewayUrl, user.email, user.password)) return;
  await inviter.send('POST', '/api/v2/invitations', {
    email: user.email,
    client_account_id: options.clientAccountId,
    role_id: options.roleId,
  });
  const token = await invitationToken(sandboxUrl, user.email);
  await createCaller(gatewayUrl).send('POST', `/public/v2/invitations/${token}/accept`, {
    email: user.email,
    password: user.password,
    first_name: options.firstName,
    last_name: options.lastName,
  });
}

async function invitationToken(sandboxUrl: string, email: string): Promise<string> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    const mails = await createCaller(sandboxUrl).get<Mail[]>(`/sandbox/mail?to=${encodeURIComponent(email)}`);
    const token = /\/invitations\/([\w-]{43})/.exec(mails[0]?.text ?? '')?.[1];
    if (token) return token;
    await pause(100);
  }
  throw new Error(`No invitation for ${email} arrived within 15 seconds`);
}
