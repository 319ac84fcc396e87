/**
 * What the authorization server says to clients. Its answers stay English (RFC 6749); these stand on the pages that a
 * person sees when an application asks wrongly.
 */
export const oauth = {
  'The request was denied': 'Forespørselen ble avslått',
  'The parameter client_id is required': 'Parameteren client_id er påkrevd',
  'The parameter redirect_uri is required': 'Parameteren redirect_uri er påkrevd',
  'The parameter token is required': 'Parameteren token er påkrevd',
  'The parameter grant_type is required': 'Parameteren grant_type er påkrevd',
  'The client is not known': 'Klienten er ikke kjent',
  'The redirect address is not one that the client has registered, character by character':
    'Adressen for svaret er ikke en som klienten har registrert, tegn for tegn',
  'PKCE with S256 is required: send a code_challenge of 43 base64url characters, and no other method than S256':
    'PKCE med S256 er påkrevd: send en code_challenge på 43 base64url-tegn, og ingen annen metode enn S256',
  'The only response type is code': 'Den eneste svartypen er code',
  'The client is not registered for the grant type authorization_code':
    'Klienten er ikke registrert for tildelingen authorization_code',
  'The client is unknown or its credentials are wrong': 'Klienten er ukjent, eller tilgangsbeviset er feil',
  'The client must authenticate: send client_id and client_secret, or HTTP Basic':
    'Klienten må legitimere seg: send client_id og client_secret, eller HTTP Basic',
  'The client sent its secret twice: use HTTP Basic or the form, not both':
    'Klienten sendte hemmeligheten to ganger: bruk HTTP Basic eller skjemaet, ikke begge',
  'The Basic credentials cannot be read': 'Basic-legitimasjonen kan ikke leses',
  'The client_id in the form is not the one of the Basic credentials':
    'client_id i skjemaet er ikke den i Basic-legitimasjonen',

  'A client without a secret cannot have the grant type client_credentials':
    'En klient uten hemmelighet kan ikke ha tildelingen client_credentials',
  'grant_types must be {form:list}': 'grant_types må være {form}',
  'response_types must be {form:list}': 'response_types må være {form}',
  'redirect_uris must be {form:list}': 'redirect_uris må være {form}',
  'The grant type "{type}" is not known; known are {types}': 'Tildelingen «{type}» er ikke kjent; kjente er {types}',
  'The grant type must be one of {types}': 'Tildelingen må være en av {types}',
  'The grant type {type} is not enabled for this client': 'Tildelingen {type} er ikke slått på for denne klienten',
  'grant_types must name at least one grant type': 'grant_types må nevne minst én tildeling',
  'Dynamic registration takes only authorization_code and refresh_token; register a client for client_credentials when logged in':
    'Dynamisk registrering tar bare authorization_code og refresh_token; registrer en klient for client_credentials når du er logget inn',
  'token_endpoint_auth_method must be one of {methods}': 'token_endpoint_auth_method må være en av {methods}',
  'client_name must be text': 'client_name må være tekst',
  'client_name must not hold control or invisible characters':
    'client_name kan ikke ha kontrolltegn eller usynlige tegn',
  'client_name must have at most {most:number} characters': 'client_name kan ha høyst {most} tegn',
  'client_name is required': 'client_name er påkrevd',
  'redirect_uris must name at least one address': 'redirect_uris må ha minst én adresse',
  'redirect_uris may name at most {most:number} addresses, not {count:number}':
    'redirect_uris kan ha høyst {most} adresser, ikke {count}',
  'The redirect address "{address}" {fault:text}': 'Adressen for svaret, «{address}», {fault}',
  'is longer than {most:number} characters': 'er lengre enn {most} tegn',
  'holds characters that an address cannot have': 'har tegn som en adresse ikke kan ha',
  'has a fragment': 'har et fragment',
  'has a wildcard': 'har et jokertegn',
  'is not an absolute address': 'er ikke en absolutt adresse',
  'has user information': 'har brukeropplysninger',
  'is neither https nor http on localhost, 127.0.0.1 or [::1]':
    'er verken https eller http på localhost, 127.0.0.1 eller [::1]',
  'has no host': 'har ingen vert',
  'scope must be text with names separated by spaces': 'scope må være tekst med navn adskilt av mellomrom',
  'The scope "{scope}" is not known; known are read and write':
    'Omfanget «{scope}» er ikke kjent; kjente er read og write',
  'The scope "{wanted}" exceeds the scope "{granted}" that was granted':
    'Omfanget «{wanted}» går ut over omfanget «{granted}» som ble gitt',

  'Authorization code is required': 'Autorisasjonskoden er påkrevd',
  'Invalid authorization code': 'Ugyldig autorisasjonskode',
  'Authorization code expired': 'Autorisasjonskoden er utløpt',
  'Authorization code was issued to another client': 'Autorisasjonskoden ble utstedt til en annen klient',
  'Redirect URI mismatch': 'Adressen for svaret stemmer ikke',
  'Code verifier is required': 'Kodeverifikatoren er påkrevd',
  'Code verifier is invalid': 'Kodeverifikatoren er ugyldig',
  'Resource parameter is required': 'Ressursparameteren er påkrevd',
  'Resource parameter mismatch': 'Ressursparameteren stemmer ikke',
  'The user that this client acts for is not active': 'Brukeren som denne klienten opptrer for, er ikke aktiv',
  'Refresh token is required': 'Fornyelsestoken er påkrevd',
  'Invalid refresh token': 'Ugyldig fornyelsestoken',
  'Refresh token was issued to another client': 'Fornyelsestokenet ble utstedt til en annen klient',
  'The resource is not the one that was granted': 'Ressursen er ikke den som ble gitt',
  'The resource must be an absolute URI without a fragment': 'Ressursen må være en absolutt URI uten fragment',
} as const;
