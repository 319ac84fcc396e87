/** Municipalities with the most inhabitants, by number; properties of others have no municipality name. */
export const MUNICIPALITIES: Readonly<Record<string, string>> = {
  '0301': 'Oslo',
  '1103': 'Stavanger',
  '1108': 'Sandnes',
  '1508': 'Ålesund',
  '1804': 'Bodø',
  '3107': 'Fredrikstad',
  '3201': 'Bærum',
  '3203': 'Asker',
  '3205': 'Lillestrøm',
  '3301': 'Drammen',
  '4001': 'Porsgrunn',
  '4003': 'Skien',
  '4204': 'Kristiansand',
  '4601': 'Bergen',
  '5001': 'Trondheim',
  '5501': 'Tromsø',
};
