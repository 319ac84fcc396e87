/** Payments, and the files in which banks get them. */
export const payments = {
  'There is no payment {id}': 'Det finnes ingen betaling {id}',
  'Payment {id} is {status} and cannot become {next}': 'Betaling {id} er {status} og kan ikke bli {next}',
  'Payment {id} is {status}: amount, day, accounts and message change while it is PENDING':
    'Betaling {id} er {status}: beløp, dag, kontoer og melding kan endres så lenge den er PENDING',
  'A payment of document {id} was booked or matched at this moment; ask again':
    'En betaling av dokument {id} ble bokført eller avstemt akkurat nå; spør på nytt',
  'Document {id} cannot be paid: it is not posted, of no supplier, or nothing is open':
    'Dokument {id} kan ikke betales: det er ikke bokført, ikke fra en leverandør, eller ingenting er åpent',
  '{amount} {currency} is more than what is open and not on its way to be paid already: {available} {same}':
    '{amount} {currency} er mer enn det som er åpent og ikke allerede er på vei til å bli betalt: {available} {same}',
  'The bank account of the receiver is not known; name one, or give the business partner one':
    'Mottakerens bankkonto er ikke kjent; oppgi en, eller gi forretningspartneren en',
  'There is no document {id} in this client account': 'Det finnes ikke noe dokument {id} på denne klientkontoen',
  'There is no account {id} of the house in this client account':
    'Det finnes ingen egen konto {id} på denne klientkontoen',
  'Bank account {id} is inactive': 'Bankkonto {id} er inaktiv',
  'There is no bank account {id} of the partner of the document':
    'Dokumentets forretningspartner har ingen bankkonto {id}',
  'must not be before today, {day}': 'kan ikke være før i dag, {day}',
  'is required: it can change, and never be cleared': 'er påkrevd: feltet kan endres, men aldri tømmes',
  'is required for REJECTED: say why the bank did not carry it out':
    'er påkrevd for REJECTED: oppgi hvorfor banken ikke utførte betalingen',
  'external_id is "{external}", which payment {id} has': 'external_id er «{external}», som betaling {id} har',
  'A bank account was changed or deactivated since these payments were approved: {ids}; cancel them and make new ones':
    'En bankkonto er endret eller deaktivert siden disse betalingene ble godkjent: {ids}; kanseller dem og lag nye',
  'must name at least one payment': 'må nevne minst én betaling',
  'must name at most {most:number} payments': 'kan nevne høyst {most} betalinger',
  'must be an array of ids': 'må være en liste med id-er',
  'Payment {id} cannot be sent to a bank: {fault:text}': 'Betaling {id} kan ikke sendes til en bank: {fault}',
  'A file without payments is none': 'En fil uten betalinger er ingen fil',
  'A file takes at most {most:number} payments, not {count:number}': 'En fil tar høyst {most} betalinger, ikke {count}',
  'Two payments of the file have the same end-to-end id': 'To betalinger i filen har samme ende-til-ende-id',
  'The account that pays has no number that a bank would know':
    'Kontoen som betaler, har ikke et nummer som en bank kjenner',
  'The country of the account of the receiver is not known': 'Landet til mottakerens konto er ikke kjent',
  'The account of the receiver has no number that a bank would know':
    'Mottakerens konto har ikke et nummer som en bank kjenner',
  'The account of the receiver is no Norwegian account number': 'Mottakerens konto er ikke et norsk kontonummer',
  'A payment to another country needs the BIC of the bank of the receiver':
    'En betaling til et annet land trenger BIC-en til mottakerens bank',
  'The BIC of the bank of the receiver is none': 'BIC-en til mottakerens bank er ikke gyldig',
  'The name of the receiver has no letter that a bank passes on':
    'Navnet på mottakeren har ingen bokstaver som en bank sender videre',
  '"{code}" is no currency': '«{code}» er ingen valuta',
  'A payment is above zero': 'En betaling er større enn null',
  'Banks take at most {most} in one payment': 'Banker tar høyst {most} i én betaling',
  'An amount in {currency} has no decimals': 'Et beløp i {currency} har ingen desimaler',
  '"{id}" is no id of at most {most:number} letters, digits and hyphens':
    '«{id}» er ikke en id med høyst {most} bokstaver, sifre og bindestreker',
  'A payment of client account {id:number} is being settled': 'En betaling på klientkonto {id} gjøres opp akkurat nå',
  'Payment {id} is being settled at this moment; try again in a moment':
    'Betaling {id} gjøres opp akkurat nå; prøv igjen om et øyeblikk',
  'The bank transaction settles another payment': 'Banktransaksjonen gjør opp en annen betaling',
  'There is no bank transaction {id} in this client account':
    'Det finnes ingen banktransaksjon {id} på denne klientkontoen',
  'Payment {id} was changed at this moment; try again': 'Betaling {id} ble endret akkurat nå; prøv igjen',
  'Bank transaction {transaction} settles payment {id} already':
    'Banktransaksjon {transaction} gjør allerede opp betaling {id}',
  'Bank transaction {id} is reconciled already': 'Banktransaksjon {id} er allerede avstemt',
  'Transaction {id} paid nothing from bank account {account}':
    'Transaksjon {id} betalte ingenting fra bankkonto {account}',
  'is required without a bank transaction': 'er påkrevd uten en banktransaksjon',
  'must have paid {amount} {currency}, the amount of the payment':
    'må ha betalt {amount} {currency}, beløpet på betalingen',
  'has no exchange rate to the accounting currency': 'har ingen kurs til regnskapsvalutaen',
  'Payment {id} was not settled': 'Betaling {id} ble ikke gjort opp',
} as const;
