/** The doctor's check of the public page. */

import type { Fact } from '../../../local/doctor/finding';
import { checkStatusPage } from '../../../local/status-page/page-check';
import { factsOf, known, localOf, NOW } from '../doctor/facts';

const URL = 'https://a.test/fresh.json';
const until = (at: number) => JSON.stringify({ until: new Date(at).toISOString() });

function check(more: string, variable: string | null, answer: { readonly status: number; readonly text: string }) {
  const { config } = localOf(more);
  const checker = {
    ...factsOf().checker,
    variable: (name: string) => (name === 'STATUSWATCH_PAGE_URL' ? variable : null),
  };
  const ask = async <Value>(_: string, call: () => Promise<Value>): Promise<Fact<Value>> => known(await call());
  const readPage = async (url: string) => ({ url, ...answer });
  return checkStatusPage(config, checker, { ask, readPage, now: NOW });
}

describe.each([
  ['of the config', 'statusPage: { title: T, url: "https://a.test/", services: [{ id: a, name: A }] }', null],
  ['of the checker', 'statusPage: { title: T, services: [{ id: a, name: A }] }', 'https://a.test/'],
])('the page at the address %s', (_, page, variable) => {
  it.each([
    [200, until(NOW + 1), 'ok', `${URL} is current`],
    [200, until(NOW), 'failed', `${URL} has been out of date since 2026-11-22T10:00:30.000Z`],
    [503, 'no', 'failed', `${URL} can't be read: HTTP 503`],
  ])('HTTP %i, %s: %s', async (status, answer, mark, text) => {
    expect(await check(page, variable, { status, text: answer })).toEqual([
      { about: 'public', mark, text, fix: [], tookMs: null },
    ]);
  });
});

it('is not checked if the config has none', async () => {
  expect(await check('', 'https://a.test/', { status: 503, text: '' })).toEqual([]);
});
