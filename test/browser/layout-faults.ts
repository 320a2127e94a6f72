/** What is wrong with how a page is laid out, measured in the browser: what sticks out, is cut off, torn apart or overlaps. */

import type { Page } from 'playwright-core';

/** As sentences; empty where all is well. Only what is seen counts: not what is there for screen readers alone. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    /** Pixels that rounding and the edges of letters may take. */
    const SLACK = 1.5;
    /** The letters of two lines of one text may reach that far into each other's line. */
    const BETWEEN_LINES = 6;
    /** One that always finds a line for itself. */
    const SHORT_WORD = /(?<!\S)[!-,.-~]{2,12}(?!\S)/g;

    interface Piece {
      readonly text: string;
      readonly box: DOMRect;
      /** What it is a line of. */
      readonly block: Element | null;
    }

    const elementsSeen = (element: Element): HTMLElement[] => {
      if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true })) return [];
      // Such are there for screen readers.
      if (getComputedStyle(element).clipPath !== 'none') return [];
      return [element, ...[...element.children].flatMap(elementsSeen)];
    };
    const elements = [...document.body.children].flatMap(elementsSeen);

    const textNodes = elements
      .flatMap(({ childNodes }) => [...childNodes])
      .filter((node) => node instanceof Text)
      .filter(({ data }) => data.trim() !== '');
    /** Whether a text that is cut off can be read as a whole all the same: in its title, or on the page that its row links to. */
    const isToldElsewhere = (element: HTMLElement) =>
      getComputedStyle(element).textOverflow === 'ellipsis' &&
      (element.title === element.textContent.trim() || element.matches('li[data-service] .why'));
    const cutTexts = new Set<HTMLElement>();
    const pieceOf = (node: Text): Piece[] => {
      const range = document.createRange();
      range.selectNodeContents(node);
      const block = node.parentElement?.closest('p,h1,h2,h3,li,dd') ?? null;
      // Of a text that is cut off, the element is what is seen, once.
      const around = [node.parentElement, node.parentElement?.closest<HTMLElement>('.why') ?? null];
      const cut = around.find((each) => each !== null && isToldElsewhere(each)) ?? null;
      if (cut !== null && cutTexts.has(cut)) return [];
      if (cut !== null) cutTexts.add(cut);
      const boxes = cut === null ? [...range.getClientRects()] : [cut.getBoundingClientRect()];
      return boxes.map((box) => ({ text: node.data.trim().slice(0, 40), box, block }));
    };
    const texts = textNodes.flatMap(pieceOf);
    const seen = [...document.querySelectorAll('svg[role="img"]')].filter((svg) => svg.checkVisibility());
    const drawings = seen.map(
      (svg): Piece => ({ text: svg.getAttribute('class') ?? '', box: svg.getBoundingClientRect(), block: null }),
    );

    const cutOff = elements
      .filter((element) => getComputedStyle(element).overflow !== 'visible' && !isToldElsewhere(element))
      .filter(
        (element) =>
          element.scrollWidth > element.clientWidth + SLACK || element.scrollHeight > element.clientHeight + SLACK,
      )
      .map(({ localName, className }) => `${localName}.${className} cuts off what is in it`);

    const broken = textNodes.flatMap((node) =>
      [...node.data.matchAll(SHORT_WORD)]
        .filter(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          return range.getBoundingClientRect().height > 1.8 * (range.getClientRects()[0]?.height ?? 0);
        })
        .map(([word]) => `"${word}" is torn apart`),
    );

    const { clientWidth, scrollWidth } = document.documentElement;
    const sideways = scrollWidth > clientWidth ? ['the page has to be scrolled sideways'] : [];
    const outside = [...texts, ...drawings]
      .filter(({ box }) => box.left < -SLACK || box.right > clientWidth + SLACK)
      .map(({ text }) => `"${text}" is outside of the screen`);

    const overlap = (one: Piece, other: Piece) => {
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const isSameText = one.block !== null && one.block === other.block;
      return across > SLACK && down > (isSameText ? BETWEEN_LINES : SLACK);
    };
    const downwards = [...texts, ...drawings].sort((one, other) => one.box.top - other.box.top);
    const overlapping = downwards.flatMap((one, index) => {
      const next = downwards.findIndex((other, at) => at > index && other.box.top >= one.box.bottom);
      return downwards
        .slice(index + 1, next < 0 ? undefined : next)
        .filter((other) => overlap(one, other))
        .map((other) => `"${one.text}" and "${other.text}" overlap`);
    });
    return [...sideways, ...cutOff, ...broken, ...outside, ...overlapping].slice(0, 10);
  });
}
