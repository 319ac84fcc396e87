/** What people of the demo company say in examples. */
export const said = {
  question: 'Var dette et arbeidsmøte?',
  answer: 'Ja, med leverandøren',
  purpose: 'Middag med ny kunde',
  company: 'Kafé Solsiden AS',
} as const;
