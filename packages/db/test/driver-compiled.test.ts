import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/**
 * What V8 says of its compilers in a process that makes many queries and results of the driver. It pauses in between:
 * what was compiled on another thread is taken in between two turns.
 */
function compilations(): string {
  const script = `
    const place = (name) => new URL(name, ${JSON.stringify(import.meta.resolve('postgres'))});
    const [{ Query }, { default: Result }] = [await import(place('query.js')), await import(place('result.js'))];
    const never = () => undefined;
    globalThis.made = [];
    for (let turn = 0; turn < 300; turn++) {
      for (let n = 0; n < 200; n++) made[n] = [new Result(), new Query(['select 1'], [], never, never)];
      await new Promise((resolve) => setTimeout(resolve, 2));
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--trace-opt', '--input-type=module', '--eval', script], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(stderr).toBe('');
  return stdout;
}

it('what makes queries and results is compiled, and not begun again and again for nothing', () => {
  const said = compilations();
  for (const name of ['Query', 'Result']) {
    expect(said).toMatch(new RegExp(`completed compiling .*<JSFunction ${name} `));
    expect(said).not.toMatch(new RegExp(`aborted compiling .*<JSFunction ${name} .*dependency change`));
  }
});
