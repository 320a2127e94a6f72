/** Finds services while the reader types: their rows are in the page, so those with other names are hidden. */

import { isNamed } from '../../../lambda/core/words/ids';

/** Whether the groups were open before the search, by id. */
const openBefore = new Map<string, boolean>();

/** Returns the field, if the page has all rows. */
function searchField(): HTMLInputElement | null {
  return document.querySelector('input[data-of]');
}

/** Hides what doesn't match, also in a new view. */
export function findAgain(): void {
  const field = searchField();
  if (!field) return;
  const find = field.value.trim();
  const rows = document.querySelectorAll<HTMLElement>('#services [data-service]');
  const found = [...rows].filter((row) => isNamed(row.dataset.service ?? '', find));
  for (const row of rows) row.hidden = !found.includes(row);
  document.getElementById('services')?.classList.toggle('finding', find !== '');
  openGroups(find !== '');
  highlight(found, find);
  const count = document.querySelector('.find output');
  const of = field.dataset.of ?? '';
  if (count) count.textContent = find === '' && String(found.length) === of ? '' : `${found.length} of ${of}`;
  const none = document.getElementById('none-found');
  if (none) none.hidden = found.length > 0;
}

/** Opens all groups for a search, and folds them again after it. */
function openGroups(isFinding: boolean): void {
  for (const group of document.querySelectorAll<HTMLDetailsElement>('#services details:not(.acts)')) {
    if (isFinding) {
      if (!openBefore.has(group.id)) openBefore.set(group.id, group.open);
      group.open = true;
    } else group.open = openBefore.get(group.id) ?? group.open;
  }
  if (!isFinding) openBefore.clear();
}

/** Marks the letters found. */
function highlight(found: readonly HTMLElement[], find: string): void {
  const ranges = found.flatMap((row) => {
    const name = row.querySelector('h3 a')?.firstChild;
    const at = row.dataset.service?.indexOf(find.toLowerCase()) ?? -1;
    if (!name || find === '' || at < 0) return [];
    const range = new Range();
    range.setStart(name, at);
    range.setEnd(name, at + find.length);
    return [range];
  });
  if ('highlights' in CSS) CSS.highlights.set('found', new Highlight(...ranges));
}

function findTyped(field: HTMLInputElement): void {
  findAgain();
  history.replaceState(history.state, '', withFind(location.href, field.value));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.ranges a'))
    link.href = withFind(link.href, field.value);
}

/** Returns the address with another search, from its first page. */
function withFind(address: string, find: string): string {
  const url = new URL(address);
  url.searchParams.delete('page');
  if (find.trim() === '') url.searchParams.delete('find');
  else url.searchParams.set('find', find);
  return url.href;
}

export function followSearch(): void {
  // The server has opened all groups for the search in the address.
  if (searchField()?.value) {
    for (const group of document.querySelectorAll<HTMLDetailsElement>('#services details:not(.acts)'))
      openBefore.set(group.id, group.dataset.folds === undefined);
    findAgain();
  }
  document.addEventListener('input', ({ target }) => {
    const field = searchField();
    if (field !== null && target === field) findTyped(field);
  });
  document.addEventListener('keydown', ({ key, target }) => {
    const field = searchField();
    if (key !== 'Escape' || field === null || target !== field || field.value === '') return;
    field.value = '';
    findTyped(field);
  });
}
