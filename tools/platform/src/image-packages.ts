import { existsSync, globSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './root.ts';

/** A package that a process loads while it runs, where pnpm keeps it. */
export interface ImagePackage {
  readonly name: string;
  readonly version: string;
  /** Absolute, without a link in it. */
  readonly place: string;
  /** Packages that it finds beside itself. */
  readonly needs: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Files of packages that no process reads: by the name of the package, what is left out of it, with the path within
 * it. Whoever adds a package to `OUTSIDE` of the bundler looks here for what it brings besides.
 */
const LEFT_OUT: readonly (readonly [name: RegExp, path: RegExp])[] = [
  // Types, sources of what is compiled, and what people read.
  [/^@types\//, /./],
  [/./, /\.(map|md|markdown|flow)$|\.d\.[cm]?ts$|\.tsx?$/],
  [/./, /^(\.yarn|\.github|test|tests|docs|examples?|benchmarks?|coverage)\//],
  // Builds for browsers, and the same once more for older programs.
  [/^(exceljs|pako|jszip)$/, /^dist\//],
  [/^protobufjs$/, /^dist\//],
  [/^bluebird$/, /^js\/browser\//],
  [/^dayjs$/, /^esm\//],
  [/^fontkit$/, /^dist\/browser/],
  [/^pdfkit$/, /\.(browser|old|standalone)\./],
  [/^@hyzyla\/pdfium$/, /base64|browser|cdn|\.cjs$/],
  [/^libheif-js$/, /^libheif\/|^libheif-wasm\/(libheif\.|libheif-bundle\.mjs)/],
  // One of six builds of the program that recognises text, and one of four files of what it knows of a language.
  [/^tesseract\.js-core$/, /^tesseract-core(?!-simd-lstm\.(js|wasm)$)/],
  [/^@tesseract\.js-data\//, /^(?!4\.0\.0_best_int\/|package\.json$|LICENSE)/],
  // Pictures of the fonts, and weights in which nothing is drawn.
  [/^@expo-google-fonts\//, /\.png$|^(?!400Regular\/|600SemiBold\/).*\.ttf$/],
];

/** Whether an image holds this file of a package. */
export const isInImage = (name: string, path: string): boolean =>
  !LEFT_OUT.some(([ofName, ofPath]) => ofName.test(name) && ofPath.test(path));

/** Every package that the bundles of these services load, and what those load; by their place. */
export function packagesOf(folders: readonly string[]): ReadonlyMap<string, ImagePackage> {
  const found = new Map<string, ImagePackage>();
  for (const folder of folders) {
    const links = join(ROOT, folder, 'dist', 'node_modules');
    for (const name of globSync(['[!@]*', '@*/*'], { cwd: links })) visit(realpathSync(join(links, name)));
  }
  return found;

  function visit(place: string): void {
    if (found.has(place)) return;
    const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Manifest;
    const { name, version, dependencies, optionalDependencies, peerDependencies } = manifest;
    // pnpm lays what a package needs beside it, and nothing else; what is optional may not be there.
    const beside = place.slice(0, -name.length);
    const needs = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
      (other) => !other.startsWith('@types/') && existsSync(join(beside, other)),
    );
    found.set(place, { name, version, place, needs });
    for (const other of needs) visit(realpathSync(join(beside, other)));
  }
}
