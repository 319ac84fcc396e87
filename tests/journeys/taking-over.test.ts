import { enterSignUp } from '@app/demo';
import { beforeAll, expect, it } from 'vitest';
import { sharedSystem } from '../src/shared-system.ts';
import { type Addresses, type Answer, call, createNumbers, eventually, newOwner, type Owner } from '../src/system.ts';

let system: Addresses;
let stranger: Owner;
let firm: Owner;
const numbers = createNumbers();

beforeAll(async () => {
  system = sharedSystem();
  stranger = await newOwner(system, numbers);
  firm = await newOwner(system, numbers, '69.201');
});
const ask = (method: string, path: string, options?: Parameters<typeof call>[3]): Promise<Answer> =>
  call(system.gateway, method, path, options);
const as = ({ token }: { readonly token: string }) => ({ token });
const sandbox = (path: string, body: unknown) => call(system.sandbox, 'PUT', `/sandbox${path}`, { body });
const mailsTo = async (address: string) =>
  (await call(system.sandbox, 'GET', `/sandbox/mail?to=${encodeURIComponent(address)}`)).body;
const codeOf = ({ status, body }: Answer): string => `${status} ${body.error?.code}`;

/** A company of the register that nobody has registered here, and somebody with a role in it. */
async function company(roles: readonly string[] = ['DAGL']) {
  const number = numbers.nextOrganization();
  await sandbox(`/organizations/${number}`, { name: `Fanget ${number} AS`, organization_form: 'AS' });
  return { number, pid: await person(number, roles) };
}

async function person(number: string, roles: readonly string[]): Promise<string> {
  const pid = numbers.nextPid();
  await sandbox(`/persons/${pid}`, { given_name: 'Rett', family_name: 'Eier', organizations: [{ number, roles }] });
  return pid;
}

/** Chooses the one company of a person, if it is offered, and completes. */
async function complete(pid: string, email: string): Promise<Answer> {
  const { signup_token, organizations } = await enterSignUp(system.gateway, pid);
  const body = { signup_token, organization_id: organizations[0]?.id ?? 1, email, password: 'Blå-himmel-over-9' };
  return ask('POST', '/api/v2/auth/signup', { body });
}

const entryOf = (account: number) => ({
  client_account_id: account,
  description: 'Reise',
  lines: [
    { posting_date: '2026-03-02', account_code: '7140', debit: '100.00', credit: '0' },
    { posting_date: '2026-03-02', account_code: '1920', debit: '0', credit: '100.00' },
  ],
});

it('a stranger who opened a company first loses it, with all it gave out, to the owner who signs up [CTL-R02] [CTL-R05] [CTL-R06] [CTL-R21]', async () => {
  const { number, pid } = await company();
  const opened = await ask('POST', '/api/v2/client-accounts', {
    ...as(stranger),
    body: { organization_number: number },
  });
  expect([opened.status, opened.body.is_proven]).toEqual([201, false]);
  const account = opened.body.id as number;
  expect(
    codeOf(await ask('PATCH', `/api/v2/client-accounts/${account}`, { ...as(stranger), body: { is_proven: true } })),
  ).toBe('403 common.forbidden');
  const entries = `/api/v2/journal-entries?client_account_id=${account}`;
  const posted = await eventually(
    () => ask('POST', '/api/v2/journal-entries', { ...as(stranger), body: entryOf(account) }),
    ({ status }) => status === 201,
  );
  const accomplice = `hjelper-${number}@books.test`;
  await ask('POST', '/api/v2/invitations', {
    ...as(stranger),
    body: { client_account_id: account, email: accomplice, role_id: 3 },
  });
  const [mail] = await eventually(
    () => mailsTo(accomplice),
    (mails) => mails.length === 1,
  );
  const token = /invitations\/([\w-]{43})/.exec(mail.text)![1]!;

  const email = `eier-${number}@books.test`;
  const { organizations } = await enterSignUp(system.gateway, pid);
  expect(organizations).toMatchObject([{ organization_number: number, already_registered: false }]);
  const done = await complete(pid, email);
  expect([done.status, done.body.user.accounts[0].account.id, done.body.user.accounts[0].role.name]).toEqual([
    201,
    account,
    'CA',
  ]);
  const owner = { token: done.body.token as string };

  expect((await ask('GET', `/api/v2/client-accounts/${account}`, as(owner))).body.is_proven).toBe(true);
  await eventually(
    () => ask('GET', entries, as(stranger)),
    ({ status }) => status === 403,
  );
  const record = `/api/v2/journal-entries/${posted.body.id}`;
  const refused = await ask('GET', record, as(stranger));
  expect([codeOf(refused), refused.body.error.message]).toEqual([
    '403 accounting.client_account_access_denied',
    'You have no access to the client account of this record',
  ]);
  expect((await ask('GET', record, as(owner))).status).toBe(200);
  const links = (await ask('GET', `/api/v2/client-accounts/${account}/users`, as(owner))).body;
  expect(links).toHaveLength(1);
  const accepted = await ask('POST', `/public/v2/invitations/${token}/accept`, {
    body: { email: accomplice, password: 'Blå-himmel-over-9', first_name: 'For', last_name: 'Sen' },
  });
  expect(codeOf(accepted)).toBe('409 invitation.cancelled');
  // Beside the one by which the stranger's own address is proven.
  const subject = `Tilgangen din til regnskapet for Fanget ${number} AS er avsluttet`;
  await eventually(
    () => mailsTo(stranger.email),
    (mails: readonly { readonly subject: string }[]) => mails.filter((each) => each.subject === subject).length === 1,
  );

  // The next person with a right to the company asks the owner for an invitation, as everywhere.
  const second = await person(number, ['LEDE']);
  expect((await enterSignUp(system.gateway, second)).organizations).toMatchObject([{ already_registered: true }]);
  expect(codeOf(await complete(second, `leder-${number}@books.test`))).toBe(
    '400 signup.organization_already_registered',
  );
});

it('a role that does not entitle to it is offered no company and takes none [CTL-R20]', async () => {
  const { number, pid } = await company(['REGN', 'REVI', 'MEDL']);
  expect((await enterSignUp(system.gateway, pid)).organizations).toEqual([]);
  const { organizations } = await enterSignUp(system.gateway, await person(number, ['INNH']));
  const { signup_token } = await enterSignUp(system.gateway, pid);
  const body = {
    signup_token,
    organization_id: organizations[0]!.id,
    email: `regn-${number}@books.test`,
    password: 'Blå-himmel-over-9',
  };
  expect(codeOf(await ask('POST', '/api/v2/auth/signup', { body }))).toBe('400 signup.organization_not_authorized');
});

it('what a firm opened for a customer goes on after the customer has signed up, until the owner ends it [CTL-R07]', async () => {
  const { number, pid } = await company();
  const [{ id: organizationId }] = (await ask('GET', `/api/v2/organizations?organization_number=${number}`, as(firm)))
    .body.data;
  const engaged = await ask('POST', '/api/v2/client-engagements', {
    ...as(firm),
    body: {
      provider_client_account_id: firm.clientAccountId,
      organization_id: organizationId,
      service_provided: 'ACCOUNTING',
    },
  });
  expect([engaged.status, engaged.body.contract_status]).toEqual([201, 'APPROVED']);
  const account = engaged.body.client_account_id as number;
  const done = await complete(pid, `kunde-${number}@books.test`);
  expect([done.status, done.body.user.accounts[0].account.id]).toEqual([201, account]);
  const owner = { token: done.body.token as string };
  expect((await ask('GET', `/api/v2/client-accounts/${account}`, as(firm))).status).toBe(200);
  const [contract] = (await ask('GET', `/api/v2/contracts?client_account_id=${account}`, as(owner))).body.data;
  expect(contract).toMatchObject({ approval_status: 'APPROVED', provider_client_account_id: firm.clientAccountId });
  const ended = await ask('PATCH', `/api/v2/contracts/${contract.id}`, {
    ...as(owner),
    body: { end_date: contract.start_date },
  });
  expect([ended.status, ended.body.end_date]).toEqual([200, contract.start_date]);
});
