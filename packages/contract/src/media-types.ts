/** Media types that reports are given in besides JSON. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const PAGE = 'text/html';
export const PDF = 'application/pdf';
/** Of the data export. */
export const XML = 'text/xml';
export const ZIP = 'application/zip';
