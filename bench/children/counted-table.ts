/** A table of DynamoDB in memory that counts the units of its requests. It ignores conditions: each write succeeds. */

import { TABLE_KEYS } from '../../lambda/core/state/table-keys';

const READ_BYTES = 4_096;
const WRITE_BYTES = 1_024;

interface Value {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly SS?: readonly string[];
}
type Item = Readonly<Record<string, Value>>;
type Values = Readonly<Record<string, Value>>;

export interface Units {
  readonly readUnits: number;
  readonly writeUnits: number;
}

export interface CountedTable {
  /** The fields of the answer; `null` for an action that is not that of a table. */
  answer(action: string | undefined, body: string): object | null;
  /** The units since the last request for them. */
  units(): Units;
}

export function countedTable(): CountedTable {
  const items = new Map<string, Item>();
  let readUnits = 0;
  let writeUnits = 0;
  const idOf = (key: Item) => JSON.stringify([key[TABLE_KEYS.partition]?.S, key[TABLE_KEYS.sort]?.S]);

  const get = (key: Item): readonly Item[] => {
    const item = items.get(idOf(key));
    readUnits += unitsOf(item === undefined ? 0 : sizeOf(item), READ_BYTES);
    return item === undefined ? [] : [item];
  };
  const replace = (key: Item, after: Item | null) => {
    const before = items.get(idOf(key));
    const sizes = [before, after].map((item) => (item ? sizeOf(item) : 0));
    writeUnits += unitsOf(Math.max(...sizes), WRITE_BYTES);
    if (after === null) items.delete(idOf(key));
    else items.set(idOf(key), after);
  };
  const query = (values: Values): readonly Item[] => {
    const found = [...items.values()].filter(
      (item) =>
        item[TABLE_KEYS.partition]?.S === values[':partition']?.S &&
        item[TABLE_KEYS.sort]?.S?.startsWith(values[':prefix']?.S ?? ''),
    );
    const bytes = found.reduce((sum, item) => sum + sizeOf(item), 0);
    readUnits += unitsOf(bytes, READ_BYTES);
    return found;
  };
  /** The values of an update, by the names of their attributes. Elements are added to a set, or removed. A name in a condition is no attribute. */
  const update = (key: Item, expression: string, values: Values) => {
    const before = { ...key, ...items.get(idOf(key)) };
    const [action] = expression.split(' ');
    const named = expression.split(/[ ,]+/);
    const given = Object.entries(values).filter(([name]) => named.includes(name));
    const changed = given.map(([name, value]): [string, Value] => {
      const attribute = name.slice(1);
      if (action === 'SET') return [attribute, value];
      const elements = value.SS ?? [];
      const others = (before[attribute]?.SS ?? []).filter((element) => !elements.includes(element));
      return [attribute, { SS: action === 'ADD' ? [...others, ...elements] : others }];
    });
    replace(key, { ...before, ...Object.fromEntries(changed) });
  };

  return {
    answer: (action, body) => {
      switch (action) {
        case 'BatchGetItem': {
          const asked = Object.entries(JSON.parse(body).RequestItems as Record<string, { Keys: readonly Item[] }>);
          return { Responses: Object.fromEntries(asked.map(([table, { Keys }]) => [table, Keys.flatMap(get)])) };
        }
        case 'Query':
          return { Items: query(JSON.parse(body).ExpressionAttributeValues) };
        case 'PutItem': {
          const { Item: item } = JSON.parse(body);
          replace(item, item);
          return {};
        }
        case 'DeleteItem':
          replace(JSON.parse(body).Key, null);
          return {};
        case 'UpdateItem': {
          const { Key: key, UpdateExpression: expression, ExpressionAttributeValues: values } = JSON.parse(body);
          update(key, expression, values);
          return {};
        }
        default:
          return null;
      }
    },
    units: () => {
      const counted = { readUnits, writeUnits };
      readUnits = 0;
      writeUnits = 0;
      return counted;
    },
  };
}

/**
 * Source: Amazon DynamoDB developer guide, "DynamoDB read and write operations": BatchGetItem rounds each item up by itself, Query
 * the sum of its items; a read that finds no item takes a unit; a write counts the larger size, before or after it.
 */
function unitsOf(bytes: number, unitBytes: number): number {
  return Math.max(1, Math.ceil(bytes / unitBytes));
}

/** Source: Amazon DynamoDB developer guide, "DynamoDB item sizes and formats": the names count as well as the values. */
function sizeOf(item: Item): number {
  const sizes = Object.entries(item).map(([name, { S, N, B, SS }]) => {
    const texts = [...(S === undefined ? [] : [S]), ...(SS ?? [])];
    const text = texts.reduce((sum, value) => sum + Buffer.byteLength(value), 0);
    const number = N === undefined ? 0 : Math.ceil(N.length / 2) + 1;
    return Buffer.byteLength(name) + text + number + (B === undefined ? 0 : Buffer.byteLength(B, 'base64'));
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}
