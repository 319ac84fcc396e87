import { expect, it } from 'vitest';
import { type Answered, ownerOf, wrongsOfTurnedAway } from './src/turned-away.ts';

const call = (changes: Partial<Answered>): Answered => ({
  ...{ path: '/api/v2/journal-entries/', clientAccountId: 1, isWrite: true, status: 201, retryAfter: null },
  ...{ began: 10_000, ended: 15_000 },
  ...changes,
});
const away = (changes: Partial<Answered> = {}): Answered => call({ status: 503, retryAfter: '1', ...changes });
const crowd = { since: 0, until: 60_000 };
const others = (changes: Partial<Answered> = {}): Answered => call({ began: 11_000, ended: 12_000, ...changes });

it('who is told to come again while others are served has met a busy platform', () => {
  expect(wrongsOfTurnedAway([away(), others()], crowd)).toEqual([]);
});

it('nobody of the same service was served meanwhile: it stands still', () => {
  const paths = ['/api/v2/projects?client_account_id=1', '/api/v2/documents?client_account_id=1', '/api/v2/users/me'];
  const answers = [away({ path: paths[0]!, isWrite: false }), others({ path: paths[1]! }), others({ path: paths[2]! })];
  expect(wrongsOfTurnedAway(answers, crowd)).toEqual([
    'nobody was served by organisation while 1 calls waited that were turned away',
  ]);
  expect(wrongsOfTurnedAway([...answers, others({ path: '/api/v2/business-partners' })], crowd)).toEqual([]);
});

it('none of the writers of the same company was served meanwhile: its turns stand still', () => {
  const answers = [away(), away(), others({ clientAccountId: 2 }), others({ isWrite: false })];
  expect(wrongsOfTurnedAway(answers, crowd)).toEqual([
    'no writer of client account 1 was served while 2 calls waited that were turned away',
  ]);
});

it('what was served before or after is no excuse', () => {
  const answers = [away(), others({ ended: 9_999 }), others({ ended: 15_001 })];
  expect(wrongsOfTurnedAway(answers, crowd)).toHaveLength(2);
});

it('who is turned away at once is judged by the seconds before', () => {
  const atOnce = away({ began: 14_999 });
  expect(wrongsOfTurnedAway([atOnce, others({ ended: 10_001 })], crowd)).toEqual([]);
  expect(wrongsOfTurnedAway([atOnce], crowd)).toHaveLength(2);
  expect(wrongsOfTurnedAway([atOnce], { since: 10_001, until: 60_000 })).toEqual([]);
});

it('who is turned away when the crowd has gone is not judged by it', () => {
  expect(wrongsOfTurnedAway([away()], { since: 0, until: 14_999 })).toEqual([]);
});

it('another failure than 503, or one without Retry-After, is none of being busy', () => {
  expect(wrongsOfTurnedAway([away({ status: 500 }), others()], crowd)).toEqual([
    '1 calls failed and were not told when to come again, first /api/v2/journal-entries/ with 500',
  ]);
  expect(wrongsOfTurnedAway([away({ retryAfter: null }), others()], crowd)).toHaveLength(1);
});

it.each([
  ['/api/v2/projects', 'organisation'],
  ['/api/v2/client-accounts/3', 'organisation'],
  ['/api/v2/documents?with=reconciliation_lines', 'documents'],
  ['/api/v2/external-reconciliations', 'reconciliation'],
  ['/api/v2/users/me', 'auth'],
  ['/api/v2/assets/depreciate', 'ledger'],
  ['/api/v2/reports/trial-balance?client_account_id=1', 'ledger'],
])('%s is a call of %s', (path, owner) => expect(ownerOf(path)).toBe(owner));
