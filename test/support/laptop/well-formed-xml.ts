/** A small reader of XML that refuses what is not well-formed, of the parts of XML that reports use. */

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

const TOKEN =
  /<\?xml [^?]*\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([\w.-]+)>|<([\w.-]+)((?:\s+[\w.-]+="[^"<]*")*)\s*(\/?)>|[^<]+/gy;
const ATTRIBUTE = /([\w.-]+)="([^"<]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** The root element; throws where the text is not well-formed or holds characters that XML 1.0 forbids. */
export function parseXml(text: string): XmlElement {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are forbidden
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) throw new Error('a forbidden character');
  const top: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  let end = 0;
  for (const token of text.matchAll(TOKEN)) {
    end = token.index + token[0].length;
    const [whole, cdata, closed, opened, attributes = '', selfClosed] = token;
    const current = open.at(-1) ?? top;
    if (cdata !== undefined) current.text += cdata;
    else if (closed !== undefined) {
      if (open.pop()?.name !== closed || open.length === 0) throw new Error(`</${closed}> closes nothing`);
    } else if (opened !== undefined) {
      const pairs = Array.from(attributes.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, unescaped(value)]);
      const element: XmlElement = { name: opened, attributes: Object.fromEntries(pairs), children: [], text: '' };
      current.children.push(element);
      if (!selfClosed) open.push(element);
    } else if (!whole.startsWith('<?xml')) current.text += unescaped(whole);
  }
  const [root] = top.children;
  if (end !== text.length || open.length !== 1 || top.text.trim() !== '' || !root || top.children.length !== 1) {
    throw new Error(`not well-formed near "${text.slice(end, end + 40)}"`);
  }
  return root;
}

function unescaped(text: string): string {
  return text.replace(/&([^;]*);?/g, (whole, name: string) => {
    const character = name.startsWith('#') ? codePoint(name.slice(1)) : ENTITIES[name];
    if (character === undefined || !whole.endsWith(';')) throw new Error(`"${whole}" is no entity`);
    return character;
  });
}

function codePoint(number: string): string {
  return String.fromCodePoint(Number(number.replace(/^x/, '0x')));
}

/** Every element of that name, at any depth. */
export function elements(root: XmlElement, name: string): XmlElement[] {
  return [...(root.name === name ? [root] : []), ...root.children.flatMap((child) => elements(child, name))];
}
