/** Each statuswatch command on a page is valid. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { parse } from 'yaml';
import { buildProgram, COMMANDS } from '../../bin/program';
import { UserError } from '../../local/input/user-error';
import type { Terminal } from '../../local/terminal/terminal';
import { codeOfPage, type PageCode } from '../support/docs/code-of-page';

const ROOT = join(__dirname, '../..');
const pagesIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`);
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SKILL.md'].filter((page) => existsSync(join(ROOT, page))),
  ...['docs', 'examples', 'bench'].flatMap(pagesIn),
];

/** A placeholder for the reader's own word: `NAME`, `ID…`, `ID,ID`. */
const PLACEHOLDER = /^[A-Z]+([,-][A-Z]+)*…?$/;
/** A word that ends a command on its line. */
const NEXT = /^(#.*|&&|\|\|?|;|>|<|2>)$/;

/** Returns the words after each `statuswatch` that begins a command in the text. */
function commandsIn(text: string): string[][] {
  const words = (text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) =>
    word.replace(/["']/g, '').replace(/;$/, ''),
  );
  const isCommand = (index: number): boolean => {
    const before = words[index - 1];
    if (before === undefined || before === '$' || NEXT.test(before)) return true;
    return before === 'npx' || before.startsWith('-') || /^[A-Z_]+=/.test(before) ? isCommand(index - 1) : false;
  };
  return words.flatMap((word, index) => {
    if (word !== 'statuswatch' || !isCommand(index)) return [];
    const rest = words.slice(index + 1);
    const end = rest.findIndex((each) => NEXT.test(each));
    return [rest.slice(0, end === -1 ? rest.length : end)];
  });
}

/** Replaces each placeholder that stands for one of several choices by the first of them. */
function filled(words: readonly string[], program: Command): string[] {
  const command = program.commands.find((each) => each.name() === words[0]);
  return words
    .filter((word) => word !== '…')
    .map((word, index) => {
      if (!PLACEHOLDER.test(word)) return word;
      if (words[0] === 'help') return 'check';
      const option = command?.options.find(({ long }) => long === words[index - 1]);
      return option?.argChoices?.[0] ?? word;
    });
}

/** Returns the program's error about a command, or `null` if it is valid. Runs nothing. */
async function faultOf(words: readonly string[]): Promise<string | null> {
  let said = '';
  const stream = { write: (text: string) => (said += text) } as unknown as Terminal['out'];
  const terminal: Terminal = { out: stream, err: stream, color: false, interrupted: new AbortController().signal };
  const commands = COMMANDS.map((command) => ({ ...command, run: () => Promise.resolve(0) }));
  const program = buildProgram(commands, terminal, () => {});
  try {
    await program.parseAsync(filled(words, program), { from: 'user' });
    return null;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? null : said.trim();
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

async function faultsIn(codes: readonly PageCode[]): Promise<string[]> {
  const names = COMMANDS.map(({ name }) => name);
  const faults = codes
    .filter(({ block }) => block === null || block === 'indented' || /^(sh( .*)?)?$/.test(block))
    .flatMap(({ place, block, text }) =>
      commandsIn(text).map(async (words) => {
        // A sentence may name a command without its arguments.
        const isNamed = block === null && words.length < 2 && names.includes(words[0] ?? names[0] ?? '');
        const fault = isNamed ? null : await faultOf(words);
        return fault === null ? [] : [`${place}: statuswatch ${words.join(' ')}: ${fault}`];
      }),
    );
  return (await Promise.all(faults)).flat();
}

it.each(PAGES)('%s has only valid commands', async (page) => {
  expect(await faultsIn(codeOfPage(page))).toEqual([]);
});

/** Returns the scripts in a CI workflow. */
function scriptsIn(part: unknown, place: string): PageCode[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => {
    if (key !== 'run' && key !== 'script') return scriptsIn(value, place);
    return [value].flat().map((text) => ({ place, block: 'sh', text: String(text).replace(/\\\n/g, ' ') }));
  });
}

it.each(['github.yml', 'gitlab.yml'])('examples/ci/%s has only valid commands', async (name) => {
  const scripts = scriptsIn(parse(readFileSync(join(ROOT, 'examples/ci', name), 'utf8')), name);
  expect(scripts.flatMap(({ text }) => text.split('\n').flatMap(commandsIn))).toHaveLength(2);
  expect(
    await faultsIn(scripts.flatMap(({ text, ...rest }) => text.split('\n').map((line) => ({ ...rest, text: line })))),
  ).toEqual([]);
});

it('commands are found in blocks of all kinds, and in sentences', () => {
  const count = (page: string) => codeOfPage(page).flatMap(({ text }) => commandsIn(text)).length;
  expect(count('docs/start/first-watch.md')).toBeGreaterThan(7);
  expect(PAGES.reduce((sum, page) => sum + count(page), 0)).toBeGreaterThan(80);
});

/** A command that would fetch the package from the registry, where it is not published. */
const FETCHED = /npx statuswatch|npm (?:install|pack) (?:--global )?statuswatch\b|npm install$/m;

it.each([
  ...PAGES.filter((page) => page !== 'CHANGELOG.md'),
  ...['examples/ci/github.yml', 'examples/ci/gitlab.yml', 'examples/server/Containerfile'],
])('%s fetches statuswatch from no registry', (file) => {
  expect(FETCHED.exec(readFileSync(join(ROOT, file), 'utf8'))?.[0]).toBeUndefined();
});

it('an invalid command is found, with its place', async () => {
  const page = [
    'Type `npx statuswatch chek`, or `statuswatch check`, or `statuswatch check --onyl ID`.',
    '```sh',
    'A=b npx statuswatch explain    # without a service',
    'npm ci && npx statuswatch incidents --kind outages',
    '```',
    '    statuswatch check user-service',
    '',
    '    npx statuswatch silence ID… --for 2h --reason "a deploy" && echo --no-such-option',
  ];
  expect(await faultsIn(codeOfPage('page.md', page.join('\n')))).toEqual([
    expect.stringMatching(/^page\.md:1: statuswatch chek: .*Did you mean check\?/),
    expect.stringMatching(/^page\.md:1: statuswatch check --onyl ID: .*unknown option/),
    expect.stringMatching(/^page\.md:3: statuswatch explain: .*missing required argument 'service'/),
    expect.stringMatching(/^page\.md:4: statuswatch incidents --kind outages: .*Allowed choices are/),
    expect.stringMatching(/^page\.md:6: statuswatch check user-service: unexpected word "user-service"/),
  ]);
});
