import type { Language, Words } from '@app/pages';

export type Field = 'first_name' | 'last_name' | 'email' | 'password';

/** What is wrong with a sent form, and at which field it is shown. */
export interface FormFault {
  readonly text: string;
  readonly field?: Field;
}

const faults: Readonly<Record<string, { readonly words: Words; readonly field: Field }>> = {
  'invitation.weak_password': {
    words: {
      nob: 'Passordet er for svakt. Bruk 8 til 128 tegn av minst to slag, ikke navnet i e-posten, og ikke et vanlig passord.',
      eng: 'The password is too weak. Use 8 to 128 characters of at least two kinds, not the name in your e-mail, and no common password.',
    },
    field: 'password',
  },
  'invitation.invalid_password': {
    words: {
      nob: 'Dette er ikke passordet til brukeren. Etter ti forsøk på rad må du vente et kvarter.',
      eng: 'This is not the password of the user. After ten tries in a row you have to wait a quarter of an hour.',
    },
    field: 'password',
  },
  'invitation.email_mismatch': {
    words: {
      nob: 'Invitasjonen gjelder bare adressen den ble sendt til. Vi har satt den inn igjen.',
      eng: 'The invitation is for the address it was sent to. We have put it back.',
    },
    field: 'email',
  },
};
const sameAddress = faults['invitation.email_mismatch']!;
const weak = faults['invitation.weak_password']!.words;

const missing: Readonly<Record<Field, Words>> = {
  first_name: { nob: 'Skriv fornavnet ditt.', eng: 'Write your first name.' },
  last_name: { nob: 'Skriv etternavnet ditt.', eng: 'Write your last name.' },
  email: sameAddress.words,
  password: { nob: 'Skriv et passord.', eng: 'Write a password.' },
};

const tooLong: Words = { nob: 'Navnet er for langt.', eng: 'The name is too long.' };

const busy: Words = {
  nob: 'Vi får ikke fullført akkurat nå. Ingenting er tapt: send det samme en gang til om et øyeblikk.',
  eng: 'We cannot finish right now. Nothing is lost: send the same once more in a moment.',
};

/** What the operation refused. */
export function faultOf(code: string, language: Language): FormFault {
  const found =
    code === 'invitation.invalid_email' ? sameAddress : Object.hasOwn(faults, code) ? faults[code] : undefined;
  return found ? { text: found.words[language], field: found.field } : { text: busy[language] };
}

/** What a field itself lacks. */
export const fieldFault = (field: Field, isMissing: boolean, language: Language): FormFault => ({
  text: (isMissing || field === 'email' ? missing[field] : field === 'password' ? weak : tooLong)[language],
  field,
});
