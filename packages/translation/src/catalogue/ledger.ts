/** Accounts, tax codes, period locks, reports and what journal entries and batches share. */
export const ledger = {
  'must be text of 4 to 6 digits, such as "1921"': 'må være tekst med 4 til 6 sifre, som "1921"',
  'must have 4 to 6 digits, the first of them 1 to 8': 'må ha 4 til 6 sifre, det første fra 1 til 8',
  'must be account codes: up to 6 digits each, separated by comma':
    'må være kontonumre: inntil 6 sifre hver, adskilt av komma',
  'must be an array of dimension types': 'må være en liste av dimensjonstyper',
  'must be an array of ids of tax codes': 'må være en liste av id-er til mva-koder',
  'is required with with=statistics: statistics are those of one client account':
    'er påkrevd sammen med with=statistics: statistikken gjelder én klientkonto',
  'is required with relation_id': 'er påkrevd sammen med relation_id',
  '"{text}" must be a tuple such as project:12, with one of the types {types}':
    '«{text}» må være et par som project:12, med en av typene {types}',

  'There is no general ledger account {id}': 'Det finnes ingen hovedbokskonto {id}',
  'Account {code} belongs to the standard chart, which cannot be changed; make an account of your own':
    'Konto {code} hører til standardkontoplanen, som ikke kan endres; opprett en egen konto',
  'Account {code} has a balance of {balance}; bring it to zero before you deactivate it':
    'Konto {code} har en saldo på {balance}; bring den til null før du deaktiverer den',
  'the pair {category} / {code} is not in the business specification':
    'paret {category} / {code} finnes ikke i næringsspesifikasjonen',
  'grouping_category and grouping_code go together': 'grouping_category og grouping_code hører sammen',
  'an account keeps its code, which is {code}': 'en konto beholder kontonummeret sitt, som er {code}',
  'an account keeps its client account, which is {id}': 'en konto blir på klientkontoen sin, som er {id}',
  "The chart holds {most:number} accounts of the company's own, which is as many as it takes":
    'Kontoplanen har {most} egne kontoer, som er så mange den kan ha',
  'The account code {code} is in use; choose another one': 'Kontonummeret {code} er i bruk; velg et annet',
  'there is no tax code with the id {id}': 'det finnes ingen mva-kode med id {id}',
  'There is no tax code with the id {id}': 'Det finnes ingen mva-kode med id {id}',
  'is {date}, which is after today ({today}); only past days and today can be locked':
    'er {date}, som er etter i dag ({today}); bare dager til og med i dag kan låses',

  'There is no journal entry {id}': 'Det finnes ikke noe bilag {id}',
  'Journal entry {id} is posted: it cannot be changed or deleted, only cancelled':
    'Bilag {id} er bokført: det kan ikke endres eller slettes, bare annulleres',
  'is {id}, but the path names entry {entry}': 'er {id}, men adressen gjelder bilag {entry}',
  'is {id}; an entry stays in client account {account}': 'er {id}; et bilag blir på klientkonto {account}',
  'cannot be changed together with metadata, which is sent alone':
    'kan ikke endres sammen med metadata, som sendes alene',
  'is given by the server and must not be sent': 'gis av tjeneren og kan ikke sendes',
  'must be an array of lines': 'må være en liste av linjer',
  'must hold at least one line': 'må ha minst én linje',
  'is required when account_id is not sent': 'er påkrevd når account_id ikke sendes',

  'is required to cancel a posted entry': 'er påkrevd for å annullere et bokført bilag',
  'Journal entry {id} was cancelled before, by entry {reversal}': 'Bilag {id} er annullert før, med bilag {reversal}',
  'the entry was cancelled before': 'bilaget er annullert før',
  'Journal entry {id} is the reversal of entry {original}: a reversal cannot be cancelled; post the original anew':
    'Bilag {id} er reverseringen av bilag {original}: en reversering kan ikke annulleres; bokfør det opprinnelige på nytt',
  'a reversal cannot be cancelled': 'en reversering kan ikke annulleres',
  'The period up to {locked} is locked and cancelling touches {date}':
    'Perioden til og med {locked} er låst, og annulleringen berører {date}',
  'A line of journal entry {id} is reconciled; delete the reconciliation first':
    'En linje i bilag {id} er avstemt; slett avstemmingen først',

  'must hold 1 to {most:number} entries': 'må ha 1 til {most} bilag',
  'must be an array of journal entries': 'må være en liste av bilag',
  'hold {lines:number} lines in all; a batch takes at most {most:number}, so send the entries in several':
    'har {lines} linjer til sammen; én sending tar høyst {most}, så fordel bilagene på flere',
  'is {id}, but the batch is for client account {account}': 'er {id}, men sendingen gjelder klientkonto {account}',
  'is {id}, which an earlier entry of the batch has; a voucher has at most one journal entry':
    'er {id}, som et tidligere bilag i sendingen har; et bilagsdokument har høyst ett bilag',
  'is "{reference}", which an earlier entry of the batch has':
    'er «{reference}», som et tidligere bilag i sendingen har',
  '{fault:text} (and {count:number} more {entries:entries} faulty)': '{fault} (og {count} {entries} til har feil)',
  'entries.{index:number} cannot be stored: {fault:text}': 'entries.{index} kan ikke lagres: {fault}',

  'is {date}; a SAF-T file covers the years {first:number} to {last:number}':
    'er {date}; en SAF-T-fil dekker årene {first} til {last}',
  'is {to}, which is before date_from ({from})': 'er {to}, som er før date_from ({from})',
  'The span has {lines:number} lines and one file takes {most:number}; ask for a shorter span':
    'Perioden har {lines} linjer, og én fil tar {most}; be om en kortere periode',
  'Client account {id} has {kept:number} archives of data exports, and no more are kept; the oldest goes on {date}':
    'Klientkonto {id} har {kept} arkiver av dataeksporter, og flere beholdes ikke; det eldste forsvinner {date}',
  'A data export of client account {id} is under way; wait until it has ended':
    'En dataeksport for klientkonto {id} er i gang; vent til den er ferdig',
  'There is no data export {id}': 'Det finnes ingen dataeksport {id}',
  'The link has expired or is not whole; ask for the status of the export, or for a new one':
    'Lenken er utløpt eller ikke hel; spør etter statusen til eksporten, eller be om en ny',
  'The export could not be made; ask for it again': 'Eksporten kunne ikke lages; be om den på nytt',
  'The one who asked for the export has no longer access to the client account':
    'Den som ba om eksporten, har ikke lenger tilgang til klientkontoen',
} as const;
