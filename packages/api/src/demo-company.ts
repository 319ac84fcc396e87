/**
 * Names and ids that examples share: those of the demo company as it stands after its first start, so that a request of
 * one example finds what another has made.
 */
export const demo = {
  /** Fjord Regnskap AS, the firm that keeps the books. */
  firm: {
    id: 1,
    organization_id: 1,
    organization_number: '381960013',
    display_name: 'Fjord Regnskap AS',
    unique_name: 'fjord-regnskap-as',
  },
  /** Nordlys Kaffebrenneri AS, whose books they are. */
  company: {
    id: 2,
    organization_id: 7,
    organization_number: '310433217',
    display_name: 'Nordlys Kaffebrenneri AS',
    unique_name: 'nordlys-kaffebrenneri-as',
  },
  /** Users by their part in the company. */
  users: { administrator: 1, accountant: 4, owner: 5, bookkeeper: 6, employee: 7, invited: 9 },
  partners: { customer: 1, landlord: 19 },
  departments: { shop: 1, roastery: 2, office: 3 },
  password: 'Kaffe-og-kake-2026',
  /** When the demo company was made, and when the examples happen. */
  made: '2026-01-02T08:00:00Z',
  now: '2026-01-15T09:30:00Z',
} as const;

/** The account as relations show it. */
export const accountName = ({ id, display_name, unique_name }: typeof demo.firm | typeof demo.company) => ({
  id,
  display_name,
  unique_name,
});

/** A page that holds every match. */
export const onePageOf = <R>(row: R, perPage = 100) => ({
  data: [row],
  meta: { page: 1, pages: 1, per_page: perPage, records: 1 },
});

/** The last page of a list that is followed by cursor. */
export const lastPageOf = <R>(row: R, perPage = 100) => ({
  data: [row],
  meta: { page: 1, pages: 1, per_page: perPage, records: 1, next_cursor: null },
});
