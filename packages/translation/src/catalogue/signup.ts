/** Signing up. */
export const signup = {
  'The provider "{provider}" is not supported; the only one is "idp"':
    'Leverandøren «{provider}» støttes ikke; den eneste er «idp»',
  'must be idp': 'må være idp',
  '"organization_id" {fault:text}: the id of one of the organizations that the exchange listed':
    '«organization_id» {fault}: id-en til en av enhetene i listen fra innvekslingen',
  '"code" is required: the signup_code of the address': '«code» er påkrevd: signup_code fra adressen',
  'The signup code is unknown, used or older than 60 seconds; start the signup again':
    'Registreringskoden er ukjent, brukt eller eldre enn 60 sekunder; start registreringen på nytt',
  'Required and not sent: {fields}': 'Påkrevd og ikke sendt: {fields}',
  'The signup token is unknown, used or older than 15 minutes; start the signup again':
    'Registreringstokenet er ukjent, brukt eller eldre enn 15 minutter; start registreringen på nytt',
  'Organization {id} is none of those you may act for; take one of the list that the exchange gave':
    'Enhet {id} er ikke blant dem du kan opptre for; velg en fra listen som innvekslingen ga',
  'The organization has a client account already; ask one of its owners for an invitation':
    'Enheten har alt en klientkonto; be en av eierne om en invitasjon',
  'The e-mail address is not valid; send one such as name@example.no':
    'E-postadressen er ikke gyldig; send en som navn@example.no',
  'The e-mail address belongs to a user with another identity; use an address of your own':
    'E-postadressen tilhører en bruker med en annen identitet; bruk din egen adresse',
  'The e-mail address belongs to a user, and the password is not theirs':
    'E-postadressen tilhører en bruker, og passordet er ikke brukerens',
  'Your identity belongs to a user with another e-mail address; log in as that user':
    'Identiteten din hører til en bruker med en annen e-postadresse; logg inn som den brukeren',
  'Your identity belongs to a user who is not active; if you signed up a moment ago, try again in half a minute':
    'Identiteten din hører til en bruker som ikke er aktiv; hvis du nettopp registrerte deg, prøv igjen om et halvt minutt',
  'Signing up is not configured: APP_BASE_URL is not set': 'Registrering er ikke satt opp: APP_BASE_URL mangler',
  'The identity provider did not take the request; try again in a moment':
    'Identitetsleverandøren tok ikke imot forespørselen; prøv igjen om et øyeblikk',
  'The signup could not be completed; nothing was stored': 'Registreringen kunne ikke fullføres; ingenting ble lagret',
} as const;
