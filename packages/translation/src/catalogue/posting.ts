/** Why the books do not take an entry: balance, accounts, tax codes, currencies, dimensions, vouchers and locks. */
export const posting = {
  'Journal entry {entry:number} is that of document {document:number} ({type}), and is cancelled with it: use POST /documents/{id:number}/cancel':
    'Bilag {entry:number} hører til dokument {document:number} ({type}) og annulleres sammen med det: bruk POST /documents/{id:number}/cancel',
  'Journal entry {entry:number} is that of document {document:number} ({type}), which only a document that takes it back undoes, such as a credit note':
    'Bilag {entry:number} hører til dokument {document:number} ({type}), som bare et dokument som tar det tilbake kan oppheve, for eksempel en kreditnota',
  'are out of balance: debit {debit}, credit {credit}, difference {difference}':
    'er ikke i balanse: debet {debit}, kredit {credit}, differanse {difference}',
  'are out of balance on {date}: debit {debit}, credit {credit}; a posted entry balances on each posting date':
    'er ikke i balanse den {date}: debet {debit}, kredit {credit}; et bokført bilag balanserer på hver bokføringsdato',
  'are out of balance; a posted entry balances on each posting date':
    'er ikke i balanse; et bokført bilag balanserer på hver bokføringsdato',
  '{found:text}; exactly one of them must be above zero': '{found}; nøyaktig én av dem må være større enn null',
  'debit {debit} and credit {credit} are both above zero': 'debit {debit} og credit {credit} er begge større enn null',
  'debit and credit are both 0': 'debit og credit er begge 0',
  'is {id}, which line {line:number} of the request has; line ids are unique in an entry':
    'er {id}, som linje {line} i forespørselen har; linje-id-er er unike i et bilag',

  'account {id:number}': 'konto {id}',
  'account "{code}"': 'konto «{code}»',
  'is {account:text}, which is inactive and takes no new lines':
    'er {account}, som er inaktiv og ikke tar imot nye linjer',
  'is {currency}, but the books are in {other}': 'er {currency}, men regnskapet føres i {other}',
  'names account 2099, which is computed and takes no postings':
    'gjelder konto 2099, som beregnes og ikke kan bokføres på',
  'is "{code}", which does not exist in the chart of accounts': 'er «{code}», som ikke finnes i kontoplanen',
  'is {id}, which is no general ledger account of this client account':
    'er {id}, som ikke er en hovedbokskonto på denne klientkontoen',
  'is {id}, which is another account than account_code "{code}"':
    'er {id}, som er en annen konto enn account_code «{code}»',

  'is {date}, which is locked': 'er {date}, som er i en låst periode',
  'Posting dates up to {date} are locked; choose a later date or move the period lock':
    'Bokføringsdatoer til og med {date} er låst; velg en senere dato eller flytt periodelåsen',

  'is "{code}", which is no tax code': 'er «{code}», som ikke er en mva-kode',
  'is "{code}", which is not in force on the posting date {date}':
    'er «{code}», som ikke gjelder på bokføringsdatoen {date}',
  'is "{code}", but the client account is not liable for VAT on {date}; leave the tax code out':
    'er «{code}», men klientkontoen er ikke mva-pliktig den {date}; utelat mva-koden',
  'is "{code}", which is not among the tax codes that {account:text} takes; choose one of them or leave it out':
    'er «{code}», som ikke er blant mva-kodene som {account} kan ha; velg en av dem eller utelat den',
  'is {amount}, which is not what tax_code "{code}" gives on the base: it may differ by 1.00, or 1 % where that is more; leave it out to have it computed':
    'er {amount}, som ikke er det tax_code «{code}» gir av grunnlaget: avviket kan være 1.00, eller 1 % der det er mer; utelat beløpet for å få det beregnet',
  'is not taken without a tax_code; send the code, or leave the amount out':
    'tas ikke imot uten tax_code; send koden, eller utelat beløpet',
  'is required when tax_line is true': 'er påkrevd når tax_line er true',
  'is {line}, which is no line_id of this entry': 'er {line}, som ikke er en line_id i dette bilaget',
  'is {line}, which is this line itself': 'er {line}, som er denne linjen selv',
  'is {line}, which is a tax line itself; name the line that is taxed':
    'er {line}, som selv er en mva-linje; oppgi linjen det beregnes mva av',
  "is {base}, which is more than the line's amount, {amount}": 'er {base}, som er mer enn beløpet på linjen, {amount}',
  'is too large for the exchange rate {rate}': 'er for stort for kursen {rate}',

  'must be 0: the line is a {side:side}, so its foreign amount is {column}_fc':
    'må være 0: linjen står i {side}, så valutabeløpet er {column}_fc',
  'is {amount}, but in the accounting currency {currency} it equals {field}, {base}; leave it out':
    'er {amount}, men i regnskapsvalutaen {currency} er det lik {field}, {base}; utelat det',
  'is {rate}, but the accounting currency {currency} has the rate 1':
    'er {rate}, men regnskapsvalutaen {currency} har kursen 1',
  'is required with {currency}, unless {side}_fc is sent':
    'er påkrevd sammen med {currency}, med mindre {side}_fc sendes',
  'does not fit: {foreign}_fc {amount} at {rate} is {product}, but {side} is {base}; leave out the rate or {column}_fc to have it computed':
    'stemmer ikke: {foreign}_fc {amount} til kurs {rate} er {product}, men {side} er {base}; utelat kursen eller {column}_fc for å få det beregnet',
  'gives, with {side} {base}, a rate of {rate}, which is outside 0.000001 to {most}':
    'gir, med {side} {base}, kursen {rate}, som er utenfor 0.000001 til {most}',
  'gives, with {side} {base}, a foreign amount that is too large':
    'gir, med {side} {base}, et valutabeløp som er for stort',

  'repeats tag {id}': 'gjentar merkelapp {id}',
  'is a second {type}; a line has at most one of each type except tags':
    'er nummer to av typen {type}; en linje har høyst én av hver type, unntatt merkelapper',
  'is {dimension}, which does not exist on this client account':
    'er {dimension}, som ikke finnes på denne klientkontoen',
  'is {dimension}, which is inactive and takes no new lines':
    'er {dimension}, som er inaktiv og ikke tar imot nye linjer',

  'is {id}, which is no voucher of this client account':
    'er {id}, som ikke er et bilagsdokument på denne klientkontoen',
  'is {id}, a voucher that is not active': 'er {id}, et bilagsdokument som ikke er aktivt',
  'is {id}, which has a journal entry already; cancel that one first':
    'er {id}, som alt har et bilag; annuller det først',
  'is "{reference}", which journal entry {entry} has': 'er «{reference}», som bilag {entry} har',
  'cannot be posted to at this moment': 'kan ikke bokføres på akkurat nå',
  'Another journal entry of the same voucher was stored at the same moment':
    'Et annet bilag til det samme bilagsdokumentet ble lagret i samme øyeblikk',
  'Two journal entries have the same external_id': 'To bilag har den samme external_id',
  'The client account is inactive and read-only': 'Klientkontoen er inaktiv og kan bare leses',
  'The books changed at the same moment; try again': 'Regnskapet ble endret i samme øyeblikk; prøv igjen',
  'The accounts or settings change at this moment; nothing was stored, try again in a moment':
    'Kontoene eller innstillingene endres akkurat nå; ingenting ble lagret, prøv igjen om et øyeblikk',

  'is required with relation_type "{type}"': 'er påkrevd sammen med relation_type «{type}»',
  'is required with relation_id {id}': 'er påkrevd sammen med relation_id {id}',
  'is "{type}", which only the reversals have that the server posts':
    'er «{type}», som bare reverseringene fra tjeneren har',
} as const;
