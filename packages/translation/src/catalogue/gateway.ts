/** What is answered before a service is reached, and by the tool endpoint. */
export const gateway = {
  'The {service:field} service is unavailable; try again in a moment':
    'Tjenesten {service} er utilgjengelig; prøv igjen om et øyeblikk',
  'The {service:field} service is unavailable; try again in a moment, a POST with its Idempotency-Key':
    'Tjenesten {service} er utilgjengelig; prøv igjen om et øyeblikk, en POST med sin Idempotency-Key',
  'Something failed on our side; send the request id when you report it':
    'Noe gikk galt hos oss; oppgi forespørselens id når du melder fra',
  'The header Expect can only ask for 100-continue': 'Hodet Expect kan bare be om 100-continue',
  'The request could not be passed on': 'Forespørselen kunne ikke sendes videre',
  'At most {limit:number} requests {asker:asker} may be under way at once; wait for answers and try again':
    'Høyst {limit} forespørsler {asker} kan være i gang samtidig; vent på svar og prøv igjen',
  'The limit of this call cannot be checked at the moment; try again in a moment':
    'Grensen for dette kallet kan ikke kontrolleres nå; prøv igjen om et øyeblikk',
  'This call is limited to {requests:number} requests per {span:text} and client address; try again in {seconds:number} seconds':
    'Dette kallet er begrenset til {requests} forespørsler per {span} og klientadresse; prøv igjen om {seconds} sekunder',
  hour: 'time',
  minute: 'minutt',
  '{count:number} minutes': '{count} minutter',
  '{count:number} seconds': '{count} sekunder',

  'What arrived is not a well-formed HTTP request': 'Det som kom fram, er ikke en velformet HTTP-forespørsel',
  'The request did not arrive in time: its headers may take 15 seconds, the whole of it 60':
    'Forespørselen kom ikke fram i tide: hodene kan ta 15 sekunder, det hele 60',
  'The extensions of the chunks of the body are too large': 'Utvidelsene i bitene av innholdet er for store',
  'The address is longer than the 8192 bytes that are taken; ask in several requests':
    'Adressen er lengre enn de 8192 bytene som tas imot; spør i flere forespørsler',
  'The headers are larger than the 16384 bytes that are taken': 'Hodene er større enn de 16384 bytene som tas imot',
  'The gateway cannot do its work at the moment; try again in a moment':
    'Inngangen kan ikke gjøre arbeidet sitt akkurat nå; prøv igjen om et øyeblikk',

  'Something failed on our side': 'Noe gikk galt hos oss',
  'Pages of this origin may not call the tool endpoint': 'Sider fra dette opphavet kan ikke kalle verktøyendepunktet',
  'The {service:field} service is away; nothing was done, try again in a moment':
    'Tjenesten {service} er borte; ingenting ble gjort, prøv igjen om et øyeblikk',
  'The {service:field} service did not answer; whether it did the work is not known':
    'Tjenesten {service} svarte ikke; om den gjorde arbeidet, er ikke kjent',
  'The answer is larger than the {limit:number} bytes that a tool gives; ask for fewer records, with per_page or a shorter period':
    'Svaret er større enn de {limit} bytene et verktøy gir; be om færre poster, med per_page eller en kortere periode',
  'The answer is larger than the {limit:number} bytes that a tool gives; ask a narrower question':
    'Svaret er større enn de {limit} bytene et verktøy gir; still et smalere spørsmål',
  'The call was carried out; its answer is larger than the {limit:number} bytes that a tool gives. Read the result with the tool that reads it':
    'Kallet ble utført; svaret er større enn de {limit} bytene et verktøy gir. Les resultatet med verktøyet som leser det',
  'The endpoint answered {status:number} without saying why': 'Endepunktet svarte {status} uten å si hvorfor',
  'There is no tool "{name}"; tools/list names those there are':
    'Verktøyet «{name}» finnes ikke; tools/list nevner dem som finnes',
  '"arguments" must be an object': '«arguments» må være et objekt',
  '"dry_run" must be true or false; nothing was executed': '«dry_run» må være true eller false; ingenting ble utført',
  'there is no argument "{name}": the arguments are {names}; nothing was executed':
    'argumentet «{name}» finnes ikke: argumentene er {names}; ingenting ble utført',
  'there is no argument "{name}": write {argument:field}; nothing was executed':
    'argumentet «{name}» finnes ikke: skriv {argument}; ingenting ble utført',
  'The path {path:field} needs "{name}"': 'Adressen {path} trenger «{name}»',
  '"{value}" cannot stand for "{name}" in the path {path:field}':
    '«{value}» kan ikke stå for «{name}» i adressen {path}',
  '"{name}" must be a single value, not an object': '«{name}» må være én verdi, ikke et objekt',
  '"{name}" must be a single value, not a list': '«{name}» må være én verdi, ikke en liste',
  '"{name}" must be a list of single values': '«{name}» må være en liste av enkeltverdier',
  'Batches are not taken; send one message per request':
    'Samlede meldinger tas ikke imot; send én melding per forespørsel',
  'The body must be one JSON-RPC 2.0 message, a JSON object':
    'Innholdet må være én JSON-RPC 2.0-melding, et JSON-objekt',
  'MCP-Protocol-Version must be one of {revisions}': 'MCP-Protocol-Version må være en av {revisions}',
  'The header {name} says something else than the body': 'Hodet {name} sier noe annet enn innholdet',
} as const;
