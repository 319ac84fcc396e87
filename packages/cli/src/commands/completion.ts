import { Argument } from 'commander';
import { type AddCommand, examples } from '../command.ts';
import { candidatesFor } from '../completion-candidates.ts';

const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_bilag() {
  local IFS=$'\\n'
  COMPREPLY=($(bilag __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
  if [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -o default -F _bilag bilag
`,
  zsh: `#compdef bilag
_bilag() {
  local -a found
  found=("\${(@f)$(bilag __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=(\${found:#})
  if (( \${#found} )); then compadd -S '' -- "\${found[@]}"; else _files; fi
}
if [[ \${funcstack[1]} == _bilag ]]; then _bilag "$@"; else compdef _bilag bilag; fi
`,
  fish: `complete -c bilag -f -a '(bilag __complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
};

/** `completion`: what a shell reads to complete commands, operations and fields. */
export const addCompletion: AddCommand = (program, { write }) => {
  program
    .command('completion')
    .summary('completion for bash, zsh or fish')
    .description('Print what a shell reads to complete commands, operations and their fields.')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SCRIPTS)))
    .addHelpText(
      'after',
      examples(
        'source <(bilag completion bash)',
        'bilag completion zsh > ~/.zfunc/_bilag',
        'bilag completion fish > ~/.config/fish/completions/bilag.fish',
      ),
    )
    .action((shell: string) => write(SCRIPTS[shell]!));
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) =>
      write(
        candidatesFor(program, words)
          .map((candidate) => `${candidate}\n`)
          .join(''),
      ),
    );
};
