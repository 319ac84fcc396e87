// Packages that bring no types for what is used of them here.
declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  /** @param settings.TesseractProgress is called now and then while a page is recognised; what it throws ends that */
  export default function start<Engine>(settings: { readonly TesseractProgress: () => void }): Promise<Engine>;
}

declare module 'libheif-js/wasm-bundle.js' {
  /** The library, ready to be used. */
  const libheif: unknown;
  export default libheif;
}
