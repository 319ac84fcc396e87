/** What external reconciliations refuse, and what documents say of lines that have one. */
export const externalReconciliation = {
  'There is no external reconciliation {id}': 'Det finnes ingen ekstern avstemming {id}',
  'Bank transaction {id} is reconciled already, or being reconciled at this moment':
    'Banktransaksjon {id} er allerede avstemt, eller avstemmes i dette øyeblikk',
  'Line {line} of document {id} is reconciled already, or being reconciled at this moment':
    'Linje {line} i dokument {id} er allerede avstemt, eller avstemmes i dette øyeblikk',
  'External reconciliation {id} was retired; only its note can change':
    'Ekstern avstemming {id} er trukket tilbake; bare merknaden kan endres',
  'External reconciliation {id} is no draft': 'Ekstern avstemming {id} er ikke et utkast',
  'What draft {id} compares has changed since it was made; make it again':
    'Det som utkast {id} sammenligner, er endret siden det ble laget; lag det på nytt',
  'The difference is {difference}, and the items add up to {items}':
    'Differansen er {difference}, og postene summerer seg til {items}',
  'External reconciliation {id} is being changed at this moment; try again in a moment':
    'Ekstern avstemming {id} endres i dette øyeblikk; prøv igjen om et øyeblikk',
  'A record has exactly one entry of the kind EXTERNAL, and this one has {count:number}':
    'En avstemming har nøyaktig én post av typen EXTERNAL, og denne har {count}',
  'A record has at least one entry of the ledger: LEDGER_LINE or LEDGER_BALANCE':
    'En avstemming har minst én post fra hovedboken: LEDGER_LINE eller LEDGER_BALANCE',
  'The currency is {other}, and that of another entry {one}; all entries have the same':
    'Valutaen er {other}, og den til en annen post er {one}; alle poster har den samme',
  'as_of_date is {other}, and that of another balance {one}; all balances have the same':
    'as_of_date er {other}, og den til en annen saldo er {one}; alle saldoer har den samme',
  'exchange_rate must be above zero': 'exchange_rate må være over null',
  'A second relation and as_of_date are of balances alone': 'En andre relasjon og as_of_date hører bare til saldoer',
  'amount is required for the kind {kind}': 'amount er påkrevd for typen {kind}',
  'relation_type and relation_id are required for the kind {kind}':
    'relation_type og relation_id er påkrevd for typen {kind}',
  'relation_type is "{type}"; the kind LEDGER_LINE has JE': 'relation_type er «{type}»; typen LEDGER_LINE har JE',
  'relation_line_id is required for the kind LEDGER_LINE': 'relation_line_id er påkrevd for typen LEDGER_LINE',
  'A RECONCILING_ITEM points at nothing': 'En RECONCILING_ITEM peker ikke på noe',
  'description is required for the kind RECONCILING_ITEM': 'description er påkrevd for typen RECONCILING_ITEM',
  'The amount of a RECONCILING_ITEM must not be zero': 'Beløpet til en RECONCILING_ITEM kan ikke være null',
  'A bank transaction has no lines: leave relation_line_id out':
    'En banktransaksjon har ingen linjer: utelat relation_line_id',
  'relation_type "{type}" is written by the platform alone': 'relation_type «{type}» skrives bare av plattformen',
  'relation_type "VATST" without a line is written by the platform alone':
    'relation_type «VATST» uten linje skrives bare av plattformen',
  'relation_type is "{type}"; the kind EXTERNAL has PAYMT or a type of document':
    'relation_type er «{type}»; typen EXTERNAL har PAYMT eller en dokumenttype',
  'relation_line_id is required: a line of the document is reconciled':
    'relation_line_id er påkrevd: det er en linje i dokumentet som avstemmes',
  'relation_type is "{type}"; the kind LEDGER_BALANCE has GENERAL_LEDGER_ACCOUNT':
    'relation_type er «{type}»; typen LEDGER_BALANCE har GENERAL_LEDGER_ACCOUNT',
  'A balance has no lines: leave relation_line_id out': 'En saldo har ingen linjer: utelat relation_line_id',
  'as_of_date is required for the kind LEDGER_BALANCE': 'as_of_date er påkrevd for typen LEDGER_BALANCE',
  'secondary_relation_type and secondary_relation_id come together or not at all':
    'secondary_relation_type og secondary_relation_id sendes sammen eller ikke i det hele tatt',
  'The balance, or a part of it, stands in another entry of the record':
    'Saldoen, eller en del av den, står i en annen post i avstemmingen',
  'A bank transaction is matched without a difference: RECONCILING_ITEM is refused':
    'En banktransaksjon avstemmes uten differanse: RECONCILING_ITEM avvises',
  'The ledger lines add up to {ledger}, and the bank transaction is {amount}':
    'Hovedbokslinjene summerer seg til {ledger}, og banktransaksjonen er {amount}',
  'A line of the type BALANCE is matched with LEDGER_BALANCE entries alone':
    'En linje av typen BALANCE avstemmes bare mot poster av typen LEDGER_BALANCE',
  'There is no line {line} of journal entry {entry}': 'Det finnes ingen linje {line} i bilagspost {entry}',
  'Journal entry {id} is a draft': 'Bilagspost {id} er et utkast',
  'Journal entry {id} is cancelled, or reverses one that is':
    'Bilagspost {id} er kansellert, eller reverserer en som er det',
  'The line is in {line}, and the entry in {entry}': 'Linjen er i {line}, og posten i {entry}',
  'The amount of a LEDGER_LINE must not be zero': 'Beløpet til en LEDGER_LINE kan ikke være null',
  'The amount is more than what is left of line {id}, which is {open}':
    'Beløpet er mer enn det som gjenstår av linje {id}, som er {open}',
  'A bank transaction is matched with LEDGER_LINE entries alone':
    'En banktransaksjon avstemmes bare mot poster av typen LEDGER_LINE',
  'A line of the type TRANSACTION is matched with LEDGER_LINE entries alone':
    'En linje av typen TRANSACTION avstemmes bare mot poster av typen LEDGER_LINE',
  'There is no general ledger account {id} in this client account':
    'Det finnes ingen hovedbokskonto {id} hos denne klienten',
  'as_of_date is {sent}, and the date of the line {line}': 'as_of_date er {sent}, og datoen til linjen er {line}',
  'Account {code} is none of those that the figure is compared with: {codes}':
    'Konto {code} er ingen av dem som tallet sammenlignes med: {codes}',
  'The entry must carry {type} {id}': 'Posten må bære {type} {id}',
  'exchange_rate must be 1 in {currency}, the accounting currency':
    'exchange_rate må være 1 i {currency}, regnskapsvalutaen',
  'exchange_rate is required: what the entry points at has no rate for {currency}':
    'exchange_rate er påkrevd: det posten peker på, har ingen kurs for {currency}',
  'There is no bank transaction {id} in this client account':
    'Det finnes ingen banktransaksjon {id} hos denne klienten',
  'The amount is {sent}, and that of the bank transaction {amount}':
    'Beløpet er {sent}, og det til banktransaksjonen er {amount}',
  'There is no line {line} of a document {id} of the type {type}':
    'Det finnes ingen linje {line} i et dokument {id} av typen {type}',
  'Document {id} is {status}; lines of posted documents alone are reconciled':
    'Dokument {id} er {status}; bare linjer i bokførte dokumenter avstemmes',
  'Line {id} has no category, so there is nothing to compare it with':
    'Linje {id} har ingen kategori, så det er ikke noe å sammenligne den med',
  'The currency is {sent}, and that of what it points at {own}':
    'Valutaen er {sent}, og den til det den peker på, er {own}',
  'The amount is {sent}, and that of the line {amount}': 'Beløpet er {sent}, og det til linjen er {amount}',
  'Line {id} was cancelled, or reconciled elsewhere, at this moment: {amount} is left of it':
    'Linje {id} ble kansellert, eller avstemt et annet sted, i dette øyeblikk: {amount} gjenstår av den',
  'Document {id} is being changed at this moment; try again in a moment':
    'Dokument {id} endres i dette øyeblikk; prøv igjen om et øyeblikk',
  'Line {line} of document {id} was changed at this moment; read it again':
    'Linje {line} i dokument {id} ble endret i dette øyeblikk; les den på nytt',
  'A bank transaction is matched without a difference: it takes no items':
    'En banktransaksjon avstemmes uten differanse: den tar ingen poster',
  'description must not be empty': 'description kan ikke være tom',
  'The amount of an item must not be zero': 'Beløpet til en post kan ikke være null',
  'At most {most:number} subjects can be asked about at once, and {count:number} were':
    'Det kan spørres om høyst {most} gjenstander på én gang, og det ble spurt om {count}',
  'Reconciliation line {line} is reconciled by external reconciliation {id}; delete that one first':
    'Avstemmingslinje {line} er avstemt av ekstern avstemming {id}; slett den først',
  'Reconciliation line {id} is being reconciled at this moment; try again in a moment':
    'Avstemmingslinje {id} avstemmes i dette øyeblikk; prøv igjen om et øyeblikk',
  'Reconciliation line {line} of a document of the voucher is reconciled by external reconciliation {id}; delete that one first':
    'Avstemmingslinje {line} i et dokument til bilaget er avstemt av ekstern avstemming {id}; slett den først',
  'must be false: a record never becomes a draft again': 'må være false: en avstemming blir aldri et utkast igjen',
  'must be an array of entries': 'må være en liste med poster',
  'must hold at most 1000 entries': 'kan ha høyst 1000 poster',
  'must be an array of items': 'må være en liste med poster',
  'must hold at most 1000 items': 'kan ha høyst 1000 poster',
  'At most {most:number} balances can be asked about at once, and {count:number} were':
    'Det kan spørres om høyst {most} saldoer på én gang, og det ble spurt om {count}',
  'A dimension value has a kind': 'En dimensjonsverdi har en type',
};
