/** Languages of texts that we make ourselves: Bokmål and English. */
export type Language = 'nob' | 'eng';
