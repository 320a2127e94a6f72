/** The guide and the example for services of other frameworks say what is so. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTRACTS } from '../../lambda/core/words/codes';
import { USUAL_PATHS } from '../../local/init/places';
import { FRAMEWORK_ANSWERS } from '../support/core/framework-answers';
import { understood } from '../support/core/parsed';

const ROOT = join(__dirname, '../..');
const guide = readFileSync(join(ROOT, 'docs/how-to/watch-what-you-already-have.md'), 'utf8');
const example = readFileSync(join(ROOT, 'examples/other-services/statuswatch.yaml'), 'utf8');
const blocks = [...guide.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) => text);

const servicesIn = (text: string) => understood(text, { probing: 'none' }).config.services;

it('the guide lists the paths that init tries, in order', () => {
  expect(guide).toContain(`(${USUAL_PATHS.map((path) => `\`${path}\``).join(', ')})`);
});

it.each([
  'Spring',
  'MicroProfile',
  '.NET',
  'Terminus',
  'health-go',
  'alexliesenfeld',
  'Rails',
  'Laravel',
  'Spatie',
  'django',
])('the guide says what to set for %s, as it is tested', (framework) => {
  const row = guide.split('\n').find((line) => line.startsWith('| ') && line.includes(framework)) ?? '';
  const tested = FRAMEWORK_ANSWERS.filter(({ name }) => name.toLowerCase().includes(framework.toLowerCase()));
  const contracts = new Set(tested.map(({ keys }) => String(keys.contract)));
  const said = CONTRACTS.filter((contract) => new RegExp(`\\b${contract}\``).test(row));
  expect([...contracts].sort()).toEqual([...said].sort());
});

it('the configs in the guide are valid', () => {
  const [found = '', words = ''] = blocks;
  expect(servicesIn(found).map(({ contract }) => contract)).toEqual(['common', 'text']);
  const service = `services:\n  - id: a\n    baseUrl: https://a.internal\n${words}`;
  expect(servicesIn(service)).toMatchObject([{ at: 'data.health', words: { degraded: ['limping'] } }]);
});

it('the example has a service for each contract except our own', () => {
  expect(new Set(servicesIn(example).map(({ contract }) => contract))).toEqual(new Set(['common', 'text', 'http']));
});
