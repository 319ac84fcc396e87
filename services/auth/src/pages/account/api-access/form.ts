import { Failure } from '@app/contract/failure';
import type { Language, Words } from '@app/pages';
import type { ClientMetadata, GrantType } from '../../../clients/client.ts';
import { MAX_REDIRECT_URIS, readMetadata } from '../../../clients/metadata.ts';
import { redirectUriFault } from '../../../clients/redirect-uri.ts';

/** The form as it was sent; a box that is not ticked is absent. */
export interface ClientForm {
  readonly client_name?: string | undefined;
  readonly client_credentials?: string | undefined;
  readonly authorization_code?: string | undefined;
  readonly refresh_token?: string | undefined;
  readonly redirect_uris?: string | undefined;
  readonly write?: string | undefined;
}

export type ClientField = 'client_name' | 'grant_types' | 'redirect_uris';
export type ClientFaults = Readonly<Partial<Record<ClientField, string>>>;

const words = {
  noName: { nob: 'Gi klienten et navn du kjenner igjen.', eng: 'Give the client a name that you will recognise.' },
  badName: {
    nob: 'Navnet kan ha høyst 200 tegn, og ingen usynlige.',
    eng: 'The name can have at most 200 characters, and none that are invisible.',
  },
  noGrant: { nob: 'Velg minst én av disse.', eng: 'Choose at least one of these.' },
  loneRefresh: {
    nob: '«Forblir innlogget» gjelder bare sammen med «Folk logger inn».',
    eng: '“Stays logged in” means something only together with “People log in”.',
  },
  noAddress: {
    nob: 'Skriv adressen som svaret skal sendes til når noen har logget inn.',
    eng: 'Write the address that the answer goes to when somebody has logged in.',
  },
  tooMany: { nob: `Høyst ${MAX_REDIRECT_URIS} adresser.`, eng: `At most ${MAX_REDIRECT_URIS} addresses.` },
  badAddress: {
    nob: (uri: string) =>
      `«${uri}» kan ikke brukes. Skriv en hel adresse som begynner med https://, eller med http:// på localhost, 127.0.0.1 eller [::1]; uten # og *.`,
    eng: (uri: string) =>
      `“${uri}” cannot be used. Write a whole address that begins with https://, or with http:// on localhost, 127.0.0.1 or [::1]; without # and *.`,
  },
} as const;

const grantNames: readonly GrantType[] = ['client_credentials', 'authorization_code', 'refresh_token'];
const addressesOf = (form: ClientForm): readonly string[] =>
  (form.redirect_uris ?? '').split(/\s+/).filter((uri) => uri !== '');
const metadataOf = (form: ClientForm, grants: readonly GrantType[]) => ({
  client_name: form.client_name,
  grant_types: grants,
  redirect_uris: addressesOf(form),
  scope: form.write === 'on' ? 'read write' : 'read',
});

/**
 * What a form asks for, or everything that is wrong with it in the person's words. The rules are those of the API; here
 * they are only said differently, and the API's own reading has the last word.
 */
export function readClientForm(
  form: ClientForm,
  language: Language,
): { readonly metadata: ClientMetadata } | { readonly faults: ClientFaults } {
  const grants = grantNames.filter((name) => form[name] === 'on');
  const name = form.client_name?.trim() ?? '';
  const faults: Partial<Record<ClientField, string>> = {};
  if (name === '') faults.client_name = words.noName[language];
  const grantFault: Words | undefined =
    grants.length === 0
      ? words.noGrant
      : grants.includes('refresh_token') && !grants.includes('authorization_code')
        ? words.loneRefresh
        : undefined;
  if (grantFault) faults.grant_types = grantFault[language];
  const addressFault = faultOfAddresses(addressesOf(form), grants.includes('authorization_code'), language);
  if (addressFault !== undefined) faults.redirect_uris = addressFault;
  if (Object.keys(faults).length > 0) return { faults };
  try {
    return { metadata: readMetadata(metadataOf(form, grants), 'authenticated') };
  } catch (error) {
    if (error instanceof Failure) return { faults: { client_name: words.badName[language] } };
    throw error;
  }
}

function faultOfAddresses(uris: readonly string[], areNeeded: boolean, language: Language): string | undefined {
  if (uris.length === 0) return areNeeded ? words.noAddress[language] : undefined;
  if (uris.length > MAX_REDIRECT_URIS) return words.tooMany[language];
  const bad = uris.find((uri) => redirectUriFault(uri) !== undefined);
  return bad === undefined ? undefined : words.badAddress[language](bad.slice(0, 200));
}
