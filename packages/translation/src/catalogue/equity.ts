/** Shares: operations, positions and the cap table. */
export const equity = {
  'There is no share transaction {id}': 'Det finnes ingen aksjetransaksjon {id}',
  'There is no business partner {id} in this client account':
    'Det finnes ingen forretningspartner {id} på denne klientkontoen',
  'Business partner {id} is inactive and takes no shares':
    'Forretningspartner {id} er inaktiv og kan ikke motta aksjer',
  'Business partner {id} cannot give shares to itself': 'Forretningspartner {id} kan ikke gi aksjer til seg selv',
  'must be the exact position of business partner {id}: {sent} was sent, the current position is {held}':
    'må være nøyaktig beholdningen til forretningspartner {id}: {sent} ble sendt, beholdningen er {held}',
  'Business partner {id} has insufficient shares on {date}: available {available}, requested {requested}':
    'Forretningspartner {id} har ikke nok aksjer {date}: tilgjengelig {available}, ønsket {requested}',
  'Business partner {id} would have insufficient shares on {later}, by what is recorded after {date}: available {available}, requested {requested}':
    'Forretningspartner {id} ville ikke hatt nok aksjer {later}, etter det som er registrert etter {date}: tilgjengelig {available}, ønsket {requested}',
  'must be another quantity than old_quantity': 'må være et annet antall enn old_quantity',
  'gives the ratio {numerator}/{denominator}, whose terms are too large':
    'gir forholdet {numerator}/{denominator}, som har for store ledd',
} as const;
