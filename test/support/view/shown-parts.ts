/** A view as people with a screen reader meet it: its parts by their roles, with names and texts. It reads only HTML that we draw ourselves. */

export interface Part {
  /** What it is called: by its `aria-label`, by what labels it, or else by its text. */
  readonly name: string;
  /** What is read out of it, without what is hidden and without images. */
  readonly text: string;
  /** The address that a link leads to. */
  readonly href: string | undefined;
  /** Whether a `group` that can be folded is open. */
  readonly isOpen: boolean;
  /** Whether an `option` is chosen. */
  readonly isSelected: boolean;
  /** All parts in it with that ARIA role, and with that name, in their order. */
  all(role: string, called?: string | RegExp): Part[];
}

interface Element {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: (Element | string)[];
}

/** The whole of a view; throws if it is not well-formed. */
export function shown(html: string): Part {
  const root = read(html);
  return partOf(root, root);
}

function partOf(root: Element, element: Element): Part {
  const { attributes } = element;
  return {
    name: nameOf(root, element),
    text: textIn(element),
    href: attributes.get('href'),
    isOpen: attributes.has('open'),
    isSelected: attributes.has('selected'),
    all: (role, called = /(?:)/) =>
      readIn(element)
        .filter((one) => roleOf(one) === role)
        .map((one) => partOf(root, one))
        .filter(({ name }) => (typeof called === 'string' ? name === called : called.test(name))),
  };
}

/** Source: HTML Accessibility API Mappings 1.0, section 3.5; only of what the views have. */
const ROLES: Readonly<Record<string, string>> = {
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  ul: 'list',
  ol: 'list',
  li: 'listitem',
  main: 'main',
  nav: 'navigation',
  section: 'region',
  details: 'group',
  button: 'button',
  option: 'option',
  output: 'status',
  p: 'paragraph',
  dt: 'term',
  dd: 'definition',
  strong: 'strong',
};

function roleOf({ tag, attributes }: Element): string {
  if (tag === 'a') return attributes.has('href') ? 'link' : '';
  return attributes.get('role') ?? ROLES[tag] ?? '';
}

function nameOf(root: Element, element: Element): string {
  const { tag, attributes } = element;
  const label = attributes.get('aria-label');
  if (label !== undefined) return label;
  const labelledBy = attributes.get('aria-labelledby');
  const isName = (one: Element) =>
    labelledBy === undefined ? one.tag === 'summary' : one.attributes.get('id') === labelledBy;
  const within = labelledBy !== undefined ? root : tag === 'details' ? element : null;
  return textIn((within && elementsIn(within).find(isName)) ?? element);
}

const isHidden = ({ attributes }: Element) => attributes.has('hidden') || attributes.get('aria-hidden') === 'true';
const isSilent = ({ tag }: Element) => ['svg', 'style', 'script', 'noscript', 'head'].includes(tag);

function elementsIn({ children }: Element): Element[] {
  return children.flatMap((child) => (typeof child === 'string' ? [] : [child, ...elementsIn(child)]));
}

function readIn({ children }: Element): Element[] {
  return children.flatMap((child) => (typeof child === 'string' || isHidden(child) ? [] : [child, ...readIn(child)]));
}

function textIn(element: Element): string {
  const raw = ({ children }: Element): string =>
    children
      .map((child) => (typeof child === 'string' ? child : isHidden(child) || isSilent(child) ? '' : ` ${raw(child)} `))
      .join('');
  return raw(element).replace(/\s+/g, ' ').trim();
}

const TOKEN =
  /<(style|script)[^>]*>.*?<\/\1>|<!doctype html>|<\/([\w-]+)>|<([\w-]+)((?:\s[\w:-]+(?:="[^"]*")?)*)\s*(\/?)>|[^<]+/gsy;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function read(html: string): Element {
  const root: Element = { tag: '', attributes: new Map(), children: [] };
  const open = [root];
  let end = 0;
  for (const { 0: whole, index, 2: closed, 3: tag, 4: attributes = '', 5: isVoid } of html.matchAll(TOKEN)) {
    end = index + whole.length;
    const current = open.at(-1) ?? root;
    if (closed !== undefined) {
      if (open.pop()?.tag !== closed || open.length === 0) throw new Error(`</${closed}> closes nothing`);
    } else if (tag !== undefined) {
      const pairs = Array.from(
        attributes.matchAll(ATTRIBUTE),
        ([, key = '', value = '']) => [key, plain(value)] as const,
      );
      const element: Element = { tag, attributes: new Map(pairs), children: [] };
      current.children.push(element);
      if (!isVoid) open.push(element);
    } else if (!whole.startsWith('<')) current.children.push(plain(whole));
  }
  if (end !== html.length || open.length !== 1) throw new Error(`not well-formed near "${html.slice(end, end + 40)}"`);
  return root;
}

function plain(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}
