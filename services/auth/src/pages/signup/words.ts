import type { Language, Words } from '@app/pages';

/** The three stages that a person sees. */
export const stages: readonly Words[] = [
  { nob: 'Hvem du er', eng: 'Who you are' },
  { nob: 'Firma', eng: 'Company' },
  { nob: 'Ferdig', eng: 'Done' },
];

export const start = {
  title: { nob: 'Opprett regnskap', eng: 'Open your books' },
  lead: {
    nob: 'For et firma du har rett til å opptre for. Det tar et par minutter.',
    eng: 'For a company that you may act for. It takes a couple of minutes.',
  },
  steps: [
    {
      name: { nob: 'Vis hvem du er', eng: 'Prove who you are' },
      text: {
        nob: 'Du logger inn med nasjonal e-ID og kommer tilbake hit.',
        eng: 'You log in with your national ID and come back here.',
      },
    },
    {
      name: { nob: 'Velg firma', eng: 'Choose the company' },
      text: {
        nob: 'Vi henter listen over firmaer du kan opptre for.',
        eng: 'We fetch the list of companies you may act for.',
      },
    },
    {
      name: { nob: 'Velg e-post og passord', eng: 'Choose e-mail and password' },
      text: { nob: 'Bare første gang.', eng: 'The first time only.' },
    },
  ],
  go: { nob: 'Registrer deg med nasjonal e-ID', eng: 'Sign up with your national ID' },
  privacy: {
    nob: 'Fødselsnummeret ditt lagres ikke. Vi beholder bare en kode som er regnet ut av det med en hemmelig nøkkel, for å kjenne deg igjen.',
    eng: 'Your national identity number is not stored. We keep only a code computed from it with a secret key, to know you again.',
  },
  known: { nob: 'Har du allerede en bruker?', eng: 'Do you have a user already?' },
  logIn: { nob: 'Logg inn', eng: 'Log in' },
} as const;

export const choose = {
  title: { nob: 'Velg firma', eng: 'Choose the company' },
  hello: { nob: (name: string) => `Hei, ${name}`, eng: (name: string) => `Hello, ${name}` },
  lead: {
    nob: 'Vi vet nå hvem du er. Velg firmaet det skal føres regnskap for.',
    eng: 'We now know who you are. Choose the company to keep books for.',
  },
  known: { nob: 'Vi vet nå hvem du er.', eng: 'We now know who you are.' },
  companies: { nob: 'Firma', eng: 'Company' },
  number: { nob: 'Org.nr.', eng: 'Org. no.' },
  taken: {
    nob: 'Har regnskap her allerede. Be en eier der om en invitasjon.',
    eng: 'Has its books here already. Ask an owner there for an invitation.',
  },
  user: { nob: 'Din bruker', eng: 'Your user' },
  userLead: {
    nob: 'Har du en bruker fra før, så skriv e-posten og passordet til den; da knyttes den til deg.',
    eng: 'If you have a user already, write its e-mail and password; it is then linked to you.',
  },
  email: { nob: 'E-postadresse', eng: 'E-mail address' },
  password: { nob: 'Passord', eng: 'Password' },
  passwordRule: {
    nob: 'Minst 8 tegn av minst to slag: små og store bokstaver, tall, andre tegn.',
    eng: 'At least 8 characters of at least two kinds: small and capital letters, digits, others.',
  },
  ads: {
    nob: 'Dere kan lagre at jeg kom fra denne siden, til statistikk over hvor nye kunder kommer fra. Frivillig.',
    eng: 'You may store that I came from this page, for statistics on where new customers come from. Voluntary.',
  },
  go: { nob: 'Opprett regnskapet', eng: 'Open the books' },
  again: { nob: 'Begynn på nytt', eng: 'Start again' },
  none: {
    nob: 'Du står ikke med rett til å opptre for noe firma. Den som er daglig leder, innehaver eller styreleder kan registrere seg, eller gi deg en rolle i Altinn. Deretter kan du begynne på nytt.',
    eng: 'You are not listed as somebody who may act for a company. Its general manager, owner or chair can sign up, or give you a role in Altinn. After that you can start again.',
  },
  allTaken: {
    nob: 'Alle firmaene du kan opptre for, har regnskap her allerede. Logg inn, eller be en eier om en invitasjon.',
    eng: 'All companies that you may act for have their books here already. Log in, or ask an owner for an invitation.',
  },
  allKnown: {
    nob: 'Alle firmaene du kan opptre for, har regnskap her allerede. Mangler du tilgang til ett av dem, så be en eier der om en invitasjon.',
    eng: 'All companies that you may act for have their books here already. If you lack access to one of them, ask an owner there for an invitation.',
  },
  logInAs: { nob: 'Gå til kontoen din', eng: 'Go to your account' },
  logInText: {
    nob: 'Du har en bruker her, og e-ID-en din er bekreftet.',
    eng: 'You have a user here, and your ID is confirmed.',
  },
  life: { nob: 'Siden gjelder i 15 minutter.', eng: 'This page is good for 15 minutes.' },
} as const;

export const done = {
  title: { nob: 'Regnskapet er klart', eng: 'The books are ready' },
  newUser: {
    nob: (name: string) => `Velkommen, ${name}. Brukeren din er laget, og du er logget inn.`,
    eng: (name: string) => `Welcome, ${name}. Your user is made, and you are logged in.`,
  },
  known: {
    nob: (name: string) => `Firmaet er lagt til, ${name}, og du er logget inn.`,
    eng: (name: string) => `The company is added, ${name}, and you are logged in.`,
  },
  repeated: {
    nob: (name: string) => `Alt er på plass, ${name}. Logg inn for å gå videre.`,
    eng: (name: string) => `Everything is in place, ${name}. Log in to go on.`,
  },
  company: { nob: 'Firma', eng: 'Company' },
  role: { nob: 'Din rolle', eng: 'Your role' },
  owner: { nob: 'Eier av regnskapet', eng: 'Owner of the books' },
  user: { nob: 'Du logger inn med', eng: 'You log in with' },
  confirm: {
    nob: 'Vi har sendt deg en lenke: åpne den, så er adressen din.',
    eng: 'We have sent you a link: open it, and the address is yours.',
  },
  madeTitle: { nob: 'Med følger', eng: 'Included' },
  made: { nob: 'Kontoplan og innstillinger, klare til bruk', eng: 'Chart of accounts and settings, ready for use' },
  next: { nob: 'Veien videre', eng: 'Where to go next' },
  docs: { nob: 'Les dokumentasjonen', eng: 'Read the documentation' },
  docsText: { nob: 'Alle kall, med eksempler som virker.', eng: 'Every call, with examples that work.' },
  access: { nob: 'Gi et program tilgang', eng: 'Give a program access' },
  accessText: { nob: 'Lag en klient og få et token til API-et.', eng: 'Make a client and get a token for the API.' },
} as const;

/** Why a visit to the identity provider did not lead on: the words of `signup_error`. */
const callbackFaults: Readonly<Record<string, Words>> = {
  access_denied: {
    nob: 'Innloggingen ble avbrutt. Ingenting er lagret. Du kan prøve igjen når du vil.',
    eng: 'The login was cancelled. Nothing is stored. You can try again whenever you like.',
  },
  invalid_request: {
    nob: 'Svaret fra innloggingen var ikke helt. Prøv igjen.',
    eng: 'The answer of the login was not complete. Try again.',
  },
  invalid_state: {
    nob: 'Det gikk mer enn ti minutter, eller siden ble åpnet to ganger. Prøv igjen.',
    eng: 'More than ten minutes went by, or the page was opened twice. Try again.',
  },
  token_exchange_failed: {
    nob: 'Innloggingen kunne ikke bekreftes. Prøv igjen om litt.',
    eng: 'The login could not be verified. Try again in a moment.',
  },
  identity_missing: {
    nob: 'Innloggingen sa ikke hvem du er. Bruk en e-ID med fødselsnummer eller D-nummer.',
    eng: 'The login did not say who you are. Use an ID with a national identity number or D-number.',
  },
  parties_unavailable: {
    nob: 'Listen over firmaer du kan opptre for, lar seg ikke hente akkurat nå. Prøv igjen om noen minutter.',
    eng: 'The list of companies that you may act for cannot be fetched right now. Try again in a few minutes.',
  },
};

const unknownFault: Words = {
  nob: 'Noe gikk galt på veien tilbake hit. Prøv igjen.',
  eng: 'Something went wrong on the way back here. Try again.',
};

/** In words; what stands in the address is never shown. */
export const callbackFault = (word: string, language: Language): string =>
  (Object.hasOwn(callbackFaults, word) ? callbackFaults[word]! : unknownFault)[language];

export const startFaults = {
  provider: {
    nob: 'Innloggingstjenesten svarer ikke akkurat nå. Prøv igjen om litt.',
    eng: 'The login service does not answer right now. Try again in a moment.',
  },
  code: {
    nob: 'Siden ble åpnet en gang til, eller det gikk mer enn ett minutt. Logg inn på nytt; ingenting er lagret.',
    eng: 'The page was opened a second time, or more than a minute went by. Log in again; nothing is stored.',
  },
  token: {
    nob: 'Det gikk mer enn 15 minutter, eller skjemaet er brukt. Begynn på nytt; du er ferdig på et øyeblikk.',
    eng: 'More than 15 minutes went by, or the form has been used. Start again; it is done in a moment.',
  },
  nobody: {
    nob: 'Ingen aktiv bruker hører til denne e-ID-en. Registrer et firma, eller logg inn med e-post og passord.',
    eng: 'No active user belongs to this ID. Sign a company up, or log in with e-mail and password.',
  },
  notConfigured: { nob: 'Registrering er ikke slått på her.', eng: 'Signing up is not switched on here.' },
} as const;

type Field = 'organization' | 'email' | 'password';

/** What is wrong with a sent form, and at which field it is shown. */
export interface FormFault {
  readonly text: string;
  readonly field?: Field;
}

const formFaults: Readonly<Record<string, { readonly words: Words; readonly field?: Field }>> = {
  'signup.organization_not_authorized': {
    words: { nob: 'Velg et firma fra listen.', eng: 'Choose a company of the list.' },
    field: 'organization',
  },
  'signup.organization_already_registered': {
    words: {
      nob: 'Firmaet har fått regnskap her i mellomtiden. Velg et annet, eller be en eier der om en invitasjon.',
      eng: 'The company got its books here in the meantime. Choose another, or ask an owner there for an invitation.',
    },
    field: 'organization',
  },
  'signup.invalid_email': {
    words: {
      nob: 'Dette er ikke en e-postadresse. Skriv den som navn@firma.no.',
      eng: 'This is no e-mail address. Write it like name@company.no.',
    },
    field: 'email',
  },
  'signup.weak_password': {
    words: {
      nob: 'Passordet er for svakt. Bruk 8 til 128 tegn av minst to slag, ikke navnet i e-posten, og ikke et vanlig passord.',
      eng: 'The password is too weak. Use 8 to 128 characters of at least two kinds, not the name in your e-mail, and no common password.',
    },
    field: 'password',
  },
  'signup.email_linked_to_other_identity': {
    words: {
      nob: 'Adressen tilhører en annen person. Bruk din egen.',
      eng: 'The address belongs to another person. Use your own.',
    },
    field: 'email',
  },
  'signup.incorrect_password': {
    words: {
      nob: 'Adressen har en bruker, og passordet er ikke det. Etter ti forsøk på rad må du vente et kvarter.',
      eng: 'The address has a user, and this is not its password. After ten tries in a row you have to wait a quarter of an hour.',
    },
    field: 'password',
  },
  'signup.identity_already_registered': {
    words: {
      nob: 'Du har allerede en bruker her, med en annen e-postadresse. Logg inn med den.',
      eng: 'You have a user here already, with another e-mail address. Log in with that one.',
    },
    field: 'email',
  },
};

const missing: Readonly<Record<string, { readonly words: Words; readonly field: Field }>> = {
  organization_id: { words: { nob: 'Velg et firma.', eng: 'Choose a company.' }, field: 'organization' },
  email: { words: { nob: 'Skriv e-postadressen din.', eng: 'Write your e-mail address.' }, field: 'email' },
  password: { words: { nob: 'Velg et passord.', eng: 'Choose a password.' }, field: 'password' },
};

const busy: Words = {
  nob: 'Vi får ikke fullført akkurat nå. Ingenting er tapt: send det samme en gang til om litt.',
  eng: 'We cannot finish right now. Nothing is lost: send the same once more in a moment.',
};

/** The faults of a refused form. @param fields those that are missing */
export function formFaultsOf(code: string, fields: readonly string[], language: Language): readonly FormFault[] {
  if (code === 'signup.missing_fields' || code === 'common.validation_error') {
    const known = fields.flatMap((field) => (Object.hasOwn(missing, field) ? [missing[field]!] : []));
    if (known.length > 0) return known.map(({ words, field }) => ({ text: words[language], field }));
  }
  const found = Object.hasOwn(formFaults, code) ? formFaults[code]! : undefined;
  if (!found) return [{ text: busy[language] }];
  return [{ text: found.words[language], ...(found.field ? { field: found.field } : {}) }];
}
