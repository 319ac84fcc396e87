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
} as const;
