/** Files of banks (CAMT.053, CAMT.054): what is wrong with one. */
export const camt = {
  'The file is no CAMT.053 or CAMT.054 of the versions 001.02 to 001.08: its root element is {name} in the namespace "{namespace}"':
    'Filen er ingen CAMT.053 eller CAMT.054 av versjonene 001.02 til 001.08: rotelementet er {name} i navnerommet «{namespace}»',
  'The file has {name} of another namespace than {namespace}': 'Filen har {name} i et annet navnerom enn {namespace}',
  'The file has "{value}" as {name}, which is none': 'Filen har «{value}» som {name}, noe det ikke er',
  'The file has text in {name}, which holds elements only': 'Filen har tekst i {name}, som bare har elementer',
  'The file has more than {most:number} {name} in {parent}': 'Filen har mer enn {most} {name} i {parent}',
  'The file has {name} in {parent}, where it may not stand': 'Filen har {name} i {parent}, der det ikke kan stå',
  'The file has no {name} in {parent}, where there must be one': 'Filen mangler {name} i {parent}, der det må stå',
  'The file has the attribute {name} at {parent}, where it may not stand':
    'Filen har attributtet {name} på {parent}, der det ikke kan stå',
  'The file has a {name} without its currency': 'Filen har en {name} uten valuta',
  'The file has the amount {amount}; amounts have at most {whole:number} digits and two decimals here':
    'Filen har beløpet {amount}; beløp har høyst {whole} sifre og to desimaler her',
  'The file has an amount in {currency}, which is no currency':
    'Filen har et beløp i {currency}, som ikke er noen valuta',
  'The file has an entry of more than {most:number} payments (TxDtls)':
    'Filen har en postering med mer enn {most} betalinger (TxDtls)',
  'Statement {reference} has no booked opening balance (OPBD, PRCD) and closing balance (CLBD); a statement in pages is taken as one file only':
    'Kontoutskriften {reference} mangler bokført inngående saldo (OPBD, PRCD) og utgående saldo (CLBD); en kontoutskrift i flere sider tas bare imot samlet',
  'Statement {reference} has balances in {one} and in {other}':
    'Kontoutskriften {reference} har saldoer i {one} og i {other}',
  'Statement {reference} is from {from} to {to}, which is before':
    'Kontoutskriften {reference} går fra {from} til {to}, som er før',

  'Entry "{reference}" has no booking date (BookgDt)': 'Posteringen «{reference}» mangler bokføringsdato (BookgDt)',
  'Entry "{reference}" has several payments, one of them without its amount in {currency}':
    'Posteringen «{reference}» har flere betalinger, og en av dem mangler beløp i {currency}',
  'The file has more than {most:number} statements; send it in parts':
    'Filen har mer enn {most} kontoutskrifter; send den i deler',
  'The file is about the account {number}, which is no active house account of the client account; create it first':
    'Filen gjelder kontoen {number}, som ikke er en aktiv egen bankkonto på klientkontoen; opprett den først',
  'Statement {reference} has amounts in {currency}; the account is in {other}':
    'Kontoutskriften {reference} har beløp i {currency}; kontoen er i {other}',
  'Statement {reference}: opening balance and entries give {sum}, not the closing balance {closing}':
    'Kontoutskriften {reference}: inngående saldo og posteringer gir {sum}, ikke den utgående saldoen {closing}',
  'Statement {reference} has days of the stored statement from {from} to {to}':
    'Kontoutskriften {reference} har dager fra den lagrede kontoutskriften fra {from} til {to}',
  'Statement {reference} does not continue the statement beside it: on {day} one says {stored}, the other {sent}':
    'Kontoutskriften {reference} fortsetter ikke den ved siden av: per {day} sier den ene {stored}, den andre {sent}',
} as const;
