/** What operators, tests and other services are answered. */
export const operations = {
  'Test hooks are not enabled': 'Testkrokene er ikke slått på',
  'There is no job "{name}"': 'Det finnes ingen jobb «{name}»',
  'There is no sandbox to make companies of': 'Det finnes ingen sandkasse å lage selskaper av',
  'The sandbox could not sign the company up': 'Sandkassen kunne ikke registrere selskapet',
  'Companies are made for programs of the machine that the platform runs on; whoever runs it lets others by TEST_HOOKS_NETWORKS. You call from {address}':
    'Selskaper lages for programmer på maskinen som plattformen kjører på; den som driver den, slipper andre til med TEST_HOOKS_NETWORKS. Anropet kommer fra {address}',
  'The call was sent from a page of another site; send it from a program or from our own page':
    'Kallet ble sendt fra en side på et annet nettsted; send det fra et program eller fra vår egen side',
  'More companies were asked for, within the hour or at once, than may sign up; make them one by one, try again later, or lift the limits with RATE_LIMIT_SCALE=0':
    'Det ble bedt om flere selskaper, på en time eller samtidig, enn det som kan registreres; lag dem ett om gangen, prøv igjen senere, eller opphev grensene med RATE_LIMIT_SCALE=0',
  'The clock could not be stored: the broker does not answer; try again in a moment':
    'Klokken kunne ikke lagres: meldingsformidleren svarer ikke; prøv igjen om et øyeblikk',
  'The clock was not confirmed by: {services}': 'Klokken ble ikke bekreftet av: {services}',
  'must be 1 to {most:number}': 'må være 1 til {most}',
  'Nothing here handles messages of {consumer} any more': 'Ingenting her behandler meldinger for {consumer} lenger',
  'There is no parked message {id}': 'Det finnes ingen parkert melding {id}',
  'The parked message {id} was handled already': 'Den parkerte meldingen {id} er alt behandlet',
  'This call is made for a person and names none': 'Dette kallet gjøres for en person og nevner ingen',
  'A command key is required': 'En kommandonøkkel er påkrevd',
  'At most {most:number} records can be asked about at once, and {count:number} were':
    'Det kan spørres om høyst {most} poster på én gang, og det ble spurt om {count}',
  'At most {most:number} lines can be asked about at once, and {count:number} were':
    'Det kan spørres om høyst {most} linjer på én gang, og det ble spurt om {count}',
  'At most {most:number} documents can be matched at once, and {count:number} were':
    'Høyst {most} dokumenter kan avstemmes mot banken på én gang, og det ble bedt om {count}',
  '"{text}" is no exchange rate': '«{text}» er ingen valutakurs',
  '"{text}" is no kind of dimension': '«{text}» er ingen type dimensjon',
  '"{text}" is no calendar date such as 2026-01-31': '«{text}» er ingen kalenderdato som 2026-01-31',
  '"{text}" is no currency code such as NOK': '«{text}» er ingen valutakode som NOK',
  'A command claims 1 to {most:number} amounts, not {count:number}':
    'En kommando gjør krav på 1 til {most} beløp, ikke {count}',
  '"{text}" is not an amount with at most two decimals': '«{text}» er ikke et beløp med høyst to desimaler',
  'An amount of zero claims nothing': 'Et beløp på null gjør ikke krav på noe',
  'A claim is internal or external': 'Et krav er internt eller eksternt',
  'At most {most:number} references can be resolved at once, and {count:number} were asked for':
    'Høyst {most} henvisninger kan slås opp samtidig, og det ble spurt om {count}',
  'References of the type "{type}" belong to another service; this one has {types}':
    'Henvisninger av typen «{type}» hører til en annen tjeneste; denne har {types}',
  'At most {most:number} business partners can be asked about at once, not {count:number}':
    'Det kan spørres om høyst {most} forretningspartnere samtidig, ikke {count}',
  'At most {partners:number} business partners and {accounts:number} accounts can be asked about at once':
    'Det kan spørres om høyst {partners} forretningspartnere og {accounts} kontoer samtidig',
} as const;
