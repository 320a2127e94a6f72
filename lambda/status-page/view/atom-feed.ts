/** The incidents and the maintenance of the public page as a feed. Source: RFC 4287, The Atom Syndication Format. */

import { iso } from '../../core/documents/words/format';
import type { PublicStatus } from '../core/public-status';
import { minuteWords, STATUS_WORDS } from './public-words';

interface Entry {
  readonly id: string;
  readonly title: string;
  readonly publishedAt: number;
  readonly updatedAt: number;
  readonly lines: readonly string[];
}

/** The entries, the newest first. */
export function atomFeed(status: PublicStatus): string {
  const { title, url, updatedAt, incidents, maintenances, madeAt } = status;
  const entries: readonly Entry[] = [
    ...incidents.map(({ id, title: name, startedAt, updatedAt: last, updates }) => ({
      id,
      title: name,
      publishedAt: startedAt,
      updatedAt: last,
      lines: updates.map((update) => `${minuteWords(update.at)}, ${STATUS_WORDS[update.status]}: ${update.text}`),
    })),
    ...maintenances.map(({ id, title: name, announcedAt, from, until, notes }) => ({
      id,
      title: name,
      publishedAt: announcedAt,
      updatedAt: lastOf([announcedAt, from, until, ...notes.map(({ at }) => at)], madeAt),
      lines: [
        `From ${minuteWords(from)} to ${minuteWords(until)}`,
        ...notes.map(({ text, at }) => `${minuteWords(at)}: ${text}`),
      ],
    })),
  ];
  const address = escapeXml(url);
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>${address}feed.atom</id>`,
    `<title>${escapeXml(title)}</title>`,
    `<updated>${iso(updatedAt)}</updated>`,
    `<author><name>${escapeXml(title)}</name></author>`,
    `<link rel="self" type="application/atom+xml" href="${address}feed.atom"/>`,
    `<link rel="alternate" type="text/html" href="${address}"/>`,
    ...entries
      .toSorted((left, right) => right.updatedAt - left.updatedAt)
      .flatMap((entry) => [
        '<entry>',
        `<id>${address}#${entry.id}</id>`,
        `<title>${escapeXml(entry.title)}</title>`,
        `<published>${iso(entry.publishedAt)}</published>`,
        `<updated>${iso(entry.updatedAt)}</updated>`,
        `<link rel="alternate" type="text/html" href="${address}#${entry.id}"/>`,
        `<content type="text">${escapeXml(entry.lines.join('\n'))}</content>`,
        '</entry>',
      ]),
    '</feed>\n',
  ].join('\n');
}

/** Returns the latest time that is not in the future. */
function lastOf(times: readonly number[], now: number): number {
  return Math.max(...times.filter((time) => time <= now));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** The texts are clean already: they contain no characters that XML does not allow. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
