/**
 * Words from which generated people and companies are named. They sound Norwegian and are nobody: family names are
 * plants and places of the forest that no one bears in this form, company names are an adjective and an animal.
 */
const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const GIVEN_NAMES = words(`
  Ingrid Sindre Maja Håkon Solveig Torbjørn Astrid Eirik Sunniva Magnus Ragnhild Lars Tuva Øyvind Marte Jonas Åse Kristoffer Liv Trygve
  Guro Amund Signe Vegard Nora Henrik Ylva Odin`);

export const FAMILY_NAMES = words(`
  Blåveis Rognebær Multemyr Lyngtopp Granbar Tyttebær Bjørkeløv Kvitsymre Reinlav Einerbusk Røsslyng Hestehov Skogstjerne Fjellmose
  Furukongle Sølvbunke Myrull Gaukesyre Kantarell Blåklokke`);

export const ADJECTIVES = words(`
  Munter Rask Stødig Våken Blid Modig Flink Rolig Snill Kvikk Lur Stolt Treffsikker Nysgjerrig Ærlig Ordentlig Ivrig Trygg Solbrun Frisk`);

export const ANIMALS = words(`
  Elg Rype Oter Gaupe Lemen Havørn Lundefugl Piggsvin Ekorn Rein Jerv Bever Tiur Hare Måke Fjellrev Spekkhogger Torsk Grevling Hubro`);

export const STREETS = words('Storgata Kirkegata Strandveien Skolegata Bakkeveien Fjordgata Nygata Torggata');

/** Postal code and the city that belongs to it. */
export const CITIES: readonly (readonly [postalCode: string, city: string])[] = [
  ['0155', 'OSLO'],
  ['5003', 'BERGEN'],
  ['7011', 'TRONDHEIM'],
  ['4006', 'STAVANGER'],
  ['9008', 'TROMSØ'],
  ['6002', 'ÅLESUND'],
  ['4611', 'KRISTIANSAND S'],
  ['3015', 'DRAMMEN'],
  ['8006', 'BODØ'],
  ['2317', 'HAMAR'],
  ['1606', 'FREDRIKSTAD'],
  ['2609', 'LILLEHAMMER'],
];
