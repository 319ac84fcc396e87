import { machineTokenConfig } from '@app/machine-token';
import { ConfigError, secret, wholeNumber } from '@app/runtime';
import { z } from 'zod';

const address = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https address' })
    .transform((url) => url.replace(/\/+$/, ''));

/** What signing up reads from the environment; addresses lead to the sandbox unless they are set (EXT-R08, EXT-R12). */
export const signupConfig = {
  IDP_ISSUER_URL: address().default('http://127.0.0.1:8090/idp').describe('the issuer of the identity provider'),
  ...machineTokenConfig,
  AUTHORIZED_PARTIES_URL: address().default('http://127.0.0.1:8090/parties').describe('whom a person may act for'),
  AUTHORIZED_ROLES: z
    .string()
    .regex(/^\s*\w+\s*(,\s*\w+\s*)*$/, 'must be role codes separated by commas')
    .default('DAGL,LEDE,INNH,KOMP,BEST,DTPR,DTSO,NEST,HADM')
    .transform((list): ReadonlySet<string> => new Set(list.split(',').map((code) => code.trim().toUpperCase())))
    .describe('the roles, separated by commas, of which a person must hold one to sign up for an organization'),
  IDENTITY_HMAC_KEY: secret().describe('the key under which national identity numbers are turned into digests'),
  IDENTITY_HMAC_KEYS_PREVIOUS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((part) => part !== ''))
    .pipe(z.array(secret()))
    .describe('keys that were used before, separated by commas: people they stand for are still recognised'),
  IDENTITY_HMAC_KEY_VERSION: wholeNumber(1, 1_000_000)
    .default(1)
    .describe('which key that is; stored beside each digest'),
  APP_BASE_URL: address().optional().describe('the web application that signing up leads back to'),
};

export type SignupConfig = z.output<z.ZodObject<typeof signupConfig>>;

/** @throws ConfigError when there is neither secret nor key */
export function requireCredential({ IDP_CLIENT_SECRET, IDP_CLIENT_JWK }: SignupConfig): void {
  if (IDP_CLIENT_SECRET === undefined && IDP_CLIENT_JWK === undefined)
    throw new ConfigError(
      'Set IDP_CLIENT_SECRET or IDP_CLIENT_JWK: without one of them we cannot prove to the identity provider who is calling.',
    );
}
