export const words = {
  title: { nob: 'Regnskap du kan bygge på', eng: 'Books you can build on' },
  lead: {
    nob: 'Dobbelt bokholderi for norske firmaer: bilag i nummerorden og alltid i balanse, merverdiavgift og rapporter som stemmer. Alt kan gjøres gjennom et åpent API, og det som er bokført, blir stående.',
    eng: 'Bookkeeping for Norwegian companies: double entry in balance and in order, VAT by the national codes, reports that add up. Everything can be done through an open API, and whatever is posted stays.',
  },
  signUp: { nob: 'Opprett regnskap', eng: 'Open your books' },
  logIn: { nob: 'Logg inn', eng: 'Log in' },
  more: { nob: 'For utviklere', eng: 'For developers' },
  guides: {
    label: { nob: 'Veiledninger', eng: 'Guides' },
    text: {
      nob: 'Fra første token til månedsslutt, steg for steg.',
      eng: 'From a first token to month end, step by step.',
    },
  },
  docs: {
    label: { nob: 'Referanse', eng: 'Reference' },
    text: { nob: 'Alle kall, med eksempler som virker.', eng: 'Every call, with examples that work.' },
  },
  try: {
    label: { nob: 'Prøv et kall', eng: 'Try a call' },
    text: {
      nob: 'Rett fra nettleseren, med din egen tilgang.',
      eng: 'Straight from the browser, with your own access.',
    },
  },
  tools: {
    label: { nob: 'Verktøy (MCP)', eng: 'Tools (MCP)' },
    text: { nob: 'Arbeid i regnskapet fra en assistent.', eng: 'Work in the books from an assistant.' },
  },
  errors: {
    label: { nob: 'Feilkoder', eng: 'Error codes' },
    text: { nob: 'Hva hver av dem betyr, og hva du gjør.', eng: 'What each of them means, and what to do.' },
  },
  sandbox: {
    label: { nob: 'Sandkasse', eng: 'Sandbox' },
    text: {
      nob: 'Står for systemene utenfor. Her er e-posten som er sendt.',
      eng: 'Stands in for outside systems. Here is the mail that was sent.',
    },
  },
  people: { nob: 'Se deg om i demofirmaet', eng: 'Look around in the demo company' },
  peopleText: {
    nob: 'Logg inn som en av dem. Alle har passordet',
    eng: 'Sign in as one of them. All have the password',
  },
} as const;
