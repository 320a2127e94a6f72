/** A table of DynamoDB in memory, for stubs of AWS: it gives back what was put into it. */

import { TABLE_KEYS } from '../../../lambda/core/state/table-keys';

interface Value {
  readonly S?: string;
  readonly N?: string;
  readonly SS?: readonly string[];
  /** On the wire as base64. */
  readonly B?: string | Uint8Array;
}
type Item = Readonly<Record<string, Value>>;

export interface FakeTable {
  /** The fields of a good answer; `null` for an action that is not that of a table. */
  answer(action: string, body: string): object | null;
  put(item: Item): void;
}

/** Of conditions and projections it knows nothing: each write succeeds, and whole items are given. */
export function fakeTable(): FakeTable {
  const items = new Map<string, Item>();
  const idOf = (key: Item) => JSON.stringify([key[TABLE_KEYS.partition]?.S, key[TABLE_KEYS.sort]?.S]);
  const put = (item: Item) => {
    items.set(idOf(item), onWire(item));
  };
  const batch = (table: string, keys: readonly Item[], wanted: string | undefined) => {
    const CapacityUnits = keys.reduce((sum, key) => sum + unitsOf(items.get(idOf(key))), 0);
    return {
      Responses: { [table]: keys.flatMap((key) => items.get(idOf(key)) ?? []) },
      ...(wanted === 'TOTAL' && { ConsumedCapacity: [{ TableName: table, CapacityUnits }] }),
    };
  };
  const update = (key: Item, expression: string, given: readonly string[]) => {
    const [action = '', name = ''] = expression.replace('#', '').split(' ');
    const before = items.get(idOf(key))?.[name]?.SS ?? [];
    const others = before.filter((one) => !given.includes(one));
    put({ ...key, ...items.get(idOf(key)), [name]: { SS: action === 'ADD' ? [...others, ...given] : others } });
  };
  /** Each value has the name of its attribute. */
  const set = (key: Item, values: Readonly<Record<string, Value>>) => {
    const attributes = Object.entries(values).map(([name, value]) => [name.slice(1), value]);
    put({ ...key, ...items.get(idOf(key)), ...Object.fromEntries(attributes) });
  };
  const query = (values: Readonly<Record<string, Value>>) =>
    [...items.values()].filter(
      (item) =>
        item[TABLE_KEYS.partition]?.S === values[':partition']?.S &&
        item[TABLE_KEYS.sort]?.S?.startsWith(values[':prefix']?.S ?? ''),
    );
  return {
    put,
    answer: (action, body) => {
      if (!ACTIONS.has(action)) return null;
      const request = JSON.parse(body);
      if (action === 'BatchGetItem') {
        const [[table, { Keys }]] = Object.entries(request.RequestItems) as [[string, { Keys: Item[] }]];
        return batch(table, Keys, request.ReturnConsumedCapacity);
      }
      if (action === 'Query') return { Items: query(request.ExpressionAttributeValues) };
      if (action === 'PutItem') put(request.Item);
      if (action === 'DeleteItem') {
        const Attributes = request.ReturnValues === 'ALL_OLD' ? items.get(idOf(request.Key)) : undefined;
        items.delete(idOf(request.Key));
        return { Attributes };
      }
      const { UpdateExpression: expression, ExpressionAttributeValues: values } = request;
      if (action === 'UpdateItem' && expression.startsWith('SET')) set(request.Key, values);
      else if (action === 'UpdateItem') update(request.Key, expression, values[':ids'].SS);
      return {};
    },
  };
}

function onWire(item: Item): Item {
  const values = Object.entries(item).map(([name, value]) => {
    const { B } = value;
    return [name, B === undefined || typeof B === 'string' ? value : { B: Buffer.from(B).toString('base64') }];
  });
  return Object.fromEntries(values);
}

/**
 * What a strongly consistent read takes. Source: Amazon DynamoDB developer guide, "DynamoDB read and write operations": "If you perform
 * a read operation on an item that does not exist, DynamoDB will still consume read throughput".
 */
function unitsOf(item: Item | undefined): number {
  return item === undefined ? 1 : Math.ceil(JSON.stringify(item).length / 4_096);
}

const ACTIONS: ReadonlySet<string> = new Set(['BatchGetItem', 'Query', 'PutItem', 'DeleteItem', 'UpdateItem']);
