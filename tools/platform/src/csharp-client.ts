import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { csharpProgram } from './client-programs.ts';

/** Where Debian's package libnewtonsoft-json5.0-cil has its library: what the client reads and writes JSON with. */
const LIBRARIES = '/usr/lib/cli/Newtonsoft.Json-5.0';
const NEWTONSOFT = join(LIBRARIES, 'Newtonsoft.Json.dll');
const PACKAGES = 'mono-mcs mono-devel libnewtonsoft-json5.0-cil';

/** The options of the generator that want the fewest libraries: no retries by Polly, no RestSharp. */
export const CSHARP_OPTIONS =
  'library=httpclient,targetFramework=netstandard2.0,supportsRetry=false,packageName=Accounting';

/** What `npm run check-clients` does in its folder. */
export interface Workbench {
  readonly folder: string;
  readonly has: (program: string, ...args: readonly string[]) => Promise<boolean>;
  readonly say: (text: string) => void;
  readonly step: (
    title: string,
    program: string,
    args: readonly string[],
    around?: { readonly cwd?: string; readonly environment?: Readonly<Record<string, string>> },
  ) => Promise<boolean>;
}

/** What a client is run for, once it is known where and as whom. */
export type Calls = (environment: Readonly<Record<string, string>>) => Promise<boolean>;

/** What compiles C# here: dotnet, or mono where its libraries are; undefined, and said, when neither does. */
export async function compilerOfCSharp({ has, say }: Workbench): Promise<'dotnet' | 'mono' | undefined> {
  if (await has('dotnet', '--version')) return 'dotnet';
  const isThere = (await has('mcs', '--version')) && (await has('mono', '--version'));
  if (isThere && existsSync(NEWTONSOFT)) return 'mono';
  const missing = isThere ? `mono is here without ${NEWTONSOFT}` : 'this machine has neither dotnet nor mono';
  say(`-       C# was not compiled: ${missing} (in Debian ${PACKAGES})`);
  return undefined;
}

/** Compiles the client in `csharp`; how it makes calls, when it can. */
export async function makeCSharp(bench: Workbench, compiler: 'dotnet' | 'mono'): Promise<Calls | undefined> {
  const { folder, step } = bench;
  if (compiler === 'dotnet') {
    await step('C# compiles (dotnet)', 'dotnet', ['build', '-v', 'q'], { cwd: join(folder, 'csharp') });
    return undefined;
  }
  leaveNamesAlone(join(folder, 'csharp/src/Accounting'));
  const libraries = ['System.Net.Http', 'System.Web', 'System.Runtime.Serialization', NEWTONSOFT];
  const references = [...libraries, 'System.ComponentModel.DataAnnotations'].map((library) => `-r:${library}`);
  const options = ['-langversion:latest', '-warn:0', ...references];
  const sources = '-recurse:csharp/src/Accounting/*.cs';
  const made = await step('C# compiles (mono)', 'mcs', [...options, '-target:library', '-out:Accounting.dll', sources]);
  if (!made) return undefined;
  writeFileSync(join(folder, 'program.cs'), csharpProgram);
  const linked = await step('C# program compiles', 'mcs', [...options, '-r:Accounting.dll', 'program.cs']);
  if (!linked) return undefined;
  return (environment) =>
    step('C# posts, lists and is refused', 'mono', ['program.exe'], {
      environment: { ...environment, MONO_PATH: LIBRARIES },
    });
}

/**
 * Takes out what Newtonsoft.Json has from version 9 on, and Debian has version 6: how members without a name would be
 * named. Every member of the client has its name.
 */
function leaveNamesAlone(sources: string): void {
  for (const file of globSync(join(sources, '{Client,Model}/{ApiClient,AbstractOpenAPISchema}.cs'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/NamingStrategy = new CamelCaseNamingStrategy\s*\{[^}]*\}/g, ''));
  }
}
