/** README.md and docs/deploying.md can be followed in their order, and say what a deployment gets. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkerMemoryMb } from '../../lambda/core/run/invocation';
import { deployable, fleet } from '../support/aws/synthesis';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The text below a heading, up to the next one. */
function sectionOf(text: string, heading: string): string {
  const [, after = ''] = `\n${text}`.split(`\n${heading}\n`);
  return after.split(/\n## /)[0] ?? '';
}

// Each command of the CDK reads the config: with the example.com addresses it ends with a list of faults.
it.each([
  ['README.md', sectionOf(read('README.md'), '## Deploy it')],
  ['docs/deploying.md', sectionOf(read('docs/deploying.md'), '# Deploying')],
])('%s has the addresses written and checked before the first command of the CDK', (_, section) => {
  const steps = [
    /your\s+addresses into [`[]statuswatch\.yaml/,
    /^ *npx statuswatch check/m,
    /npx cdk bootstrap/,
    /npx cdk deploy/,
  ];
  const places = steps.map((step) => section.search(step));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((left, right) => left - right));
  expect(section.search(/npx cdk/)).toBe(places[2]);
});

it.each(['README.md', 'docs/deploying.md'])('%s names the memory that six and many services get', (file) => {
  const sizes = [fleet(6), fleet(205, 'servicesPerInvocation: 1000')].map((text) => {
    const { config, deployment } = deployable(text);
    return checkerMemoryMb(config, deployment).toLocaleString('en');
  });
  expect(read(file).replace(/\s+/g, ' ')).toMatch(
    new RegExp(`gets ${sizes[0]} MB of memory, and ${sizes[1]} if it asks more than 204 services`),
  );
});
