import { type Service, services } from '@app/registry';
import type { ServiceDefinition } from './services.ts';
import { SERVICES } from './services.ts';
import type { Setting, SettingKind } from './setting.ts';
import { settingsFor } from './settings-table.ts';

interface Schema {
  readonly properties: Readonly<Record<string, object>>;
}

/** What the chart says by keys of its own: in two places one of them would be wrong. */
const BY_KEYS = new Set(['PUBLIC_BASE_URL', 'LOG_LEVEL', 'FILES_DIR']);
/** Secrets that the start of a platform on one machine makes up, and a chart refers to. */
const MADE = ['INTERNAL_PRIVATE_KEY', 'INTERNAL_PUBLIC_KEYS', 'DATABASE_ERASER_URL'];

/** Helm prints a larger number as 1e+06. */
const LARGEST = 999_999;
const VALUES: Readonly<Partial<Record<SettingKind, object>>> = {
  flag: { enum: [true, false, 'true', 'false'] },
  'whole number': {
    anyOf: [
      { type: 'integer', minimum: 0, maximum: LARGEST },
      { type: 'string', pattern: '^[0-9]{1,9}$' },
    ],
  },
  'http address': { type: 'string', pattern: '^https?://' },
  origin: { type: 'string', pattern: '^https?://[^/]+$' },
};

const filled = (description: string) => ({ type: 'string', minLength: 1, description });
const needs = (name: string) => ({ properties: { existingSecret: filled(name) }, required: ['existingSecret'] });

/** What every installation has to say, in the words of the schema: helm names what is missing. */
const REQUIRED = [
  { required: ['publicBaseUrl'], properties: { publicBaseUrl: filled('The public origin: https://api.example.com') } },
  {
    required: ['database'],
    properties: { database: needs('The secret with the address of the database, as the runtime role') },
  },
  {
    required: ['nats'],
    properties: {
      nats: {
        anyOf: [
          needs("The secret with the address of NATS and this service's user"),
          { properties: { url: filled('The address of a NATS that asks for no password') }, required: ['url'] },
        ],
      },
    },
  },
];

/** A mail server and a sender, of services that send mail. An address with a password is a secret. */
const MAIL = [
  {
    anyOf: ['config', 'secrets'].map((place) => ({ properties: { [place]: { required: ['SMTP_URL'] } } })),
  },
  { properties: { config: { required: ['MAIL_FROM'] } } },
];

const isOfEntry = (text: string) => ({ type: 'object', additionalProperties: false, description: text });
const ENTRY = {
  ingress: {
    ...isOfEntry('An Ingress for the host of publicBaseUrl'),
    properties: {
      enabled: { type: 'boolean' },
      className: { type: 'string' },
      annotations: { type: 'object', additionalProperties: { type: 'string' } },
      tlsSecret: { type: 'string' },
    },
  },
  gatewayApi: {
    ...isOfEntry('A route of the Gateway API for the host of publicBaseUrl'),
    properties: { enabled: { type: 'boolean' }, parentRefs: { type: 'array', items: { type: 'object' } } },
  },
  test: {
    ...isOfEntry('The client and the company with which helm test posts and reverses'),
    properties: { existingSecret: { type: 'string' }, clientAccountId: { type: ['string', 'integer'] } },
  },
};

/**
 * The schema of a chart's values: what all charts have in common, and of the settings those that the process reads, each
 * with what it may hold. A setting that it does not read is refused, since whoever sets it expects something of it.
 */
export function chartSchema(common: Schema, { name, kind }: ServiceDefinition): string {
  const read = settingsFor(SERVICES)
    .flatMap(({ settings }) => settings)
    .filter(({ readers }) => readers.includes(name));
  const { config, secrets, ...rest } = common.properties;
  const row: Service | undefined = services.find((service) => service.name === name);
  const schema = {
    ...common,
    allOf: [
      ...REQUIRED,
      ...(row?.sendsMail ? MAIL : []),
      ...(row?.asks ? [{ properties: { config: { required: row.asks } } }] : []),
    ],
    properties: {
      ...rest,
      secrets: { ...secrets, propertyNames: { enum: [...MADE, ...read.map((setting) => setting.name)] } },
      config: {
        ...config,
        additionalProperties: false,
        properties: Object.fromEntries(read.filter(isPlain).map((setting) => [setting.name, allowedFor(setting)])),
      },
      ...(kind === 'gateway' ? ENTRY : {}),
    },
  };
  return `${JSON.stringify(schema, undefined, 2)}\n`;
}

const isPlain = ({ name, kind, isGenerated }: Setting): boolean =>
  !isGenerated && kind !== 'secret' && kind !== '32-byte key' && !BY_KEYS.has(name);

const allowedFor = ({ kind, description }: Setting): object => ({
  description,
  ...(VALUES[kind] ?? { type: 'string' }),
});
