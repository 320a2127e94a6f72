/** Histories in the files of a folder. Each service has files for a UTC day with buckets of five minutes, for a month with hours, and for a year with days. */

import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { readStored } from '../../lambda/core/fields/stored-value';
import type { Resolution } from '../../lambda/core/history/bucket';
import {
  HISTORY_KEPT_DAYS,
  type HistoryItem,
  type HistoryStore,
  type ItemKey,
  type ItemUpdate,
  resolutionOf,
} from '../../lambda/core/history/history-items';
import { bucketsSchema, storedBuckets } from '../../lambda/core/history/stored-history';
import { nextRevision, readRevision } from '../../lambda/core/state/store';
import type { Clock } from '../../lambda/core/words/clock';
import { grouped } from '../../lambda/core/words/in-batches';
import { isJsonObject, jsonObjectOf, parseText } from '../../lambda/core/words/json';
import { PRIVATE_FOLDER } from './private-folder';
import { readIfThere, removeDrafts, writeWhole } from './write-whole';

export interface HistoryFilesOptions {
  /** Created with the first writing. No other process may write it (see `lockFolder`). */
  readonly folder: string;
  /** Called once for each file that is damaged. */
  readonly onDamage: (message: string) => void;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Whether the folder stays unchanged, since another process may write it: then a damaged file is only reported. */
  readonly onlyReads?: boolean;
}

const DAY_MS = 86_400_000;
/** The number of a date's digits that name the time of a file (the day, the month or the year), and the most days of that time. */
const FILES: Readonly<Record<Resolution, { readonly digits: number; readonly days: number }>> = {
  fine: { digits: 10, days: 1 },
  hours: { digits: 7, days: 31 },
  days: { digits: 4, days: 366 },
};
const ENDING = '.json';
const FILE = /\.(fine|hours|days)\.(\d{4}(?:-\d\d){0,2})\.json$/;
const KEY = /^(?:fine|hours)\/\d{4}-\d\d-\d\d$|^days\/\d{4}-\d\d$/;

/** The most buckets that are cached; then the cache starts anew. Enough for all that two hundred services show. */
const BUCKETS_CACHED = 200_000;
/** The limit of one call's files: a disk that takes longer hangs. */
const TURN_MS = 5_000;

/** The items of a file; in the file they are JSON, by their keys. */
type Content = ReadonlyMap<ItemKey, HistoryItem>;

/**
 * A store of histories in a folder. A file is written whole or not at all, even if the process is killed. A copy of a damaged file is set
 * aside and reported, and its valid items stay in use. Calls take turns on the disk; items that were read are cached, within bounds. Both calls
 * reject if the disk fails, and at once as long as it hangs.
 */
export function createHistoryFiles({ folder, onDamage, clock, onlyReads }: HistoryFilesOptions): HistoryStore {
  const inTurn = createTurns(folder, clock);
  const cached = new Map<string, HistoryItem>();
  let buckets = 0;
  /** Caches an item, also one that does not exist. */
  const cache = (service: string, item: HistoryItem): HistoryItem => {
    if (buckets > BUCKETS_CACHED) {
      cached.clear();
      buckets = 0;
    }
    cached.set(`${service} ${item.key}`, item);
    buckets += 1 + item.buckets.length;
    return item;
  };
  let cleanedOn = Number.NaN;
  const contentOf = async (file: string): Promise<Content> => {
    const text = await readIfThere(file);
    if (text === null) return new Map();
    const { content, isDamaged } = parse(text);
    if (isDamaged && onlyReads) onDamage(`${file} is damaged; invalid parts are left out`);
    else if (isDamaged) await setAside(file, content, onDamage);
    return content;
  };
  const readItems = async (service: string, keys: readonly ItemKey[]) => {
    const items: HistoryItem[] = [];
    for (const [name, ofFile] of grouped(keys, (key) => fileOf(service, key))) {
      const content = await contentOf(join(folder, name));
      for (const key of ofFile) items.push(cache(service, itemIn(content, key)));
    }
    return items;
  };
  const itemsOf = async (service: string, keys: readonly ItemKey[]) => {
    const known = keys.flatMap((key) => cached.get(`${service} ${key}`) ?? []);
    const items = known.length === keys.length ? known : await inTurn(() => readItems(service, keys));
    return items.filter(({ buckets }) => buckets.length > 0);
  };
  const clean = async () => {
    const now = clock.now();
    const today = Math.floor(now / DAY_MS);
    if (today === cleanedOn) return;
    await removeDrafts(folder, (name) => name.endsWith(ENDING));
    const expired = expiredFiles(await readdir(folder), now);
    // A file that can't be removed only costs space.
    await Promise.all(expired.map((name) => rm(join(folder, name), { force: true }).catch(() => undefined)));
    cleanedOn = today;
  };
  return {
    read: async (wanted) => {
      const reading = [...wanted].map(async ([service, keys]) => [service, await itemsOf(service, keys)] as const);
      return new Map(await Promise.all(reading));
    },
    write: (service, updates) =>
      inTurn(async () => {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
        let areSaved = true;
        for (const [name, ofFile] of grouped(updates, ({ key }) => fileOf(service, key))) {
          const file = join(folder, name);
          const content = await contentOf(file);
          // Another call may have written since the items were read, or somebody has removed the file.
          const isAsRead = ofFile.every(({ key, expected }) => itemIn(content, key).revision === expected);
          areSaved &&= isAsRead;
          const items = isAsRead ? ofFile.map(itemAfter) : ofFile.map(({ key }) => itemIn(content, key));
          if (isAsRead) {
            await writeWhole(file, textOf(new Map([...content, ...items.map((item) => [item.key, item] as const)])));
          }
          for (const item of items) cache(service, item);
        }
        await clean();
        return areSaved;
      }),
  };
}

/** Makes a function that does work one after the other. If the disk hangs, work is refused until it answers again. */
function createTurns(folder: string, clock: HistoryFilesOptions['clock']): <T>(work: () => Promise<T>) => Promise<T> {
  const turns = pLimit(1);
  let isHung = false;
  return (work) =>
    turns(async () => {
      const hung = new Error(`${folder}: the disk does not answer`);
      if (isHung) throw hung;
      const working = work().finally(() => {
        isHung = false;
      });
      const over = new AbortController();
      const late = clock.sleep(TURN_MS, over.signal).then((): never => {
        isHung = !over.signal.aborted;
        throw hung;
      });
      return Promise.race([working, late]).finally(() => over.abort());
    });
}

function fileOf(service: string, key: ItemKey): string {
  const [resolution, date] = key.split('/') as [Resolution, string];
  return `${service}.${resolution}.${date.slice(0, FILES[resolution].digits)}${ENDING}`;
}

/**
 * The files that have expired by the clock, and after which there are enough others: days, months or years of any service that together are
 * longer than a file is stored. A clock that jumps ahead for a while makes few files, and so removes almost nothing.
 */
function expiredFiles(names: readonly string[], now: number): readonly string[] {
  const found = names.flatMap((name) => {
    const [, resolution, time = ''] = FILE.exec(name) ?? [];
    return resolution === undefined ? [] : [{ name, resolution: resolution as Resolution, time }];
  });
  return [...grouped(found, ({ resolution }) => resolution)].flatMap(([resolution, files]) => {
    const longest = FILES[resolution].days;
    const kept = HISTORY_KEPT_DAYS[resolution];
    const enough = Math.ceil(kept / longest) + 1;
    const [firstKept] = [...new Set(files.map(({ time }) => time))].sort().slice(-enough);
    return files
      .filter(({ time }) => time < (firstKept ?? '') && Date.parse(time) + (longest + kept) * DAY_MS <= now)
      .map(({ name }) => name);
  });
}

/** An item without buckets if there is none. */
function itemIn(content: Content, key: ItemKey): HistoryItem {
  return content.get(key) ?? { key, revision: null, buckets: [] };
}

function itemAfter({ key, buckets, expected }: ItemUpdate): HistoryItem {
  return { key, revision: nextRevision(expected), buckets };
}

function textOf(content: Content): string {
  const stored = [...content].map(([key, { revision, buckets }]) => [
    key,
    { revision, buckets: storedBuckets(buckets) },
  ]);
  return `${JSON.stringify(Object.fromEntries(stored))}\n`;
}

/** The valid items of a file, and whether it has others. */
function parse(text: string): { readonly content: Content; readonly isDamaged: boolean } {
  const raw = parseText(text);
  const entries = isJsonObject(raw) ? Object.entries(raw) : [];
  const items = entries.map(([key, item]) => readItem(key, item)).filter((item) => item !== null);
  return {
    content: new Map(items.map((item) => [item.key, item])),
    isDamaged: !isJsonObject(raw) || items.length < entries.length,
  };
}

function readItem(name: string, raw: unknown): HistoryItem | null {
  if (!KEY.test(name)) return null;
  const key = name as ItemKey;
  const { revision, buckets } = jsonObjectOf(raw);
  const known = readStored(bucketsSchema(resolutionOf(key)), buckets);
  return known === null ? null : { key, revision: readRevision(revision), buckets: known };
}

async function setAside(file: string, rest: Content, onDamage: (message: string) => void): Promise<void> {
  const aside = `${file}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  await copyFile(file, aside);
  await writeWhole(file, textOf(rest));
  onDamage(`${file} is damaged; it was copied to ${aside}, and invalid parts were left out of the history`);
}
