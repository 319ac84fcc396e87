import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Ledger, rent, startLedger } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await startLedger();
});
afterAll(() => ledger?.stop());

it('posts at once when is_draft is omitted, with default relations [JE-R09] [JEX-R03]', async () => {
  const books = await ledger.books();
  const answer = await books.post(rent());
  console.dir(answer.body, { depth: 9 });
  expect(answer.status).toBe(201);
});
