/** docs/start/first-deployment.md can be followed in its order, and docs/reference/costs.md says what memory a deployment gets. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkerMemoryMb } from '../../lambda/core/run/invocation';
import { deployable, fleet } from '../support/aws/synthesis';

const ROOT = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

it.each(['README.md', 'docs/start/first-deployment.md'])(
  '%s has the config before the first command of the CDK',
  (file) => {
    const steps = [
      /npx statuswatch init .*/,
      /npx statuswatch cost/,
      /npx cdk bootstrap/,
      /npx cdk deploy/,
      /npx statuswatch drill/,
    ];
    const places = steps.map((step) => read(file).search(step));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((left, right) => left - right));
  },
);

it.each(['docs/reference/costs.md', 'docs/how-to/many-services.md'])(
  '%s names the memory that six and many services get',
  (file) => {
    const sizes = [fleet(6), fleet(205, 'servicesPerInvocation: 1000')].map((text) => {
      const { config, deployment } = deployable(text);
      return checkerMemoryMb(config, deployment).toLocaleString('en');
    });
    expect(read(file).replace(/\s+/g, ' ')).toMatch(
      new RegExp(`gets ${sizes[0]} MB of memory, and ${sizes[1]} if it asks more than 204 services`),
    );
  },
);
