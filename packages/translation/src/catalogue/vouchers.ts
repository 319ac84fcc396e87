/** What is said of uploads, and of what becomes of vouchers. */
export const vouchers = {
  'No file was sent; send it as the part "file" of a form, or as "file_name" and "content_base64" of JSON':
    'Ingen fil ble sendt; send den som delen «file» i et skjema, eller som «file_name» og «content_base64» i JSON',
  'must be base64 with its padding, without line breaks': 'må være base64 med utfylling, uten linjeskift',
  '"type" must be CHAT_ATTACHMENT': '«type» må være CHAT_ATTACHMENT',
  'The content of the file is none of PNG, JPEG, GIF, WEBP, HEIC, TIFF, PDF, CSV, XLSX, XLS, ODS, text and XML':
    'Innholdet i filen er verken PNG, JPEG, GIF, WEBP, HEIC, TIFF, PDF, CSV, XLSX, XLS, ODS, tekst eller XML',
  'There is no project {id} in this client account': 'Det finnes ikke noe prosjekt {id} hos denne klienten',
  'The project {id} is not active': 'Prosjektet {id} er ikke aktivt',
  'There is no voucher collection {id} in this client account':
    'Det finnes ingen bilagssamling {id} hos denne klienten',
  'must be a list of files': 'må være en liste med filer',
  'must hold at least one file': 'må inneholde minst én fil',
  'must hold at most 50 files': 'kan inneholde høyst 50 filer',
};
