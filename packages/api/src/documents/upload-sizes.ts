const MEBIBYTE = 1024 * 1024;

/** The largest file, uploaded or decoded, in bytes (docs/contract/general.md, "Sizes"). */
export const MAX_FILE_BYTES = 25 * MEBIBYTE;

/** All files of one request together, in bytes. */
export const MAX_FILES_BYTES = 50 * MEBIBYTE;

/** A body that holds files as base64, or as the parts of a form, in bytes. */
export const MAX_UPLOAD_BODY_BYTES = 70 * MEBIBYTE;
