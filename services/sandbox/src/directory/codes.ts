/** Codes of the business registry with their Norwegian descriptions; a code that is not here describes itself. */

const ORGANIZATION_FORMS: Readonly<Record<string, string>> = {
  AS: 'Aksjeselskap',
  ASA: 'Allmennaksjeselskap',
  ENK: 'Enkeltpersonforetak',
  ANS: 'Ansvarlig selskap',
  DA: 'Ansvarlig selskap med delt ansvar',
  KS: 'Kommandittselskap',
  SA: 'Samvirkeforetak',
  STI: 'Stiftelse',
  FLI: 'Forening/lag/innretning',
  NUF: 'Norskregistrert utenlandsk foretak',
  BRL: 'Borettslag',
  ESEK: 'Eierseksjonssameie',
};

const INDUSTRIES: Readonly<Record<string, string>> = {
  '01': 'Jordbruk og tjenester tilknyttet jordbruk',
  '41': 'Oppføring av bygninger',
  '43': 'Spesialisert bygge- og anleggsvirksomhet',
  '47': 'Detaljhandel',
  '55': 'Overnattingsvirksomhet',
  '56': 'Serveringsvirksomhet',
  '62': 'Programmering, konsulentvirksomhet og tilknyttede tjenester',
  '62.010': 'Programmeringstjenester',
  '62.020': 'Konsulentvirksomhet tilknyttet informasjonsteknologi',
  '68': 'Omsetning og drift av fast eiendom',
  '69.201': 'Regnskap og bokføring',
  '69.202': 'Revisjon',
  '69.203': 'Skatterådgivning',
};

const ROLES: Readonly<Record<string, string>> = {
  DAGL: 'Daglig leder',
  LEDE: 'Styrets leder',
  NEST: 'Nestleder',
  MEDL: 'Styremedlem',
  VARA: 'Varamedlem',
  INNH: 'Innehaver',
  KONT: 'Kontaktperson',
  REVI: 'Revisor',
  REGN: 'Regnskapsfører',
  STYR: 'Styre',
};

export interface Code {
  readonly kode: string;
  readonly beskrivelse: string;
}

const describe = (table: Readonly<Record<string, string>>, code: string): Code => ({
  kode: code,
  beskrivelse: Object.hasOwn(table, code) ? table[code]! : code,
});

export const describeOrganizationForm = (code: string): Code => describe(ORGANIZATION_FORMS, code);

/** Falls back to the description of the division, the first two digits. */
export const describeIndustry = (code: string): Code => ({
  kode: code,
  beskrivelse: Object.hasOwn(INDUSTRIES, code) ? INDUSTRIES[code]! : describe(INDUSTRIES, code.slice(0, 2)).beskrivelse,
});

/** Takes the code (`DAGL`) or the description (`Daglig leder`), whatever its case. */
export function describeRole(role: string): Code {
  const wanted = role.trim().toLowerCase();
  const known = Object.entries(ROLES).find(
    ([code, text]) => code.toLowerCase() === wanted || text.toLowerCase() === wanted,
  );
  return describe(ROLES, known?.[0] ?? role.trim());
}

/** Country code as the registry writes it, with the Norwegian name of the country. */
export const countryName = (code: string): string => new Intl.DisplayNames('nb', { type: 'region' }).of(code) ?? code;
