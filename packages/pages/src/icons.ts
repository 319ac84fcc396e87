import { verbatim } from './html.ts';

const icon = (paths: string) =>
  verbatim(
    `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">${paths}</svg>`,
  );

/** Drawn for these pages; decoration only, so hidden from screen readers. */
export const icons = {
  /** A T account: the two sides of a ledger. */
  brand: verbatim(
    '<svg viewBox="0 0 24 24" fill="none" stroke-linecap="round" aria-hidden="true" focusable="false"><rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor"/><path class="ink" d="M6 8.5h12M12 8.5v9.25M7 12.25h2.25M14.75 15.25H17" stroke="#fff" stroke-width="1.75"/></svg>',
  ),
  read: icon(
    '<path d="M2.5 12s3.5-6.5 9.5-6.5S21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="2.75"/>',
  ),
  write: icon('<path d="M4 20h4L19.5 8.5a2.1 2.1 0 0 0 0-3l-1-1a2.1 2.1 0 0 0-3 0L4 16v4Z"/><path d="m13.5 6.5 4 4"/>'),
  both: icon('<path d="M4 9h15l-3.5-3.5M20 15H5l3.5 3.5"/>'),
  check: icon('<path d="m5 12.5 4.5 4.5L19 7.5"/>'),
  next: icon('<path d="M9 5.5 15.5 12 9 18.5"/>'),
  add: icon('<path d="M12 5.5v13M5.5 12h13"/>'),
  download: icon('<path d="M12 4v11M7 10.5l5 5 5-5M5 19.5h14"/>'),
  key: icon('<circle cx="8.25" cy="15.75" r="4.25"/><path d="m11.25 12.75 8.25-8.25M16 8l3 3M13.75 10.25l1.75 1.75"/>'),
  leave: icon('<path d="M10 4.5H6a1.5 1.5 0 0 0-1.5 1.5v12A1.5 1.5 0 0 0 6 19.5h4M15 8l4 4-4 4M19 12H9.5"/>'),
  warning: icon('<path d="M12 4 2.75 19.5h18.5L12 4Z"/><path d="M12 10v4.5M12 17.25v.01"/>'),
} as const;
