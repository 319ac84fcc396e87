import { hkdfSync } from 'node:crypto';
import { refusePublishedSecrets } from '@app/runtime';
import { type Secrets, SHARED } from './secrets.ts';
import type { ServiceDefinition } from './services.ts';
import type { Settings } from './settings.ts';

/**
 * The key of one service: it follows from the platform's, and the platform's does not follow from it (HKDF, RFC 5869).
 */
const ownKey = (base64: string, service: string): string =>
  Buffer.from(hkdfSync('sha256', Buffer.from(base64, 'base64'), '', `data encryption ${service}`, 32)).toString(
    'base64',
  );

/**
 * The keys under which a service stores secrets: one of its own, and those by which it reads what is older. No service
 * learns the platform's key, unless that key itself sealed something once. Nothing for a process that seals nothing.
 * @throws ConfigError for a published key behind https
 */
export function encryptionKeys(
  service: ServiceDefinition,
  settings: Settings,
  secrets: Secrets,
): Readonly<Record<string, string>> {
  const isReader = settings.all.some(
    ({ name, readers }) => name === 'DATA_ENCRYPTION_KEY' && readers.includes(service.name),
  );
  const present = secrets.DATA_ENCRYPTION_KEY;
  if (!isReader || present === undefined) return {};
  refusePublishedSecrets(settings.get('PUBLIC_BASE_URL'), { DATA_ENCRYPTION_KEY: present });
  const earlier = settings
    .get('DATA_ENCRYPTION_KEYS_PREVIOUS')
    .split(',')
    .filter((key) => key !== '');
  const shared = secrets[SHARED] === 'false' ? [] : [present, ...earlier];
  const previous = [...earlier.map((key) => ownKey(key, service.name)), ...shared];
  return {
    DATA_ENCRYPTION_KEY: ownKey(present, service.name),
    ...(previous.length > 0 ? { DATA_ENCRYPTION_KEYS_PREVIOUS: previous.join(',') } : {}),
  };
}
