/**
 * A notification as an Adaptive Card for a channel of Microsoft Teams, by a webhook of Workflows. Sources: the connector
 * reference of Microsoft Teams, "When a Teams webhook request is received" (the message around the card); the schema explorer of
 * Adaptive Cards, for version 1.2. Its settings: `url`.
 *
 * All texts are in a `RichTextBlock`, since a `TextBlock` reads Markdown: "Text to display. Markdown is not supported." (TextRun).
 */

import { type CardEnds, cardForm } from '../../core/message/forms/card-form';
import type { Content } from '../../core/message/forms/content';
import { shownLabel } from '../../core/message/forms/facts';
import type { ReceiverForm } from '../../core/message/forms/receiver-form';
import { neutralizeEnd } from '../../core/message/neutralize';
import type { Mark } from '../../core/message/wording';
import { bytesOf, cut, cutBytes } from '../../core/words/clean-text';
import { jsonObjectOf, objectsOf } from '../../core/words/json';

/**
 * In UTF-8: in UTF-16 it is less than twice as much. Source: the connector reference of Microsoft Teams, "Known issues and limitations
 * with actions": "the message size limit is approximately 28 KB". In which encoding it does not say; a workflow that fails at it has
 * answered 202 before.
 */
const BODY_LIMIT_BYTES = 14_000;
/** In characters: of the headline and the last line. */
const HEADLINE_LIMIT = 250;
const LAST_LINE_LIMIT = 150;
/** The longest place of a service, and address of a page. A page with a longer address is left out. */
const PLACE_LIMIT_BYTES = 1_000;
const ADDRESS_LIMIT_BYTES = 1_500;
/** The button to the page of the incident: three buttons have to fit on a phone. */
const OPEN = 'Open incident';

export const teams: ReceiverForm = {
  title: 'Microsoft Teams, by a Workflows webhook',
  ...cardForm((content, ends) => bodyOf(content, factLines(content), ends)),
  textOf: ({ attachments }) => {
    const { body, actions } = jsonObjectOf(objectsOf(attachments)[0]?.content);
    const blocks = objectsOf(body).flatMap((element) => [element, ...objectsOf(element.items)]);
    const lines = blocks.flatMap(({ inlines, spacing }) => {
      const line = objectsOf(inlines)
        .map(({ text }) => text)
        .join('');
      if (line === '') return [];
      return spacing === 'Medium' ? ['', line] : [line];
    });
    return [...lines, '', ...objectsOf(actions).map(({ title, url }) => `[${title}] ${url}`)].join('\n');
  },
};

/** Returns the card with as many lines as fit: the last of many services matters least. */
function bodyOf(content: Content, lines: readonly Line[], ends: CardEnds): string {
  const body = JSON.stringify(messageOf(cardOf(content, lines, ends)));
  if (bytesOf(body) <= BODY_LIMIT_BYTES || lines.length === 0) return body;
  return bodyOf(content, lines.slice(0, -1), ends);
}

function messageOf(card: object) {
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card }],
  };
}

function cardOf(content: Content, lines: readonly Line[], { mark, lastLine }: CardEnds) {
  const { headline, firstLook, where, incident, pages } = content;
  const { emoji, style } = LOOKS[mark];
  const title = neutralizeEnd(cut(headline, HEADLINE_LIMIT));
  const steps: readonly Line[] = [
    ...(firstLook === null ? [] : [{ label: 'Check first:', text: firstLook }]),
    ...(where === null ? [] : [{ label: 'Where:', text: neutralizeEnd(cutBytes(where, PLACE_LIMIT_BYTES)) }]),
  ];
  const actions = pages
    .filter(([, address]) => bytesOf(address) <= ADDRESS_LIMIT_BYTES)
    .map(([label, address]) => ({
      type: 'Action.OpenUrl',
      title: label === incident?.[0] ? OPEN : label,
      url: address,
    }));
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.2',
    msteams: { width: 'full' },
    body: [
      {
        type: 'Container',
        style,
        bleed: true,
        items: [richText([{ ...run(`${emoji} ${title}`), weight: 'Bolder', size: 'Medium' }])],
      },
      ...blocksOf(lines),
      ...blocksOf(steps),
      {
        ...richText([{ ...run(neutralizeEnd(cut(lastLine, LAST_LINE_LIMIT))), size: 'Small', isSubtle: true }]),
        spacing: 'Medium',
      },
    ],
    ...(actions.length > 0 && { actions }),
  };
}

interface Look {
  readonly emoji: string;
  readonly style: 'attention' | 'warning' | 'good' | 'emphasis';
}

/** A style has the color of the host; the emoji says the same to those who don't see it. */
const LOOKS: Readonly<Record<Mark, Look>> = {
  ':red_circle:': { emoji: '🔴', style: 'attention' },
  ':warning:': { emoji: '⚠️', style: 'attention' },
  ':large_orange_circle:': { emoji: '🟠', style: 'warning' },
  ':large_yellow_circle:': { emoji: '🟡', style: 'warning' },
  ':large_green_circle:': { emoji: '🟢', style: 'good' },
  ':white_circle:': { emoji: '⚪', style: 'emphasis' },
};

interface Line {
  readonly label?: string;
  readonly text?: string;
  readonly isNote?: true;
  /** Whether it is of a list. */
  readonly isItem?: true;
}

/** Notes, then facts: a fact of a single line stands after its label, several lines are a list below it. */
function factLines({ result, notes, facts }: Content): readonly Line[] {
  return [
    ...(result === null ? [] : [{ text: result }]),
    ...notes.map((text) => ({ text, isNote: true as const })),
    ...facts.flat().flatMap(([name, lines]): readonly Line[] => {
      const label = shownLabel(name);
      const [first = '', ...others] = lines;
      if (others.length === 0) return [{ label, text: first }];
      return [{ label }, ...lines.map((line) => ({ text: `• ${line}`, isItem: true as const }))];
    }),
  ];
}

/** A block for each line, with more space before the first. */
function blocksOf(lines: readonly Line[]) {
  return lines.map(({ label, text, isNote, isItem }, index) => ({
    ...richText([
      ...(label === undefined ? [] : [{ ...run(label), weight: 'Bolder' }]),
      ...(text === undefined
        ? []
        : [{ ...run(label === undefined ? text : ` ${text}`), ...(isNote && { italic: true }) }]),
    ]),
    spacing: spacingOf(index, isItem),
  }));
}

function spacingOf(index: number, isItem = false): 'Medium' | 'Small' | 'None' {
  if (index === 0) return 'Medium';
  return isItem ? 'None' : 'Small';
}

function richText(inlines: readonly object[]) {
  return { type: 'RichTextBlock', inlines };
}

/** `{{DATE(…)}}` and `{{TIME(…)}}` become a time of the reader's zone, wherever they stand (Adaptive Cards, "Text features"). */
function run(text: string) {
  return { type: 'TextRun', text: text.replace(/\{(?=\{)/g, '{ ') };
}
