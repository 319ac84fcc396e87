/** Imports of SAF-T files: what is wrong with a file, and why an import cannot be had. */
export const saft = {
  'There is no import {id} of a SAF-T file': 'Det finnes ingen import {id} av en SAF-T-fil',
  'The client account has {most} imports of SAF-T files; delete one of them first':
    'Klientkontoen har {most} importer av SAF-T-filer; slett en av dem først',
  'The file of the import {id} is still being read': 'Filen til importen {id} blir fortsatt lest',
  'The file of the import {id} was refused; see the problems of its report':
    'Filen til importen {id} ble avvist; se problemene i rapporten',
  'The import {id} was committed with other accounts; leave "accounts" out':
    'Importen {id} ble bokført med andre kontoer; utelat «accounts»',
  'The import {id} is being posted; wait until it has ended': 'Importen {id} blir bokført; vent til den er ferdig',
  'Another import of the client account is being posted': 'En annen import på klientkontoen blir bokført',
  'The import {id} has posted a part of its entries; commit it again so that it ends':
    'Importen {id} har bokført en del av bilagene sine; bokfør den igjen slik at den blir ferdig',
  'The books have entries between {from} and {to}, the period of the file':
    'Regnskapet har bilag mellom {from} og {to}, som er filens periode',
  'The books do not stand where the file opens on {date}; these accounts differ: {accounts}':
    'Regnskapet står ikke der filen åpner {date}; disse kontoene avviker: {accounts}',
  'names more than {most:number} accounts': 'nevner mer enn {most} kontoer',
  'names the account {id} twice': 'nevner kontoen {id} to ganger',
  'names the account {id}, which the file lacks or which is computed':
    'nevner kontoen {id}, som mangler i filen eller blir beregnet',
  'gives the account {id} the code {code}, which is no active account':
    'gir kontoen {id} koden {code}, som ikke er en aktiv konto',
  'must say which accounts these accounts of the file become: {accounts}':
    'må si hvilke kontoer disse kontoene i filen blir: {accounts}',
  'Account {code} in {month}: the file has debits of {debit} and credits of {credit}, and the books {booked} and {bookedCredit}':
    'Konto {code} i {month}: filen har debet {debit} og kredit {credit}, og regnskapet {booked} og {bookedCredit}',
  'Account {code} opens with {opening} in the file, and with {booked} in the books':
    'Konto {code} åpner med {opening} i filen, og med {booked} i regnskapet',
  'The file has {counted} entries, and {posted:number} were dealt with':
    'Filen har {counted} bilag, og {posted} ble behandlet',
  'Account {id} has debits of {debit} and credits of {credit} in the file, and {readDebit} and {readCredit} were dealt with':
    'Konto {id} har debet {debit} og kredit {credit} i filen, og {readDebit} og {readCredit} ble behandlet',
  'The import has posted {posted:number} entries, and the books have {booked:number} of it':
    'Importen har bokført {posted} bilag, og regnskapet har {booked} av dem',
  'The files of the client account that wait to be imported have more than {most:number} bytes when they are unpacked; import or delete some of them first':
    'Filene på klientkontoen som venter på å bli importert, har mer enn {most} byte når de er pakket ut; importer eller slett noen av dem først',
  'At most {most:number} business partners are imported at once':
    'Høyst {most} forretningspartnere importeres på én gang',

  'The file is not well-formed XML: {why}': 'Filen er ikke velformet XML: {why}',
  'The file has a document type declaration (DOCTYPE), which is not taken':
    'Filen har en dokumenttypedeklarasjon (DOCTYPE), som ikke tas imot',
  'The file says that its encoding is {encoding}; {files:files} are in UTF-8':
    'Filen oppgir tegnkodingen {encoding}; {files} er i UTF-8',
  'The file is XML {version}; {files:files} are XML 1.0': 'Filen er XML {version}; {files} er XML 1.0',
  'The file has elements within elements to a depth of over {most:number}':
    'Filen har elementer i elementer dypere enn {most}',
  'The file has a name of more than {most:number} characters': 'Filen har et navn på mer enn {most} tegn',
  'The file has more than {most:number} characters without a tag between them':
    'Filen har mer enn {most} tegn uten et element imellom',
  'The file holds no XML': 'Filen inneholder ingen XML',
  'The file broke off before its end': 'Filen tok slutt før den var ferdig',
  'The file is not UTF-8 text': 'Filen er ikke tekst i UTF-8',
  'The file has a {name} of more than {most:number} elements': 'Filen har en {name} med mer enn {most} elementer',
  'The file has a {name} of more than {most:number} characters': 'Filen har en {name} med mer enn {most} tegn',
  'The file is no SAF-T file: its root element is {name}, not AuditFile':
    'Filen er ingen SAF-T-fil: rotelementet er {name}, ikke AuditFile',
  'The file has more than {most:number} bytes when it is unpacked':
    'Filen har mer enn {most} byte når den er pakket ut',
  'The file cannot be unpacked: it is no gzip file, or broke off before its end':
    'Filen kan ikke pakkes ut: den er ingen gzip-fil, eller tok slutt før den var ferdig',

  'The file is of version {version}; SAF-T Financial 1.20 and 1.30 are taken':
    'Filen er av versjon {version}; SAF-T Regnskap 1.20 og 1.30 tas imot',
  'The file is of country {country}, not NO': 'Filen gjelder landet {country}, ikke NO',
  'The period of SelectionCriteria cannot be read, or ends before it begins':
    'Perioden i SelectionCriteria kan ikke leses, eller slutter før den begynner',
  '{count:number} elements of the file are not in the namespace {namespace}':
    '{count} elementer i filen er ikke i navnerommet {namespace}',
  'The file has no Header': 'Filen mangler Header',
  'The file has no accounts': 'Filen har ingen kontoer',
  'The file has more than {most:number} accounts': 'Filen har mer enn {most} kontoer',
  'The file neither says which period it covers nor has entries':
    'Filen sier ikke hvilken periode den gjelder, og har ingen bilag',
  'The amounts of the file are in {currency}, and the books are in {own}':
    'Beløpene i filen er i {currency}, og regnskapet er i {own}',
  'An account of the file has no AccountID': 'En konto i filen mangler AccountID',
  'Account {id} has no {which} balance, or two, or one that is no amount':
    'Konto {id} har ingen saldo ({which}), eller to, eller en som ikke er et beløp',
  'Account {id} stands twice in the file': 'Konto {id} står to ganger i filen',
  'A {kind} named {name} has no id': 'En {kind} med navnet {name} mangler id',
  'The {kind} {id} stands twice in the file': '{kind} {id} står to ganger i filen',
  'The {kind} {id} has a balance on account {account}, which the file lacks':
    '{kind} {id} har saldo på konto {account}, som mangler i filen',
  'An entry of the file has no TransactionID': 'Et bilag i filen mangler TransactionID',
  'Entry {id} has no GLPostingDate that is a day': 'Bilag {id} mangler en gyldig GLPostingDate',
  'Entry {id} has {count:number} lines; at most 10000 are taken': 'Bilag {id} har {count} linjer; høyst 10000 tas imot',
  'A line of entry {id} has no amount, or both a debit and a credit, or one that is no amount':
    'En linje i bilag {id} har ikke beløp, eller både debet og kredit, eller et som ikke er et beløp',
  'A line of entry {id} has no AccountID': 'En linje i bilag {id} mangler AccountID',
  'A line of entry {id} has {count:number} VAT codes; a line of these books has one':
    'En linje i bilag {id} har {count} mva-koder; en linje i dette regnskapet har én',
  'Entry {id} has a line on account {account}, which the file lacks':
    'Bilag {id} har en linje på konto {account}, som mangler i filen',
  'Entry {id} names the {kind} {party}, which the file lacks':
    'Bilag {id} viser til {kind} {party}, som mangler i filen',
  'Entry {id} names the VAT code {code}, which the file lacks':
    'Bilag {id} viser til mva-kode {code}, som mangler i filen',
  'Entry {id} does not balance: debit minus credit is {amount}':
    'Bilag {id} går ikke i balanse: debet minus kredit er {amount}',
  'Entry {id} is posted on {date}, outside the period {from} to {to} of the file':
    'Bilag {id} er bokført {date}, utenfor filens periode {from} til {to}',
  'Entry {id} stands more than once in the file': 'Bilag {id} står mer enn én gang i filen',
  'Account {id} does not add up: opening {opening} plus debit {debit} minus credit {credit} is not closing {closing}; the difference is {difference}':
    'Konto {id} stemmer ikke: inngående {opening} pluss debet {debit} minus kredit {credit} er ikke utgående {closing}; differansen er {difference}',
  'Account {id} is an account of the result and opens the year with {opening}; it must open with 0.00':
    'Konto {id} er en resultatkonto og åpner året med {opening}; den må åpne med 0.00',
  'The {which} balances of all accounts add up to {sum} and not to 0.00':
    'Saldoene ({which}) for alle kontoer blir til sammen {sum} og ikke 0.00',
  'The file declares {declared}, and {what:text} is {counted}': 'Filen oppgir {declared}, og {what} er {counted}',
  'the number of entries': 'antall bilag',
  'the sum of debits': 'summen av debet',
  'the sum of credits': 'summen av kredit',
  'The file names no currency, and the books are in {own}': 'Filen oppgir ingen valuta, og regnskapet er i {own}',
  '{count:number} entries move nothing and are left out': '{count} bilag flytter ingenting og er utelatt',
  'The file does not say which organization it is of; send "other_organization": true to import it all the same':
    'Filen sier ikke hvilken organisasjon den gjelder; send "other_organization": true for å importere den likevel',
  'The file is of the organization {number}, which is not this one; send "other_organization": true to import it all the same':
    'Filen gjelder organisasjonen {number}, som ikke er denne; send "other_organization": true for å importere den likevel',
};
