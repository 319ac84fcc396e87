import { expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account, link } = world;

type User = ReturnType<typeof user>;

/** One record of each kind that is reached by its own id. */
async function recordsOf(owner: User, clientAccountId: number): Promise<readonly string[]> {
  const made = async (path: string, body: object) => {
    const answer = await as(owner, 'POST', path, { client_account_id: clientAccountId, ...body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return `${path}/${answer.body.id}`;
  };
  return [
    await made('/api/v2/business-partners', { name: 'Kunde AS', is_organization: false, is_customer: true }),
    await made('/api/v2/projects', { name: 'Prosjekt' }),
    await made('/api/v2/departments', { name: 'Avdeling' }),
    await made('/api/v2/tags', { name: 'Merke' }),
    await made('/api/v2/invitations', { email: 'ny@books.test', role_id: 4 }),
  ];
}

/** An account whose id no record has, so that it cannot be in a message by chance. */
async function distinctAccount(owner: User): Promise<number> {
  let { id } = await account(owner);
  while (id < 20) ({ id } = await account(owner));
  return id;
}

it('a 403 about a record does not name the client account, to a stranger or to a colleague without the role [CTL-R21]', async () => {
  const [owner, stranger, employee] = [user(), user(), user()];
  const id = await distinctAccount(owner);
  await link(id, employee, 'EM');
  for (const path of await recordsOf(owner, id)) {
    const method = path.includes('invitations') ? 'DELETE' : 'GET';
    const refused = await as(stranger, method, path);
    expect([refused.status, refused.body.error.details.missing], path).toEqual([403, 'account']);
    expect(JSON.stringify({ ...refused.body.error, request_id: '' }), path).not.toContain(String(id));
    const weak = await as(employee, method, path);
    expect([weak.status, weak.body.error.details.missing], path).toEqual([403, 'role']);
    expect(JSON.stringify({ ...weak.body.error, request_id: '' }), path).not.toContain(String(id));
  }
});

it('a 403 names the account whose id the caller sent [CTL-R21]', async () => {
  const id = await distinctAccount(user());
  for (const path of [
    `/api/v2/client-accounts/${id}`,
    `/api/v2/projects?client_account_id=${id}`,
    `/api/v2/invitations?client_account_id=${id}`,
  ]) {
    const { status, body } = await as(user(), 'GET', path);
    expect([status, body.error.message], path).toEqual([403, `You have no access to client account ${id}`]);
  }
});
