/** Bank accounts, statements and transactions. */
export const bank = {
  'There is no bank account {id}': 'Det finnes ingen bankkonto {id}',
  'The owner has a bank account with this number already; use that one':
    'Eieren har allerede en bankkonto med dette nummeret; bruk den',
  'The bank account has transactions that are not reconciled; reconcile them first':
    'Bankkontoen har transaksjoner som ikke er avstemt; avstem dem først',
  'is required, or bban with bank_country': 'er påkrevd, eller bban med bank_country',
  'is required beside bban': 'er påkrevd sammen med bban',
  'The account number is not one of Norway: eleven digits, the last a check digit':
    'Kontonummeret er ikke norsk: elleve sifre, der det siste er et kontrollsiffer',
  'The IBAN fails its check digits, or has not the length of its country':
    'IBAN-nummeret har feil kontrollsifre, eller ikke lengden til landet sitt',
  'The IBAN holds no valid Norwegian account number': 'IBAN-nummeret inneholder ikke et gyldig norsk kontonummer',
  'The account number is not the one in the IBAN': 'Kontonummeret er ikke det som står i IBAN-nummeret',
  'is for accounts of the house alone: that of a partner is not booked':
    'gjelder bare egne kontoer: kontoen til en forretningspartner bokføres ikke',
  'There is no active account {code} in this client account':
    'Det finnes ingen aktiv konto {code} på denne klientkontoen',
  'must be a BIC such as DNBANOKK': 'må være en BIC, for eksempel DNBANOKK',
  'must be an account code such as 1920': 'må være en kontokode, for eksempel 1920',
  '"{type}" is no type of record that reconciliation owns': '«{type}» er ingen type som avstemmingen har',
  'There is no bank account {id} in this client account': 'Det finnes ingen bankkonto {id} på denne klientkontoen',
  'Bank account {id} is that of a business partner': 'Bankkonto {id} tilhører en forretningspartner',
  'Bank account {id} is inactive and takes nothing new': 'Bankkonto {id} er inaktiv og tar ikke imot noe nytt',
  'Bank account {id} is not the account of the statement': 'Bankkonto {id} er ikke kontoen i kontoutskriften',
  'Bank account {id} is no active house account of this client account':
    'Bankkonto {id} er ingen aktiv egen konto på denne klientkontoen',
  'There is no bank transaction {id}': 'Det finnes ingen banktransaksjon {id}',
  '{field:field} is required: the house account that the money moved on':
    '{field} er påkrevd: den egne kontoen som pengene gikk over',
  'is required: the house account that the money moved on': 'er påkrevd: den egne kontoen som pengene gikk over',
  'must not be zero': 'kan ikke være null',
  'must be above zero': 'må være over null',
  'There is no bank statement {id}': 'Det finnes ingen kontoutskrift {id}',
  'The opening balance and the amounts give {expected}, not the closing balance {closing}':
    'Inngående saldo og beløpene gir {expected}, ikke den utgående saldoen {closing}',
  'This statement is stored already': 'Denne kontoutskriften er allerede lagret',
  'A statement from {from} to {to} is stored, which has days of this one':
    'En kontoutskrift fra {from} til {to} er lagret, og har dager som også er i denne',
  'The statement before it closes with {before}, this one opens with {opening}':
    'Kontoutskriften før slutter med {before}, denne begynner med {opening}',
  'The statement after it opens with {after}, this one closes with {closing}':
    'Kontoutskriften etter begynner med {after}, denne slutter med {closing}',
  'is before from_date': 'er før from_date',
  'is no day of the statement': 'er ingen dag i kontoutskriften',
  'is not {currency}, the currency of the statement': 'er ikke {currency}, valutaen til kontoutskriften',
  'A transaction of the statement is reconciled or in use; take that back first':
    'En transaksjon i kontoutskriften er avstemt eller i bruk; gjør det om først',
  'asks for {count} transactions; an answer has at most {most}, and GET /bank-transactions gives them page by page':
    'ber om {count} transaksjoner; et svar har høyst {most}, og GET /bank-transactions gir dem side for side',
  'must be an array of transactions': 'må være en liste av transaksjoner',
  'must have at most 20000 transactions': 'kan ha høyst 20000 transaksjoner',
  'must be an array of details': 'må være en liste av detaljer',
  'must have at most 1000 details': 'kan ha høyst 1000 detaljer',
  'must be 1 in {currency}, the accounting currency': 'må være 1 i {currency}, som er regnskapsvalutaen',
} as const;
