/** How a sentence names the place of a fault, and what every endpoint can answer about a request. */
export const general = {
  '{field:field}: {fault:text}': '{field}: {fault}',
  '{field:field} {fault:text}': '{field} {fault}',
  '{field}: {fault:text}': '{field}: {fault}',
  '"{field:field}" {fault:text}': '«{field}» {fault}',
  '{fault:text} (and {count:number} more)': '{fault} (og {count} til)',
  'The {part:part} is not valid: {fault:text}': '{part} er ikke gyldig: {fault}',
  'unknown fault': 'ukjent feil',

  'There is nothing at this address': 'Det finnes ingenting på denne adressen',
  '{method:field} is not allowed here; allowed are {allow}': '{method} er ikke tillatt her; tillatt er {allow}',
  'The form was sent from another site; open our own page and send it from there':
    'Skjemaet ble sendt fra et annet nettsted; åpne vår egen side og send det derfra',

  'None of the media types in Accept can be given; offered are {offered}':
    'Ingen av medietypene i Accept kan leveres; vi tilbyr {offered}',
  'The media type "{type}" is not taken here; send {takes}': 'Medietypen «{type}» tas ikke imot her; send {takes}',
  'application/x-www-form-urlencoded or application/json': 'application/x-www-form-urlencoded eller application/json',
  'The content encoding "{coding}" is not taken; send the body as it is':
    'Kodingen «{coding}» tas ikke imot; send innholdet som det er',

  'The query has {count:number} parameters; at most {most:number} are allowed':
    'Spørringen har {count} parametere; høyst {most} er tillatt',
  'The query parameter "{name}" holds a NUL character': 'Spørreparameteren «{name}» inneholder et NUL-tegn',
  'NUL characters are not allowed': 'NUL-tegn er ikke tillatt',
  'The query parameter "{name}" was sent more than once': 'Spørreparameteren «{name}» ble sendt mer enn én gang',
  'send it once; several values are separated by comma': 'send den én gang; flere verdier skilles med komma',
  'The parameter "{name}" was sent more than once': 'Parameteren «{name}» ble sendt mer enn én gang',
  'send it once': 'send den én gang',
  'The parameter "{name}" holds a NUL character': 'Parameteren «{name}» inneholder et NUL-tegn',

  'The body is no well-formed multipart/form-data: it is cut short, or its parts have no names':
    'Innholdet er ikke gyldig multipart/form-data: det er kuttet, eller delene mangler navn',
  'The part "{name}" was sent more than once': 'Delen «{name}» ble sendt mer enn én gang',
  'The part "{name}" is no UTF-8 text without NUL characters': 'Delen «{name}» er ikke UTF-8-tekst uten NUL-tegn',
  'must be UTF-8 text without NUL characters': 'må være UTF-8-tekst uten NUL-tegn',
  'The part "{name}" is no well-formed JSON': 'Delen «{name}» er ikke gyldig JSON',
  'must be well-formed JSON': 'må være gyldig JSON',
  'must be a file': 'må være en fil',
  'The body is larger than the {limit:number} bytes this call takes':
    'Innholdet er større enn de {limit} bytene dette kallet tar imot',
  'The body broke off before its end; nothing was done, send it again':
    'Innholdet ble avbrutt før slutten; ingenting ble gjort, send det på nytt',
  'The body is not UTF-8 text': 'Innholdet er ikke UTF-8-tekst',
  'The call needs a body and none was sent': 'Kallet må ha innhold, og det ble ikke sendt noe',
  'The body must be a JSON object': 'Innholdet må være et JSON-objekt',
  'must be a JSON object': 'må være et JSON-objekt',
  'The body is not well-formed JSON': 'Innholdet er ikke velformet JSON',
  'The body is nested deeper than {depth:number} levels': 'Innholdet er nøstet dypere enn {depth} nivåer',
  'An array in the body has more than {most:number} items': 'En liste i innholdet har mer enn {most} elementer',
  'The body holds half of a surrogate pair, which is no character':
    'Innholdet har halvdelen av et surrogatpar, som ikke er noe tegn',

  'Idempotency-Key must be 1 to 255 printable ASCII characters': 'Idempotency-Key må være 1 til 255 synlige ASCII-tegn',
  'The first request with this Idempotency-Key is still running; ask again in a moment':
    'Den første forespørselen med denne Idempotency-Key er fortsatt i gang; spør igjen om et øyeblikk',
  'This Idempotency-Key was used with another body or query; send a new key for a new request':
    'Denne Idempotency-Key ble brukt med et annet innhold eller en annen spørring; send en ny nøkkel for en ny forespørsel',

  'is no cursor of this API: send back what next_cursor held, unchanged':
    'er ingen markør fra dette API-et: send tilbake det next_cursor inneholdt, uendret',
  'is no cursor of this list; send back what next_cursor held, or begin without one':
    'er ingen markør for denne listen; send tilbake det next_cursor inneholdt, eller begynn uten',
  'cannot be sent with cursor, which says by itself where to go on':
    'kan ikke sendes sammen med cursor, som selv sier hvor det skal fortsette',
  'is not what the list was begun with; send it as before beside cursor, or begin without cursor':
    'er ikke det listen ble begynt med; send det som før sammen med cursor, eller begynn uten cursor',

  'The service is unavailable; try again in a moment, with the same Idempotency-Key if you sent one':
    'Tjenesten er utilgjengelig; prøv igjen om et øyeblikk, med den samme Idempotency-Key hvis du sendte en',
  'The service is unavailable; try again in a moment': 'Tjenesten er utilgjengelig; prøv igjen om et øyeblikk',
  'Others are at work on the same records and this request has waited too long; nothing was stored, try again':
    'Andre arbeider med de samme opplysningene, og denne forespørselen har ventet for lenge; ingenting ble lagret, prøv igjen',
  'Something failed on our side; nothing was stored. Send the request id when you report it':
    'Noe gikk galt hos oss; ingenting ble lagret. Oppgi forespørselens id når du melder fra',
  'All connections to the database are busy; nothing was stored, try again in a moment':
    'Alle forbindelser til databasen er opptatt; ingenting ble lagret, prøv igjen om et øyeblikk',
  'Many reports and long lists are being read at this moment; try again in a moment':
    'Mange rapporter og lange lister leses akkurat nå; prøv igjen om et øyeblikk',
  'Many others write in this client account at this moment; nothing was stored, try again in a moment':
    'Mange andre skriver på denne klientkontoen akkurat nå; ingenting ble lagret, prøv igjen om et øyeblikk',
  'The records are busy; nothing was stored, try again in a moment':
    'Opplysningene er opptatt; ingenting ble lagret, prøv igjen om et øyeblikk',
  'A service that this call needs is unavailable; try again in a moment':
    'En tjeneste som dette kallet trenger, er utilgjengelig; prøv igjen om et øyeblikk',
  'The service {owner} cannot be asked whether anything changed; try again in a moment':
    'Tjenesten {owner} kan ikke spørres om noe er endret; prøv igjen om et øyeblikk',
  'The service is starting; try again in a moment': 'Tjenesten starter; prøv igjen om et øyeblikk',
  'The service is stopping': 'Tjenesten stopper',

  'Somebody else goes on with the same at this moment; ask again': 'Noen andre fortsetter med det samme nå; spør igjen',
  'The command was taken back again and again; send it again in a moment':
    'Kommandoen ble tatt tilbake gang på gang; send den på nytt om litt',
  'Somebody else does the same at this moment; try again when that has ended':
    'Noen andre gjør det samme akkurat nå; prøv igjen når det er ferdig',
  'What was begun earlier came to nothing; send the same again':
    'Det som ble begynt tidligere, ble det ikke noe av; send det samme på nytt',

  'Too many reports are being made at this moment; {instead:text}': 'For mange rapporter lages akkurat nå; {instead}',
  'The report was not done within {seconds:number} seconds; {instead:text}':
    'Rapporten ble ikke ferdig innen {seconds} sekunder; {instead}',
  'The report could not be made; {instead:text}': 'Rapporten kunne ikke lages; {instead}',
  'the page and the JSON answer hold the same figures': 'siden og JSON-svaret har de samme tallene',
  'The report has more than {limit:number} pages as a PDF; narrow it, or take the workbook':
    'Rapporten har mer enn {limit} sider som PDF; snevre den inn, eller ta regnearket',
} as const;
