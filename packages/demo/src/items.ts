/** What the roastery sells to other companies, by the number of the item; prices in øre without VAT. */
export const items = [
  { item_no: 'K-100', name: 'Nordlys filterkaffe 250 g', price: 7_920, tax: '31', unit: 'EA', account: '3010' },
  { item_no: 'K-110', name: 'Polarnatt espresso 1 kg', price: 24_800, tax: '31', unit: 'EA', account: '3010' },
  { item_no: 'K-120', name: 'Økologisk julekaffe 250 g', price: 9_600, tax: '31', unit: 'EA', account: '3010' },
  { item_no: 'U-200', name: 'Espressokvern', price: 489_000, tax: '3', unit: 'EA', account: '3000' },
  { item_no: 'U-210', name: 'Papirfilter, 100 stk', price: 3_200, tax: '3', unit: 'EA', account: '3000' },
  {
    ...{ item_no: 'T-300', name: 'Baristakurs', price: 145_000, tax: '3', unit: 'HUR', account: '3020' },
    item_type: 'SERVICE',
  },
] as const;
export type Item = (typeof items)[number];
export type ItemNumber = Item['item_no'];

export function itemCalled(number: ItemNumber): Item {
  const found = items.find(({ item_no }) => item_no === number);
  if (!found) throw new Error(`Nothing in the catalogue has the number ${number}`);
  return found;
}
