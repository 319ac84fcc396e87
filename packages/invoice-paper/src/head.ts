import { oneLine } from '@app/paper';
import { ACCENT, breakLines, type Element, FAINT, HAIR, INK, MARGIN, type Pen, SOFT } from '@app/paper/drawing';
import { addressLines, type Fact, factsOf, paymentFacts, registrationOf } from './facts.ts';
import type { InvoicePaper } from './invoice-paper.ts';
import type { Logo } from './logo.ts';
import { wordsOf } from './words.ts';

/** Points from the top left corner of the sheet. The buyer stands in the window of an envelope. */
const TOP = 38;
const SELLER = 92;
const BUYER = 136;
const FACTS = { x: 330, labelWidth: 92, row: 13 } as const;
const PANEL = { height: 50, tint: '#eef4f0', above: 16, below: 34 } as const;
/** Height for the name of a seller without a logo. */
const NAME_ROOM = 38;
/** Lines of one fact; the rest of it is cut. */
const MOST_LINES = 4;
/** What facts of a payment stand apart at most, besides their gap. */
const MOST_SPARE = 90;
const BODY = 9;
const SMALL = 7.8;

/** Draws the head of the first page and gives where the lines of the invoice begin. */
export function drawHead(pen: Pen, root: Element, paper: InvoicePaper, logo: Logo | null): number {
  drawTitle(pen, root, paper);
  drawSeller(pen, root, paper, logo);
  const bottom = Math.max(drawBuyer(pen, root, paper), drawFacts(pen, root, paper));
  return drawPayment(pen, root, paper, bottom + PANEL.above) + PANEL.below;
}

function drawTitle(pen: Pen, root: Element, paper: InvoicePaper): void {
  const words = wordsOf(paper.language);
  const title = words.titles[paper.kind];
  pen.tagged(root, 'H1', () => pen.write(title, FACTS.x, TOP - 4, ACCENT, 25, 'bold'));
}

function drawSeller(pen: Pen, root: Element, { seller, language, buyer }: InvoicePaper, logo: Logo | null): void {
  const width = FACTS.x - MARGIN - 20;
  if (logo === null) pen.tagged(root, 'P', () => writeName(pen, seller.name, width));
  else
    pen.tagged(root, 'Figure', () => pen.picture(logo.content, MARGIN, TOP, logo), {
      alt: seller.name,
      bbox: [MARGIN, TOP, MARGIN + logo.width, TOP + logo.height],
    });
  const lines = [
    ...(logo === null ? [] : [seller.name]),
    addressLines(seller, buyer.countryCode, language).join(', '),
    registrationOf(seller, language),
  ].filter((text) => text !== '');
  pen.tagged(root, 'P', () => {
    const first = logo === null ? SELLER - 11 : SELLER;
    for (const [index, text] of lines.entries())
      pen.write(pen.fitted(text, width, SMALL), MARGIN, first + index * 10.4, SOFT, SMALL);
  });
}

/** The name of a seller without a logo: as large as it can be in the room of one, and whole. */
function writeName(pen: Pen, name: string, width: number): void {
  for (const size of [17, 13.5, 11, 8.5, 6.5, 5]) {
    const lines = broken(pen, name, width, size, 'bold');
    if (size > 5 && lines.length * size * 1.25 > NAME_ROOM) continue;
    for (const [index, line] of lines.entries()) pen.write(line, MARGIN, TOP + index * size * 1.25, INK, size, 'bold');
    return;
  }
}

function drawBuyer(pen: Pen, root: Element, { buyer, seller, language }: InvoicePaper): number {
  const width = FACTS.x - MARGIN - 30;
  const words = wordsOf(language);
  const number = buyer.organizationNumber;
  let y = BUYER;
  const write = (text: string, weight: 'regular' | 'bold', color: string, size: number): void => {
    for (const line of broken(pen, text, width, size, weight)) {
      pen.write(line, MARGIN, y, color, size, weight);
      y += size * 1.32;
    }
  };
  pen.tagged(root, 'P', () => {
    write(buyer.name, 'bold', INK, 10.5);
    for (const line of addressLines(buyer, seller.countryCode, language)) write(line, 'regular', INK, 10);
    if (number !== null) write(`${words.organizationNumber}\u00a0${grouped(number)}`, 'regular', SOFT, SMALL + 0.6);
  });
  return Math.max(y, BUYER + 74);
}

const grouped = (number: string): string => number.replace(/\B(?=(\d{3})+$)/g, '\u00a0');

const broken = (pen: Pen, text: string, width: number, size: number, weight: 'regular' | 'bold' = 'regular') =>
  breakLines(oneLine(text), width, (part) => pen.widthOf(part, size, weight));

/** At most so many lines, the last of them with an ellipsis when there are more. */
const cut = (lines: readonly string[]): readonly string[] =>
  lines.length <= MOST_LINES ? lines : [...lines.slice(0, MOST_LINES - 1), `${lines[MOST_LINES - 1]!.slice(0, -1)}…`];

function drawFacts(pen: Pen, root: Element, paper: InvoicePaper): number {
  const x = FACTS.x + FACTS.labelWidth;
  const width = MARGIN + pen.width - x;
  let y = 76;
  for (const { label, value } of factsOf(paper)) {
    const lines = cut(broken(pen, value, width, BODY));
    pen.tagged(root, 'P', () => {
      pen.write(label, FACTS.x, y + 0.8, SOFT, BODY - 0.8);
      for (const [index, line] of lines.entries()) pen.write(line, x, y + index * 11, INK, BODY);
    });
    y += FACTS.row + (lines.length - 1) * 11;
  }
  return y;
}

/** A fact of the payment ready to be drawn: its value in lines, the first of them in its size. */
interface PaymentCell {
  readonly label: string;
  readonly lines: readonly string[];
  readonly size: number;
  readonly width: number;
}

/** What a long reference gets at most; it is set small then, in lines. */
const REFERENCE = 190;

function paymentCell(pen: Pen, { label, value }: Fact, isAmount: boolean): PaymentCell {
  const usual = isAmount ? 16 : 11.5;
  const isLong = !isAmount && value.split('\n').some((line) => pen.widthOf(line, usual, 'bold') > REFERENCE);
  const size = isLong ? SMALL : usual;
  const lines = isLong ? broken(pen, value, REFERENCE, SMALL, 'bold').slice(0, MOST_LINES - 1) : value.split('\n');
  const widths = lines.map((line, index) => pen.widthOf(line, index === 0 ? size : SMALL, 'bold'));
  return { label, lines, size, width: Math.max(pen.widthOf(label, SMALL), ...widths) };
}

/** All that is typed into a bank, side by side in one look: gives where it ends. */
function drawPayment(pen: Pen, root: Element, paper: InvoicePaper, y: number): number {
  pen.artifact(() => pen.panel(MARGIN, y, pen.width, PANEL.height, PANEL.tint));
  const cells = paymentFacts(paper).map((fact, index) => paymentCell(pen, fact, index === 0));
  const gap = 22;
  const room = pen.width - 28 - gap * (cells.length - 1);
  const needed = cells.reduce((sum, { width }) => sum + width, 0);
  const scale = Math.min(1, room / needed);
  const spare = Math.min(MOST_SPARE, Math.max(0, room - needed) / Math.max(1, cells.length - 1));
  let x = MARGIN + 14;
  for (const [index, { label, lines, size, width }] of cells.entries()) {
    const color = index === 0 ? ACCENT : INK;
    // One line stands low, as its label stands high; more of them begin higher.
    const top = y + 37 - size * scale - (lines.length - 1) * (size === SMALL ? 8 : 5);
    pen.tagged(root, 'P', () => {
      pen.write(label, x, y + 8, SOFT, SMALL);
      for (const [at, line] of lines.entries())
        pen.write(line, x, top + at * (size === SMALL ? 9.6 : 12), color, (at === 0 ? size : SMALL) * scale, 'bold');
    });
    x += width * scale + gap + spare;
  }
  return y + PANEL.height;
}

/** The head of every other page: whose it is and which. */
export function drawRunningHead(pen: Pen, paper: InvoicePaper): number {
  const words = wordsOf(paper.language);
  const name = `${words.titles[paper.kind]} ${paper.number ?? words.draft}`;
  pen.artifact(() => {
    const width = pen.width - pen.widthOf(name, BODY, 'bold') - 16;
    pen.write(pen.fitted(paper.seller.name, width, BODY), MARGIN, TOP, INK, BODY, 'bold');
    pen.writeRight(name, MARGIN + pen.width, TOP, INK, BODY, 'bold');
    pen.line(TOP + 16, HAIR, 0.75);
  }, 'Top');
  return TOP + 44;
}

/** The foot of every page: who sells, and which page it is. */
export function drawFoot(pen: Pen, paper: InvoicePaper, y: number, page: number, pages: number): void {
  const { seller, language } = paper;
  const text = wordsOf(language).pageOf(page, pages);
  const contact = [seller.name, registrationOf(seller, language), seller.phone, seller.email, seller.website];
  const shown = contact.filter((part) => part !== null && part !== '').join(' · ');
  pen.artifact(() => {
    pen.line(y, HAIR, 0.75);
    const width = pen.width - pen.widthOf(text, SMALL) - 16;
    pen.write(pen.fitted(shown, width, SMALL), MARGIN, y + 7, FAINT, SMALL);
    pen.writeRight(text, MARGIN + pen.width, y + 7, SOFT, SMALL);
  }, 'Bottom');
}
