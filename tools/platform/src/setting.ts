import { StartFailure } from '@app/embedded';

/** What a value must look like. */
export type SettingKind =
  | 'text'
  | 'port'
  | 'origin'
  | 'http address'
  | 'address'
  | 'flag'
  | 'whole number'
  | 'folder'
  | 'log level'
  | 'secret'
  | '32-byte key';

/** Gives the value of another setting. */
export type Reader = (name: string) => string;

/** One environment variable of the platform. */
export type Setting = {
  readonly name: string;
  readonly kind: SettingKind;
  /** A sentence for `.env.example`. */
  readonly description: string;
  /** A constant, or computed from other settings. Without one the setting may stay empty. */
  readonly default?: string | ((read: Reader) => string);
  /** Made once at the first start and kept in the data folder. */
  readonly isGenerated?: true;
  /** Names of the processes that get it; none when only the start itself reads it. */
  readonly readers: readonly string[];
};

/** Names of the processes of each kind, to be named as readers. */
export type Readers = {
  readonly all: readonly string[];
  readonly gateway: readonly string[];
  readonly services: readonly string[];
  readonly sandbox: readonly string[];
};

/** Settings that belong together, in the order of `.env.example`. */
export type SettingGroup = { readonly title: string; readonly settings: readonly Setting[] };

/** One line per setting: name, kind, default, readers, description. */
export const setting = (
  name: string,
  kind: SettingKind,
  value: Setting['default'],
  readers: readonly string[],
  description: string,
): Setting => ({
  name,
  kind,
  ...(value === undefined ? {} : { default: value }),
  readers,
  description,
});

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

type Rule = { readonly allows: (value: string) => boolean; readonly sentence: string };

const parsesAs = (protocols: RegExp) => (value: string) =>
  URL.canParse(value) && protocols.test(new URL(value).protocol);

const RULES: Readonly<Record<SettingKind, Rule>> = {
  text: { allows: () => true, sentence: '' },
  folder: { allows: () => true, sentence: '' },
  port: {
    allows: (value) => /^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65_535,
    sentence: 'It must be a port, a whole number from 1 to 65535.',
  },
  origin: {
    allows: (value) => parsesAs(/^https?:$/)(value) && new URL(value).origin === value,
    sentence: 'It must be an origin such as http://127.0.0.1:8080 or https://books.example.com, without a path.',
  },
  'http address': { allows: parsesAs(/^https?:$/), sentence: 'It must be an address such as http://127.0.0.1:8080.' },
  address: { allows: (value) => URL.canParse(value), sentence: 'It must be an address such as nats://127.0.0.1:4222.' },
  flag: { allows: (value) => value === 'true' || value === 'false', sentence: 'It must be true or false.' },
  'whole number': { allows: (value) => /^\d{1,9}$/.test(value), sentence: 'It must be a whole number, 0 or more.' },
  'log level': {
    allows: (value) => LOG_LEVELS.includes(value),
    sentence: `It must be one of ${LOG_LEVELS.join(', ')}.`,
  },
  secret: { allows: (value) => value.length >= 32, sentence: 'It must have at least 32 characters.' },
  '32-byte key': {
    allows: (value) => Buffer.from(value, 'base64').length === 32 && /^[A-Za-z0-9+/]{43}=$/.test(value),
    sentence: 'It must be 32 random bytes in base64, 44 characters that end with "=".',
  },
};

const isSecret = (setting: Setting): boolean =>
  setting.isGenerated === true || setting.kind === 'secret' || setting.kind === '32-byte key';

/** Fails with a sentence that names the variable, what it holds (unless that is a secret) and what it may hold. */
export function checkSetting(setting: Setting, value: string): void {
  const rule = RULES[setting.kind];
  if (rule.allows(value)) return;
  const found = isSecret(setting)
    ? `${setting.name} has ${value.length} characters.`
    : `${setting.name} is "${value}".`;
  throw new StartFailure(`${found} ${rule.sentence}`);
}
