/**
 * A notification as a message to an incoming webhook of Slack. Source: Slack developer documentation, "Sending messages using
 * incoming webhooks", "Formatting message text" and the reference of blocks. Its settings: `url`.
 */

import { type CardEnds, cardForm } from '../../core/message/forms/card-form';
import { linkTo } from '../../core/message/forms/chat-card';
import { type Content, type LineStyle, linesOf } from '../../core/message/forms/content';
import type { ReceiverForm } from '../../core/message/forms/receiver-form';
import { neutralizeEnd } from '../../core/message/neutralize';
import { cut } from '../../core/words/clean-text';
import { jsonObjectOf, objectsOf } from '../../core/words/json';

/** In characters: of a header, a section, all facts, what to do next, and a link. All texts together stay under 12,000. */
const HEADER_LIMIT = 150;
const SECTION_LIMIT = 3_000;
const FACTS_LIMIT = 8_000;
const STEPS_LIMIT = 3_000;
const LINK_LIMIT = 900;

export const slack: ReceiverForm = {
  title: 'Slack, by an incoming webhook',
  ...cardForm((content, ends) => JSON.stringify(slackMessage(content, ends))),
  textOf: ({ blocks }) =>
    objectsOf(blocks)
      .map(({ text, elements }) =>
        [jsonObjectOf(text), ...objectsOf(elements)].flatMap((element) => element.text ?? []).join('\n'),
      )
      .join('\n\n'),
};

const STYLE: LineStyle = {
  note: (text) => `_${escaped(text)}_`,
  label: (label) => `*${label}*`,
  text: (text) => escaped(text),
};

/** Texts from services are shown without markup, mentions and links. */
function slackMessage(content: Content, { mark, lastLine }: CardEnds) {
  const { headline, firstLook, where, pages } = content;
  const title = fitted(`${mark} ${escaped(headline)}`, HEADER_LIMIT);
  const links = pages.map((page) => linkTo(page).replaceAll('&', '&amp;')).filter(isShort);
  const steps = [
    ...(firstLook === null ? [] : [`*Check first:* ${escaped(firstLook)}`]),
    ...(links.length === 0 ? [] : [links.join(' · ')]),
    ...(where === null ? [] : [`*Where:* ${escaped(where)}`]),
  ];
  return {
    // The text of a notification on a phone.
    text: title,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title, emoji: true } },
      ...sectionsOf(linesOf(content, STYLE), FACTS_LIMIT),
      ...sectionsOf(steps, STEPS_LIMIT),
      {
        type: 'context',
        elements: [markdown(fitted(escaped(lastLine), HEADER_LIMIT))],
      },
    ],
  };
}

/** Lines in as many sections as they need. Those beyond `limit` characters are left out. */
function sectionsOf(lines: readonly string[], limit: number) {
  const sections: string[] = [];
  let left = limit;
  for (const whole of lines) {
    const line = fitted(whole, SECTION_LIMIT);
    left -= line.length + 1;
    if (left < 0) break;
    const last = sections.at(-1);
    const longer = `${last ?? ''}\n${line}`;
    if (last !== undefined && longer.length <= SECTION_LIMIT) sections[sections.length - 1] = longer;
    else sections.push(line);
  }
  return sections.map((text) => ({ type: 'section', text: markdown(text) }));
}

/** `verbatim`: Slack makes no links and mentions of what only looks like them. */
function markdown(text: string) {
  return { type: 'mrkdwn', text, verbatim: true };
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Slack sets what is between two of them in italics; within a word, as in `http_503`, it does not. */
const UNDERSCORE_AT_EDGE = /(?<![\p{L}\p{N}_])_+|_+(?![\p{L}\p{N}_])/gu;

function escaped(text: string): string {
  const plain = text.replace(UNDERSCORE_AT_EDGE, (signs) => '＿'.repeat(signs.length));
  return plain.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? '');
}

/** At most so many characters, without a part of an escape at the end. */
function fitted(text: string, limit: number): string {
  return text.length <= limit ? text : `${neutralizeEnd(cut(text, limit - 1).replace(/&[a-z]*$/, ''))}…`;
}

function isShort(link: string): boolean {
  return link.length <= LINK_LIMIT;
}
