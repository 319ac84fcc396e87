import type { Clock } from '@app/runtime';
import { LRUCache } from 'lru-cache';
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/**
 * Codes, sessions, pushed requests and tokens kept at once; the one used longest ago goes first. The provider itself
 * checks what has expired.
 */
const LIMIT = 20_000;

/** Memory of one identity provider. Nothing in it outlives the process: a sign-in that was under way starts again. */
export function createAdapterFactory(clock: Clock): AdapterFactory {
  const records = new LRUCache<string, AdapterPayload>({ max: LIMIT });
  const idsByUid = new LRUCache<string, string>({ max: LIMIT });

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`;
    const find = async (id: string) => records.get(keyOf(id));
    return {
      find,
      findByUid: async (uid) => {
        const id = idsByUid.get(keyOf(uid));
        return id === undefined ? undefined : find(id);
      },
      // Codes that a person types belong to the device flow, which is off.
      findByUserCode: async () => undefined,
      upsert: async (id, payload) => {
        records.set(keyOf(id), payload);
        if (payload.uid !== undefined) idsByUid.set(keyOf(payload.uid), id);
      },
      consume: async (id) => {
        const record = records.get(keyOf(id));
        if (record !== undefined) record.consumed = Math.floor(clock.millis() / 1000);
      },
      destroy: async (id) => void records.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => {
        for (const [key, record] of [...records.entries()]) if (record.grantId === grantId) records.delete(key);
      },
    };
  };
}
