import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartFailure } from '@app/embedded';
import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';
import { parse } from 'yaml';
import { INSIDE } from './bundle-service.ts';
import { VERSION } from './chart-head.ts';
import { type ImagePackage, packagesOf } from './image-packages.ts';
import { builtOn, NODE_IMAGE, readImageName } from './node-image.ts';
import { ROOT } from './root.ts';
import { SERVICES } from './services.ts';

const { Component, LicenseExpression, NamedLicense, SpdxLicense } = Models;

interface Locked {
  readonly resolution: { readonly integrity?: string };
}

/** What is inside the image of one service. */
export interface ImageContent {
  readonly service: string;
  readonly folder: string;
  /** Those outside of bundles. */
  readonly packages: readonly ImagePackage[];
  /** The name of the image below; the one of deploy/Dockerfile unless another is named. */
  readonly base?: string | undefined;
}

/**
 * The bill of materials of an image (CycloneDX 1.6): its base, the packages it holds, and those that are part of the
 * bundle. It follows from what the image holds and from pnpm-lock.yaml, so the same sources give the same text.
 */
export function renderSbom({ service, folder, packages, base = NODE_IMAGE }: ImageContent): string {
  const bom = new Models.Bom();
  const image = new Component(Enums.ComponentType.Container, `accounting-platform/${service}`, {
    version: VERSION,
    bomRef: `accounting-platform/${service}`,
  });
  bom.metadata.component = image;
  bom.components.add(baseImage(base));
  const locked = lockedPackages();
  const places = new Set([...packages.map(({ place }) => place), ...placesInBundle(folder)]);
  const components = new Map([...places].map((place) => componentAt(place, locked)));
  for (const component of components.values()) bom.components.add(component);
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

/** Packages whose code is part of a bundle, as the bundler has seen. */
const placesInBundle = (folder: string): readonly string[] =>
  (JSON.parse(readFileSync(join(ROOT, folder, 'dist', INSIDE), 'utf8')) as string[]).map((place) => join(ROOT, place));

const lockedPackages = (): Readonly<Record<string, Locked>> =>
  (parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8')) as { packages: Record<string, Locked> }).packages;

/** One version of a package, however often pnpm keeps it. */
function componentAt(place: string, locked: Readonly<Record<string, Locked>>): readonly [string, Models.Component] {
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const { name, version, license } = manifest as { name: string; version: string; license?: string };
  const key = `${name}@${version}`;
  const integrity = locked[key]?.resolution.integrity;
  if (!integrity) throw new Error(`${key} is in the image and not in pnpm-lock.yaml`);
  const [algorithm, digest] = integrity.split('-', 2) as [string, string];
  const component = new Component(Enums.ComponentType.Library, name.replace(/^@[^/]+\//, ''), {
    version,
    bomRef: key,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(name.startsWith('@') ? { group: name.slice(0, name.indexOf('/')) } : {}),
    hashes: new Models.HashDictionary([
      [algorithm === 'sha512' ? Enums.HashAlgorithm['SHA-512'] : Enums.HashAlgorithm['SHA-1'], hexOf(digest)],
    ]),
  });
  if (typeof license === 'string') component.licenses.add(licenseOf(license));
  return [key, component];
}

const hexOf = (base64: string): string => Buffer.from(base64, 'base64').toString('hex');

function licenseOf(text: string): Models.License {
  if (SPDX.isSupportedSpdxId(text)) return new SpdxLicense(text);
  return / (OR|AND|WITH) /.test(text) ? new LicenseExpression(text) : new NamedLicense(text);
}

/** The image that ours stand on; who makes it says what is inside. */
function baseImage(image: string): Models.Component {
  const { registry, name, tag, digest } = readImageName(image);
  const version = tag ?? (digest ? `sha256:${digest}` : 'latest');
  return new Component(Enums.ComponentType.Container, name, {
    version,
    bomRef: `${name}:${version}`,
    purl: `pkg:docker/${name}@${encodeURIComponent(version)}${registry ? `?repository_url=${encodeURIComponent(registry)}` : ''}`,
    ...(digest ? { hashes: new Models.HashDictionary([[Enums.HashAlgorithm['SHA-256'], digest]]) } : {}),
  });
}

// `npm run sbom -- FOLDER`: a file per image.
if (import.meta.main) {
  const { buildServices } = await import('./build-services.ts');
  const { runCommand } = await import('./command.ts');
  const { createProgress } = await import('./progress.ts');
  await runCommand(async () => {
    if (!process.argv[2]) throw new StartFailure('Name a folder for the files: npm run sbom -- FOLDER.');
    const folder = resolve(process.argv[2]);
    await buildServices(SERVICES, createProgress());
    const packages = [...packagesOf(SERVICES.map((service) => service.folder)).values()];
    const base = builtOn(process.env);
    mkdirSync(folder, { recursive: true });
    for (const { name, folder: source } of SERVICES)
      writeFileSync(join(folder, `${name}.cdx.json`), renderSbom({ service: name, folder: source, packages, base }));
  });
}
