/** Reads the data of a watch from its folder, for all services or some. Damage is reported separately; nothing is changed. */

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { openArchive } from '../../../local/archive/open-archive';
import { temporaryFolder } from '../../support/laptop/command-line';

const folder = temporaryFolder();
const config = folder.write('shop.yaml', 'name: shop\nservices:\n  - { id: cart, baseUrl: "https://cart.internal" }\n');
const state = folder.file('state');
const kept = join(state, 'shop');
const options = { config, state };
const terminal = { err: new PassThrough(), out: new PassThrough(), color: false } as never;
const stored = '{"revision":3,"state":{}}';

beforeAll(() => {
  mkdirSync(kept, { recursive: true });
  for (const [id, text] of Object.entries({ cart: stored, gone: stored, mail: '{"revision' }))
    folder.write(`state/shop/${id}.state.json`, text);
});

it('returns the states of all services, also of those that have left the config, and names damaged ones', async () => {
  const archive = await openArchive(options, terminal);
  expect((await archive.readConfig()).services.map(({ id }) => id)).toEqual(['cart']);
  expect(await archive.readStates(null)).toEqual({
    states: ['cart', 'gone'].map((service) => ({ service, revision: 3, state: {} })),
    damaged: [`the state of mail in ${kept} is damaged`],
  });
  expect(readFileSync(join(kept, 'mail.state.json'), 'utf8')).toBe('{"revision');
});

it('returns those of the named services', async () => {
  const archive = await openArchive(options, terminal);
  const { states, damaged } = await archive.readStates(['gone', 'never']);
  expect([states.map(({ service }) => service), damaged]).toEqual([['gone'], []]);
});

it.each([
  ['a folder that is not there', { state: folder.file('none') }, 'nothing has been watched yet: there is no '],
  ['a region without a deployment', { region: 'eu-west-1' }, '--region needs --deployed'],
  ['a deployment without a name', { deployed: '' }, '--deployed needs the name of a deployment'],
])('%s is refused', async (_, wrong, complaint) => {
  await expect(openArchive({ ...options, ...wrong }, terminal)).rejects.toThrow(complaint);
});
