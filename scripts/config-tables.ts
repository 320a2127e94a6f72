/** Writes the tables of docs/reference/configuration.md for `npm run schema`: each key with its description and default. */

interface Node {
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

const PLACE = /(<!-- keys: (\S+) -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g;

/** How the description of a secret ends; the page says it once for all of them. */
const SECRET_FORM = /: \{ secret: [^}]*\}, or "\$\{NAME\}"/;

/** Returns the page with a table at each place. A key is in the table of the longest path that leads to it; `.` is the top level. */
export function withConfigTables(page: string, schema: object): string {
  const paths = Array.from(page.matchAll(PLACE), ([, , path = '']) => path);
  const keys = keysOf(schema, '');
  return page.replace(PLACE, (_, begin: string, path: string) => {
    const rows = keys
      .filter(([key, node]) => placeOf(key, paths) === path && !isMap(key, keys) && !isElsewhere(key, node, keys))
      .map(([key, node]) => `| \`${path === '.' ? key : key.slice(path.length + 1)}\` | ${meaningOf(node)} |`);
    return `${begin}${['| key | meaning |', '|---|---|', ...rows].join('\n')}`;
  });
}

function placeOf(key: string, paths: readonly string[]): string {
  const within = paths.filter((path) => key === path || key.startsWith(`${path}.`));
  return within.reduce((longest, path) => (path.length > longest.length ? path : longest), '.');
}

/** Whether the key is documented elsewhere: a service's key that the top level has too, or one with its own page or table. */
function isElsewhere(key: string, node: Node, keys: readonly (readonly [string, Node])[]): boolean {
  const [, shared] = /^services\.(.*)$/.exec(key) ?? [];
  const isShared = keys.some(([other, { description }]) => other === shared && description === node.description);
  return (
    isShared ||
    /^(services\.)?(conditions|objective|words)\.|\.(alertmanager|webhook)\.auth\.|\.webhook\.(on|words|limits)\./.test(
      key,
    )
  );
}

/** Whether the key is a map, whose keys have rows of their own. */
function isMap(key: string, keys: readonly (readonly [string, Node])[]): boolean {
  return keys.some(([other, node]) => other.startsWith(`${key}.`) && !isElsewhere(other, node, []));
}

/** Returns all keys below a map, without the two keys of a secret. */
function keysOf(node: Node, path: string): [key: string, node: Node][] {
  return Object.entries(partsOf(node)).flatMap(([name, part]): [string, Node][] => {
    const key = path === '' ? name : `${path}.${name}`;
    return [[key, part], ...keysOf(part, key)];
  });
}

/** Returns the keys of a map, of the maps in a list, or of a map among several choices. */
function partsOf({ properties, items, anyOf = [] }: Node): Readonly<Record<string, Node>> {
  if (properties) return Object.keys(properties).join() === 'secret,key' ? {} : properties;
  return Object.assign({}, ...[...(items ? [items] : []), ...anyOf].map(partsOf));
}

function meaningOf({ description = '', enum: choices, minimum, maximum, default: value }: Node): string {
  const parts = [
    description.replace(SECRET_FORM, ''),
    ...(choices && !choices.every((choice) => description.includes(`${choice}`))
      ? [`One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`]
      : []),
    ...(minimum !== undefined && maximum !== undefined ? [`From ${minimum} to ${maximum}.`] : []),
    ...(['undefined', 'object'].includes(typeof value) ? [] : [`Default: \`${value}\`.`]),
  ];
  return parts.join(' ').replaceAll('|', '\\|');
}
