import { build, type Plugin } from 'esbuild';

/**
 * Bundles a module for Node.js and browsers into one ESM file that imports nothing but Node's own modules.
 * @param options.target folder and name of the file
 * @param options.banner text before everything else
 */
export async function bundle(options: {
  readonly entry: string;
  readonly target: string;
  readonly platform: 'neutral' | 'node';
  readonly banner?: string;
}): Promise<void> {
  await build({
    entryPoints: [options.entry],
    outfile: options.target,
    bundle: true,
    platform: options.platform,
    mainFields: ['module', 'main'],
    format: 'esm',
    target: 'es2022',
    ...(options.banner === undefined ? {} : { banner: { js: options.banner } }),
    plugins: [computed],
    logLevel: 'warning',
    legalComments: 'eof',
  });
}

/**
 * What a `*.computed.ts` exports is plain data that follows from the declarations. It is computed when the bundle is
 * made, so that the bundle holds the data and none of the declarations.
 */
const computed: Plugin = {
  name: 'computed',
  setup: (bundler) => {
    bundler.onLoad({ filter: /\.computed\.ts$/ }, async ({ path }) => {
      const exports = (await import(path)) as Readonly<Record<string, unknown>>;
      const lines = Object.entries(exports).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};
