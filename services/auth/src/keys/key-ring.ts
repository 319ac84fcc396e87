import { record } from '@app/audit';
import type { Database } from '@app/db';
import type { Clock, Logger, Sealer } from '@app/runtime';
import type { Signer } from './jwt.ts';
import { planRotation } from './rotation.ts';
import { generateSigningKey, type PublicJwk, readPrivateKey } from './signing-key.ts';
import { applyRotation, listKeys, lockRotation, type StoredKey } from './store.ts';

/** A replica notices a rotation by another one within this time; retired keys stay published far longer. */
const REFRESH_MILLIS = 30_000;

export interface KeyRing {
  /** The key that signs now. */
  signer(): Promise<Signer>;
  /** What is published: next, active and retired keys. */
  publicKeys(): Promise<readonly PublicJwk[]>;
  /** The job `signing-key-rotation`: does what is due and returns how many keys it changed. */
  rotate(): Promise<number>;
}

interface Loaded {
  readonly at: number;
  readonly signer: Signer | undefined;
  readonly publicKeys: readonly PublicJwk[];
}

/** The service's signing keys: stored sealed, opened once, looked at again every half minute. */
export function createKeyRing(options: {
  readonly db: Database;
  readonly clock: Clock;
  readonly sealer: Sealer;
  readonly logger: Logger;
}): KeyRing {
  const { db, clock, sealer, logger } = options;
  let loaded: Promise<Loaded> | undefined;
  let loadedAt = 0;

  const read = async (): Promise<Loaded> => {
    const keys = await listKeys(db);
    const active = keys.find((key) => key.state === 'active');
    return { at: performance.now(), signer: active && open(active), publicKeys: keys.map((key) => key.publicJwk) };
  };
  const open = (key: StoredKey): Signer => ({
    kid: key.kid,
    privateKey: readPrivateKey(sealer.open(key.sealedPrivateKey)),
  });

  const current = (): Promise<Loaded> => {
    if (loaded && performance.now() - loadedAt < REFRESH_MILLIS) return loaded;
    const before = loaded;
    loadedAt = performance.now();
    loaded = read().catch((error: unknown) => {
      // The keys at hand stay good while the database is away; without any there is nothing to go on with.
      loadedAt = 0;
      if (!before) throw error;
      logger.warn({ err: error }, 'the signing keys could not be read again; the known ones are kept');
      return before;
    });
    return loaded;
  };

  const rotate = async (): Promise<number> => {
    const changed = await db.write(async (tx) => {
      await lockRotation(tx);
      const plan = planRotation(await listKeys({ executor: tx }), clock.millis());
      const created = plan.create.map((state) => {
        const { kid, publicJwk, privateKey } = generateSigningKey();
        return { kid, state, publicJwk, sealedPrivateKey: sealer.seal(privateKey) };
      });
      await applyRotation(tx, plan, created, new Date(clock.millis()));
      const activated = plan.activate ?? created.find(({ state }) => state === 'active')?.kid;
      if (activated)
        await record(tx, {
          kind: 'key_rotated',
          details: { activated, ...(plan.retire ? { retired: plan.retire } : {}) },
        });
      if (plan.activate) logger.info({ kid: plan.activate, retired: plan.retire }, 'a signing key was activated');
      return plan.remove.length + plan.create.length + (plan.retire ? 1 : 0) + (plan.activate ? 1 : 0);
    });
    if (changed > 0) loaded = undefined;
    return changed;
  };

  return {
    signer: async () => {
      const { signer } = await current();
      if (signer) return signer;
      await rotate();
      return (await current()).signer ?? noKey();
    },
    publicKeys: async () => (await current()).publicKeys,
    rotate,
  };
}

function noKey(): never {
  throw new Error('There is no active signing key although a rotation has just run');
}
