/** Files, vouchers, and what other services say of them. */
export const documents = {
  'The file is larger than the {limit:number} bytes this call takes':
    'Filen er større enn de {limit} bytene dette kallet tar imot',
  'The file store does not answer or is full; nothing was stored, try again in a moment':
    'Fillageret svarer ikke eller er fullt; ingenting ble lagret, prøv igjen om et øyeblikk',
  'The file took too long to arrive; nothing was stored, send it again':
    'Filen brukte for lang tid på å komme frem; ingenting ble lagret, send den på nytt',
  'The bytes of the file were removed meanwhile; nothing was stored, send it again':
    'Innholdet i filen ble fjernet i mellomtiden; ingenting ble lagret, send den på nytt',
  'The file has no name; send one such as "receipt.pdf"': 'Filen har ikke noe navn; send et som «kvittering.pdf»',
  'The file is empty': 'Filen er tom',
  'The content of the file is none of PDF, PNG, JPEG, TIFF, HEIC, XML, HTML, CSV, text and spreadsheet':
    'Innholdet i filen er verken PDF, PNG, JPEG, TIFF, HEIC, XML, HTML, CSV, tekst eller regneark',
  'The content of the file is {type}, and not what it was said to be':
    'Innholdet i filen er {type}, og ikke det det ble oppgitt å være',
  'This command key was used for another voucher; use a new key for a new one':
    'Denne kommandonøkkelen er brukt for et annet bilag; bruk en ny nøkkel for et nytt',
  'A command key of 1 to {longest:number} characters is required':
    'En kommandonøkkel på 1 til {longest} tegn er påkrevd',
  'A message takes a file of at most {limit:number} bytes': 'En melding tar imot en fil på høyst {limit} byte',
  'At most {most:number} ids can be asked about at once, and {count:number} were':
    'Det kan spørres om høyst {most} id-er på én gang, og det ble spurt om {count}',
  'A page has 1 to {most:number} files, not {count:number}': 'En side har 1 til {most} filer, ikke {count}',
  'A file is read from its beginning on': 'En fil leses fra begynnelsen',
  '"{type}" is no type of a voucher; it takes {types}': '«{type}» er ingen bilagstype; typene er {types}',
  'There is no voucher {id}': 'Det finnes ikke noe bilag {id}',
  'The role EM sees the vouchers alone that it sent itself': 'Rollen EM ser bare bilag den selv har sendt inn',
  'The address of the file has expired or was changed; read the record again for a fresh one':
    'Adressen til filen er utløpt eller endret; les posten på nytt for å få en ny',
  'At most {most:number} vouchers can be asked about at once, and {count:number} were':
    'Det kan spørres om høyst {most} bilag på én gang, og det ble spurt om {count}',
  'There is no file {id}': 'Det finnes ingen fil {id}',
};
