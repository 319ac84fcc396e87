/** What is said of uploads, and of what becomes of vouchers. */
export const vouchers = {
  'No file was sent; send it as the part "file" of a form, or as "file_name" and "content_base64" of JSON':
    'Ingen fil ble sendt; send den som delen «file» i et skjema, eller som «file_name» og «content_base64» i JSON',
  'No file was sent; send it as the part "file" of a form, or in "files" of JSON, with "file_name" and "content_base64" each':
    'Ingen fil ble sendt; send den som delen «file» i et skjema, eller i «files» i JSON, hver med «file_name» og «content_base64»',
  'must be base64 with its padding, without line breaks': 'må være base64 med utfylling, uten linjeskift',
  '"type" must be CHAT_ATTACHMENT': '«type» må være CHAT_ATTACHMENT',
  'The content of the file is none of PNG, JPEG, GIF, WEBP, HEIC, TIFF, PDF, CSV, XLSX, XLS, ODS, text and XML':
    'Innholdet i filen er verken PNG, JPEG, GIF, WEBP, HEIC, TIFF, PDF, CSV, XLSX, XLS, ODS, tekst eller XML',
  'There is no project {id} in this client account': 'Det finnes ikke noe prosjekt {id} hos denne klienten',
  'The project {id} is not active': 'Prosjektet {id} er ikke aktivt',
  'There is no voucher collection {id} in this client account':
    'Det finnes ingen bilagssamling {id} hos denne klienten',
  'The voucher is booked; cancel its entry or document first':
    'Bilaget er bokført; annuller posteringen eller dokumentet først',
  'The workflow cannot go there from where it stands; one under way can be CANCELLED, one that has ended can be STARTING_WORKFLOW again':
    'Arbeidsflyten kan ikke gå dit fra der den står; en som pågår kan bli CANCELLED, og en som er avsluttet kan bli STARTING_WORKFLOW igjen',
  'There is no attachment {id} in this client account': 'Det finnes ikke noe vedlegg {id} hos denne klienten',
  'Voucher {id} has a posted journal entry; cancel the entry before the voucher is deleted':
    'Bilag {id} har en postert bokføring; annuller den før bilaget slettes',
  'Document {id} of the voucher is posted; cancel it before the voucher is deleted':
    'Dokument {id} på bilaget er postert; annuller det før bilaget slettes',
  'A document of this voucher is being posted at this moment; try again in a moment':
    'Et dokument på dette bilaget blir bokført akkurat nå; prøv igjen om et øyeblikk',
  'Document {id} of the voucher is being posted; ask again in a moment':
    'Dokument {id} på bilaget er i ferd med å posteres; spør igjen om et øyeblikk',
  'Document {id} of the voucher was made here; delete the document instead':
    'Dokument {id} på bilaget er laget her; slett dokumentet i stedet',
  'Too little text was read of voucher {id} to compare others with it':
    'Det er lest for lite tekst av bilag {id} til å sammenligne andre med det',
  'What kind of document is this?': 'Hva slags dokument er dette?',
  'On which account is this document booked?': 'På hvilken konto føres dette dokumentet?',
  'Whom is this document from? Its total seems to be {amount}.':
    'Hvem er dette dokumentet fra? Totalen ser ut til å være {amount}.',
  'Whom is this document from? Its total seems to be {amount}, and its sender to have the number {number}.':
    'Hvem er dette dokumentet fra? Totalen ser ut til å være {amount}, og avsenderen ser ut til å ha nummer {number}.',
  'Whom is this document from or to, and what is its total? Nothing reliable was read of it.':
    'Hvem er dokumentet fra eller til, og hva er totalen? Det ble ikke lest noe pålitelig av det.',
  'The supplier of this invoice is not among the business partners. Who is it?':
    'Leverandøren av denne fakturaen finnes ikke blant forretningspartnerne. Hvem er det?',
  'On which account is this invoice booked?': 'På hvilken konto bokføres denne fakturaen?',
  'Voucher {id} has the same file. Is this another one?': 'Bilag {id} har den samme filen. Er dette et annet?',
  'Document {id} has the same partner, number and total. Is this another one?':
    'Dokument {id} har samme partner, nummer og total. Er dette et annet?',
  'It is another one': 'Det er et annet',
  'It is the same': 'Det er det samme',
  '"source_action" must be one of {actions}': '«source_action» må være en av {actions}',
  '"voucher_ids" must be a list of ids': '«voucher_ids» må være en liste med id-er',
  'At most {most:number} vouchers can be merged': 'Høyst {most} bilag kan slås sammen',
  'At least two vouchers are merged, each of them once': 'Minst to bilag slås sammen, hvert av dem én gang',
  '"voucher_id" must be the id of a voucher': '«voucher_id» må være id-en til et bilag',
  '"page_ranges" must be two to 100 pairs of first and last page, counted from 1 and within the file':
    '«page_ranges» må være to til 100 par av første og siste side, talt fra 1 og innenfor filen',
  'The vouchers are of different client accounts': 'Bilagene tilhører ulike klienter',
  'None of the files can become pages of a PDF': 'Ingen av filene kan bli sider i en PDF',
  'Only a PDF can be split': 'Bare en PDF kan deles',
  'Voucher {id} is booked and cannot be deleted; cancel its entry or document first':
    'Bilag {id} er bokført og kan ikke slettes; annuller posteringen eller dokumentet først',
  'A file is encrypted, damaged or too large to be taken apart':
    'En fil er kryptert, skadet eller for stor til å tas fra hverandre',
  'Too many large files are being received at this moment; send it again':
    'For mange store filer mottas akkurat nå; send den på nytt',
  'Too many files are being read at this moment; send it again': 'For mange filer leses akkurat nå; send den på nytt',
  'must be a list of ids': 'må være en liste med id-er',
  'must hold at most 500 ids': 'kan inneholde høyst 500 id-er',
  'must be a list of files': 'må være en liste med filer',
  'must hold at least one file': 'må inneholde minst én fil',
  'must hold at most 50 files': 'kan inneholde høyst 50 filer',
};
