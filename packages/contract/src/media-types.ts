/** Media types that reports are given in besides JSON. */
export const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const PAGE = 'text/html';
export const PDF = 'application/pdf';
