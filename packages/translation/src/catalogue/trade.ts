/** Invoices, credit notes and other documents, and what posting them asks for. */
export const trade = {
  'must be from 0 to 100': 'må være fra 0 til 100',
  'must be an array of ids': 'må være en liste med id-er',
  'must have at most 100 tags': 'kan ha høyst 100 tagger',
  'must have at most 65536 bytes as JSON': 'kan ha høyst 65536 byte som JSON',
  'must have at most {most:number} lines': 'kan ha høyst {most} linjer',
  'must be an array of files': 'må være en liste med filer',
  'must have at most 50 files': 'kan ha høyst 50 filer',
  'There is no document {id:number}': 'Det finnes ikke noe dokument {id}',
  'Document {id:number} has payments, or is credited; take them back first':
    'Dokument {id} har betalinger eller er kreditert; trekk dem tilbake først',
  'Document {id:number} is not posted; only posted documents are sent':
    'Dokument {id} er ikke bokført; bare bokførte dokumenter sendes',
  'No e-mail address of the receiver is known; send "email"': 'Mottakerens e-postadresse er ikke kjent; send «email»',
  'Document {id:number} is a draft': 'Dokument {id} er en kladd',
  'Document {id:number} is cancelled': 'Dokument {id} er kansellert',
  'Document {id:number} was removed at this moment': 'Dokument {id} ble fjernet i samme øyeblikk',
  'A document of client account {id:number} is being posted or cancelled':
    'Et dokument på klientkonto {id} blir bokført eller kansellert akkurat nå',
  'Document {id:number} is being posted or cancelled at this moment; try again in a moment':
    'Dokument {id} blir bokført eller kansellert akkurat nå; prøv igjen om et øyeblikk',
  'Document {id:number} was changed by somebody else at this moment; read it again':
    'Dokument {id} ble endret av noen andre i samme øyeblikk; les det på nytt',
  'Document {id:number} is posted; only a draft changes so': 'Dokument {id} er bokført; bare en kladd kan endres slik',
  'Document {id:number} is posted; these fields no longer change: {fields}':
    'Dokument {id} er bokført; disse feltene kan ikke lenger endres: {fields}',
  'no longer changes, since the document is posted': 'kan ikke lenger endres, siden dokumentet er bokført',
  'Documents of the type {type} cannot be credited': 'Dokumenter av typen {type} kan ikke krediteres',
  'Documents of the type {type} are credited, and never cancelled':
    'Dokumenter av typen {type} krediteres, og kanselleres aldri',
  'Documents of the type {type} are written by payroll and filing alone':
    'Dokumenter av typen {type} skrives bare av lønn og innrapportering',
  'More would be credited than is left of the document; credit at most the rest':
    'Det ville bli kreditert mer enn det som gjenstår av dokumentet; krediter høyst resten',
  'is {id:number}, which is no line of the credited document':
    'er {id}, som ikke er noen linje i det krediterte dokumentet',
  'is {id:number}, which is no line of this document': 'er {id}, som ikke er noen linje i dette dokumentet',
  'is {id:number}, which stands twice': 'er {id}, som står to ganger',
  'must be above zero, or below it where that of the line is':
    'må være over null, eller under når linjens antall er det',
  'add up to more than an amount can be': 'blir til sammen mer enn et beløp kan være',
  'makes amounts that are larger than an amount can be': 'gir beløp som er større enn et beløp kan være',
  'is larger than an amount can be': 'er større enn et beløp kan være',
  'is before period_start': 'er før period_start',
  'is {id:number}, which is no unit': 'er {id}, som ikke er noen enhet',
  'is required unless net_amount is sent': 'er påkrevd når net_amount ikke er sendt',
  'is "{code}", which is no tax code in force on the date of the document':
    'er «{code}», som ikke er noen avgiftskode som gjelder på dokumentets dato',
  'is {id:number}, which is another code or period than tax_code "{code}"':
    'er {id}, som er en annen kode eller periode enn tax_code «{code}»',
  'is sent, but the client account is not liable for VAT on the date of the document; leave it out':
    'er sendt, men klientkontoen er ikke avgiftspliktig på dokumentets dato; utelat den',
  'is "{code}", which is not for documents of this type': 'er «{code}», som ikke er for dokumenter av denne typen',
  'is required on a document of the type {type}': 'er påkrevd på et dokument av typen {type}',
  'must hold a name such as "receipt.pdf"': 'må ha et navn som «kvittering.pdf»',
  'is VOUCHER, which a document has at most one of; attach it as ATTACHMENT':
    'er VOUCHER, som et dokument har høyst ett av; legg det ved som ATTACHMENT',
  'of a credit note follow from what it credits; delete the draft and make another':
    'i en kreditnota følger av det den krediterer; slett kladden og lag en ny',
  'is set already, to {id:number}': 'er satt allerede, til {id}',
  'is required to post': 'er påkrevd for å bokføre',
  'is required to post in {currency}': 'er påkrevd for å bokføre i {currency}',
  'A document of the type {type} is posted with a "business_partner_id"':
    'Et dokument av typen {type} bokføres med en «business_partner_id»',
  'A document is posted with at least one line': 'Et dokument bokføres med minst én linje',
  'The lines add up to {amount}; a settlement adds up to zero':
    'Linjene blir til sammen {amount}; et oppgjør skal bli null',
  'is required with the other of the two': 'er påkrevd sammen med den andre av de to',
  'is required with the category {category}': 'er påkrevd med kategorien {category}',
  'is "{code}", which the category {category} does not hold': 'er «{code}», som ikke hører til kategorien {category}',
  'Two reconciliation lines have the same id': 'To avstemmingslinjer har samme id',
  'external_id is "{external}", which document {id:number} has': 'external_id er «{external}», som dokument {id} har',
  'external_id "{external}" is that of another document': 'external_id «{external}» tilhører et annet dokument',
  'uploaded_file_id is {id:number}, which has a journal entry already; cancel that one first':
    'uploaded_file_id er {id}, som allerede har en postering; kanseller den først',
  'is {id:number}, but the document belongs to another client account':
    'er {id}, men dokumentet tilhører en annen klientkonto',
  'Entry {id:number} of an item collection was deleted at this moment':
    'Oppføring {id} i en varesamling ble slettet akkurat nå',
  'external_id is "{external}", which voucher {id:number} has': 'external_id er «{external}», som bilag {id} har',
  'external_id "{external}" is that of another voucher': 'external_id «{external}» tilhører et annet bilag',
  'The number "{number}" is that of another document of the series':
    'Nummeret «{number}» tilhører et annet dokument i serien',
  'The voucher was removed at this moment; nothing was stored':
    'Bilaget ble fjernet i samme øyeblikk; ingenting ble lagret',
  'The partner has a posted document of this type with this number':
    'Partneren har et bokført dokument av denne typen med dette nummeret',
  'is {id:number}, which is no active bank account of the company':
    'er {id}, som ikke er en aktiv bankkonto for selskapet',
};
