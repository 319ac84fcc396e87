import { expect, it } from 'vitest';
import { toJSONSchema } from 'zod';
import { allEndpoints } from '../src/endpoints.ts';

/** Names of fields that hold a credential or open a door. */
const telling = /^(?:.*_)?(?:token|secret|password|code_verifier|refresh_token|credential|api_key)$/;

/** Property names of an output, at every depth. */
function namesIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'properties') for (const name of Object.keys(value as object)) found.add(name);
    namesIn(value, found);
  }
  return found;
}

it('every endpoint whose answer holds a token, a secret or a password is marked: it is not compressed and not kept by caches [GENX-R58]', () => {
  const holding = allEndpoints.filter(({ output }) =>
    [...namesIn(toJSONSchema(output, { io: 'output', unrepresentable: 'any', cycles: 'ref' }))].some((name) =>
      telling.test(name),
    ),
  );
  expect(holding.length).toBeGreaterThan(5);
  expect(holding.filter(({ secret }) => !secret).map(({ name }) => name)).toEqual([]);
});
