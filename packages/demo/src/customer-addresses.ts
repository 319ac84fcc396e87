/** Where a customer of the story is, as an invoice to it says. */
export interface CustomerAddress {
  readonly street_address: string;
  readonly postal_code: string;
  readonly city: string;
  /** Norway unless it stands here. */
  readonly country_code?: string;
}

/** Customers of the story, by name. */
export const customerAddresses: Readonly<Record<string, CustomerAddress>> = {
  'Kaffebaren på Torget AS': { street_address: 'Storgata 14', postal_code: '8006', city: 'Bodø' },
  'Hotell Fjordgløtt AS': { street_address: 'Havnegata 3', postal_code: '8300', city: 'Svolvær' },
  'Lofoten Kystcafé AS': { street_address: 'Torget 5', postal_code: '8370', city: 'Leknes' },
  'Bergen Bokkafé AS': { street_address: 'Nygårdsgaten 21', postal_code: '5015', city: 'Bergen' },
  'Trondheim Studenterkro': { street_address: 'Kongens gate 61', postal_code: '7012', city: 'Trondheim' },
  'Ålesund Delikatesser AS': { street_address: 'Kongens gate 8', postal_code: '6002', city: 'Ålesund' },
  'Østfold Kontorservice AS': { street_address: 'Dronningens gate 17', postal_code: '1606', city: 'Fredrikstad' },
  'Svalbard Ekspedisjon AS': { street_address: 'Vei 501', postal_code: '9170', city: 'Longyearbyen' },
  'Røros Håndverk og Kafé': { street_address: 'Bergmannsgata 30', postal_code: '7374', city: 'Røros' },
  'Café Nordlys GmbH': { street_address: 'Torstraße 112', postal_code: '10119', city: 'Berlin', country_code: 'DE' },
  'Söderknopp Kaffehandel AB': {
    street_address: 'Götgatan 44',
    postal_code: '118 26',
    city: 'Stockholm',
    country_code: 'SE',
  },
  'Kafé Ishavsglytt': { street_address: 'Sjøgata 31', postal_code: '9008', city: 'Tromsø' },
  'Hamar Scenekafé': { street_address: 'Storgata 140', postal_code: '2317', city: 'Hamar' },
  'Kristiansand Strandhotell AS': { street_address: 'Strandpromenaden 9', postal_code: '4610', city: 'Kristiansand' },
  'Geilo Høyfjellsstue AS': { street_address: 'Geilovegen 52', postal_code: '3580', city: 'Geilo' },
  'Narvik Arbeiderlag': { street_address: 'Kongens gate 40', postal_code: '8514', city: 'Narvik' },
  'Vadsø Mat og Vin': { street_address: 'Tollbugata 7', postal_code: '9800', city: 'Vadsø' },
  'Mosjøen Lunsj AS': { street_address: 'Sjøgata 22', postal_code: '8656', city: 'Mosjøen' },
};

export const customerNames: readonly string[] = Object.keys(customerAddresses);
