import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { type ImagePackage, isInImage, packagesOf } from './image-packages.ts';
import { ROOT } from './root.ts';
import { renderSbom } from './sbom.ts';
import { SERVICES, type ServiceDefinition } from './services.ts';

/** Besides the packages and the bundles: what processes read by `APP_ROOT`, and what asks how they are. */
const SHARED = ['protos', 'packages/guides/content', 'deploy/healthy.sh'];

/**
 * Writes what images hold above their base, as it lies below `/app`: the packages that all of them share, files that
 * all read, and per service its bundle with what it makes its schema from, and the list of what is inside.
 * @param target a folder that is made
 * @param services that are built
 * @param base the name of the image below
 */
export function writeImage(target: string, services: readonly ServiceDefinition[] = SERVICES, base?: string): void {
  const packages = [...packagesOf(services.map(({ folder }) => folder)).values()];
  for (const each of packages) copyPackage(each, target);
  for (const path of SHARED) copyTree(path, target);
  for (const { name, folder } of services) {
    copyBundle(folder, target);
    for (const part of ['migrations', 'sql']) copyTree(`${folder}/${part}`, target);
    writeFileSync(join(target, folder, 'sbom.cdx.json'), renderSbom({ service: name, folder, packages, base }));
  }
}

function copyPackage({ name, place, needs }: ImagePackage, target: string): void {
  for (const path of globSync('**/*', { cwd: place, exclude: (path) => path.startsWith('node_modules') }))
    if (isInImage(name, path)) copyFile(join(place, path), join(target, relative(ROOT, place), path));
  const beside = place.slice(0, -name.length);
  for (const other of needs) copyLink(join(beside, other), join(target, relative(ROOT, beside), other));
}

/** Maps lead back to lines of the sources; the sources themselves stay out of the image. */
function copyBundle(folder: string, target: string): void {
  const dist = join(ROOT, folder, 'dist');
  for (const path of globSync('*.{mjs,map}', { cwd: dist })) {
    const to = join(target, folder, 'dist', path);
    if (!path.endsWith('.map')) {
      copyFile(join(dist, path), to);
      continue;
    }
    const { sourcesContent: _, ...map } = JSON.parse(readFileSync(join(dist, path), 'utf8'));
    writeFileSync(to, JSON.stringify(map));
  }
  for (const name of globSync(['[!@]*', '@*/*'], { cwd: join(dist, 'node_modules') }))
    copyLink(join(dist, 'node_modules', name), join(target, folder, 'dist', 'node_modules', name));
}

function copyFile(from: string, to: string): void {
  if (!lstatSync(from).isFile()) return;
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to, constants.COPYFILE_FICLONE);
}

function copyLink(from: string, to: string): void {
  if (existsSync(to)) return;
  mkdirSync(dirname(to), { recursive: true });
  symlinkSync(readlinkSync(from), to);
}

function copyTree(path: string, target: string): void {
  if (existsSync(join(ROOT, path))) cpSync(join(ROOT, path), join(target, path), { recursive: true });
}

// `node tools/platform/src/image.ts FOLDER`, in the build of the image: bundles every service first.
if (import.meta.main) {
  const { bundleServices } = await import('./bundle-service.ts');
  const { runCommand } = await import('./command.ts');
  const { builtOn } = await import('./node-image.ts');
  await runCommand(async () => {
    await bundleServices(SERVICES.map(({ folder }) => join(ROOT, folder)));
    writeImage(resolve(process.argv[2]!), SERVICES, builtOn(process.env));
  });
}
