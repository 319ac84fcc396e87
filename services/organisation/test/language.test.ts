import { expect, it } from 'vitest';
import { useOrganisation } from './start.ts';

const world = useOrganisation();
const { as, user, account } = world;
const norwegian = { headers: { 'accept-language': 'nn, en;q=0.5' } };

it('refusals of the organisation are Norwegian where that is asked for, with the field’s own terms', async () => {
  const owner = user();
  const { id } = await account(owner);
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await as(owner, method, path, body, norwegian);
    return [answer.status, answer.headers.get('content-language'), answer.body.error.message];
  };
  expect(await ask('GET', '/api/v2/projects/999999999')).toEqual([404, 'nb', 'Vi finner ikke prosjekt 999999999']);
  expect(await ask('GET', '/api/v2/organizations/999999999')).toEqual([404, 'nb', 'Det finnes ingen enhet 999999999']);
  expect(await ask('POST', '/api/v2/business-partners', { client_account_id: id })).toEqual([
    400,
    'nb',
    expect.stringMatching(/^name: er påkrevd/),
  ]);
  expect(await ask('POST', '/api/v2/invitations', { client_account_id: id, email: 'x', role_id: 4 })).toEqual([
    400,
    'nb',
    '«email» må være en e-postadresse som navn@example.no',
  ]);
});
