import { ConfigError } from './config.ts';

/** What stood in this repository for anybody to read: defaults of `docker compose` before it made its own. */
const PUBLISHED = [
  'only-for-this-machine',
  'b25seS1mb3ItdGhpcy1tYWNoaW5lLTMyLWJ5dGVzISE=', // DATA_ENCRYPTION_KEY and IDENTITY_HMAC_KEY
];

/**
 * A platform that others reach by https must not be opened by what anybody can look up.
 * @param values a configuration by variable; also an address may hold a published password
 * @throws ConfigError that names the variables
 */
export function refusePublishedSecrets(publicBaseUrl: string, values: Readonly<Record<string, unknown>>): void {
  if (!publicBaseUrl.startsWith('https:')) return;
  const names = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' && PUBLISHED.some((secret) => value.includes(secret)) ? [name] : [],
  );
  if (names.length === 0) return;
  const one = names.length === 1;
  throw new ConfigError(
    `${names.join(', ')} ${one ? 'holds a default that is' : 'hold defaults that are'} published, and PUBLIC_BASE_URL is ${publicBaseUrl}. Make ${one ? 'a secret' : 'secrets'} of your own.`,
  );
}
