import { expect, it } from 'vitest';
import { z } from 'zod';
import { defineEvent } from '../src/index.ts';

it.each(['ledger.posted', 'Ledger.entry.posted', 'ledger.entry.posted.twice'])('an event is not named %s', (name) => {
  expect(() => defineEvent({ name, version: 1, schema: z.object({}) })).toThrow(/is not a name for an event/);
});

it('an event that does not fit its schema is not made', () => {
  const posted = defineEvent({ name: 'ledger.entry.posted', version: 1, schema: z.object({ id: z.int() }) });
  expect(posted.create({ id: 5 }, 7)).toEqual({
    name: 'ledger.entry.posted',
    version: 1,
    clientAccountId: 7,
    payload: { id: 5 },
  });
  expect(() => posted.create({ id: 1.5 })).toThrow();
});
