import { createHash } from 'node:crypto';
import { type ServiceName, serviceNames } from '@app/registry';
import { createSigner, createVerifier, makeServiceKey, publicKeySet, type Signer, type Verifier } from '@app/runtime';

/** The key of a service in tests; the same in every process. */
const keyOf = (service: string) =>
  makeServiceKey(service, createHash('sha256').update(`key of ${service} in tests`).digest());

const publicKeys = publicKeySet(serviceNames.map(keyOf));

/** The two variables with which a service of a test signs and recognises calls. */
export const internalKeysOf = (service: string) => ({
  INTERNAL_PRIVATE_KEY: JSON.stringify(keyOf(service)),
  INTERNAL_PUBLIC_KEYS: publicKeys,
});

/** Speaks as any service, which only tests can. */
export const testSigner = (service: ServiceName | string): Signer =>
  createSigner(service, JSON.stringify(keyOf(service)));

/** Recognises every service of the tests. */
export const testVerifier = (): Verifier => createVerifier(publicKeys);
