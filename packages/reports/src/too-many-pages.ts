/** What the caller can mend: the report is longer than a PDF may be. */
export class TooManyPages extends Error {
  constructor(pages: number) {
    super(`more than ${pages} pages`);
  }
}
