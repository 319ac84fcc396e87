/** Credentials, scopes, access to client accounts and roles. */
export const access = {
  'This call needs a valid access token in the Authorization header':
    'Dette kallet må ha et gyldig tilgangstoken i Authorization-hodet',
  'The token lacks the scope "{scope}" that this call needs':
    'Tokenet mangler omfanget «{scope}» som dette kallet krever',
  'The Authorization header must read "Bearer <token>"': 'Authorization-hodet må lyde «Bearer <token>»',
  'This call takes the session token of a person, not an access token':
    'Dette kallet tar imot økttokenet til en person, ikke et tilgangstoken',
  'This call takes an access token, not a session token': 'Dette kallet tar imot et tilgangstoken, ikke et økttoken',
  'The user of this token is not active': 'Brukeren som tokenet tilhører, er ikke aktiv',
  'The client of this token no longer exists': 'Klienten som tokenet tilhører, finnes ikke lenger',
  'The session of this token has ended; log in again': 'Økten som tokenet tilhører, er avsluttet; logg inn på nytt',
  'The token is neither an access token nor a session token': 'Tokenet er verken et tilgangstoken eller et økttoken',
  'The token is too long to be one of ours': 'Tokenet er for langt til å være et av våre',
  'The token has expired': 'Tokenet er utløpt',
  'The credential is not a token': 'Tilgangsbeviset er ikke et token',
  'The token lacks what an access token must say': 'Tokenet mangler noe som et tilgangstoken må oppgi',
  'The token was issued for another resource': 'Tokenet ble utstedt for en annen ressurs',
  'The token was issued by another authorization server': 'Tokenet ble utstedt av en annen autorisasjonstjener',
  'The token\'s claim "{claim}" is missing or not valid':
    'Opplysningen «{claim}» i tokenet mangler eller er ikke gyldig',
  'The signature of the token could not be verified': 'Signaturen på tokenet kunne ikke bekreftes',

  'There is no client account {id}': 'Det finnes ingen klientkonto {id}',
  'You have no access to client account {id:number}': 'Du har ikke tilgang til klientkonto {id}',
  'You have no access to {account:text}': 'Du har ikke tilgang til {account}',
  'The role {role:field} on {account:text} does not allow this; it takes {roles}':
    'Rollen {role} på {account} tillater ikke dette; det krever {roles}',
  'client account {id:number}': 'klientkonto {id}',
  'the client account of this record': 'klientkontoen som dette hører til',
  '"{field:field}" is required': '«{field}» er påkrevd',
  '"{field:field}" must be a positive integer': '«{field}» må være et positivt heltall',
  '"{field:field}" is set by an administrator of the platform (SA) alone':
    '«{field}» settes bare av en administrator av plattformen (SA)',
  'Client account {id:number} is inactive and read-only': 'Klientkonto {id} er inaktiv og kan bare leses',
} as const;
