import { z } from 'zod';
import type { AccessStep, Answer, Envelope, IdempotencyClaim, IdempotencyStore } from '../src/index.ts';
import { Failure } from '../src/index.ts';

export const standard: Envelope = {
  name: 'standard',
  schema: z.object({ error: z.object({ code: z.string(), message: z.string(), request_id: z.string() }) }),
  render: ({ code, message, details }, requestId, docUrl) => ({
    error: { code, message, request_id: requestId, doc_url: docUrl, ...(details ? { details } : {}) },
  }),
};
const oauthNames: Readonly<Record<string, string>> = {
  'common.validation_error': 'invalid_request',
  'common.not_found': 'invalid_request',
  'common.method_not_allowed': 'invalid_request',
  'common.payload_too_large': 'invalid_request',
  'common.unsupported_media_type': 'invalid_request',
  'common.idempotency_mismatch': 'idempotency_mismatch',
  'common.idempotency_in_progress': 'idempotency_in_progress',
};
export const oauth: Envelope = {
  name: 'oauth',
  schema: z.object({ error: z.string(), error_description: z.string() }),
  render: ({ code, message }) => ({ error: oauthNames[code] ?? code, error_description: message }),
  codeOf: ({ code }) => oauthNames[code] ?? code,
};
/** Asks nobody for anything: every request may go on, as that of a caller who is not known. */
export const open: AccessStep = {
  authenticate: async () => ({
    keyOwner: undefined,
    note: async () => undefined,
    assertStill: async () => undefined,
    addTo: () => undefined,
    decide: async () => ({ addTo: () => undefined, assertState: () => undefined }),
  }),
  queryField: () => undefined,
};

/** Keeps answers as the contract layer asks for, and remembers what it was asked. The real store has its own tests. */
export function createMemoryStore(): IdempotencyStore & {
  readonly claims: IdempotencyClaim[];
  readonly kept: Map<string, Answer>;
  /** The client account that kept answers are about. */
  account: number | undefined;
} {
  const claims: IdempotencyClaim[] = [];
  const kept = new Map<string, Answer>();
  const store: ReturnType<typeof createMemoryStore> = {
    claims,
    kept,
    account: undefined,
    run: async (claim, work) => {
      claims.push(claim);
      const key = [claim.caller, claim.method, claim.path, claim.key].join('\n');
      const stored = kept.get(key);
      if (stored) {
        const [hash, answer] = [stored.headers['x-hash'], stored];
        if (hash !== claim.requestHash)
          throw new Failure('common.idempotency_mismatch', 422, 'This key was used with another body');
        return { answer: { ...answer, headers: {} }, replayed: true, account: store.account };
      }
      const answer = await work('command');
      if (answer.kept) kept.set(key, { ...answer, headers: { 'x-hash': claim.requestHash } });
      return { answer, replayed: false };
    },
    rehearse: (work) => work(),
  };
  return store;
}
