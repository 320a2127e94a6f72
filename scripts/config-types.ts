/** Writes the content of a config as a TypeScript type with comments, from its JSON Schema. */

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

/** Returns the text of a file that exports the type `ConfigContent`. */
export function typesOf(schema: Schema): string {
  return ['/** The keys of `statuswatch.yaml`. */', `export interface ConfigContent ${typeOf(schema, '')}`, ''].join(
    '\n',
  );
}

function typeOf(schema: Schema, indent: string): string {
  if (schema.anyOf) return [...new Set(schema.anyOf.map((each) => typeOf(each, indent)))].join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${typeOf(schema.items ?? {}, indent)})[]`;
    case 'object':
      return objectOf(schema, indent);
    default:
      if (Object.keys(schema).length === 0) return 'unknown';
      throw new Error(`there is no type for ${JSON.stringify(schema).slice(0, 200)}`);
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema, indent: string): string {
  if (!properties) {
    if (typeof additionalProperties !== 'object')
      throw new Error('a map without properties needs a type for its values');
    return `{ readonly [name: string]: ${typeOf(additionalProperties, indent)} }`;
  }
  const inner = `${indent}  `;
  const keys = Object.entries(properties).map(([key, schema]) => {
    const type = typeOf(schema, inner);
    const optional = required.includes(key) ? '' : '?';
    return `${commentOf(schema, inner)}${inner}readonly ${key}${optional}: ${type}${optional && ' | undefined'};`;
  });
  return ['{', ...keys, `${indent}}`].join('\n');
}

function commentOf({ description, default: fallback }: Schema, indent: string): string {
  const isPlain = fallback !== undefined && JSON.stringify(fallback) !== '{}';
  const lines = [
    ...(description === undefined ? [] : [description.replaceAll('*/', '*\\/')]),
    ...(isPlain ? [`@default ${JSON.stringify(fallback)}`] : []),
  ];
  if (lines.length === 0) return '';
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`, ''].join('\n');
}
