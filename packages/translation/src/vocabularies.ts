/** Words that sentences take in, by kind: closed lists, whose words a sentence could not distinguish by itself. */
export const vocabularies: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  /** What a schema expects, in the words of JSON. */
  json: {
    'a JSON object': 'et JSON-objekt',
    'an array': 'en liste',
    text: 'tekst',
    'a number': 'et tall',
    'an integer': 'et heltall',
    'true or false': 'true eller false',
    null: 'null',
  },
  /** Parts of a request. */
  part: { query: 'Spørringen', body: 'Innholdet' },
  /** Records that others refer to. */
  record: {
    'business partner': 'forretningspartner',
    project: 'prosjekt',
    department: 'avdeling',
    tag: 'merkelapp',
  },
  /** What statistics count. */
  counted: {
    'journal entries': 'bilag',
    vouchers: 'bilagsdokumenter',
    documents: 'dokumenter',
    'bank transactions': 'banktransaksjoner',
  },
  /** The side of a line. */
  side: { debit: 'debet', credit: 'kredit' },
  /** Whose requests are under way. */
  asker: {
    'of one user and client': 'fra én bruker og klient',
    'of one user': 'fra én bruker',
    'of one address without credentials': 'fra én adresse uten tilgangsbevis',
  },
  /** Files that are read as XML. */
  files: { 'SAF-T files': 'SAF-T-filer', 'CAMT files': 'CAMT-filer' },
  /** How much else of a batch is faulty. */
  entries: { 'entries are': 'bilag', 'entry is': 'bilag' },
  sent: { 'neither was': 'ingen av dem ble', 'both were': 'begge ble' },
  list: {
    'an array of text': 'en liste med tekster',
    'an array of text, or text with values separated by spaces':
      'en liste med tekster, eller tekst med verdier adskilt av mellomrom',
  },
};
