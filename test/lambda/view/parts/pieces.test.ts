/** A view that is drawn in pieces: the same text, in parts that each show little. */

import { type Address, START } from '../../../../lambda/view/known/address';
import type { Known } from '../../../../lambda/view/known/known';
import { drawPage, drawView } from '../../../../lambda/view/page/page';
import { drawInPieces } from '../../../../lambda/view/parts/pieces';
import { renderPage, renderView } from '../../../support/view/drawn-page';
import { type Found, knownOf, often } from '../../../support/view/known';

const HOSTILE = '<!--0--><!--1--></p>';
const FAILING = 6;

let known: Known;
beforeAll(async () => {
  const numbered = (name: string, count: number, story: readonly Found[]) =>
    Array.from({ length: count }, (_, index) => [`${name}-${index}`, story] as const);
  known = await knownOf(
    Object.fromEntries([
      ...numbered('down', FAILING, ['well', '503', 'refused']),
      ...numbered('healed', 3, ['503', 'well', 'well']),
      ...numbered('well', 20, [...often('well', 2), { version: HOSTILE, [HOSTILE]: HOSTILE }]),
    ]),
    { problems: [HOSTILE], deployment: HOSTILE },
  );
});

const ADDRESSES: readonly (readonly [string, Partial<Address>])[] = [
  ['all services', {}],
  ['those that are healthy', { show: 'healthy', sort: 'name' }],
  ['a service', { service: 'down-0' }],
  ['all incidents', { of: 'incidents' }],
  ['what is not there', { service: HOSTILE }],
];

it.each(ADDRESSES)('is the same text as in one piece: of %s', (_, part) => {
  const address = { ...START, ...part };
  expect([...drawInPieces(drawPage(known, address, null))].join('')).toBe(renderPage(known, address));
  expect([...drawInPieces(drawView(known, address, null))].join('')).toBe(renderView(known, address));
});

it('has each service in a piece of its own, also if other views are drawn in between', () => {
  const pieces: string[] = [];
  for (const piece of drawInPieces(drawView(known, START, null))) {
    pieces.push(piece);
    renderView(known, { ...START, find: 'down' });
    [...drawInPieces(drawView(known, { ...START, find: 'well' }, null))].join('');
  }
  expect(pieces.join('')).toBe(renderView(known, START));
  const services = pieces.map((piece) => piece.match(/ data-service="/g)?.length ?? 0);
  expect(services.filter((count) => count > 0)).toEqual(known.services.map(() => 1));
});

it('is drawn in one piece again after one that could not be drawn', () => {
  const view = drawView({ ...known, problems: null as never }, START, null);
  expect(() => [...drawInPieces(view)]).toThrow(TypeError);
  expect(renderView(known, START)).not.toContain('<!--');
});
