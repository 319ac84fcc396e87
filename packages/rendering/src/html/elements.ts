import type { Element } from './nodes.ts';

/** What shows no text, or something else than its text. */
export const SKIPPED: ReadonlySet<string> = new Set(
  'applet area audio base canvas colgroup datalist embed frame frameset head iframe link map math meta noembed noframes noscript object script select style svg template textarea title video'.split(
    ' ',
  ),
);

/** What begins on a line of its own. */
export const SET_APART: ReadonlySet<string> = new Set(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/** What its own attributes hide: mails carry such text for their previews. Style sheets are not read. */
export const isHidden = ({ attrs }: Element): boolean =>
  attrs.some(
    ({ name, value }) =>
      name === 'hidden' || (name === 'style' && /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)),
  );
