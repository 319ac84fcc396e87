import { createDice } from '@app/demo';
import sharp from 'sharp';
import { drawInvoice } from './invoices.ts';
import { drawn, type Page } from './page.ts';
import { drawReceipt } from './receipts.ts';
import { makePaper, type Truth } from './truth.ts';

export interface Made {
  readonly pdf: Uint8Array;
  readonly truth: Truth;
}

const FONTS = [
  { regular: 'Helvetica', bold: 'Helvetica-Bold' },
  { regular: 'Times-Roman', bold: 'Times-Bold' },
  { regular: 'Courier', bold: 'Courier-Bold' },
] as const;
const RECEIPT = [240, 460] as const;
const A4 = [595, 842] as const;

/** The paper of a number: of each three one receipt, of each nine one credit note, of each four one in English. */
export async function makePdf(seed: number): Promise<Made> {
  const dice = createDice(seed * 7_919 + 17);
  const kind = seed % 3 === 2 ? 'receipt' : seed % 9 === 4 ? 'credit' : 'invoice';
  const paper = makePaper(dice, kind, seed % 4 === 3 ? 'eng' : 'nob');
  const [wide, high] = kind === 'receipt' ? RECEIPT : A4;
  const margin = kind === 'receipt' ? 16 : 48;
  const fonts = dice.pick(FONTS);
  const pdf = await drawn([wide, high], (document) => {
    const page: Page = { document, fonts, left: margin, width: wide - 2 * margin, y: margin };
    if (kind === 'receipt') drawReceipt(page, paper, dice);
    else drawInvoice(page, paper, dice);
    if (dice.chance(25)) stamp(page, dice.between(60, wide - 130), high - 90, paper.language);
  });
  return { pdf, truth: paper.truth };
}

/** A stamp that somebody put on the paper, in a free place. */
function stamp({ document, fonts }: Page, x: number, y: number, language: string): void {
  document
    .save()
    .rotate(-8, { origin: [x, y] })
    .lineWidth(1.5)
    .strokeColor('#a03030')
    .rect(x, y, 110, 30)
    .stroke();
  document.fillColor('#a03030').font(fonts.bold).fontSize(14);
  document.text(language === 'nob' ? 'MOTTATT' : 'RECEIVED', x + 12, y + 9, { lineBreak: false }).restore();
}

/** A page as a scanner or a telephone sees it: a little askew, a little grey, with noise. */
export async function photograph(png: Uint8Array, seed: number): Promise<Uint8Array> {
  const dice = createDice(seed * 104_729 + 5);
  const angle = dice.between(-12, 12) / 10;
  const grey = dice.between(240, 255);
  const turned = sharp(png)
    .flatten({ background: '#fff' })
    .rotate(angle, { background: { r: grey, g: grey, b: grey } });
  const { width, height } = await sharp(await turned.clone().png().toBuffer()).metadata();
  const noise = await sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: dice.between(4, 14) },
    },
  })
    .png()
    .toBuffer();
  const soft = await turned.png().toBuffer();
  return sharp(soft)
    .composite([{ input: noise, blend: 'soft-light' }])
    .blur(dice.chance(50) ? 0.5 : 0.3)
    .jpeg({ quality: dice.between(60, 90) })
    .toBuffer();
}
