/** All files of the public page, for any host. */

import { iso } from '../../core/documents/words/format';
import type { PublicState, PublicStatus } from '../core/public-status';
import { atomFeed } from './atom-feed';
import { renderPublicPage } from './public-page';
import { STATE_WORDS, worstState } from './public-words';
import { statuspageDocuments } from './statuspage-json';

export interface PublicFile {
  /** The path below the folder of the page. */
  readonly path: string;
  readonly type: string;
  readonly text: string;
}

/** The page comes last, so that the files it links to are there before. */
export function publicFiles(status: PublicStatus): readonly PublicFile[] {
  const { components } = status;
  return [
    ...Object.entries(statuspageDocuments(status)).map(([path, document]) => json(`api/v2/${path}`, document)),
    { path: 'feed.atom', type: 'application/atom+xml; charset=utf-8', text: atomFeed(status) },
    json('badge.json', badgeOf(status.title, worstState(components))),
    ...components.map(({ slug, name, state }) => json(`badges/${slug}.json`, badgeOf(name, state))),
    { path: '404.html', type: HTML, text: NOT_FOUND },
    { path: 'index.html', type: HTML, text: renderPublicPage(status) },
  ];
}

/** The file with the time until which the page is current, and the time at which it was written. */
export function freshFile(at: number, until: number, madeAt: number): PublicFile {
  return json('fresh.json', { at: iso(at), until: iso(until), made: iso(madeAt) });
}

const HTML = 'text/html; charset=utf-8';
const NOT_FOUND =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Not found</title></head><body><h1>Not found</h1><p>There is nothing at this address.</p></body></html>\n';

function json(path: string, document: object): PublicFile {
  return { path, type: 'application/json; charset=utf-8', text: `${JSON.stringify(document)}\n` };
}

const COLORS: Readonly<Record<PublicState, string>> = {
  available: 'brightgreen',
  degraded: 'yellow',
  partly_down: 'orange',
  down: 'red',
  maintenance: 'blue',
  unknown: 'lightgrey',
};

function badgeOf(label: string, state: PublicState): object {
  const message = STATE_WORDS[state].toLowerCase();
  return {
    schemaVersion: 1,
    label,
    message,
    color: COLORS[state],
    isError: state === 'down' || state === 'partly_down',
  };
}
