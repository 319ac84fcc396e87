/** What is wrong with the value of a field: the field is the subject of each of these. */
export const values = {
  'is required': 'er påkrevd',
  'must be {kind:json}': 'må være {kind}',
  'must be text': 'må være tekst',
  'must be an object': 'må være et objekt',
  'must be an array': 'må være en liste',
  'must be an integer': 'må være et heltall',
  'must be a positive integer': 'må være et positivt heltall',
  'must be at least 1': 'må være minst 1',
  'must be an integer from {minimum} to {maximum}': 'må være et heltall fra {minimum} til {maximum}',
  'must be true or false': 'må være true eller false',
  'must be true, false, 1 or 0': 'må være true, false, 1 eller 0',
  'must be true, false, 1, 0 or null': 'må være true, false, 1, 0 eller null',
  'must be one of {words}': 'må være en av {words}',
  'must not be empty': 'kan ikke være tom',
  'must not be negative': 'kan ikke være negativ',
  'must be above zero': 'må være større enn null',
  'must have at least 3 characters': 'må ha minst 3 tegn',
  'must have at most {maximum} characters': 'kan ha høyst {maximum} tegn',
  'must have at most {most:number} words, separated by white space': 'kan ha høyst {most} ord, skilt med mellomrom',
  'must not hold NUL characters': 'kan ikke inneholde NUL-tegn',
  'must be a decimal, as a string such as "1250.00" or a number':
    'må være et desimaltall, som en tekst som "1250.00" eller et tall',
  'must be a decimal: up to 13 digits, a point and decimals, without exponent, spaces or separators':
    'må være et desimaltall: inntil 13 sifre, punktum og desimaler, uten eksponent, mellomrom eller skilletegn',
  'must have at most {scale} decimals': 'kan ha høyst {scale} desimaler',
  'must be made by exactNumber': 'må være laget av exactNumber',
  'must be a date such as 2026-01-31': 'må være en dato som 2026-01-31',
  'must be a real calendar day of the years 1900 to 2999': 'må være en virkelig kalenderdag i årene 1900 til 2999',
  'must be a timestamp such as 2024-03-15T10:00:00Z': 'må være et tidspunkt som 2024-03-15T10:00:00Z',
  'must be a real point in time of the years 1900 to 2999': 'må være et virkelig tidspunkt i årene 1900 til 2999',
  'must be a timestamp such as 2024-03-15T10:00:00Z, or null':
    'må være et tidspunkt som 2024-03-15T10:00:00Z, eller null',
  'must be a timestamp in UTC such as 2026-03-15T10:00:00Z': 'må være et tidspunkt i UTC som 2026-03-15T10:00:00Z',
  'must be an ISO 4217 currency code such as NOK': 'må være en valutakode etter ISO 4217, som NOK',
  'must be an ISO 3166-1 country code such as NO': 'må være en landkode etter ISO 3166-1, som NO',
  'must be an e-mail address such as name@example.no': 'må være en e-postadresse som navn@example.no',
  'must be an e-mail address such as kari@example.no': 'må være en e-postadresse som kari@example.no',

  'must not have NUL characters in its name': 'kan ikke ha NUL-tegn i navnet',
  'must be text, a number, true or false': 'må være tekst, et tall, true eller false',
  'is a number beyond what can be read again; send it as text':
    'er et tall utenfor det som kan leses tilbake; send det som tekst',
  'has {bytes:number} bytes as JSON; at most {most:number} are kept':
    'er {bytes} byte som JSON; høyst {most} kan lagres',
  'must hold no NUL characters, broken characters or numbers beyond the range of a double':
    'kan ikke inneholde NUL-tegn, ødelagte tegn eller tall utenfor området til et flyttall (double)',
  'must be at most {most:number} bytes of JSON': 'kan være høyst {most} byte JSON',
} as const;
