/** The guides to deploying have their steps in order, with the right names and sizes. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkerMemoryMb } from '../../lambda/core/invoke/invocation';
import { deployable, fleet } from '../support/aws/synthesis';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

it.each(['README.md', 'docs/start/first-deployment.md'])(
  '%s writes the config before the first CDK command',
  (file) => {
    const steps = [
      /statuswatch init .*/,
      /statuswatch cost/,
      /npx cdk bootstrap/,
      /npx cdk deploy/,
      /statuswatch drill/,
    ];
    const places = steps.map((step) => read(file).search(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((left, right) => left - right));
  },
);

it('docs/how-to/many-services.md names the memory for six and for many services', () => {
  const sizes = [fleet(6), fleet(205, 'servicesPerInvocation: 1000')].map((text) => {
    const { config, deployment } = deployable(text);
    return checkerMemoryMb(config, deployment).toLocaleString('en');
  });
  expect(read('docs/how-to/many-services.md').replace(/\s+/g, ' ')).toMatch(
    new RegExp(`gets ${sizes[0]} MB of memory, and ${sizes[1]} if it checks more than 204 services`),
  );
});
