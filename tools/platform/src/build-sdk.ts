import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartFailure } from '@app/embedded';
import { runCommand } from './command.ts';
import { createProgress } from './progress.ts';
import { ROOT } from './root.ts';
import { runTasks } from './turbo.ts';

const say = createProgress();

// `npm run build-sdk`: the client and the command line as archives that `npm install` takes, in `dist/packages`.
await runCommand(async () => {
  const { tasks, isGood, remarks } = await runTasks(['build-package']);
  const failures = [...tasks.values()].filter((task) => !task.isGood).map((task) => task.output.trim());
  if (!isGood) throw new StartFailure(failures.join('\n') || `turbo failed: ${remarks}`);
  const archives = join(ROOT, 'dist', 'packages');
  mkdirSync(archives, { recursive: true });
  for (const name of ['sdk', 'cli']) {
    const built = join(ROOT, 'packages', name, 'dist');
    const printed = execFileSync('npm', ['pack', '--json', '--pack-destination', archives, built], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = JSON.parse(printed) as [{ readonly filename: string }];
    // A person's own place: the one of a system's Node.js belongs to root.
    say(`npm install ${name === 'cli' ? '--global --prefix ~/.local ' : ''}${join(archives, packed.filename)}`);
  }
});
