/** How a service says how it is, recognized from one answer of it. */

import { classify } from '../../../lambda/core/probe/classify';
import { recognizeForm } from '../../../local/init/answer-form';
import { configText } from '../../../local/init/config-text';
import { foundServices } from '../../../local/init/found-services';
import { configFrom } from '../../../local/input/load-config';
import { FRAMEWORK_ANSWERS } from '../../support/core/framework-answers';
import { answer, EXPECTATION, NOW, reportOf } from '../../support/core/observations';
import { understood } from '../../support/core/parsed';

const [SERVICE] = configFrom('a', '{ services: [{ id: a, baseUrl: https://a.internal }] }', {
  probing: 'none',
}).services;

function formIn(httpStatus: number, body: unknown) {
  if (!SERVICE) throw new Error('no service');
  return recognizeForm(answer(httpStatus, body), SERVICE, NOW);
}

const isKnownToBe = (contract: string, rest: object = {}) =>
  expect.objectContaining({ contract, at: null, healthyWord: null, ...rest });

/** Of these the first answer does not say which form the later ones have. */
const SAYS_TOO_LITTLE = /: (?:down as a page|an error$|not healthy|unknown, before|a failed check with json)/;

describe('the answer of a framework', () => {
  it.each(FRAMEWORK_ANSWERS.filter(({ name }) => !SAYS_TOO_LITTLE.test(name)))('$name: $keys', (given) => {
    const { httpStatus, body, keys } = given;
    const form = formIn(httpStatus, body);
    if (httpStatus >= 400 && httpStatus <= 499) return expect(form).toBeNull();
    if (!/of its own/.test(given.name))
      expect(form).toEqual(isKnownToBe(String(keys.contract), { at: keys.at ?? null }));
  });

  it.each(FRAMEWORK_ANSWERS.filter(({ name }) => SAYS_TOO_LITTLE.test(name)))('$name: no form', (given) => {
    expect(formIn(given.httpStatus, given.body)).toBeNull();
  });
});

it.each([
  ['a whole report', reportOf()],
  ['a report without a name', { status: 'healthy', timestamp: '2026-03-01T12:00:00.000Z' }],
  ['a report that is unhealthy', reportOf({ status: 'unhealthy' })],
])('our own contract: %s', (_, body) => {
  expect(formIn(200, body)).toEqual(isKnownToBe('own', { isSaid: true }));
});

it.each([
  [{ status: 'healthy' }, isKnownToBe('common', { why: 'its status says "healthy"' })],
  [{ health: 'Fine', state: 'UP' }, isKnownToBe('common', { at: 'state', why: 'its state says "UP"' })],
  [{ data: { status: 'ok' } }, isKnownToBe('common', { at: 'data.status', why: 'its data.status says "ok"' })],
  [{ a: { b: { health: 'pass' } } }, isKnownToBe('common', { at: 'a.b.health' })],
  [{ a: { b: { c: { health: 'pass' } } } }, isKnownToBe('http', { isSaid: false })],
  [{ 'a.b': { health: 'pass' } }, isKnownToBe('http', { isSaid: false })],
  [{ status: 200 }, isKnownToBe('http', { isSaid: false })],
  [[{ status: 'ok' }], isKnownToBe('http', { isSaid: false })],
  [{ status: 'fine' }, isKnownToBe('common', { healthyWord: 'fine', why: expect.stringContaining('read as healthy') })],
  [{ status: 'x'.repeat(41) }, isKnownToBe('http', { isSaid: false })],
  ['ok', isKnownToBe('text', { why: 'its text says "ok"' })],
  ['Healthy: all 3 checks', isKnownToBe('text', { why: 'its text says "Healthy:"' })],
  ['Welcome', isKnownToBe('http', { isSaid: false })],
  ['<!DOCTYPE html><title>OK</title>', isKnownToBe('http', { isSaid: false })],
  ['', isKnownToBe('http', { isSaid: false })],
])('%j', (body, form) => {
  expect(formIn(200, body)).toEqual(form);
});

it.each([
  [404, { status: 'error', message: 'Not Found' }],
  [401, { status: 'fail' }],
  [302, ''],
  [500, 'Internal Server Error'],
  [503, { status: 'ok' }],
])('%d with %j has no form', (httpStatus, body) => {
  expect(formIn(httpStatus, body)).toBeNull();
});

it('whatever is written takes the answer for what it is, and nothing is an outage for its form', () => {
  const baseUrl = 'https://a.internal';
  const bodies = [
    ...FRAMEWORK_ANSWERS.map(({ httpStatus, body }) => ({ httpStatus, body })),
    { httpStatus: 200, body: 'x' },
  ];
  for (const { httpStatus, body } of bodies) {
    const form = formIn(httpStatus, body);
    if (form === null || !SERVICE) continue;
    const seen = answer(httpStatus, body);
    const place = { baseUrl, path: '/healthz', kind: 'usual' } as const;
    const { report } = classify(seen, EXPECTATION, NOW);
    const isOwn = form.contract === 'own';
    const found = foundServices([
      {
        address: baseUrl,
        place,
        form: isOwn ? null : form,
        origin: null,
        report: isOwn ? report : null,
        problem: null,
        isUnknown: false,
      },
    ]);
    const text = configText({ schema: 's', keys: {}, receivers: [], services: found, left: [] });
    const [service] = understood('', { text }).config.services;
    if (!service) throw new Error(text);
    expect([body, classify(seen, { ...service, secrets: [] }, NOW).kind]).not.toEqual([body, 'invalid']);
  }
});
