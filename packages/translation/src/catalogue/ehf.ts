/** Invoices: what of an electronic one (EHF) cannot be read, is missing or does not add up; those that are printed. */
export const ehf = {
  'Too many documents are being printed at this moment; try again in a moment':
    'For mange dokumenter skrives ut akkurat nå; prøv igjen om litt',
  'The document was not printed within {seconds:number} seconds; try again in a moment':
    'Dokumentet ble ikke skrevet ut innen {seconds} sekunder; prøv igjen om litt',

  'Line {line}: {fault:text}': 'Linje {line}: {fault}',
  'The file has more than {most:number} bytes': 'Filen har mer enn {most} byte',
  'The file says that its encoding is {encoding}; electronic invoices are in UTF-8':
    'Filen oppgir tegnkodingen {encoding}; elektroniske fakturaer er i UTF-8',
  'The file is XML {version}; electronic invoices are XML 1.0':
    'Filen er XML {version}; elektroniske fakturaer er XML 1.0',
  'The file has more than {most:number} elements': 'Filen har mer enn {most} elementer',
  'The file is no invoice or credit note in UBL 2.1: its root element is {name}':
    'Filen er ingen faktura eller kreditnota i UBL 2.1: rotelementet er {name}',
  'The file has an element of more than {most:number} attributes':
    'Filen har et element med mer enn {most} attributter',
  'The file has an attribute of more than {most:number} characters': 'Filen har et attributt med mer enn {most} tegn',
  'The invoice has more than {most:number} lines': 'Fakturaen har mer enn {most} linjer',
  'The invoice has more than {most:number} attachments': 'Fakturaen har mer enn {most} vedlegg',

  '{name} is in the currency "{said}", the invoice in {currency}':
    '{name} er i valutaen «{said}», fakturaen i {currency}',
  '{name} is "{shown}", which is no amount with at most two decimals':
    '{name} er «{shown}», som ikke er et beløp med høyst to desimaler',
  '{name} is "{shown}", which is no date such as 2026-01-31': '{name} er «{shown}», som ikke er en dato som 2026-01-31',
  '{name} is "{shown}", which is no number': '{name} er «{shown}», som ikke er et tall',

  'The invoice does not say its currency': 'Fakturaen oppgir ikke valuta',
  'The invoice has no number': 'Fakturaen har ikke noe nummer',
  'The invoice does not say what kind it is': 'Fakturaen oppgir ikke hva slags faktura den er',
  'The invoice has no date': 'Fakturaen har ingen dato',
  'The invoice has no lines': 'Fakturaen har ingen linjer',
  'A reference to an earlier invoice has no number': 'En henvisning til en tidligere faktura mangler nummer',
  'The supplier has no name': 'Leverandøren har ikke noe navn',
  'The supplier has no address': 'Leverandøren har ingen adresse',
  'The address of the supplier has no country': 'Adressen til leverandøren mangler land',
  'The customer has no name': 'Kunden har ikke noe navn',
  'The customer has no address': 'Kunden har ingen adresse',
  'The address of the customer has no country': 'Adressen til kunden mangler land',
  'The sum of the lines is missing': 'Summen av linjene mangler',
  'The total without VAT is missing': 'Summen uten merverdiavgift mangler',
  'The total with VAT is missing': 'Summen med merverdiavgift mangler',
  'The amount to be paid is missing': 'Beløpet å betale mangler',
  'The line has no number': 'Linjen har ikke noe nummer',
  'The line has no quantity': 'Linjen har ikke noe antall',
  'The line has no price': 'Linjen har ingen pris',
  'The line has no net amount': 'Linjen har ikke noe nettobeløp',
  'The line has no VAT category': 'Linjen har ingen merverdiavgiftskategori',
  'The item of the line has no name': 'Varen på linjen har ikke noe navn',
  'The quantity has no unit': 'Antallet har ingen enhet',
  'The price is below zero': 'Prisen er under null',
  'The quantity that the price is for is not above zero': 'Antallet som prisen gjelder, er ikke over null',
  'An allowance or charge does not say which of the two it is':
    'Et avslag eller gebyr oppgir ikke hvilken av delene det er',
  'An allowance or charge has no amount': 'Et avslag eller gebyr mangler beløp',
  'An allowance or charge of the invoice has no VAT category':
    'Et avslag eller gebyr på fakturaen mangler merverdiavgiftskategori',
  'An allowance or charge has a percentage and nothing that it is taken of':
    'Et avslag eller gebyr har en prosent og ikke noe den regnes av',
  'An allowance or charge says what it is taken of and no percentage':
    'Et avslag eller gebyr oppgir hva det regnes av, og ingen prosent',
  'The VAT category is "{named}"; S, Z, E, AE, K, G and O are known':
    'Merverdiavgiftskategorien er «{named}»; S, Z, E, AE, K, G og O er kjent',
  'The VAT category {category} has no rate': 'Merverdiavgiftskategorien {category} har ingen sats',
  'The invoice has no VAT breakdown': 'Fakturaen har ingen spesifikasjon av merverdiavgiften',
  'The invoice has more than one VAT total with a breakdown':
    'Fakturaen har mer enn én sum av merverdiavgift med spesifikasjon',
  'The VAT total has no amount': 'Summen av merverdiavgiften mangler beløp',
  'A part of the VAT breakdown has no category': 'En del av merverdiavgiftsspesifikasjonen mangler kategori',
  'A part of the VAT breakdown has no base': 'En del av merverdiavgiftsspesifikasjonen mangler grunnlag',
  'A part of the VAT breakdown has no amount': 'En del av merverdiavgiftsspesifikasjonen mangler beløp',
  'An attachment is empty or cut short: its content is no whole base64':
    'Et vedlegg er tomt eller kuttet: innholdet er ikke hel base64',

  'The net amount is {said}; quantity, price, allowances and charges give {expected}':
    'Nettobeløpet er {said}; antall, pris, avslag og gebyrer gir {expected}',
  'An allowance or charge is {said}; {percent} percent of {base} are {expected}':
    'Et avslag eller gebyr er {said}; {percent} prosent av {base} er {expected}',
  'The period of the line ends before it begins': 'Perioden på linjen slutter før den begynner',
  'The period of the invoice ends before it begins': 'Perioden på fakturaen slutter før den begynner',
  'The sum of the lines is {said}; the lines add up to {expected}':
    'Summen av linjene er {said}; linjene gir til sammen {expected}',
  'The sum of allowances is {said}; they add up to {expected}':
    'Summen av avslagene er {said}; de gir til sammen {expected}',
  'The sum of charges is {said}; they add up to {expected}':
    'Summen av gebyrene er {said}; de gir til sammen {expected}',
  'The total without VAT is {said}; lines, allowances and charges add up to {expected}':
    'Summen uten merverdiavgift er {said}; linjer, avslag og gebyrer gir til sammen {expected}',
  'The VAT is {said}; its breakdown adds up to {expected}':
    'Merverdiavgiften er {said}; spesifikasjonen gir til sammen {expected}',
  'The total with VAT is {said}; net amount and VAT add up to {expected}':
    'Summen med merverdiavgift er {said}; nettobeløp og merverdiavgift gir til sammen {expected}',
  'The amount to be paid is {said}; total, prepaid amount and rounding give {expected}':
    'Beløpet å betale er {said}; sum, forskudd og avrunding gir {expected}',
  'The VAT breakdown has {category} {rate} percent more than once':
    'Merverdiavgiftsspesifikasjonen har {category} {rate} prosent mer enn én gang',
  'The VAT breakdown has no part for {category} {rate} percent':
    'Merverdiavgiftsspesifikasjonen har ingen del for {category} {rate} prosent',
  'The base of the VAT {category} {rate} percent is {said}; lines, allowances and charges give {expected}':
    'Grunnlaget for merverdiavgiften {category} {rate} prosent er {said}; linjer, avslag og gebyrer gir {expected}',
  'The VAT {category} {rate} percent is {said}; base and rate give {expected}':
    'Merverdiavgiften {category} {rate} prosent er {said}; grunnlag og sats gir {expected}',
  'The rate of the VAT category {category} is {rate} percent, which it cannot be':
    'Satsen til merverdiavgiftskategorien {category} er {rate} prosent, som den ikke kan være',

  'The supplier has no electronic address': 'Leverandøren har ingen elektronisk adresse',
  'The customer has no electronic address': 'Kunden har ingen elektronisk adresse',
  'The electronic address "{id}" is no Norwegian organization number':
    'Den elektroniske adressen «{id}» er ikke et norsk organisasjonsnummer',
  'The supplier has neither an organization number nor a VAT number':
    'Leverandøren har verken organisasjonsnummer eller merverdiavgiftsnummer',
  'The customer has neither an organization number nor a VAT number':
    'Kunden har verken organisasjonsnummer eller merverdiavgiftsnummer',
  'The VAT number of the supplier is "{number}", not such as NO313609030MVA':
    'Merverdiavgiftsnummeret til leverandøren er «{number}», ikke som NO313609030MVA',
  'The country "{code}" is no code such as NO': 'Landet «{code}» er ikke en kode som NO',
  'The invoice has neither a reference of the buyer nor an order number':
    'Fakturaen har verken kjøpers referanse eller ordrenummer',
  'The invoice has neither a due date nor terms of payment':
    'Fakturaen har verken forfallsdato eller betalingsbetingelser',
  'The kind {code} does not fit the document': 'Typen {code} passer ikke til dokumentet',
  'The VAT category {category} does not say why there is no VAT':
    'Merverdiavgiftskategorien {category} oppgir ikke hvorfor det ikke er merverdiavgift',
  'What is outside VAT stands in an invoice with other VAT categories':
    'Det som er utenfor merverdiavgiften, står i en faktura med andre merverdiavgiftskategorier',
  'The supplier has no VAT number, which the VAT category {category} needs':
    'Leverandøren har ikke merverdiavgiftsnummer, som merverdiavgiftskategorien {category} krever',
  'The customer has no VAT number': 'Kunden har ikke merverdiavgiftsnummer',
  'The VAT is said in another currency, which is that of the invoice':
    'Merverdiavgiften er oppgitt i en annen valuta, som er fakturaens egen',
  'The VAT has another sign in the other currency': 'Merverdiavgiften har et annet fortegn i den andre valutaen',
  'Goods within the EEA need a date of delivery or a period': 'Varer innen EØS krever leveringsdato eller periode',
  'Goods within the EEA need an address of delivery': 'Varer innen EØS krever leveringsadresse',
  'The unit "{code}" is no code such as C62': 'Enheten «{code}» er ikke en kode som C62',
  'An attachment is {type}, which an invoice may not carry': 'Et vedlegg er {type}, som en faktura ikke kan ha med',
  'The period of the line begins before that of the invoice': 'Perioden på linjen begynner før fakturaens',
  'The period of the line ends after that of the invoice': 'Perioden på linjen slutter etter fakturaens',
} as const;
